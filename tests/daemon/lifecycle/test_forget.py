"""Forget shows before it removes, removes exactly that, and can be undone."""

from dataclasses import replace

import pytest

from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.errors import BadRequestError, ConflictError, NotFoundError
from memoryd.lifecycle.forget import Purging, forget
from memoryd.lifecycle.undo import history, undo


@pytest.fixture
def erased():
    return set()


@pytest.fixture
def ask(project, projects, clock, erased):
    purging = Purging(
        transcript=lambda source: f"/sessions/{source.session}",
        taught=lambda _: [],
        erase=erased.update,
    )

    def ask(query=None, *, ids=None, apply=False, limit=None, purge=False):
        return forget(
            project,
            projects,
            query=query,
            ids=ids,
            apply=apply,
            limit=limit,
            now=clock(),
            purging=purging if purge else None,
        )

    return ask


def test_what_a_query_found_is_found_again_where_a_file_changed_meanwhile(
    ask, keep, project, projects, monkeypatch
):
    keep("The gateway speaks protobuf to billing")
    document = next(iter(project.store.documents().values()))
    path = project.store.memory_dir / document.relative
    others = "\n".join(f"- The harbour has crane number {n}" for n in range(3))
    look = projects.user.refresh

    def refresh():  # comes after the project was searched: now another entry has the number
        monkeypatch.setattr(projects.user, "refresh", look)
        text = path.read_text()
        head, body = text[: text.rindex("---") + 4], text[text.rindex("---") + 4 :]
        path.write_text(f"{head}\n{others}\n- {body.strip().removeprefix('- ')}\n")
        return look()

    monkeypatch.setattr(projects.user, "refresh", refresh)

    found = ask("protobuf billing", apply=True)

    assert len(found.forgotten) == 1
    (left,) = project.store.documents().values()
    assert [entry.summary for entry in left.entries] == [
        f"The harbour has crane number {n}" for n in range(3)
    ]


def test_nothing_is_forgotten_where_the_caller_saw_something_else(keep, project):
    keep("The gateway speaks protobuf to billing")
    (seen,) = project.store.documents().values()
    path = project.store.memory_dir / seen.relative
    path.write_text(path.read_text().replace("protobuf", "thrift"))

    with pytest.raises(ConflictError, match="changed in the meantime"):
        project.store.forget([seen.relative], by="person", seen={seen.relative: seen})

    assert "thrift" in path.read_text()


def test_a_preview_changes_nothing(ask, keep, project):
    kept = keep("The gateway speaks protobuf to billing", why="it is smaller")

    found = ask("PROTOBUF billing")

    (candidate,) = found.candidates
    assert (candidate.id, candidate.summary) == (kept.id, "The gateway speaks protobuf to billing")
    assert candidate.why == "it is smaller"
    assert (found.forgotten, found.undo) == ([], None)
    assert project.store.documents()


def test_applying_removes_what_the_query_found_in_both_scopes(ask, keep, project, projects):
    keep("The gateway speaks protobuf to billing")
    keep("Likes protobuf", kind="user", scope="user")
    keep("The billing team meets on Tuesdays")

    found = ask("protobuf", apply=True)

    assert len(found.forgotten) == 2
    left = [*project.store.documents().values(), *projects.user.documents().values()]
    assert [document.title for document in left] == ["The billing team meets on Tuesdays"]


def test_one_entry_of_several_is_removed_by_its_id(ask, project):
    project.store.scaffold()
    file = project.store.memory_dir / "project" / "two.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        "---\nname: Two\ndescription: d\ntype: project\n---\n\n"
        "- The first fact is here\n- The same fact twice\n- The same fact twice\n"
    )

    ask(ids=["project/two.md:1"], apply=True)

    (document,) = project.store.documents().values()
    assert [entry.summary for entry in document.entries] == [
        "The first fact is here",
        "The same fact twice",
    ]


