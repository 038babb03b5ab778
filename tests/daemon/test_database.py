import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.database import (
    VERSION,
    DreamRow,
    Injection,
    Run,
    SessionRow,
    Totals,
    open_database,
)
from memoryd.errors import CannotServeError

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ASIDE = "memoryd.sqlite3.corrupt.20260304T050607Z"
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

WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from memoryd.database import DreamRow, SessionRow, open_database

database, _ = open_database(Path(sys.argv[1]), now=datetime.now(UTC))
for n in range(100):
    row = SessionRow(agent="a", session=f"s{n}", path="/p", project=None, cwd=None, size=n,
                     inode=1, mtime_ns=1, state={})
    database.save(row, [f"r{n}"])
print("written", flush=True)
sys.stdin.read()
"""


@pytest.fixture(name="path")
def _path(tmp_path):
    return tmp_path / "state" / "memoryd.sqlite3"


@pytest.fixture(name="database")
def _database(path):
    database, aside = open_database(path, now=NOW)
    assert aside is None
    with closing(database):
        yield database


@contextmanager
def opened(path):
    database, aside = open_database(path, now=NOW)
    with closing(database):
        yield database, aside


@contextmanager
def unprivileged(folder):
    """Root may write everywhere, so for this block be somebody who may not."""
    if os.geteuid() != 0:
        yield
        return
    for each in (folder, *folder.rglob("*")):
        os.chown(each, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_new_database_is_private_also_its_companions(path):
    before = os.umask(0)
    try:
        with opened(path) as (database, _):
            database.save(ROW, ["r"])
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    finally:
        os.umask(before)

    assert modes == {
        "memoryd.sqlite3": 0o600,
        "memoryd.sqlite3-wal": 0o600,
        "memoryd.sqlite3-shm": 0o600,
    }


def test_a_session_comes_back_as_it_was_saved(database):
    database.save(ROW, [])

    assert database.session("codex", "s1") == ROW
    assert database.sessions() == {("codex", "s1"): ROW}


def test_a_session_survives_the_end_of_the_process(path):
    with opened(path) as (database, _):
        database.save(ROW, ["r1"])

    with opened(path) as (database, aside):
        assert aside is None
        assert database.sessions() == {("codex", "s1"): ROW}
        assert database.seen_elsewhere(["r1"], "codex", "s2") == {"r1"}


def test_what_is_not_known_is_none(database):
    assert database.session("codex", "s1") is None
    assert database.sessions() == {}
    assert database.last_runs() == {}
    assert database.skipped() == {}
    assert database.injected("s1") == {}
    assert database.injections(None, 10) == []
    assert database.sessions_by_project() == {}


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


def test_what_a_session_was_handed_is_remembered_in_its_latest_version(database):
    database.inject("s1", {"user/a.md": "v1", "user/b.md": "v1"}, NOW)
    database.inject("s1", {"user/a.md": "v2"}, NOW + timedelta(seconds=1))
    database.inject("s2", {}, NOW)

    assert database.injected("s1") == {"user/a.md": "v2", "user/b.md": "v1"}
    assert database.injected("s2") == {}


def test_what_is_erased_of_what_was_handed_out_is_in_no_byte_of_the_files(database, tmp_path):
    database.inject("s1", {"user/sesame-a.md": "v1", "user/b.md": "v1"}, NOW)
    database.inject("s2", {"user/sesame-b.md": "v1"}, NOW)
    database.forget_injections(NOW + timedelta(days=1))
    database.inject("s1", {"user/sesame-a.md": "v1", "user/b.md": "v1"}, NOW)

    database.erase_handed_out(["user/sesame-a.md"])

    assert database.injected("s1") == {"user/b.md": "v1"}
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"sesame" in path.read_bytes()]


def test_injections_are_listed_newest_first_and_bounded(database):
    for n in range(5):
        database.inject(f"s{n % 2}", {f"user/{n}.md": "v"}, NOW + timedelta(seconds=n))

    newest = database.injections(None, 2)

    assert [each.memory for each in newest] == ["user/4.md", "user/3.md"]
    assert newest[0] == Injection(
        session="s0", memory="user/4.md", version="v", at=NOW + timedelta(seconds=4)
    )
    assert [each.memory for each in database.injections("s1", 10)] == ["user/3.md", "user/1.md"]


def test_of_each_kind_of_work_the_latest_run_is_kept(database):
    first = Run(
        kind="extract", at=NOW, project="/p", status="failed", reason="disk", duration_ms=1.5
    )
    second = Run(
        kind="extract",
        at=NOW + timedelta(hours=1),
        project=None,
        status="noop",
        reason=None,
        duration_ms=2,
    )

    database.record_run(first)
    database.record_run(replace(first, kind="dream"))
    database.record_run(second)

    assert database.last_runs() == {"extract": second, "dream": replace(first, kind="dream")}


def test_skips_are_added_up_by_kind_and_reason(database):
    database.count_skipped("extract", {"queued": 1, "disabled": 2})
    database.count_skipped("extract", {"queued": 3})
    database.count_skipped("dream", {"locked": 1})

    assert database.skipped() == {"extract": {"queued": 4, "disabled": 2}, "dream": {"locked": 1}}


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


def test_the_latest_try_to_dream_is_kept_for_each_project_and_for_the_user(database):
    mine = DreamRow(project=None, at=NOW, status="noop", reason=None, idle=2)
    app = DreamRow(project="/a", at=NOW, status="failed", reason="no room", idle=1)

    database.record_dream(replace(app, idle=7))
    database.record_dream(app)
    database.record_dream(mine)

    assert database.dreams() == {None: mine, "/a": app}


def test_a_database_of_the_version_before_gains_what_is_new(path):
    before, _ = open_database(path, now=NOW)
    before.save(ROW, [])
    before.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript("DROP TABLE dreams; PRAGMA user_version = 1")

    database, aside = open_database(path, now=NOW)

    with closing(database):
        assert (aside, database.dreams()) == (None, {})
        assert len(database.sessions()) == 1


def test_eight_threads_lose_nothing(database):
    barrier = threading.Barrier(8)

    def work(thread):
        barrier.wait()
        for n in range(25):
            database.save(replace(ROW, session=f"{thread}-{n}"), [f"r{thread}-{n}", "shared"])
            database.count_skipped("extract", {"queued": 1})
            database.inject("s", {f"{thread}-{n}": "v"}, NOW)
            database.sessions()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))

    assert len(database.sessions()) == 200
    assert database.skipped() == {"extract": {"queued": 200}}
    assert len(database.injected("s")) == 200
    assert database.seen_elsewhere(["shared", "r7-24"], "x", "x") == {"shared", "r7-24"}


def test_what_a_killed_writer_had_saved_is_there_afterwards(path):
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout.readline() == b"written\n"
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    assert path.with_name(path.name + "-wal").stat().st_size > 0

    with opened(path) as (database, aside):
        assert aside is None
        assert len(database.sessions()) == 100
        assert database.seen_elsewhere(["r99"], "a", "s0") == {"r99"}


def filled(path):
    with opened(path) as (database, _):
        for n in range(300):
            database.save(replace(ROW, session=f"s{n}"), [f"r{n}-{m}" for m in range(5)])
    return path.read_bytes()


def damage_pages(raw):
    return b"".join(
        raw[at : at + 4096] if at // 4096 % 3 else bytes(4096) for at in range(0, len(raw), 4096)
    )


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda raw: b"hello", id="a text"),
        pytest.param(lambda raw: random.Random(1).randbytes(5000), id="noise"),
        pytest.param(lambda raw: raw[:100], id="only the header"),
        pytest.param(lambda raw: raw[: len(raw) // 2], id="half of it"),
        pytest.param(lambda raw: raw[: len(raw) - 77], id="an odd end"),
        pytest.param(lambda raw: raw[:100] + b"\xff" * 400 + raw[500:], id="no schema"),
        pytest.param(lambda raw: raw[:4096] + damage_pages(raw[4096:]), id="pages of zeros"),
        pytest.param(lambda raw: bytes(len(raw)), id="zeros"),
    ],
)
def test_a_database_that_cannot_be_read_is_set_aside_and_a_new_one_begun(path, damage):
    damaged = damage(filled(path))
    path.write_bytes(damaged)

    with opened(path) as (database, aside):
        assert aside == path.with_name(ASIDE)
        assert aside.read_bytes() == damaged
        assert database.sessions() == {}
        database.save(ROW, ["r"])

    with opened(path) as (database, aside):
        assert aside is None
        assert database.sessions() == {("codex", "s1"): ROW}


def test_an_empty_file_is_a_new_database(path):
    path.parent.mkdir()
    path.write_bytes(b"")

    with opened(path) as (database, aside):
        assert aside is None
        assert database.sessions() == {}


def test_a_letter_that_is_no_letter_any_more_does_not_hide_the_other_sessions(path):
    raw = filled(path)
    path.write_bytes(
        raw.replace(b"/home/u/.codex/sessions/s1.jsonl", b"/home/\xff" * 4 + b"    ", 1)
    )

    with opened(path) as (database, aside):
        assert aside is None
        assert len(database.sessions()) == 300


def test_a_database_of_a_newer_memoryd_is_refused_and_left_as_it_is(path):
    filled(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    raw = path.read_bytes()

    with pytest.raises(CannotServeError, match="newer memoryd") as caught:
        open_database(path, now=NOW)

    assert "upgrade memoryd" in caught.value.hint
    assert path.read_bytes() == raw
    assert [each.name for each in path.parent.iterdir() if "corrupt" in each.name] == []


@pytest.mark.parametrize("kind", ["directory", "below a file"])
def test_what_no_database_can_be_is_an_error_with_a_remedy(tmp_path, kind):
    path = tmp_path / "memoryd.sqlite3"
    if kind == "directory":
        path.mkdir()
    else:
        path.write_bytes(b"")
        path /= "memoryd.sqlite3"

    with pytest.raises(CannotServeError, match="cannot open") as caught:
        open_database(path, now=NOW)

    assert "writable" in caught.value.hint


@pytest.mark.parametrize("already", ["nothing", "a database", "a broken one"])
def test_a_directory_that_is_not_writable_is_an_error_with_a_remedy(already):
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        path = folder / "memoryd.sqlite3"
        if already == "a database":
            filled(path)
        elif already == "a broken one":
            path.write_bytes(b"hello")
        if path.exists():
            path.chmod(0o400)
        folder.chmod(0o500)
        before = sorted(each.name for each in folder.iterdir())

        with (
            unprivileged(folder),
            pytest.raises(CannotServeError, match=str(path)) as caught,
        ):
            open_database(path, now=NOW)

        folder.chmod(0o700)
        assert "writable" in caught.value.hint
        assert sorted(each.name for each in folder.iterdir()) == before


@pytest.fixture(name="shared", scope="module")
def _shared(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("shared") / "memoryd.sqlite3") as (database, _):
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
