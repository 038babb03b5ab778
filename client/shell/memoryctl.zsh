#compdef memoryctl
# Completion of memoryctl for zsh.

_memoryctl() {
  local -a verbs
  local verb=''
  local -i i
  verbs=(
@VERBS@
  )
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
    --cwd|--socket) ((i++)) ;;
    -*) ;;
    *) verb=$words[i]; break ;;
    esac
  done
  if [[ -z $verb ]]; then
    _describe 'verb' verbs
    return
  fi
  # From here on the verb is the command.
  shift $((i - 1)) words
  ((CURRENT -= i - 1))
  case $verb in
@CASES@
  esac
}

_memoryctl "$@"
