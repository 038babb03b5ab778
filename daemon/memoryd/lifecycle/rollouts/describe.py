"""A digest as texts: the session's raw memory, its summary, and its slug."""

from collections.abc import Iterable
from datetime import datetime

from memoryd.redact import redact

from .digest import teaches
from .inert import code, plain
from .lines import command_line, day, fix_line, open_end_line, statement_line
from .names import slug_of
from .values import Origin, Place, Rollout, SessionDigest

_MAX_PLACES = 6


def describe(digest: SessionDigest, *, updated_at: datetime) -> Rollout:
    """Return the first phase's output for a session; its texts are empty if it taught nothing."""
    taught = teaches(digest)
    return Rollout(
        session=digest.session,
        updated_at=updated_at,
        raw_memory=_raw_memory(digest) if taught else "",
        rollout_summary=_rollout_summary(digest) if taught else "",
        slug=slug_of(digest.title) if taught else "",
        digest=digest,
    )


def _raw_memory(digest: SessionDigest) -> str:
    parts = [
        *_section(
            "Decisions and constraints",
            (_sourced(statement_line(s), s.origin) for s in digest.statements),
        ),
        *_section("Commands", map(command_line, digest.commands)),
        *_section(
            "Failures and what helped", (_sourced(fix_line(f), f.origin) for f in digest.fixes)
        ),
        *_section("Files written", map(_place_line, digest.places)),
        *_section("Left open", map(open_end_line, digest.open_ends)),
    ]
    return _text(parts)


def _rollout_summary(digest: SessionDigest) -> str:
    days = dict.fromkeys((day(digest.started), day(digest.ended)))
    passed = [code(c.shown) for c in digest.commands if c.passed]
    files = [code(p.path) for p in digest.places[:_MAX_PLACES]]
    parts = [f"# {digest.title or 'A session without a request'}", ""]
    parts += [f"{digest.agent}, {' to '.join(days)}."]
    parts += [f"Worked: {', '.join(passed)}."] if passed else []
    parts += [f"Written: {', '.join(files)}."] if files else []
    parts += _section("Decisions", map(statement_line, digest.statements), level=2)
    parts += _section("Pitfalls", map(fix_line, digest.fixes), level=2)
    parts += _section("Left open", map(open_end_line, digest.open_ends), level=2)
    return _text(parts)


def _section(title: str, lines: Iterable[str], *, level: int = 3) -> list[str]:
    listed = [f"- {line}" for line in lines]
    return ["", f"{'#' * level} {title}", "", *listed] if listed else []


def _sourced(line: str, origin: Origin) -> str:
    record = plain(origin.record, 80)
    return f"{line} [{day(origin.at)}, record {record}]" if record else f"{line} [{day(origin.at)}]"


def _place_line(place: Place) -> str:
    times = f"{place.writes} times" if place.writes > 1 else "once"
    return f"{code(place.path)}, {times}"


def _text(parts: Iterable[str]) -> str:
    return redact("\n".join(parts).strip()).text
