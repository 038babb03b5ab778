"""The gates in their order, each shut for its own reason."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.dream_gates import (
    Past,
    Rules,
    counts_since,
    shut_after_scan,
    shut_before_scan,
)

NOW = datetime(2026, 5, 6, 7, 8, 9, tzinfo=UTC)
RULES = Rules(
    enabled=True,
    between=timedelta(hours=24),
    sessions=5,
    between_scans=timedelta(minutes=10),
)
SHUT = Past(
    dreamt_at=NOW - timedelta(hours=1),
    session="s1",
    failed_at=NOW - timedelta(minutes=5),
    scanned_ago=timedelta(minutes=1),
)


def test_each_gate_is_asked_only_when_those_before_it_are_open():
    reasons = [
        shut_before_scan(replace(RULES, enabled=False), SHUT, session="s1", now=NOW),
        shut_before_scan(RULES, SHUT, session="s1", now=NOW),
        shut_before_scan(RULES, SHUT, session="s2", now=NOW),
        shut_before_scan(RULES, replace(SHUT, dreamt_at=None), session="s2", now=NOW),
        shut_before_scan(
            RULES, replace(SHUT, dreamt_at=None, failed_at=None), session="s2", now=NOW
        ),
        shut_before_scan(RULES, Past(session="s1"), session="s2", now=NOW),
    ]

    assert reasons == [
        "disabled",
        "same_session",
        "min_hours",
        "failure_backoff",
        "scan_throttled",
        None,
    ]


@pytest.mark.parametrize(("sessions", "reason"), [(4, "min_sessions"), (5, None), (6, None)])
def test_enough_new_sessions_open_the_last_gate(sessions, reason):
    assert shut_after_scan(RULES, sessions=sessions) == reason


def test_a_day_after_the_last_dream_to_the_second_it_is_time():
    past = Past(dreamt_at=NOW - timedelta(hours=24))

    assert shut_before_scan(RULES, past, session="s", now=NOW) is None
    assert shut_before_scan(RULES, past, session="s", now=NOW - timedelta(seconds=1)) == "min_hours"


def test_no_session_is_never_the_same_session():
    assert shut_before_scan(RULES, Past(session=None), session=None, now=NOW) is None


@given(ahead=st.timedeltas(min_value=timedelta(seconds=1), max_value=timedelta(days=9999)))
def test_a_dream_of_the_future_neither_shuts_a_gate_nor_hides_sessions(ahead):
    past = Past(dreamt_at=NOW + ahead, failed_at=NOW + ahead)

    assert shut_before_scan(RULES, past, session="s", now=NOW) is None
    assert counts_since(past, NOW) is None
