"""Remember keeps a person's words, or says why not."""

import pytest

from memoryd.domain import MemoryType, Scope
from memoryd.lifecycle.remember import Wish, remember


@pytest.fixture
def ask(project, projects, clock):
    def ask(text, **more):
        return remember(Wish(text=text, **more), project, projects, request_id="q1", now=clock())

    return ask


def test_a_wish_becomes_a_memory_with_its_reason(ask, project):
    kept = ask("Releases are cut from the trunk branch", why="main is never stable").memory

    (document,) = project.store.documents().values()
    assert kept.id == document.relative
    assert document.entries[0].why == "main is never stable"
    assert document.sources[0].record == "q1"


def test_type_and_scope_are_taken_as_asked(ask, projects):
    kept = ask("Answer in short sentences", type=MemoryType.FEEDBACK, scope=Scope.USER).memory

    assert (kept.type, kept.scope) == ("feedback", "user")
    assert kept.id.startswith("user:feedback/")
    assert len(projects.user.documents()) == 1


def test_the_same_wish_again_is_merged(ask, project):
    first = ask("Releases are cut from the trunk branch")
    again = ask("releases are cut from the TRUNK branch.", why="main is never stable")

    assert again.merged_into == first.memory.id
    (document,) = project.store.documents().values()
    assert document.entries[0].why == "main is never stable"


def test_a_secret_is_not_kept(ask, project):
    result = ask("The deploy token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")

    kept = b"".join(document.raw for document in project.store.documents().values())
    assert b"ghp_" not in kept
    assert result.rejected or "redacted" in result.memory.title


def test_what_is_too_short_is_refused_with_advice(ask, project):
    result = ask("use tabs")

    assert result.rejected.code == "too_short"
    assert "too short" in result.rejected.detail
    assert not project.store.documents()


def test_what_was_forgotten_may_be_remembered_again_on_request(ask, project, clock):
    kept = ask("Releases are cut from the trunk branch").memory
    project.store.forget([kept.id], by="person")

    assert ask("Releases are cut from the trunk branch").memory
