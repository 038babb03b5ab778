import json
import os
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryd.domain import Entry, MemoryType, Patch, Scope, SourceRef
from memoryd.errors import BadRequestError, ConflictError, DeniedError, NotFoundError
from memoryd.memory import Change, Outcome, Store

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
DAY = timedelta(days=1)


class Clock:
    """A clock that ticks a second each time it is read."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path)


def open_store(directory, scope=Scope.PROJECT):
    return Store(directory / "memory", directory, scope, clock=Clock())


def patch(summary, *, kind=MemoryType.FEEDBACK, at=NOW - DAY, record="r-1", **fields):
    source = SourceRef(agent="codex", session="s-1", record=record, at=at)
    return Patch(
        type=kind,
        scope=Scope.PROJECT,
        entry=Entry(summary=summary, **fields),
        sources=(source,),
        at=at,
    )


def apply(store, *patches, **options):
    return store.apply(patches, operation="apply", by="rules", **options)


def put(store, relative, text):
    path = store.memory_dir / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def index(store):
    return (store.memory_dir / "MEMORY.md").read_text(encoding="utf-8")


def tree(store):
    return {
        str(path.relative_to(store.memory_dir)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in store.memory_dir.rglob("*.md")
        if path.name != "MEMORY.md"
    }


LIST = "---\nname: List\ntype: feedback\n---\n\n- One fact.\n- Two facts.\n- One fact.\n"


def test_making_a_store_touches_nothing(tmp_path):
    store = Store(tmp_path / "x" / "memory", tmp_path / "x", Scope.USER, clock=Clock())

    assert store.refresh() == frozenset()
    assert not (tmp_path / "x").exists()


def test_a_scaffold_makes_the_shared_layout(store, tmp_path):
    store.scaffold(project_root=Path("/p"))

    assert index(store) == ""
    assert json.loads((tmp_path / "meta.json").read_bytes())["projectRoot"] == "/p"
    assert (tmp_path / "extract-cursor.json").exists()
    assert store.memory_dir.stat().st_mode & 0o777 == 0o700


def test_a_scaffold_leaves_an_index_that_is_there(store):
    put(store, "MEMORY.md", "mine\n")

    store.scaffold()

    assert index(store) == "mine\n"


def test_a_new_fact_becomes_a_file_with_the_time_it_was_stated(store):
    (applied,) = apply(store, patch("Use tabs, not spaces.", why="the linter"))

    assert applied.status is Outcome.CREATED
    assert (applied.path, applied.entry, applied.id) == (
        "feedback/use-tabs-not-spaces.md",
        0,
        "feedback/use-tabs-not-spaces.md",
    )
    document, entry = store.get(applied.id)
    assert (entry, document.updated, document.created) == (None, NOW - DAY, NOW - DAY)
    assert document.entries == (Entry(summary="Use tabs, not spaces.", why="the linter"),)
    assert [source.record for source in document.sources] == ["r-1"]
    assert index(store) == (
        "- [Use tabs, not spaces.](feedback/use-tabs-not-spaces.md) — Use tabs, not spaces.\n"
    )


def test_a_statement_of_the_future_is_dated_now(store):
    (applied,) = apply(store, patch("Use tabs.", at=NOW + 999 * DAY))

    assert store.get(applied.id)[0].updated < NOW + DAY


def test_facts_whose_names_collide_get_files_of_their_own(store):
    put(store, "feedback/use-tabs.md", "no memory, but somebody's text")

    applied = apply(store, patch("Use tabs — a"), patch("Use tabs — b"), patch("Use tabs"))

    assert [found.path for found in applied] == [
        "feedback/use-tabs-a.md",
        "feedback/use-tabs-b.md",
        "feedback/use-tabs-2.md",
    ]
    assert (store.memory_dir / "feedback/use-tabs.md").read_text() == (
        "no memory, but somebody's text"
    )


def test_the_same_fact_again_is_merged_and_moves_the_time(store):
    apply(store, patch("use tabs"))

    (applied,) = apply(store, patch("Use tabs!", at=NOW, record="r-2", why="the linter"))

    assert applied.status is Outcome.MERGED
    document, _ = store.get(applied.id)
    assert document.entries == (Entry(summary="Use tabs!", why="the linter"),)
    assert [source.record for source in document.sources] == ["r-1", "r-2"]
    assert document.updated == NOW


def test_reading_the_same_statements_again_changes_nothing(store):
    patches = [
        patch("use tabs"),
        patch("USE TABS", at=NOW - DAY / 2, record="r-2"),
        patch("Other fact."),
    ]
    apply(store, *patches)
    before, records = tree(store), len(store.history())

    applied = apply(store, *patches)

    assert [found.status for found in applied] == [Outcome.DUPLICATE] * 3
    assert tree(store) == before
    assert len(store.history()) == records


def test_one_fact_twice_in_a_call_is_one_file(store):
    applied = apply(store, patch("Use tabs."), patch("use tabs", record="r-2"))

    assert [found.status for found in applied] == [Outcome.CREATED, Outcome.MERGED]
    assert len(store.documents()) == 1
    assert len(store.history()) == 1


def test_a_fact_is_found_in_any_entry_of_its_type(store):
    put(store, "notes.md", LIST)

    same, other = apply(
        store, patch("two facts"), patch("Two facts.", kind=MemoryType.USER, why="w")
    )

    assert (same.status, same.path, same.entry, same.id) == (
        Outcome.MERGED,
        "notes.md",
        1,
        "notes.md:1",
    )
    assert other.status is Outcome.CREATED


def test_a_pinned_fact_is_a_duplicate_and_stays_untouched(store):
    path = put(store, "Pinned/feedback/a.md", LIST)
    put(store, "feedback/a.md", LIST)
    before = path.read_bytes(), path.stat().st_mtime_ns

    (applied,) = apply(store, patch("two facts", at=NOW + DAY, why="new"))

    assert (applied.status, applied.path) == (Outcome.DUPLICATE_OF_PINNED, "Pinned/feedback/a.md")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_the_same_fact_in_other_words_is_merged_and_keeps_both_sources(store):
    apply(store, patch("Never push to main.", why="it deploys"))

    (applied,) = apply(
        store, patch("Please don't push to main!", at=NOW, record="r-2", why="the bot tags it")
    )

    assert (applied.status, len(store.documents())) == (Outcome.MERGED, 1)
    document, _ = store.get(applied.id)
    assert document.entries == (
        Entry(summary="Never push to main.", why="it deploys; the bot tags it"),
    )
    assert [source.record for source in document.sources] == ["r-1", "r-2"]
    assert (document.created, document.updated) == (NOW - DAY, NOW)


def test_what_says_another_thing_is_no_rewording(store):
    applied = apply(
        store,
        patch("Push to main."),
        patch("Never push to main."),
        patch("Never push to main2."),
        patch("Never push to main on Fridays."),
    )

    assert [found.status for found in applied] == [Outcome.CREATED] * 4


def test_rewordings_within_a_call_are_one_file_and_reading_them_again_changes_nothing(store):
    patches = [
        patch("Never push to main.", record="r-1"),
        patch("please don't push to main", record="r-2", at=NOW - 2 * DAY, why="it deploys"),
        patch("We never push to main", record="r-3", at=NOW, why="the bot tags it"),
    ]
    applied = apply(store, *patches)
    before = tree(store)

    again = apply(store, *patches)

    assert [found.status for found in applied] == [Outcome.CREATED, *[Outcome.MERGED] * 2]
    assert [found.status for found in again] == [Outcome.DUPLICATE] * 3
    assert tree(store) == before


def test_an_older_statement_that_is_read_later_moves_only_when_it_was_first_said(store):
    apply(store, patch("Use tabs.", at=NOW))

    (applied,) = apply(store, patch("use tabs", at=NOW - 9 * DAY, record="r-2"))

    document, _ = store.get(applied.id)
    assert document.created == NOW - 9 * DAY
    assert NOW <= document.updated < NOW + timedelta(seconds=1)
    assert document.entries[0].summary == "Use tabs."


def test_a_file_that_says_nothing_of_its_start_keeps_it_through_a_merge(store):
    path = put(store, "notes.md", LIST)
    os.utime(path, ns=(0, int((NOW - 5 * DAY).timestamp() * 10**9)))

    (applied,) = apply(store, patch("Two facts.", at=NOW))

    document, _ = store.get(applied.id)
    assert (document.created, document.updated) == (NOW - 5 * DAY, NOW)


def test_sources_are_kept_up_to_a_limit(store):
    for number in range(40):
        apply(store, patch("Use tabs.", record=f"r-{number}", at=NOW + timedelta(hours=number)))

    (document,) = store.documents().values()
    assert [source.record for source in document.sources] == [f"r-{n}" for n in range(32)]


def test_a_fact_that_was_forgotten_does_not_come_back_in_other_words(store):
    (applied,) = apply(store, patch("Never push to main."))
    store.forget([applied.id], by="person")

    (again,) = apply(store, patch("please don't push to main", record="r-2"))

    assert again.status is Outcome.FORGOTTEN


def test_a_fact_that_was_only_reworded_by_hand_is_not_taken_for_forgotten(store):
    (applied,) = apply(store, patch("Never push to main."))

    store.edit(applied.id, by="person", body="We do not push to main.")
    (again,) = apply(store, patch("Never push to main."))

    assert again.status is Outcome.DUPLICATE
    assert store.get(applied.id)[0].entries[0].summary == "We do not push to main."


def test_a_fact_without_words_is_refused_and_nothing_is_written(store):
    with pytest.raises(BadRequestError):
        apply(store, patch("Use tabs."), patch(" \0 "))

    assert store.documents() == {}
    assert apply(store, patch("Use tabs."))[0].status is Outcome.CREATED


def test_forgetting_takes_one_entry_exactly(store):
    put(store, "notes.md", LIST)

    store.forget(["notes.md:2"], by="person")

    assert (store.memory_dir / "notes.md").read_text() == LIST.removesuffix("- One fact.\n")


def test_forgetting_the_last_entry_takes_the_file_and_its_line(store):
    (applied,) = apply(store, patch("Use tabs."))

    store.forget([applied.id], by="person")

    assert store.documents() == {}
    assert index(store) == ""


def test_forgetting_an_unknown_id_changes_nothing(store):
    put(store, "notes.md", LIST)

    for unknown in ("no.md", "notes.md:3", "../x.md", "notes.md:x", ""):
        with pytest.raises(NotFoundError):
            store.forget(["notes.md:0", unknown], by="person")

    assert (store.memory_dir / "notes.md").read_text() == LIST
    with pytest.raises(BadRequestError):
        store.forget([], by="person")


def test_what_was_forgotten_stays_forgotten_until_it_is_said_again(store, tmp_path):
    (applied,) = apply(store, patch("Use tabs."))
    store.forget([applied.id], by="person")

    again = apply(open_store(tmp_path), patch("use tabs", record="r-9"))
    later = apply(store, patch("use tabs", at=store._clock.now + timedelta(seconds=0.5)))

    assert [found.status for found in again + later] == [Outcome.FORGOTTEN, Outcome.CREATED]
    assert again[0].path is None


def test_a_person_who_asks_to_remember_wins_over_a_tombstone(store):
    (applied,) = apply(store, patch("Use tabs."))
    store.forget([applied.id], by="person")

    (again,) = apply(store, patch("Use tabs."), asked=True)

    assert again.status is Outcome.CREATED


def test_undoing_a_forget_brings_back_bytes_times_and_learning(store):
    put(store, "notes.md", LIST)
    apply(store, patch("Use tabs."))
    before = tree(store)

    token = store.forget(["notes.md:0", "feedback/use-tabs.md"], by="person")
    undone = store.undo(token, by="person")

    assert tree(store) == before
    assert undone.operation == "forget"
    assert set(undone.restored) == {"notes.md", "feedback/use-tabs.md"}
    assert apply(store, patch("Use tabs.", record="r-2"))[0].status is Outcome.MERGED


def test_an_edit_changes_what_is_given_and_moves_the_time(store):
    (applied,) = apply(store, patch("Use tabs."))
    before, _ = store.get(applied.id)

    after = store.edit(applied.id, by="person", title="Tabs", body="Use tabs.\n\nWhy: so.")

    assert (after.title, after.description) == ("Tabs", before.description)
    assert after.entries == (Entry(summary="Use tabs.", why="so."),)
    assert after.updated > before.updated
    assert "[Tabs](" in index(store)


def test_two_edits_within_a_millisecond_can_be_told_apart(store):
    put(store, "a.md", LIST)
    os.utime(store.memory_dir / "a.md", ns=(0, int((NOW + 99 * DAY).timestamp() * 10**9)))
    first, _ = store.get("a.md")

    second = store.edit("a.md", by="person", title="Two")
    third = store.edit("a.md", by="person", title="Three")

    assert second.updated - first.updated == timedelta(milliseconds=1)
    assert third.updated - second.updated == timedelta(milliseconds=1)


def test_an_edit_of_something_older_is_a_conflict(store):
    (applied,) = apply(store, patch("Use tabs."))
    read = store.get(applied.id)[0].updated
    store.edit(applied.id, by="person", title="One", if_match=read)

    with pytest.raises(ConflictError):
        store.edit(applied.id, by="person", title="Two", if_match=read)

    assert store.get(applied.id)[0].title == "One"


def test_an_edit_that_says_nothing_new_writes_nothing(store):
    (applied,) = apply(store, patch("Use tabs."))
    before = tree(store)

    store.edit(applied.id, by="person", title="Use tabs.")

    assert tree(store) == before
    assert len(store.history()) == 1


def test_a_fact_that_was_edited_away_does_not_come_back(store):
    (applied,) = apply(store, patch("Use tabs."))

    store.edit(applied.id, by="person", body="Use spaces.")

    assert apply(store, patch("Use tabs."))[0].status is Outcome.FORGOTTEN
    store.undo(by="person")
    assert apply(store, patch("Use tabs."))[0].status is Outcome.DUPLICATE


def test_one_entry_of_several_is_edited_through_its_file(store):
    put(store, "notes.md", LIST)

    with pytest.raises(BadRequestError, match=r"notes\.md"):
        store.edit("notes.md:1", by="person", body="x")


def test_pinning_moves_a_file_and_unpinning_moves_it_back(store):
    (applied,) = apply(store, patch("Use tabs."))
    raw = store.get(applied.id)[0].raw

    pinned = store.pin(applied.id, by="person")
    assert pinned.relative == "pinned/feedback/use-tabs.md"
    assert store.pin(pinned.relative, by="person") == pinned
    unpinned = store.unpin(pinned.relative, by="person")

    assert (unpinned.relative, unpinned.raw) == (applied.path, raw)
    assert set(store.documents()) == {applied.path}


def test_pinning_does_not_overwrite(store):
    put(store, "user/a.md", LIST)
    put(store, "pinned/feedback/a.md", "somebody's text")

    assert store.pin("user/a.md", by="person").relative == "pinned/feedback/a-2.md"
    assert (store.memory_dir / "pinned/feedback/a.md").read_text() == "somebody's text"


def test_a_person_may_forget_what_is_pinned(store):
    put(store, "pinned/feedback/a.md", LIST)

    store.forget(["pinned/feedback/a.md:1"], by="person")
    store.delete("pinned/feedback/a.md", by="person")

    assert store.documents() == {}
    assert [record.operation for record in store.history()] == ["delete", "forget"]


def test_a_commit_writes_whole_files_as_one_operation(store):
    apply(store, patch("One."), patch("Two."))
    before = tree(store)
    raws = {path: document.raw for path, document in store.documents().items()}

    token = store.commit(
        [
            Change(path="feedback/one.md", data=LIST.encode()),
            Change(path="feedback/two.md", data=None),
        ],
        operation="dream",
        by="dream",
        detail="merged 1",
        base=raws,
    )

    assert set(store.documents()) == {"feedback/one.md"}
    assert store.history()[0].detail == "merged 1"
    store.undo(token, by="person")
    assert tree(store) == before


def test_a_commit_is_refused_for_pinned_files_foreign_paths_and_stale_readings(store):
    put(store, "a.md", LIST)
    for path, error in (
        ("pinned/a.md", DeniedError),
        ("PINNED/x/a.md", DeniedError),
        ("a.txt", BadRequestError),
        ("MEMORY.md", BadRequestError),
        (".git/a.md", BadRequestError),
        ("/a.md", BadRequestError),
        ("../a.md", BadRequestError),
        ("x/../../a.md", BadRequestError),
    ):
        with pytest.raises(error):
            store.commit([Change(path=path, data=b"x")], operation="dream", by="dream")
    with pytest.raises(ConflictError):
        store.commit(
            [Change(path="a.md", data=None)], operation="dream", by="dream", base={"a.md": b"old"}
        )

    assert (store.memory_dir / "a.md").read_text() == LIST
    assert store.history() == []


def test_a_link_out_of_the_store_is_not_written_through(store, tmp_path):
    (tmp_path / "outside").mkdir()
    store.memory_dir.mkdir()
    (store.memory_dir / "feedback").symlink_to(tmp_path / "outside")

    with pytest.raises(DeniedError):
        apply(store, patch("Use tabs."))

    assert list((tmp_path / "outside").iterdir()) == []


def test_a_file_edited_by_hand_is_the_truth_from_then_on(store):
    (applied,) = apply(store, patch("Use tabs."))
    store.refresh()
    seen = store.generation

    put(store, applied.path, LIST)

    assert store.refresh() == {applied.path}
    assert store.changes_since(seen) == {applied.path}
    assert store.get(f"{applied.path}:1")[0].title == "List"
    assert apply(store, patch("Two facts."))[0].path == applied.path


def test_a_refresh_tells_what_the_store_itself_wrote(store):
    store.refresh()

    (applied,) = apply(store, patch("Use tabs."))

    assert store.refresh() == {applied.path}
    assert store.refresh() == frozenset()


def test_what_no_memory_file_is_stays_and_is_reported(store, tmp_path):
    put(store, "user/notes.md", "my notes")
    put(store, "MEMORY.md", "- [Notes](user/notes.md) — mine\n- [Gone](user/gone.md) — x\n")
    (tmp_path / "tombstones.json").write_text("{half")

    apply(store, patch("Use tabs."))

    assert (store.memory_dir / "user/notes.md").read_text() == "my notes"
    assert index(store).startswith("- [Notes](user/notes.md) — mine\n\n- [Use tabs.](")
    assert "gone" not in index(store)
    aside, reason = next(iter(store.unreadable().items()))
    assert aside == "user/notes.md"
    assert "front matter" in reason
    assert any(name.startswith("tombstones.json.corrupt.") for name in store.unreadable())


def test_the_index_is_written_only_when_it_changes(store):
    apply(store, patch("Use tabs."))
    path = store.memory_dir / "MEMORY.md"
    os.utime(path, (5, 5))

    assert store.rebuild_index() is False
    assert path.stat().st_mtime == 5
    put(store, "user/a.md", LIST)
    store.refresh()
    assert store.rebuild_index() is True


def test_an_index_that_is_not_ours_to_write_is_left(store, tmp_path):
    store.memory_dir.mkdir()
    (tmp_path / "elsewhere.md").write_text("mine")
    (store.memory_dir / "MEMORY.md").symlink_to(tmp_path / "elsewhere.md")

    apply(store, patch("Use tabs."))

    assert (tmp_path / "elsewhere.md").read_text() == "mine"
    assert (store.memory_dir / "MEMORY.md").is_symlink()


def test_tidying_sweeps_leftovers_and_old_operations(store, tmp_path):
    apply(store, patch("Use tabs."))
    (store.memory_dir / ".memoryd-0123.tmp").write_text("half")
    (tmp_path / "trash" / "20260304T000000000Z-apply").mkdir()

    assert store.tidy() == 2
    assert store.tidy(keep=timedelta(0)) == 1
    assert store.history() == []


def test_threads_write_one_after_the_other(store):
    def work(number):
        for step in range(5):
            apply(store, patch(f"Fact {number} {step}."), patch("Shared fact."))
            store.refresh()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(store.documents()) == 21
    assert index(store).count("\n") == 21


def test_what_only_adds_takes_nothing_back(store):
    before = store.retractions

    apply(store, patch("Use pnpm"), patch("Never push to main"))
    apply(store, patch("Use pnpm", at=NOW, why="it is fast"))
    store.refresh()

    assert store.retractions == before


@pytest.mark.parametrize(
    "take_back",
    [
        lambda store: store.forget(["feedback/use-pnpm.md"], by="person"),
        lambda store: store.delete("feedback/use-pnpm.md", by="person"),
        lambda store: store.edit("feedback/use-pnpm.md", by="person", title="Use npm"),
        lambda store: store.undo(by="person"),
        lambda store: store.commit(
            [Change(path="feedback/use-pnpm.md", data=None)], operation="dream", by="rules"
        ),
        lambda store: (store.memory_dir / "feedback" / "use-pnpm.md").unlink(),
        lambda store: (store.memory_dir / "feedback" / "use-pnpm.md").write_text("gone"),
    ],
)
def test_whatever_may_take_something_back_is_counted(store, take_back):
    apply(store, patch("Use pnpm"))
    store.refresh()
    before = store.retractions

    take_back(store)
    store.refresh()

    assert store.retractions > before


def test_a_forgotten_fact_is_known_as_such_until_a_memory_states_it_again(store):
    apply(store, patch("Use pnpm"), patch("Never push to main"))
    facts = ["use PNPM", "Never push to main", "Use tabs"]
    assert store.forgotten(facts) == frozenset()

    store.forget(["feedback/use-pnpm.md"], by="person")
    assert store.forgotten(facts) == {"use PNPM"}

    apply(store, patch("Use pnpm", kind=MemoryType.PROJECT, at=NOW + DAY), asked=True)
    assert store.forgotten(facts) == frozenset()


def test_a_forgotten_fact_can_be_let_back_in(store):
    apply(store, patch("Use pnpm"))
    store.forget(["feedback/use-pnpm.md"], by="person")

    store.unbury("Use pnpm.")

    assert store.forgotten(["Use pnpm"]) == frozenset()
    assert apply(store, patch("Use pnpm"))[0].status is Outcome.CREATED


class HeldClock(Clock):
    """A clock that, once it is held, lets nobody read it before it is let go."""

    def __init__(self):
        super().__init__()
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()

    def __call__(self):
        self.asked.set()
        assert self.go_on.wait(20)
        return super().__call__()


def test_a_glance_waits_for_no_change_that_is_being_made(tmp_path):
    clock = HeldClock()
    store = Store(tmp_path / "memory", tmp_path, Scope.PROJECT, clock=clock)
    apply(store, patch("Tests run before each push."))
    known, seen = set(store.documents()), store.generation
    clock.asked.clear()
    clock.go_on.clear()
    writer = threading.Thread(target=apply, args=(store, patch("Ships leave at noon.")))
    writer.start()
    assert clock.asked.wait(20)

    store.glance()
    during = set(store.documents()), store.changes_since(seen)
    clock.go_on.set()
    writer.join()
    store.glance()

    assert during == (known, frozenset())
    assert len(store.documents()) == 2


def test_the_first_glance_reads_what_lies_there_whoever_is_at_work(tmp_path):
    apply(open_store(tmp_path), patch("Tests run before each push."))
    clock = HeldClock()
    store = Store(tmp_path / "memory", tmp_path, Scope.PROJECT, clock=clock)
    clock.go_on.clear()
    writer = threading.Thread(target=apply, args=(store, patch("Ships leave at noon.")))
    writer.start()
    assert clock.asked.wait(20)
    reader = threading.Thread(target=store.glance)
    reader.start()

    clock.go_on.set()
    reader.join()

    assert store.documents()
    writer.join()


def test_a_glance_finds_what_was_written_by_hand(store):
    apply(store, patch("Tests run before each push."))
    put(store, "user/new.md", "---\nname: New\ntype: user\n---\n\nWritten by hand.\n")

    store.glance()

    assert "user/new.md" in store.documents()
