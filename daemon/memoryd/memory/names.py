"""What a memory is called: its name, its file, its id."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import count

from memoryd.domain import collapse

_NAME_CHARS = 72
_SLUG_CHARS = 80
_SLUG_BYTES = 200
_ENTRY_ID = re.compile(r"(?P<path>.+\.md):(?P<index>\d{1,9})")


def title_for(summary: str) -> str:
    """Return the name of a memory: its summary, 69 characters and `...` when over 72."""
    title = collapse(summary)
    return title if len(title) <= _NAME_CHARS else title[: _NAME_CHARS - 3].rstrip() + "..."


def slug_for(summary: str) -> str:
    """Return the file name for a summary, without `.md`.

    Letters, marks and digits of any script, at most 80 characters and 200 bytes of UTF-8.
    """
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", summary).lower())
    words = "".join(char if _is_word_char(char) else " " for char in text).split()
    slug = "-".join(words)[:_SLUG_CHARS]
    return slug.encode()[:_SLUG_BYTES].decode(errors="ignore").strip("-") or "memory"


def _is_word_char(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def file_names(stem: str) -> Iterator[str]:
    """Yield the names a new file may take, in this order: `stem.md`, `stem-2.md`, and so on."""
    yield f"{stem}.md"
    yield from (f"{stem}-{number}.md" for number in count(2))


def split_id(memory_id: str) -> tuple[str, int | None]:
    """Split `path.md` or `path.md:3` into the path and the index of an entry."""
    found = _ENTRY_ID.fullmatch(memory_id)
    return (found["path"], int(found["index"])) if found else (memory_id, None)
