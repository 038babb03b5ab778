"""The launchd agent's plist, filled in; no I/O."""

import plistlib
import re
from collections.abc import Mapping
from typing import Any

from .mark import Mark
from .templates import HOME, PROGRAM

LABEL = "org.memoryd.daemon"
_GAP = re.compile(f"{PROGRAM}|{HOME}")


def render_plist(
    template: str, program: str, home: str, places: Mapping[str, str], mark: Mark
) -> bytes:
    """Return the plist that starts *program*, with *places* in its environment."""
    filled = _fill(plistlib.loads(template.encode()), {PROGRAM: program, HOME: home})
    filled["EnvironmentVariables"] |= places
    head, doctype, rest = plistlib.dumps(filled, sort_keys=False).partition(b"<plist ")
    comments = "".join(f"<!-- {line} -->\n" for line in mark.lines())
    return head + comments.encode() + doctype + rest


def _fill(value: Any, gaps: Mapping[str, str]) -> Any:  # Any: a plist is any tree
    if isinstance(value, dict):
        return {key: _fill(each, gaps) for key, each in value.items()}
    if isinstance(value, list):
        return [_fill(each, gaps) for each in value]
    if isinstance(value, str):
        return _GAP.sub(lambda gap: gaps[gap[0]], value)
    return value