def test_a_query_that_finds_too_much_is_not_applied(ask, keep):
    for number in range(21):
        keep(f"The service number {number} is deployed by hand")

    with pytest.raises(ConflictError, match="21 entries"):
        ask("service", apply=True)
    assert len(ask("service").candidates) == 21


def test_a_blank_query_finds_nothing(ask, keep):
    keep("The gateway speaks protobuf to billing")

    found = ask("   ", apply=True)

    assert (found.strategy, found.candidates, found.forgotten) == ("none", [], [])


def test_an_unknown_id_changes_nothing(ask, keep, project):
    kept = keep("The gateway speaks protobuf to billing")

    with pytest.raises(NotFoundError, match="no memory"):
        ask(ids=[kept.id, "project/nothing.md"], apply=True)
    assert project.store.documents()


@pytest.mark.parametrize(("query", "ids"), [(None, None), ("x", ["y"])])
def test_query_or_ids_but_not_both(ask, query, ids):
    with pytest.raises(BadRequestError):
        ask(query, ids=ids)


def test_undo_brings_both_scopes_back_byte_for_byte(ask, keep, project, projects):
    keep("The gateway speaks protobuf to billing")
    keep("Likes protobuf", kind="user", scope="user")
    before = {
        store.memory_dir / path: (store.memory_dir / path).read_bytes()
        for store in (project.store, projects.user)
        for path in store.documents()
    }
    found = ask("protobuf", apply=True)

    undone = undo(found.undo, None, projects)

    assert undone.operation == "forget"
    assert len(undone.restored) == 2
    assert {path: path.read_bytes() for path in before} == before


def test_undo_without_a_token_takes_the_latest_back(ask, keep, project, projects, clock):
    keep("The gateway speaks protobuf to billing")
    clock.advance(minutes=1)
    ask("protobuf", apply=True)

    undone = undo(None, project, projects)

    assert undone.operation == "forget"
    assert project.store.documents()


def test_there_may_be_nothing_to_undo(project, projects):
    with pytest.raises(NotFoundError, match="nothing to undo"):
        undo(None, project, projects)


@pytest.mark.parametrize(
    "token", ["x", "@user", "../../etc@user", "20260101T000000Z-forget@nowhere"]
)
def test_a_token_that_names_nothing_is_refused(token, keep, project, projects):
    keep("The gateway speaks protobuf to billing")

    with pytest.raises((NotFoundError, BadRequestError)):
        undo(token, project, projects)


def test_history_tells_every_change_newest_first(ask, keep, project, projects, clock):
    keep("The gateway speaks protobuf to billing")
    clock.advance(minutes=1)
    ask("protobuf", apply=True)
    clock.advance(minutes=1)
    undo(None, project, projects)

    changes = history(project, projects).changes

    assert [change.operation for change in changes] == ["undo", "forget", "extract"]
    assert changes[1].undo is None
    assert changes[0].undo


def everything_below(directory):
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def test_a_purge_leaves_the_text_nowhere_and_cannot_be_undone(ask, keep, project):
    keep("The door code is sesame and opens the lab")
    keep("The lab is on the third floor of the annex")

    found = ask("sesame", apply=True, purge=True)

    left = everything_below(project.store.state_dir)
    assert not [path for path, data in left.items() if b"sesame" in data or "sesame" in path]
    assert (len(found.forgotten), found.undo) == (1, None)
    assert found.purged >= 1
    assert ask("annex").candidates


def test_a_purge_finds_what_was_only_forgotten_before(ask, keep, project, projects):
    keep("The door code is sesame and opens the lab")
    ask("sesame", apply=True)
    shown = ask("sesame", purge=True)
    assert (shown.candidates, shown.purged, shown.forgotten) == ([], 1, [])
    assert any(b"sesame" in data for data in everything_below(project.store.state_dir).values())

    found = ask("sesame", apply=True, purge=True)

    assert found.purged == 1
    assert not any(b"sesame" in data for data in everything_below(project.store.state_dir).values())
    assert history(project, projects).changes == []


