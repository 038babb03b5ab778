"""Calls that write a file, kept until their result tells whether they did."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from memoryd.domain import Message, Speaker, ToolCall

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


_ARGUMENTS = msgspec.json.Decoder(_Arguments)


class Writes:
    """The calls of one session that are open, the latest last."""

    def __init__(self, state: object) -> None:
        self.open: list[_Call] = msgspec.convert(state, list[_Call]) if state else []

    def state(self) -> object:
        """Return what is open, as JSON values."""
        return msgspec.to_builtins(self.open)

    def called(self, call: str, name: str, arguments: msgspec.Raw, record: str) -> None:
        """Note a call if its tool writes files or memories; other calls are of no interest."""
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
        self.open.append(_Call(call, name, kept, record))
        del self.open[:-_MAX_OPEN]

    def finished(
        self, call: str | None, *, failed: bool, at: datetime | None, offset: int
    ) -> list[Message]:
        """Return one message for each file of *call*, whose result is at *offset*."""
        found = next((entry for entry in self.open if entry.id == call), None)
        if found is None:
            return []
        self.open.remove(found)
        return [
            Message(
                speaker=Speaker.TOOL,
                text="",
                record=f"{found.record}#{index}" if index else found.record,
                at=at,
                offset=offset,
                tool=ToolCall(name=found.name, path=path, failed=failed),
            )
            for index, path in enumerate(found.paths)
        ]
