from dataclasses import replace
from datetime import timedelta

import pytest

from memoryd.domain import Entry, MemoryType, Patch, Scope, SourceRef
from memoryd.lifecycle.model_extract import Proposal, Stores, apply_proposals, list_standing

OLD = "packages come through npm"
NEW = "packages come through pnpm and no longer through npm"


@pytest.fixture(name="stores")
def _stores(project, projects):
    return Stores(project=project.store, user=projects.user)


@pytest.fixture(name="propose")
def _propose(clock):
    def propose(summary, *, op="add", target=None, at=None, record="m1", **more):
        values = {"type": MemoryType.PROJECT, "scope": Scope.PROJECT} | more
        at = at or clock()
        source = SourceRef(agent="codex", session="s2", record=record, at=at)
        patch = Patch(entry=Entry(summary=summary), sources=(source,), at=at, **values)
        return Proposal(patch=patch, op=op, target=target)

    return propose


@pytest.fixture(name="apply")
def _apply(stores, clock):
    return lambda *proposals: apply_proposals(proposals, stores, by="codex", now=clock())


@pytest.fixture(name="stand")
def _stand(keep, stores, clock):
    """Keep a fact, let an hour pass, and return it as a model is told of it."""

    def stand(summary, **more):
        keep(summary, **more)
        clock.advance(hours=1)
        found = list_standing([stores.project, stores.user])
        return next(each for each in found if each.summary == summary)

    return stand


def facts(store):
    store.refresh()
    return sorted(e.summary for d in store.documents().values() for e in d.entries)


def test_a_new_fact_is_added_with_its_sources(apply, propose, stores):
    learnt = apply(propose(NEW))

    assert (learnt.created, learnt.changes, learnt.topics) == (1, 1, {MemoryType.PROJECT})
    (document,) = stores.project.documents().values()
    assert document.sources[0].record == "m1"
    assert [(each.operation, each.detail) for each in stores.project.history()] == [
        ("extract", "model")
    ]


def test_doing_it_again_changes_nothing(apply, propose, stand, stores):
    target = stand(OLD)
    proposals = [propose(NEW, op="supersede", target=target), propose("the office is in Oslo")]
    apply(*proposals)
    before = {path: d.raw for path, d in stores.project.documents().items()}

    again = apply(*proposals)

    assert again.changes == 0
    assert {path: d.raw for path, d in stores.project.documents().items()} == before


def test_a_newer_fact_takes_the_place_of_the_old_one_undoably(apply, propose, stand, stores, clock):
    target = stand(OLD)

    learnt = apply(propose(NEW, op="supersede", target=target))

    assert (learnt.created, learnt.superseded) == (1, 1)
    assert facts(stores.project) == [NEW]
    # What is read again, as when a session is read from its start, stays away.
    stores.project.apply(
        [propose(OLD, at=clock() - timedelta(hours=1)).patch], operation="x", by="y"
    )
    assert facts(stores.project) == [NEW]
    record = next(r for r in stores.project.history() if r.operation == "supersede")
    stores.project.undo(record.token, by="person")
    assert facts(stores.project) == sorted([OLD, NEW])


def test_what_was_said_before_the_fact_that_stands_replaces_nothing(
    apply, propose, stand, stores, clock
):
    target = stand(OLD)

    learnt = apply(propose(NEW, op="supersede", target=target, at=clock() - timedelta(hours=2)))

    assert facts(stores.project) == [OLD]
    assert learnt.rejected == {"not_later": 1}


def test_what_claims_to_be_said_in_times_to_come_replaces_nothing(
    apply, propose, stand, stores, clock
):
    target = stand(OLD)

    apply(propose(NEW, op="supersede", target=target, at=clock() + timedelta(days=900)))

    assert facts(stores.project) == [OLD]


@pytest.mark.parametrize("op", ["update", "supersede"])
def test_pinned_memories_are_never_touched(apply, propose, stand, stores, op):
    path = stores.project.pin(stand(OLD).path, by="person").relative
    raw = stores.project.documents()[path].raw
    (target,) = list_standing([stores.project])

    learnt = apply(propose(NEW, op=op, target=target))

    assert stores.project.documents()[path].raw == raw
    assert learnt.superseded == learnt.updated == 0
    assert learnt.rejected.keys() & {"pinned", "duplicate_of_pinned", "not_later"}


