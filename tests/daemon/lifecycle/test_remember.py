"""Remember keeps a person's words, or says why not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from memoryd.domain import Entry, MemoryType, Scope
from memoryd.errors import DeniedError
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
    with capture_logs() as logs:
        result = ask("use tabs")

    assert [log["reason"] for log in logs] == ["too_short"]
    assert result.rejected.code == "too_short"
    assert "too short" in result.rejected.detail
    assert not project.store.documents()


def test_what_was_forgotten_may_be_remembered_again_on_request(ask, project, clock):
    kept = ask("Releases are cut from the trunk branch").memory
    project.store.forget([kept.id], by="person")

    assert ask("Releases are cut from the trunk branch").memory


def test_the_same_fact_in_other_words_is_merged_and_the_words_stay(ask, project, clock):
    first = ask("Never push to the release branch")
    clock.now += timedelta(days=1)

    again = ask("You must never push to our release branch, please", why="it is tagged by the bot")

    assert again.merged_into == first.memory.id
    assert again.rejected is None
    (document,) = project.store.documents().values()
    assert document.entries == (
        Entry(summary="Never push to the release branch", why="it is tagged by the bot"),
    )


def test_another_fact_in_nearly_the_same_words_is_a_memory_of_its_own(ask, project):
    ask("Tests run with pytest 8.3")

    other = ask("Tests run with pytest 8.4")

    assert other.merged_into is None
    assert len(project.store.documents()) == 2


@pytest.mark.parametrize(
    "text", ["Never push to the release branch!", "You must never push to our release branch"]
)
def test_what_a_pinned_memory_says_is_refused_and_the_file_stays(ask, project, text):
    kept = ask("Never push to the release branch").memory
    pinned = project.store.pin(kept.id, by="person")

    result = ask(text, why="a reason")

    assert result.memory is None
    assert result.rejected.code == "duplicate_of_pinned"
    assert "pinned" in result.rejected.detail
    assert project.store.documents() == {pinned.relative: pinned}


@pytest.mark.parametrize("scope", [Scope.PROJECT, Scope.USER])
def test_where_memory_is_off_nothing_is_kept_and_it_is_said_why(project, projects, clock, scope):
    wish = Wish(text="Releases are cut from the trunk branch", scope=scope)

    with pytest.raises(DeniedError, match="memory is off in") as caught:
        remember(wish, replace(project, enabled=False), projects, request_id="q1", now=clock())

    assert "projects:" in caught.value.hint
    assert not projects.base.exists()


def test_what_is_remembered_first_also_notes_which_repository_it_is(ask, project):
    (project.path / ".git" / "config").write_text('[remote "origin"]\nurl = h.org:a/b\n')

    ask("Releases are cut from the trunk branch", scope=Scope.PROJECT)

    assert '"remote:h.org/a/b"' in (project.store.state_dir / "meta.json").read_text()
