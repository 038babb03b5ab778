"""Calls that write a file or run a command, kept until their result tells how that went."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from memoryd.domain import Message, Speaker, ToolCall

from . import shells

_MAX_OPEN = 16
_MAX_PATHS = 16
_MAX_PATH_CHARS = 512
_WRITERS = frozenset(
    (
        "Write",
        "Edit",
        "MultiEdit",
        "NotebookEdit",
        "write_file",
        "edit",
        "replace",
        "create_file",
        "notebook_edit",
    )
)
_REMEMBERERS = frozenset(("save_memory", "manage_memory"))
TOOLS = _WRITERS | _REMEMBERERS
# Somebody else's tools: what they answer is theirs from its first letter on, errors included.
FOREIGN = "mcp__"


class _Arguments(msgspec.Struct):
    file_path: str | None = None
    notebook_path: str | None = None
    path: str | None = None
    target_file: str | None = None
    action: str | None = None


class _Call(msgspec.Struct, array_like=True):
    id: str
    name: str
    paths: list[str | None]
    record: str
    command: str | None = None


_ARGUMENTS = msgspec.json.Decoder(_Arguments)


class Writes:
    """The calls of one session that are open, the latest last.

    With *commands*, also those that run one.
    """

    def __init__(self, state: object, *, commands: bool = False) -> None:
        self._commands = commands
        self.open: list[_Call] = msgspec.convert(state, list[_Call]) if state else []

    def state(self) -> object:
        """Return what is open, as JSON values."""
        return msgspec.to_builtins(self.open)

    def called(self, call: str, name: str, arguments: msgspec.Raw, record: str) -> None:
        """Note a call if its tool is one of those looked for; others are of no interest."""
        if self._commands and name in shells.TOOLS:
            if command := shells.command_of(arguments):
                self._open(_Call(call, name, [None], record, command))
            return
        if name.startswith(FOREIGN):
            self._open(_Call(call, name, [], record))
        if name not in TOOLS:
            return
        try:
            given = _ARGUMENTS.decode(arguments)
        except msgspec.DecodeError:
            given = _Arguments()
        path = given.file_path or given.notebook_path or given.path or given.target_file
        if (path and name in _WRITERS) or name == "save_memory" or given.action == "remember":
            self.called_on(call, name, [path], record)

    def called_on(self, call: str, name: str, paths: Sequence[str | None], record: str) -> None:
        """Note a call that writes *paths*; None stands for a file that was not named."""
        kept = [path for path in paths if not path or len(path) <= _MAX_PATH_CHARS][:_MAX_PATHS]
        self._open(_Call(call, name, kept, record))

    def _open(self, call: _Call) -> None:
        self.open.append(call)
        del self.open[:-_MAX_OPEN]

    def is_foreign(self, call: str | None) -> bool:
        """Tell whether *call* is one of a tool that is not the agent's own."""
        return any(entry.id == call and entry.name.startswith(FOREIGN) for entry in self.open)

    def runs(self, call: str | None) -> bool:
        """Tell whether *call* is a command, so that its output is wanted."""
        return self._commands and any(entry.id == call and entry.command for entry in self.open)

    def finished(
        self, call: str | None, *, failed: bool, at: datetime | None, offset: int, output: str = ""
    ) -> list[Message]:
        """Return one message for each file of *call*, whose result is at *offset*.

        A command is one message, or none when *output* says that it did not run.
        """
        found = next((entry for entry in self.open if entry.id == call), None)
        if found is None:
            return []
        self.open.remove(found)
        if found.command and not shells.has_run(output):
            return []
        printed = shells.ends_of(output) if found.command else ""
        return [
            Message(
                speaker=Speaker.TOOL,
                text="",
                record=f"{found.record}#{index}" if index else found.record,
                at=at,
                offset=offset,
                tool=ToolCall(
                    name=found.name,
                    path=path,
                    failed=failed,
                    command=found.command,
                    output=printed,
                ),
            )
            for index, path in enumerate(found.paths)
        ]