def test_only_its_own_entry_of_a_file_is_superseded(apply, propose, stand, stores, clock):
    stores.project.edit(stand(OLD).path, by="person", body=f"- {OLD}\n- the office is in Oslo\n")
    clock.advance(hours=1)
    target = next(each for each in list_standing([stores.project]) if each.summary == OLD)

    learnt = apply(propose(NEW, op="supersede", target=target))

    assert learnt.superseded == 1
    assert facts(stores.project) == sorted([NEW, "the office is in Oslo"])


def test_what_a_person_wrote_after_it_was_said_is_not_superseded(
    apply, propose, stand, stores, clock
):
    at = clock()
    target = stand(OLD)
    stores.project.edit(target.path, by="person", body=f"{OLD}\n\nWhy: the mirror has only npm\n")

    apply(propose(NEW, op="supersede", target=target, at=at))

    assert OLD in facts(stores.project)


def test_a_file_with_words_of_its_own_is_not_taken_out(apply, propose, stand, stores, clock):
    path = stand(OLD).path
    text = (stores.project.memory_dir / path).read_text()
    (stores.project.memory_dir / path).write_text(text + "\n## Notes\n\nAsk Ines.\n")
    stores.project.refresh()
    clock.advance(days=1)
    (target,) = [each for each in list_standing([stores.project]) if each.summary == OLD]
    clock.now = max(clock.now, target.updated + timedelta(hours=1))

    learnt = apply(propose(NEW, op="supersede", target=target))

    assert learnt.superseded == 0
    assert "Ask Ines." in (stores.project.memory_dir / path).read_text()


def test_a_fact_said_better_takes_the_place_of_its_wording(apply, propose, stand, stores):
    target = stand("packages come through pnpm")

    learnt = apply(propose("Packages come through pnpm since May", op="update", target=target))

    assert (learnt.updated, learnt.created) == (1, 0)
    assert facts(stores.project) == ["Packages come through pnpm since May"]
    (document,) = stores.project.documents().values()
    assert [source.record for source in document.sources] == ["r1", "m1"]
    assert document.description == "Packages come through pnpm since May"
    stores.project.undo(by="person")
    assert facts(stores.project) == ["packages come through pnpm"]


def test_a_target_that_is_gone_meanwhile_leaves_an_addition(apply, propose, stand, stores):
    target = stand(OLD)
    stores.project.forget([target.path], by="person")

    learnt = apply(propose(NEW, op="supersede", target=target))

    assert facts(stores.project) == [NEW]
    assert learnt.rejected == {"no_such_memory": 1}


def test_what_the_rules_drew_from_the_same_message_is_not_kept_twice(apply, propose, stores):
    said = propose("we always install packages with pnpm").patch
    stores.project.apply([said], operation="extract", by="codex")

    learnt = apply(propose("Packages are installed with pnpm"))

    assert learnt.created == 0
    assert learnt.rejected == {"duplicate": 1}


def test_what_was_forgotten_stays_forgotten_and_supersedes_nothing(
    apply, propose, stand, stores, clock
):
    target = stand(OLD)
    at = clock()
    stores.project.apply([propose(NEW).patch], operation="extract", by="codex")
    clock.advance(minutes=1)
    path = next(each.path for each in list_standing([stores.project]) if each.summary == NEW)
    stores.project.forget([path], by="person")

    learnt = apply(propose(NEW, op="supersede", target=target, at=at))

    assert facts(stores.project) == [OLD]
    assert learnt.rejected["forgotten"] == 1


def test_what_was_forgotten_does_not_come_back_in_other_words(apply, propose, stores, clock):
    told = "we always install packages with pnpm"
    at = clock()
    stores.project.apply([propose(told).patch], operation="extract", by="codex")
    clock.advance(minutes=1)
    stores.project.forget(list(stores.project.documents()), by="person")

    again = replace(propose("Packages are installed with pnpm", at=at), told=(told,))
    other = replace(propose("The office is in Oslo", at=at), told=(told,))
    learnt = apply(again, other)

    assert facts(stores.project) == ["The office is in Oslo"]
    assert learnt.rejected == {"forgotten": 1}


def test_without_a_project_only_facts_of_the_user_are_kept(projects, propose, clock):
    claimed = []
    stores = Stores(project=None, user=projects.user, claim=lambda: claimed.append(1))
    mine = propose("prefers short answers", type=MemoryType.USER, scope=Scope.USER)

    learnt = apply_proposals([propose(NEW), mine], stores, by="codex", now=clock())

    assert facts(projects.user) == ["prefers short answers"]
    assert learnt.rejected == {"no_project": 1}
    assert claimed == []
