"""What `memoryctl` takes, told to shells and to man, by the very parsers that take it.

Tools that do this for any parser want one tree of sub-parsers; ours are made a verb at a time, so
that a verb loads only what it needs.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from memoryd_client.ctl import _GROUPS, _common_options, _parser_of

_HERE = Path(__file__).parent
_VERBS = {verb: summary for group in _GROUPS.values() for verb, (_, summary) in group.items()}


def shared_files(version: str) -> dict[str, str]:
    """Return the text of each file, by its place below share/."""
    return {
        "man/man1/memoryctl.1": manual(version),
        "man/man1/memoryd.1": (_HERE / "memoryd.1")
        .read_text("utf-8")
        .replace("@VERSION@", version),
        "bash-completion/completions/memoryctl": bash(),
        "zsh/site-functions/_memoryctl": zsh(),
        "fish/vendor_completions.d/memoryctl.fish": fish(),
    }


def bash() -> str:
    """Return the completion for bash."""
    values, words = [], []
    for verb in _VERBS:
        options = _options(_parser_of(verb))
        words.append(f"    {verb}) words={_quoted(_names(options) + _choices(verb))} ;;")
        for action in options:
            if action.nargs != 0:
                after = "|".join(f"{verb}:{name}" for name in action.option_strings)
                values.append(f"    {after}) {_bash_values(action)}; return ;;")
    common = _names(_options(_common_options()))
    return (
        (_HERE / "memoryctl.bash")
        .read_text("utf-8")
        .replace("@VALUES@", "\n".join(values))
        .replace("@WORDS@", "\n".join(words))
        .replace("@VERBS@", " ".join([*_VERBS, *common]))
    )


def zsh() -> str:
    """Return the completion for zsh."""
    verbs = [f"    {_quoted([f'{verb}:{text}'])}" for verb, text in _VERBS.items()]
    cases = []
    for verb in _VERBS:
        specs = [_zsh_spec(action) for action in _options(_parser_of(verb))]
        cases.append(
            f"    {verb}) _arguments {' '.join(_quoted([spec]) for spec in specs)} '*: :_files' ;;"
        )
    return (
        (_HERE / "memoryctl.zsh")
        .read_text("utf-8")
        .replace("@VERBS@", "\n".join(verbs))
        .replace("@CASES@", "\n".join(cases))
    )


def fish() -> str:
    """Return the completion for fish."""
    lines = ["# Completion of memoryctl for fish.", "complete -c memoryctl -f"]
    for verb, text in _VERBS.items():
        lines.append(
            f"complete -c memoryctl -n __fish_use_subcommand -a {verb} -d {_quoted([text])}"
        )
        for action in _options(_parser_of(verb)):
            names = [
                f"-{'l' if len(n) > 2 else 's'} {n.lstrip('-')}" for n in action.option_strings
            ]
            value = "" if action.nargs == 0 else f" -r{_fish_values(action)}"
            lines.append(
                f"complete -c memoryctl -n '__fish_seen_subcommand_from {verb}'"
                f" {' '.join(names)}{value} -d {_quoted([action.help or ''])}"
            )
    return "\n".join(lines) + "\n"


def manual(version: str) -> str:
    """Return memoryctl(1)."""
    lines = [*_common_roff()]
    for title, verbs in _GROUPS.items():
        lines.append(f".SS {title}")
        for verb, (_, summary) in verbs.items():
            parser = _parser_of(verb)
            own = [a for a in parser._actions if not _is_common(a)]  # noqa: SLF001 -- argparse tells no other way
            lines += [".TP", f".B {verb}", f"{_roff(summary.capitalize())}."]
            lines += [
                ".RS",
                *(line for action in own for line in _roff_action(action)),
                ".RE",
            ] * bool(own)
    text = (_HERE / "memoryctl.1").read_text("utf-8")
    return text.replace("@VERSION@", version).replace("@VERBS@", "\n".join(lines))


def _common_roff() -> Iterator[str]:
    yield ".SS Options of every verb"
    for action in _options(_common_options()):
        yield from _roff_action(action)


def _roff_action(action: argparse.Action) -> Iterator[str]:
    names = ", ".join(action.option_strings)
    value = "" if action.nargs == 0 else _value(action)
    yield ".TP"
    yield f".B {_roff(' '.join(filter(None, (names, value))))}"
    yield _roff((action.help or "what it is about").replace("%%", "%"))


def _value(action: argparse.Action) -> str:
    if action.choices:
        return "|".join(map(str, action.choices))
    metavar = action.metavar or action.dest.upper()
    return metavar if isinstance(metavar, str) else " ".join(metavar)


def _roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    escaped = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in escaped)
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    actions = parser._actions  # noqa: SLF001 -- argparse tells no other way
    return [
        action for action in actions if action.option_strings and action.help != argparse.SUPPRESS
    ]


def _is_common(action: argparse.Action) -> bool:
    common = _names(_options(_common_options()))
    return action.help == argparse.SUPPRESS or bool(
        {"--help", *common}.intersection(action.option_strings)
    )


def _choices(verb: str) -> list[str]:
    """Return the words that a verb's own arguments may be."""
    arguments = (a for a in _parser_of(verb)._actions if not a.option_strings)  # noqa: SLF001 -- as above
    return [str(choice) for action in arguments for choice in action.choices or ()]


def _names(actions: Iterable[argparse.Action]) -> list[str]:
    return [name for action in actions for name in action.option_strings]


def _kind(action: argparse.Action) -> str:
    return {"DIR": "directory", "PATH": "file", "FILE": "file"}.get(str(action.metavar), "")


def _bash_values(action: argparse.Action) -> str:
    if action.choices:
        return f"_memoryctl_words {_quoted(map(str, action.choices))}"
    flag = {"directory": "-d", "file": "-f"}.get(_kind(action))
    return f"_memoryctl_paths {flag}" if flag else ":"


def _zsh_spec(action: argparse.Action) -> str:
    names = action.option_strings
    text = (action.help or "").replace("[", "(").replace("]", ")").replace(":", ",")
    head = f"{names[-1]}[{text}]"
    if action.nargs == 0:
        return head
    values = f"({' '.join(map(str, action.choices))})" if action.choices else ""
    paths = {"directory": "_files -/", "file": "_files"}.get(_kind(action), "")
    return f"{head}:{str(action.metavar or 'value').lower()}:{values or paths}"


def _fish_values(action: argparse.Action) -> str:
    if action.choices:
        return f" -f -a {_quoted(map(str, action.choices))}"
    return " -F" if _kind(action) else " -f"


def _quoted(words: Iterable[str]) -> str:
    return "'" + " ".join(words).replace("'", "'\\''") + "'"
