"""Calls that run a shell command, and how the run went."""

import contextlib
import re

import msgspec

TOOLS = frozenset(
    (
        "Bash",
        "PowerShell",
        "bash",
        "container.exec",
        "exec_command",
        "run_shell_command",
        "shell",
        "shell_command",
    )
)
MAX_COMMAND_CHARS = 1_000
_MAX_OUTPUT_CHARS = 1_600
_SHELL_AND_FLAG = 2
_EXIT = re.compile(
    r'(?:exited with code|exit code:|"?exit_code"?:)\s{0,3}(-?\d{1,10})', re.IGNORECASE
)
# The agent's own words in place of a result: the command did not run, or has not ended.
_NOT_RUN = (
    "<tool_use_error>",
    "The user doesn't want to",
    "[Request interrupted",
    "Command running in background",
    "Permission to use",
)


class _Arguments(msgspec.Struct):
    command: str | list[str] | None = None
    cmd: str | list[str] | None = None
    workdir: str | None = None
    directory: str | None = None
    run_in_background: bool | str | None = None
    is_background: bool | str | None = None


_ARGUMENTS = msgspec.json.Decoder(_Arguments)
_TEXT = msgspec.json.Decoder(str)


def command_of(arguments: msgspec.Raw) -> str | None:
    """Return the command that a call runs, `cd` before it when it names a directory.

    None for what goes on in the background, is too long to be run again, or is no command.
    """
    try:
        raw: msgspec.Raw | str = arguments
        with contextlib.suppress(msgspec.DecodeError):
            raw = _TEXT.decode(arguments)
        given = _ARGUMENTS.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None
    command = given.command or given.cmd
    if isinstance(command, list):
        wrapped = len(command) > _SHELL_AND_FLAG and command[1] in {"-lc", "-c"}
        command = command[_SHELL_AND_FLAG] if wrapped else " ".join(command)
    if not command or given.run_in_background or given.is_background:
        return None
    folder = given.workdir or given.directory
    command = f"cd {folder} && {command}" if folder else command
    return command if len(command) <= MAX_COMMAND_CHARS else None


def has_run(output: str) -> bool:
    """Tell whether *output* is that of a command that ran to its end."""
    return not output.startswith(_NOT_RUN)


def exit_code(output: str) -> int | None:
    """Return the exit code that the agent wrote beside what the command printed."""
    heads = (output[:400], output[-400:])
    found = next((match for text in heads if (match := _EXIT.search(text))), None)
    return int(found[1]) if found else None


def ends_of(output: str) -> str:
    """Return how *output* begins and how it ends: where commands tell what went wrong."""
    if len(output) <= _MAX_OUTPUT_CHARS:
        return output
    return f"{output[: _MAX_OUTPUT_CHARS // 2]}\n{output[-_MAX_OUTPUT_CHARS // 2 :]}"
