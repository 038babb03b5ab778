"""How a file says that memoryd wrote it and may write it again or take it away."""

MARK = "<!-- memoryd: generated; take this line out to keep your edits -->"
END = "<!-- memoryd: what stands below is yours and is kept -->"
_HEAD_BYTES = 4_096


def marked(text: str) -> str:
    """Return *text* with the mark: at its top, below front matter if there is any."""
    if text.startswith("---\n") and (end := text.find("\n---\n")) > 0:
        head, body = text[: end + 5], text[end + 5 :]
        return f"{head}{MARK}\n{body.rstrip()}\n"
    return f"{MARK}\n\n{text.strip()}\n"


def is_ours(data: bytes) -> bool:
    """Tell whether a file bears the mark."""
    return MARK.encode() in data[:_HEAD_BYTES]


def without_mark(text: str) -> str:
    """Return what a generated file says."""
    return text.replace(MARK, "", 1).strip()


def tail_of(data: bytes) -> bytes:
    """Return what a person wrote below the generated part of a file, to the byte."""
    _, found, tail = data.partition(END.encode())
    return tail if found and tail.strip() else b""
