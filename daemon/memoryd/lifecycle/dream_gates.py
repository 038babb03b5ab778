"""When a dream is due: the gates, in their order, each with the reason for which it stays shut.

Names and defaults are those of the shared layout. What counts is read as forgivingly as it can
be: a time that lies ahead, after a clock was set back, is no time to wait for.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FAILURE_BACKOFF = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How often memory is tidied, and from how many new sessions on."""

    enabled: bool
    between: timedelta
    sessions: int
    between_scans: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is known of the dreams before: when, in which session, and what came of the last try."""

    dreamt_at: datetime | None = None
    session: str | None = None
    failed_at: datetime | None = None
    scanned_ago: timedelta | None = None


def shut_before_scan(rules: Rules, past: Past, *, session: str | None, now: datetime) -> str | None:
    """Return the reason for which no sessions need to be counted; None: count them."""
    if not rules.enabled:
        return "disabled"
    if session is not None and session == past.session:
        return "same_session"
    if _is_within(past.dreamt_at, rules.between, now):
        return "min_hours"
    if _is_within(past.failed_at, FAILURE_BACKOFF, now):
        return "failure_backoff"
    if past.scanned_ago is not None and past.scanned_ago < rules.between_scans:
        return "scan_throttled"
    return None


def counts_since(past: Past, now: datetime) -> datetime | None:
    """Return the time from which on sessions count as new; None: all of them."""
    return past.dreamt_at if past.dreamt_at and past.dreamt_at <= now else None


def shut_after_scan(rules: Rules, *, sessions: int) -> str | None:
    """Return the reason for which *sessions* new ones are no cause to dream."""
    return "min_sessions" if sessions < rules.sessions else None


def _is_within(at: datetime | None, length: timedelta, now: datetime) -> bool:
    return at is not None and timedelta() <= now - at < length
