"""Durations, as settings write them."""

import re

_UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


class Seconds(float):
    """A duration; settings may write it as a number of seconds or as "500ms", "5m", "2h"."""

    __slots__ = ()


def decode(kind: type, value: object) -> object:
    """Read a duration; the hook of msgspec for types it does not know."""
    if kind is not Seconds:
        raise NotImplementedError(f"no rule to read {kind!r} from settings")
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", str(value))
    if isinstance(value, bool) or not match or match[2] not in _UNITS:
        raise ValueError(f"expected a duration such as 2, 500ms or 5m, got {value!r}")
    return Seconds(float(match[1]) * _UNITS[match[2]])


def encode(value: object) -> object:
    """Write a duration as its number of seconds; the counterpart of `decode`."""
    if not isinstance(value, Seconds):
        raise NotImplementedError(f"no rule to write {value!r} as a setting")
    return int(value) if value.is_integer() else float(value)