def test_a_purge_leaves_the_other_facts_of_an_old_file_to_undo(ask, project, projects):
    project.store.scaffold()
    file = project.store.memory_dir / "project" / "two.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        "---\nname: Two\ndescription: d\ntype: project\n---\n\n"
        "- The door code is sesame and opens the lab\n- The lab is on the third floor\n"
    )
    token = ask(ids=["project/two.md"], apply=True).undo

    ask("sesame", apply=True, purge=True)
    undo(token, project, projects)

    assert "third floor" in file.read_text()
    assert "sesame" not in file.read_text()


def test_a_purge_says_where_the_text_may_still_be(ask, keep):
    kept = keep("The door code is sesame and opens the lab")

    found = ask(ids=[kept.id], apply=True, purge=True)

    (place,) = found.unreachable
    assert place.startswith("/sessions/")


def test_a_purge_names_every_file_that_stated_it_for_the_bookkeeping(ask, keep, erased):
    before = keep("The door code is sesame and opens the lab")
    ask("door code", apply=True)
    now = keep("The sesame is bought in Malmö", scope="user", kind="user")
    ask("sesame", purge=True)
    assert erased == set()

    ask("sesame", apply=True, purge=True)

    assert erased == {before.id, f"user:{now.id}"}


def test_a_purge_names_the_memories_that_speak_of_it_without_stating_it(ask, project):
    project.store.scaffold()
    file = project.store.memory_dir / "project" / "sesame.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        "---\nname: Codes\ndescription: such as sesame\ntype: project\n---\n\n"
        "- The door code is sesame\n- The lab is on the third floor\n"
    )
    file.with_name("other.md").write_text(
        "---\nname: Other\ndescription: others\ntype: project\n---\n\nNothing of the kind\n"
    )

    found = ask("sesame", apply=True, purge=True)

    assert found.unreachable == [str(file)]


def test_a_purge_names_what_other_projects_hold_of_it(ask, keep, projects, project, tmp_path):
    fact = Entry(summary="The door code is sesame and opens the lab")
    keep(fact.summary)
    (tmp_path / "other" / ".git").mkdir(parents=True)
    other = projects.of(str(tmp_path / "other"))
    patch = Patch(type=MemoryType.PROJECT, scope=Scope.PROJECT, entry=fact)
    (kept,) = other.store.apply([patch], operation="extract", by="rules")
    (again,) = other.store.apply(
        [replace(patch, entry=Entry(summary="The word is sesame"))], operation="extract", by="rules"
    )
    token = other.store.forget([again.id], by="person")

    found = ask("sesame", apply=True, purge=True)

    trash = other.store.state_dir / "trash" / token
    assert found.unreachable[1:] == [str(other.store.memory_dir / kept.path), str(trash)]
    assert trash.exists()


def test_the_trash_of_others_is_not_touched_by_a_purge(ask, keep, project, projects):
    keep("The lab is on the third floor of the annex")
    token = ask("annex", apply=True).undo
    keep("The door code is sesame and opens the lab")

    ask("sesame", apply=True, purge=True)
    undo(token, project, projects)

    assert ask("annex").candidates


def test_a_purge_of_a_fact_of_signs_leaves_other_signs_alone(ask, project, projects):
    project.store.scaffold()
    for name, fact in (("a", "?!?!?!?!?!?!"), ("b", "..........:")):
        (project.store.memory_dir / f"{name}.md").write_text(
            f"---\nname: {name}\ndescription: d\ntype: project\n---\n\n{fact}\n"
        )
    token = ask(ids=["b.md"], apply=True).undo

    ask(ids=["a.md"], apply=True, purge=True)
    undo(token, project, projects)

    assert [document.body for document in project.store.documents().values()] == ["..........:"]
