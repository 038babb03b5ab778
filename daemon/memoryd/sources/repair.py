"""Lines that are not one clean JSON object: what can be saved of them."""

import json

_SCAN = json.JSONDecoder(strict=False, parse_constant=lambda _: None)
# NUL padding is left by crashed writers, a BOM by editors.
_PADDING = "\0\ufeff \t\r\n"


def split_objects(line: bytes) -> tuple[list[bytes], bool]:
    """Return the JSON objects of a damaged line as clean JSON, and whether nothing else was there.

    Several objects may share one line. Invalid UTF-8 and lone surrogates cost one character each.
    Blank lines and padding hold no object and are no damage.
    """
    text = line.decode("utf-8", "replace")
    objects: list[bytes] = []
    at = _skip_padding(text, 0)
    while at < len(text):
        try:
            value, at = _SCAN.raw_decode(text, at)
        except (ValueError, RecursionError):
            return objects, False
        if not isinstance(value, dict):
            return objects, False
        clean = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
        objects.append(clean)
        at = _skip_padding(text, at)
    return objects, True


def _skip_padding(text: str, at: int) -> int:
    while at < len(text) and text[at] in _PADDING:
        at += 1
    return at
