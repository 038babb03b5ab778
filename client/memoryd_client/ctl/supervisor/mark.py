"""The mark on files that we install: it says whose they are, and what was made with them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

_OURS = "Written by `memoryctl install`; `memoryctl uninstall` takes it back."
_FIELD = re.compile(r"^(?:#|<!--) (socket|directories): (.*?)(?: -->)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the daemon of this file listens, and which directories were made for the file."""

    socket: str
    directories: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the mark as lines that may stand in a comment of any kind."""
        fields = [f"socket: {_quoted([self.socket])}"]
        if self.directories:
            fields.append(f"directories: {_quoted(self.directories)}")
        return [_OURS, *fields]


def read_mark(content: bytes) -> Mark | None:
    """Return the mark of a file, None when the file is not ours."""
    text = content.decode("utf-8", "replace")
    if _OURS not in text:
        return None
    fields = {
        found[1]: [unquote(part) for part in found[2].split()] for found in _FIELD.finditer(text)
    }
    return Mark("".join(fields.get("socket", [])), tuple(fields.get("directories", ())))


def _quoted(paths: Sequence[str]) -> str:
    # Two hyphens would end a comment of XML.
    return " ".join(
        quote(path, safe="/", errors="surrogateescape").replace("--", "-%2D") for path in paths
    )
