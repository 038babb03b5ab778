from datetime import UTC, datetime, timedelta

from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.lifecycle.day import MODEL, count, tally
from memoryd.memory import Record, Store

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def record(operation, *, files=1, detail="", undoes=None, undone=False):
    return Record(
        token=operation,
        operation=operation,
        by="somebody",
        at=NOW,
        files=("feedback/a.md",) * files,
        detail=detail,
        undoes=undoes,
        undone=undone,
    )


def patch(text):
    return Patch(
        type=MemoryType.PROJECT,
        scope=Scope.PROJECT,
        entry=Entry(summary=text),
        sources=(),
        at=NOW,
    )


def test_memories_are_counted_by_who_learnt_changed_or_forgot_them():
    found = count(
        [
            record("extract", files=3),
            record("extract", files=2, detail=MODEL),
            record("remember"),
            record("edit"),
            record("dream", files=4),
            record("forget", files=2),
            record("supersede"),
        ]
    )

    assert found.learnt == {"rules": 3, "model": 2, "person": 1}
    assert found.changed == {"person": 1, "dream": 4}
    assert found.forgotten == {"person": 2, "model": 1}


def test_what_was_taken_back_counts_only_as_that():
    found = count([record("undo", undoes="x"), record("forget", undone=True)])

    assert (found.undone, found.forgotten) == (1, {})


def test_only_what_was_done_since_is_counted_and_a_closed_directory_is_passed_over(tmp_path):
    now = NOW - timedelta(days=2)
    store = Store(tmp_path / "memory", tmp_path, Scope.PROJECT, clock=lambda: now)
    store.apply([patch("The build runs at night.")], operation="extract", by="codex")
    now = NOW
    store.apply([patch("Releases are cut from trunk.")], operation="extract", by="codex")
    (tmp_path / "file").write_bytes(b"")
    closed = Store(tmp_path / "file" / "m", tmp_path / "file", Scope.PROJECT, clock=lambda: NOW)

    found = tally([store, closed], NOW - timedelta(days=1))

    assert found.learnt == {"rules": 1}
