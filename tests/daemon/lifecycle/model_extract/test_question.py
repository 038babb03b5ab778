import json
from datetime import timedelta

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.domain import MemoryType, Message, Scope, Speaker
from memoryd.lifecycle.model_extract import (
    ExtractAnswer,
    Gathering,
    Standing,
    choose_standing,
    fingerprint_words,
    list_standing,
    split_limit,
    write_question,
)
from memoryd.lifecycle.model_extract.standing import render_standing
from memoryd.lifecycle.rollouts import count_tokens
from memoryd.prompts import Prompts


@pytest.fixture(name="prompts")
def _prompts(tmp_path):
    return Prompts(tmp_path / "prompts")


def test_the_question_shows_the_session_and_the_memories_and_asks_for_the_form(
    prompts, message, keep, project, projects
):
    keep("packages come through npm")
    keep("likes short answers", kind="user", scope="user")
    gathering = Gathering(limit=800, own=[])
    gathering.take([message("packages come through pnpm now")])
    standing = list_standing([project.store, projects.user])

    question = write_question(prompts, gathering.slice(), standing)

    assert '{"id": "p1", "by": "person"' in question.user
    assert '"summary": "packages come through npm"' in question.user
    assert '"id": "user:user/' in question.user
    assert question.tokens == count_tokens(question.system) + count_tokens(question.user)
    assert (question.ask.purpose, question.ask.schema) == ("extract", ExtractAnswer)
    assert question.ask.system == question.system


def test_without_memories_it_says_so(prompts, message):
    gathering = Gathering(limit=800, own=[])
    gathering.take([message("packages come through pnpm now")])

    assert "(none)" in write_question(prompts, gathering.slice(), []).user


def test_memories_on_what_was_said_come_first_then_the_newest(clock):
    def standing(number, summary, days):
        return Standing(
            id=f"project/{number}.md",
            path=f"project/{number}.md",
            scope=Scope.PROJECT,
            type=MemoryType.PROJECT,
            summary=summary,
            updated=clock() - timedelta(days=days),
        )

    known = [
        standing(1, "invoices go to the auditors", 3),
        standing(2, "packages come through npm", 9),
        standing(3, "the office is in Oslo", 1),
    ]

    chosen = choose_standing(known, ["where do packages come from?"], limit=1000)
    few = choose_standing(known, ["where do packages come from?"], limit=40)

    assert [each.id for each in chosen] == ["project/2.md", "project/3.md", "project/1.md"]
    assert [each.id for each in few] == ["project/2.md"]


def test_every_entry_of_a_file_has_the_id_that_callers_know(keep, project):
    path = keep("packages come through npm").path
    project.store.edit(path, by="person", body="- packages come through npm\n- tea at four\n")

    found = list_standing([project.store])

    assert [(each.id, each.summary) for each in found] == [
        (f"{path}:0", "packages come through npm"),
        (f"{path}:1", "tea at four"),
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    texts=st.lists(st.tuples(st.sampled_from(Speaker), st.text(max_size=400)), max_size=40),
    facts=st.lists(st.text(min_size=1, max_size=200), max_size=20),
    limit=st.integers(500, 2000),
)
def test_session_and_memories_together_stay_within_the_limit(clock, texts, facts, limit):
    room, rest = split_limit(limit)
    gathering = Gathering(limit=room, own=[])
    gathering.take(
        Message(speaker=speaker, text=text, record=f"r{n}", at=clock(), offset=n)
        for n, (speaker, text) in enumerate(texts)
    )
    standing = choose_standing(
        [
            Standing(
                id=f"project/{n}.md",
                path=f"project/{n}.md",
                scope=Scope.PROJECT,
                type=MemoryType.PROJECT,
                summary=fact,
                updated=clock(),
            )
            for n, fact in enumerate(facts)
        ],
        [text for _, text in texts],
        limit=rest,
    )

    shown = f"{gathering.slice().render()}\n{render_standing(standing)}"

    assert count_tokens(shown) <= limit + 1
    for row in filter(None, shown.split("\n")):
        json.loads(row)


@pytest.mark.parametrize(
    "answer",
    [
        "[]",
        "{}",
        '{"patches": [{}]}',
        '{"patches": [], "note": "x"}',
        '{"patches": [{"op": "delete", "type": "user", "scope": "user", "summary": "x"}]}',
    ],
)
def test_other_forms_are_no_answer(answer):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(answer, type=ExtractAnswer)


def test_other_words_have_another_fingerprint(prompts):
    before = fingerprint_words(prompts)
    prompts.own.mkdir()
    (prompts.own / "extract_system.md").write_text("Find facts.")

    assert fingerprint_words(prompts) != before
    (prompts.own / "extract_system.md").unlink()
    assert fingerprint_words(prompts) == before
