"""What is taken out by hand stays out; what only went away for a while does not count."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from fakes import Clock

from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.memory import Store, parse
from memoryd.memory.by_hand import taken_out

AT = datetime(2026, 3, 2, tzinfo=UTC)
FILE = b"---\nname: Crane\ntype: project\n---\n\nThe crane is green.\n"


@pytest.fixture(name="clock")
def _clock():
    return Clock()


@pytest.fixture(name="store")
def _store(tmp_path, clock):
    ticks = iter(range(10**6))
    return Store(
        tmp_path / "memory",
        tmp_path,
        Scope.PROJECT,
        clock=clock,
        monotonic=lambda: 1000.0 * next(ticks),
    )


def learn(store, *facts, at):
    patches = [
        Patch(
            type=MemoryType.PROJECT,
            scope=Scope.PROJECT,
            entry=Entry(summary=fact),
            at=at,
        )
        for fact in facts
    ]
    return [applied.status for applied in store.apply(patches, operation="extract", by="rules")]


SAID = datetime(2026, 3, 1, tzinfo=UTC)
FACTS = ("The gate opens at six", "The crane lifts nine tons")


def files(store):
    return sorted(store.memory_dir.rglob("[!M]*.md"))


def test_a_file_that_was_removed_by_hand_is_not_learnt_again_from_the_same_words(store):
    learn(store, *FACTS, at=SAID)
    next(file for file in files(store) if "crane" in file.name).unlink()
    store.refresh()

    assert learn(store, *FACTS, at=SAID) == ["duplicate", "forgotten"]


def test_it_is_learnt_again_when_it_is_said_again_later(store, clock):
    learn(store, *FACTS, at=SAID)
    files(store)[0].unlink()
    store.refresh()
    clock.advance(hours=2)

    assert "created" in learn(store, *FACTS, at=clock() - timedelta(hours=1))


def test_a_fact_that_was_edited_away_does_not_come_back_beside_the_new_one(store):
    learn(store, *FACTS, at=SAID)
    file = next(file for file in files(store) if "crane" in file.name)
    file.write_text(file.read_text().replace("nine tons", "eight tons"))
    store.refresh()

    assert learn(store, "The crane lifts nine tons", at=SAID) == ["forgotten"]
    assert learn(store, "The crane lifts eight tons", at=SAID) == ["duplicate"]


def test_a_file_that_was_renamed_took_nothing_out(store):
    learn(store, *FACTS, at=SAID)
    file = files(store)[0]
    file.rename(file.with_name("renamed.md"))
    store.refresh()

    assert learn(store, *FACTS, at=SAID) == ["duplicate", "duplicate"]


def test_a_directory_that_is_gone_for_a_while_took_nothing_out(store, tmp_path):
    learn(store, *FACTS, at=SAID)
    store.memory_dir.rename(tmp_path / "aside")
    store.refresh()
    (tmp_path / "aside").rename(store.memory_dir)
    store.refresh()

    assert learn(store, *FACTS, at=SAID) == ["duplicate", "duplicate"]
    assert not (tmp_path / "tombstones.json").exists()


def test_very_much_at_once_is_no_hand(store, tmp_path):
    learn(store, *(f"The crane {number} lifts nine tons" for number in range(30)), at=SAID)
    for file in files(store)[:25]:
        file.unlink()
    store.refresh()

    assert not (tmp_path / "tombstones.json").exists()


def test_a_file_that_is_half_saved_took_nothing_out(store, tmp_path):
    learn(store, *FACTS, at=SAID)
    file = files(store)[0]
    whole = file.read_text()
    file.write_text(whole[:10])
    store.refresh()
    file.write_text(whole)
    store.refresh()

    assert not (tmp_path / "tombstones.json").exists()


def test_what_memoryd_itself_removes_needs_no_tombstone(store, tmp_path):
    learn(store, *FACTS, at=SAID)
    store.undo(by="person")
    store.refresh()

    assert not (tmp_path / "tombstones.json").exists()


def test_a_fact_that_was_only_reworded_by_hand_was_not_taken_out(store, tmp_path):
    learn(store, *FACTS, at=SAID)
    file = next(file for file in files(store) if "crane" in file.name)
    file.write_text(
        file.read_text().replace("The crane lifts nine tons", "Our crane lifts nine tons!")
    )
    store.refresh()

    assert not (tmp_path / "tombstones.json").exists()


@pytest.mark.skipif(os.getuid() == 0, reason="root may list every directory")
def test_what_lies_in_a_directory_that_cannot_be_listed_was_not_taken_out(store, clock):
    learn(store, "The crane is green.", at=clock())
    (store.memory_dir / "other.md").write_text("---\ntype: user\nname: O\n---\nOther.\n")
    store.refresh()

    (store.memory_dir / "project").chmod(0)
    store.refresh()
    (store.memory_dir / "project").chmod(0o700)

    assert not store.has_forgotten("The crane is green.", at=clock())


@pytest.mark.parametrize("place", [".", "project", "project/a.md", "project/deep"])
def test_a_file_that_is_hidden_by_what_cannot_be_read_was_not_taken_out(place):
    document = parse(
        FILE, relative="project/deep/b.md" if "deep" in place else "project/a.md", updated=AT
    )
    kept = parse(FILE.replace(b"crane", b"mole"), relative="user/k.md", updated=AT)
    before = {document.relative: document, kept.relative: kept}

    def gone(unreadable):
        after = {kept.relative: kept}
        return taken_out(before, after, changed=[document.relative], unreadable=unreadable)

    assert gone({place: "cannot be listed"}) == []
    assert gone({"project/other.md": "cannot be read"}) == ["The crane is green."]
