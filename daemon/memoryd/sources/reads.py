"""Calls that read a file of memory: the agent used what stands in it."""

import re

import msgspec

TOOLS = frozenset(("Read", "read_file"))
_MAX_PATH_CHARS = 512
_FOLDERS = r"(?:memory|memories|root)"
_PATH = re.compile(rf".*/{_FOLDERS}/.*\.md", re.DOTALL)
# The same in a line as agents write it, from the name of the tool on.
CALL = rb'(?:%b)","(?:input|args)":\{[^}]{0,800}/%b/[^"}]{0,400}\.md"' % (
    "|".join(sorted(TOOLS)).encode(),
    _FOLDERS.encode(),
)


class _Arguments(msgspec.Struct):
    file_path: str | None = None
    absolute_path: str | None = None


_ARGUMENTS = msgspec.json.Decoder(_Arguments)


def path_read(name: str, arguments: msgspec.Raw) -> str | None:
    """Return the path that a call reads, if a memory may lie there."""
    if name not in TOOLS:
        return None
    try:
        given = _ARGUMENTS.decode(arguments)
    except msgspec.DecodeError:
        return None
    path = given.file_path or given.absolute_path or ""
    return path if len(path) <= _MAX_PATH_CHARS and _PATH.fullmatch(path) else None
