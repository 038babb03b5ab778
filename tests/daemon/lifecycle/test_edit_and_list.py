"""A person edits, pins, deletes and lists through the API's values."""

import pytest

from memoryd.domain import MemoryType, Scope, parse_time
from memoryd.errors import BadRequestError, NotFoundError, PreconditionError
from memoryd.lifecycle.edit import Edit, delete, edit
from memoryd.lifecycle.listing import Filter, list_memories
from memoryd.lifecycle.undo import undo


def test_an_edit_changes_what_it_names_and_nothing_else(keep, project, projects, clock):
    kept = keep("The gateway speaks protobuf to billing")
    before = project.store.documents()[kept.path]

    changed = edit(
        kept.id,
        Edit(description="protocols"),
        project,
        projects,
        if_match=before.updated,
        now=clock(),
    )

    assert (changed.description, changed.title, changed.body) == (
        "protocols",
        before.title,
        before.body,
    )
    assert parse_time(changed.updated) > before.updated


def test_an_edit_of_another_version_is_refused(keep, project, projects, clock):
    kept = keep("The gateway speaks protobuf to billing")

    with pytest.raises(PreconditionError, match="changed"):
        edit(
            kept.id,
            Edit(title="x"),
            project,
            projects,
            if_match=parse_time("2020-01-01"),
            now=clock(),
        )


def test_pinning_moves_a_memory_and_unpinning_moves_it_back(keep, project, projects, clock):
    kept = keep("The gateway speaks protobuf to billing")

    pinned = edit(kept.id, Edit(pinned=True), project, projects, if_match=None, now=clock())
    back = edit(pinned.id, Edit(pinned=False), project, projects, if_match=None, now=clock())

    assert pinned.pinned
    assert pinned.path.startswith("pinned/")
    assert not back.pinned
    assert back.path == kept.path


def test_a_deletion_can_be_undone(keep, project, projects):
    kept = keep("The gateway speaks protobuf to billing")
    raw = project.store.documents()[kept.path].raw

    gone = delete(kept.id, project, projects)
    undo(gone.undo, None, projects)

    assert project.store.documents()[kept.path].raw == raw


@pytest.mark.parametrize("memory_id", ["nothing.md", "../../etc/passwd", "/etc/passwd", "a\0b"])
def test_ids_that_name_nothing_or_climb_out_are_refused(memory_id, keep, project, projects):
    keep("The gateway speaks protobuf to billing")

    with pytest.raises((NotFoundError, BadRequestError)):
        delete(memory_id, project, projects)


def test_lists_filter_by_type_scope_and_words_and_come_in_pages(keep, project, projects, clock):
    for number in range(5):
        keep(f"The service number {number} is deployed by hand")
        clock.advance(minutes=1)
    keep("Likes protobuf", kind="user", scope="user")

    def ask(after=None, limit=10, **wanted):
        return list_memories(
            Filter(**wanted), project, projects, limit=limit, after=after, now=clock()
        )

    first = ask(limit=4)
    rest = ask(limit=4, after=first.next)
    assert len({memory.id for memory in [*first.memories, *rest.memories]}) == 6
    assert rest.next is None
    assert [m.title for m in ask(type=MemoryType.USER).memories] == ["Likes protobuf"]
    assert [m.title for m in ask(scope=Scope.USER).memories] == ["Likes protobuf"]
    assert len(ask(words="SERVICE hand").memories) == 5
    assert ask(words="service 3").memories[0].title.endswith("3 is deployed by hand")
