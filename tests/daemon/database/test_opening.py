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
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.database import VERSION, SessionRow, open_database
from memoryd.errors import CannotServeError, NotReadyError

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
    assert database.threads.all() == []


_SINCE_3 = "calls threads stage1_outputs jobs clearings usage uses dream_questions model_reads"


@pytest.mark.parametrize(
    ("version", "lacks"),
    [
        (1, f"dreams {_SINCE_3}"),
        (2, _SINCE_3),
    ],
)
def test_a_database_of_a_version_before_gains_what_is_new_and_keeps_the_rest(path, version, lacks):
    with opened(path) as (before, _):
        before.save(ROW, ["r"])
        before.count_skipped("extract", {"queued": 1}, now=NOW)
    with closing(sqlite3.connect(path)) as raw:
        for table in lacks.split():
            raw.execute(f"DROP TABLE {table}")
        raw.execute("ALTER TABLE sessions DROP COLUMN last_at")
        raw.execute(f"PRAGMA user_version = {version}")

    with opened(path) as (database, aside):
        assert aside is None
        assert (database.dreams(), database.threads.all()) == ({}, [])
        assert database.model_reads.troubled() == []
        assert database.sessions() == {("codex", "s1"): ROW}
        assert database.skipped() == {"extract": {"queued": 1}}
        database.consolidations.enqueue("/p", at=NOW, force=True)

    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (VERSION,)
        indexes = raw.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()
        assert ("threads_by_time",) in indexes


def test_eight_threads_lose_nothing(database):
    barrier = threading.Barrier(8)

    def work(thread):
        barrier.wait()
        for n in range(25):
            database.save(replace(ROW, session=f"{thread}-{n}"), [f"r{thread}-{n}", "shared"])
            database.count_skipped("extract", {"queued": 1}, now=NOW)
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


@pytest.mark.parametrize("companions", [False, True])
def test_a_database_that_is_taken_away_is_begun_anew_where_it_was(path, companions):
    with opened(path) as (database, _):
        database.save(ROW, ["r"])
        path.unlink()
        if companions:
            for each in path.parent.glob(f"{path.name}-*"):
                each.unlink()

        gone = database.sessions()
        database.save(ROW, ["r"])

        assert gone == {}
        assert database.connection.begun_anew == [None]

    with opened(path) as (database, _):
        assert database.sessions() == {("codex", "s1"): ROW}


def test_another_database_put_in_its_place_is_the_one_from_then_on(path, tmp_path):
    other = tmp_path / "other.sqlite3"
    filled(other)

    with opened(path) as (database, _):
        database.save(ROW, ["r"])
        other.rename(path)

        assert len(database.sessions()) == 300


def test_a_database_that_breaks_while_it_is_in_use_is_set_aside_and_begun_anew(path):
    filled(path)
    with opened(path) as (database, _):
        with path.open("r+b") as file:
            file.write(b"\xff" * path.stat().st_size)
        with database.connection.transaction() as db:
            db.execute("PRAGMA shrink_memory")  # what it has read it need not read again

        with pytest.raises(sqlite3.DatabaseError):
            database.sessions()
        database.save(ROW, ["r"])

        (aside,) = database.connection.begun_anew
        assert aside.read_bytes()[:4] == b"\xff" * 4
        assert database.sessions() == {("codex", "s1"): ROW}


def test_a_newer_database_put_in_its_place_is_refused_until_it_is_gone(path, tmp_path):
    newer = tmp_path / "newer.sqlite3"
    filled(newer)
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    raw = newer.read_bytes()

    with opened(path) as (database, _):
        newer.rename(path)
        for _ in range(2):
            with pytest.raises(NotReadyError, match="newer memoryd"):
                database.save(ROW, ["r"])
        assert path.read_bytes() == raw
        path.unlink()

        database.save(ROW, ["r"])

        assert database.sessions() == {("codex", "s1"): ROW}


def test_a_newer_database_is_not_even_switched_to_another_mode(path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    raw = path.read_bytes()

    with pytest.raises(CannotServeError, match="newer memoryd"):
        open_database(path, now=NOW)

    assert path.read_bytes() == raw
