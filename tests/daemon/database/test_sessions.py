import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.database import SessionRow, Totals, open_database

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ROW = SessionRow(
    agent="codex",
    session="s1",
    path="/home/u/.codex/sessions/s1.jsonl",
    project="/home/u/app",
    cwd="/home/u/app/src",
    size=1000,
    inode=7,
    mtime_ns=1_700_000_000_000_000_000,
    offset=900,
    tail_hash="abc",
    state={"turn": 3, "names": ["é", None, {"deep": True}]},
    private=False,
    complete=True,
    messages=12,
    human=5,
    bad_lines=1,
    oversize_lines=2,
)


def test_a_session_comes_back_as_it_was_saved(database):
    database.save(ROW, [])

    assert database.session("codex", "s1") == ROW
    assert database.sessions() == {("codex", "s1"): ROW}


def test_saving_again_moves_the_cursor(database):
    database.save(ROW, ["r1"])
    moved = replace(ROW, offset=2000, private=True, complete=False, project=None, cwd=None)

    database.save(moved, ["r2"])

    assert database.sessions() == {("codex", "s1"): moved}


def test_one_name_under_two_agents_is_two_sessions(database):
    database.save(ROW, [])
    database.save(replace(ROW, agent="qwen-code", offset=1), [])

    assert database.session("codex", "s1").offset == 900
    assert database.session("qwen-code", "s1").offset == 1


@pytest.mark.parametrize("inode", [0, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_inode_number_a_file_system_may_give_comes_back(database, inode):
    database.save(replace(ROW, inode=inode), [])

    assert database.session("codex", "s1").inode == inode


def test_a_path_that_is_not_utf_8_can_be_saved_and_counted(database):
    database.save(replace(ROW, path="/home/\udcff/s1.jsonl"), [])

    assert database.session("codex", "s1").path == "/home/?/s1.jsonl"
    assert database.totals("/home/\udcff").sessions == 1


def test_a_record_is_seen_elsewhere_only_when_another_session_said_it(database):
    database.save(ROW, ["r1", "r2"])
    database.save(replace(ROW, session="s2"), ["r2", "r3"])

    assert database.seen_elsewhere(["r1", "r2", "r3", "r4"], "codex", "s1") == {"r3"}
    assert database.seen_elsewhere(["r1", "r2", "r3"], "codex", "s2") == {"r1", "r2"}
    assert database.seen_elsewhere(["r1"], "qwen-code", "s1") == {"r1"}
    assert database.seen_elsewhere([], "codex", "s9") == set()


def test_a_record_that_was_taken_back_is_seen_no_more(database):
    database.save(ROW, ["r1", "r2"])

    database.save(ROW, ["r2"], unseen=["r1", "never seen"])

    assert database.seen_elsewhere(["r1", "r2"], "codex", "s2") == {"r2"}


def test_cursor_and_seen_records_move_together_or_not_at_all(database):
    with pytest.raises(sqlite3.Error):
        database.save(ROW, ["r1", object()])

    assert database.sessions() == {}
    assert database.seen_elsewhere(["r1"], "codex", "s2") == set()


def test_totals_count_what_lies_below_a_directory_and_nothing_beside_it(database):
    database.save(replace(ROW, session="a", path="/r/x/a.jsonl", mtime_ns=5), [])
    database.save(replace(ROW, session="b", path="/r/b.jsonl", mtime_ns=9), [])
    database.save(replace(ROW, session="c", path="/rx/c.jsonl", mtime_ns=99), [])
    database.save(replace(ROW, session="d", path="/R/d.jsonl", mtime_ns=99), [])

    totals = database.totals("/r")

    assert totals == database.totals("/r/")
    assert totals == Totals(
        sessions=2,
        messages=24,
        human=10,
        bytes=2000,
        bad_lines=2,
        oversize_lines=4,
        last_change_ns=9,
    )
    assert database.totals("/").sessions == 4


def test_totals_of_nothing_are_zero(database):
    assert database.totals("/r") == Totals(
        sessions=0,
        messages=0,
        human=0,
        bytes=0,
        bad_lines=0,
        oversize_lines=0,
        last_change_ns=None,
    )


def test_wild_cards_in_a_directory_name_are_letters(database):
    database.save(replace(ROW, path="/rax/a.jsonl"), [])

    assert database.totals("/r%").sessions == database.totals("/r_x").sessions == 0


def test_sessions_are_counted_by_project_without_those_that_have_none(database):
    for session, project in [("a", "/p"), ("b", "/p"), ("c", "/q"), ("d", None)]:
        database.save(replace(ROW, session=session, project=project), [])

    assert database.sessions_by_project() == {"/p": 2, "/q": 1}


def test_sessions_that_changed_since_are_counted_by_project(database):
    at_ns = int(NOW.timestamp() * 1e9)
    for number, (project, later_ns) in enumerate(
        [("/a", 1), ("/a", 0), ("/a", 5), ("/b", 7), (None, 3)]
    ):
        row = replace(ROW, session=f"s{number}", project=project, mtime_ns=at_ns + later_ns)
        database.save(replace(row, private=number == 4), [])

    assert database.sessions_since("/a", NOW, other_than=None) == 2
    assert database.sessions_since("/a", NOW, other_than="s2") == 1
    assert database.sessions_since("/a", None, other_than=None) == 3
    assert database.sessions_since(None, NOW, other_than="s0") == 2


@pytest.fixture(name="shared", scope="module")
def _shared(tmp_path_factory):
    path = tmp_path_factory.mktemp("shared") / "memoryd.sqlite3"
    database, _ = open_database(path, now=NOW)
    with closing(database):
        yield database


@given(
    st.dictionaries(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=5,
        ),
        max_size=5,
    ),
    st.text(st.characters(exclude_categories=["Cs"])),
)
def test_any_state_and_any_name_come_back(shared, state, name):
    row = replace(ROW, state=state, session=name)

    shared.save(row, [name])

    assert shared.session("codex", name) == row
    assert shared.seen_elsewhere([name], "other", "other") == {name}


def test_sessions_of_an_agent_are_forgotten_as_if_never_read_but_those_that_are_named(database):
    mine = replace(ROW, agent="doctor")
    for row in (ROW, mine, replace(mine, session="s2")):
        database.save(row, [f"{row.agent}-{row.session}"])

    database.forget_sessions("doctor", but=["s2"])

    assert database.sessions().keys() == {("codex", "s1"), ("doctor", "s2")}
    said = ["codex-s1", "doctor-s1", "doctor-s2"]
    assert database.seen_elsewhere(said, "qwen-code", "s9") == {"codex-s1", "doctor-s2"}
