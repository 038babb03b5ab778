from dataclasses import replace
from datetime import UTC, datetime, timedelta

from memoryd.database import DreamRow, Injection, Run

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def test_what_a_session_was_handed_is_remembered_in_its_latest_version(database):
    database.inject("s1", {"user/a.md": "v1", "user/b.md": "v1"}, NOW)
    database.inject("s1", {"user/a.md": "v2"}, NOW + timedelta(seconds=1))
    database.inject("s2", {}, NOW)

    assert database.injected("s1") == {"user/a.md": "v2", "user/b.md": "v1"}
    assert database.injected("s2") == {}


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
    database.count_skipped("extract", {"queued": 1, "disabled": 2}, now=NOW)
    database.count_skipped("extract", {"queued": 3}, now=NOW)
    database.count_skipped("dream", {"locked": 1}, now=NOW)

    assert database.skipped() == {"extract": {"queued": 4, "disabled": 2}, "dream": {"locked": 1}}


def test_the_latest_try_to_dream_is_kept_for_each_project_and_for_the_user(database):
    mine = DreamRow(project=None, at=NOW, status="noop", reason=None, idle=2)
    app = DreamRow(project="/a", at=NOW, status="failed", reason="no room", idle=1)

    database.record_dream(replace(app, idle=7))
    database.record_dream(app)
    database.record_dream(mine)

    assert database.dreams() == {None: mine, "/a": app}


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


def test_what_was_not_done_is_kept_by_the_hour_for_two_days(database):
    database.count_skipped("extract", {"queued": 1}, now=NOW - timedelta(hours=60))
    database.count_skipped("extract", {"queued": 2}, now=NOW - timedelta(hours=30))
    database.count_skipped("extract", {"queued": 3}, now=NOW - timedelta(hours=2))
    database.count_skipped("extract", {"queued": 4, "disabled": 1}, now=NOW)

    assert database.skipped_since(NOW - timedelta(days=1)) == {
        "extract": {"disabled": 1, "queued": 7}
    }
    assert database.skipped_since(NOW - timedelta(days=9)) == {
        "extract": {"disabled": 1, "queued": 9}
    }
    assert database.skipped() == {"extract": {"disabled": 1, "queued": 10}}


def test_what_was_handed_out_is_counted_since_a_time(database):
    database.inject("s1", {"a.md": "1", "b.md": "1"}, NOW)
    database.inject("s2", {"a.md": "1"}, NOW)
    database.inject("s3", {"a.md": "1"}, NOW - timedelta(days=2))

    found = database.handed_out(NOW - timedelta(days=1))

    assert (found.memories, found.sessions) == (3, 2)
