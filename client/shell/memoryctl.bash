# Completion of memoryctl for bash.

_memoryctl_words() {
    local IFS=$' \t\n'
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_memoryctl_paths() {
    local IFS=$'\n'
    COMPREPLY=($(compgen "$1" -- "$cur"))
    compopt -o filenames 2>/dev/null || true
}

_memoryctl() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb='' words='' i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --cwd | --socket) ((i++)) ;;
        -*) ;;
        *) verb=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $verb:$prev in
    :--cwd) _memoryctl_paths -d; return ;;
    :--socket) _memoryctl_paths -f; return ;;
@VALUES@
    esac
    case $verb in
    '') words='@VERBS@' ;;
@WORDS@
    esac
    _memoryctl_words "$words"
}

complete -F _memoryctl memoryctl
