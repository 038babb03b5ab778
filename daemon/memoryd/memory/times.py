"""Times as files carry them: in front matter, in names, and as modification times."""

from datetime import UTC, datetime, timedelta

from memoryd.domain import parse_time

MILLISECOND = timedelta(milliseconds=1)

_MILLISECOND_NS = 1_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_MS = 253_402_300_799_999  # the end of the year 9999


def read_time(value: object) -> datetime | None:
    """Return the time that *value* says, None when it says none."""
    try:
        return parse_time(value) if isinstance(value, str) else None
    except OverflowError:  # an offset that leads out of the calendar
        return None


def compact_time(at: datetime) -> str:
    """Return a time as part of a file name: `20260304T050607089Z`."""
    at = at.astimezone(UTC)
    return f"{at:%Y%m%dT%H%M%S}{at.microsecond // 1000:03}Z"


def from_mtime(mtime_ns: int) -> datetime:
    """Return a modification time in whole milliseconds, as the API shows it."""
    return _EPOCH + MILLISECOND * min(max(mtime_ns // _MILLISECOND_NS, 0), _LAST_MS)


def to_mtime(at: datetime) -> int:
    """Return the modification time, in nanoseconds, of a file that states something of *at*."""
    return max((at - _EPOCH) // MILLISECOND, 0) * _MILLISECOND_NS


def later(mtime_ns: int) -> int:
    """Return the next modification time that a reader can tell from this one."""
    return (mtime_ns // _MILLISECOND_NS + 1) * _MILLISECOND_NS
