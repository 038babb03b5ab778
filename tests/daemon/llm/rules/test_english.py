"""What people type in English, and what it leaves behind: a line of the corpus is a message."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.domain import MemoryType, Message, Patch, Scope, Speaker
from memoryd.llm import propose

WEDNESDAY = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)

USER, FEEDBACK, PROJECT, REFERENCE = MemoryType
OURS, MINE = Scope


def learn(*texts: str) -> list[Patch]:
    """Return what a person's *texts* leave behind; one with «agent: » is the agent's."""
    messages = [
        Message(
            speaker=Speaker.AGENT if text.startswith("agent: ") else Speaker.PERSON,
            text=text.removeprefix("agent: "),
            record=f"r{number}",
            at=WEDNESDAY,
            offset=number,
        )
        for number, text in enumerate(texts)
    ]
    return propose(messages, agent="claude-code", session="s1")


CORPUS = Path(__file__).parent / "corpus" / "english"
KEPT = {
    "rules": (FEEDBACK, OURS),
    "manners": (FEEDBACK, MINE),
    "persons": (USER, MINE),
    "facts": (PROJECT, OURS),
    "dated": (PROJECT, OURS),
    "places": (REFERENCE, OURS),
}
DROPPED = ("questions", "guesses", "tasks", "passing", "code", "others", "jests", "chat", "mixed")


def read_lines(name: str) -> list[str]:
    return (CORPUS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_file_of_the_corpus_is_read():
    assert {path.stem for path in CORPUS.iterdir()} == {*KEPT, *DROPPED}


@pytest.mark.parametrize("name", KEPT)
def test_what_holds_for_good_is_kept_as_its_kind(name):
    found = {
        line: {(patch.type, patch.scope) for patch in learn(line)} for line in read_lines(name)
    }

    assert {line: kinds for line, kinds in found.items() if kinds != {KEPT[name]}} == {}


@pytest.mark.parametrize("name", DROPPED)
def test_what_does_not_hold_for_good_is_not_kept(name):
    assert [line for line in read_lines(name) if learn(line)] == []


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("I put each endpoint into its own file.", "perfect, keep it like that from now on"),
        ("I wrote the test before the fix.", "love it, do that every time"),
        ("I wrote the test before the fix.", "good, please always work this way"),
        ("I listed the open questions at the end.", "great, i like that, do it in every summary"),
        ("Should I run the formatter after each change?", "yes, always"),
        ("Shall I update the changelog with each pull request?", "yep, with every pr"),
        ("May I push directly to main?", "no, never"),
        ("Do you want comments in English or German?", "english, always"),
        ("Which branch should I target?", "always develop, main is only for releases"),
        ("Which node version is deployed?", "production runs on node 20"),
        ("Who reviews changes to the billing module?", "that's greta, she owns billing"),
        ("Is there a deadline for this?", "yes, we ship on april 2"),
    ],
)
def test_an_answer_that_holds_for_good_is_kept_once(offer, answer):
    assert len(learn(f"agent: {offer}", answer)) == 1


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("I put each endpoint into its own file.", "nice, thanks"),
        ("I put each endpoint into its own file.", "perfect, now the tests"),
        ("Should I run the tests now?", "yes please"),
        ("Should I delete the old files?", "no, leave them for now"),
        ("Which of the two do you want?", "the second one"),
        ("Should I always retry or only on timeouts?", "only on timeouts in this function"),
        ("From now on I will always use tabs.", "can you show the diff"),
        ("Note: the deploys are on Tuesday.", "ok"),
    ],
)
def test_an_answer_for_the_moment_is_not_kept(offer, answer):
    assert learn(f"agent: {offer}", answer) == []


@pytest.mark.parametrize(
    "text",
    [
        "i just want to vent. anyway, we decided to drop the windows build. now, can you test it?",
        "can you add a search box? btw we never use jquery here",
        "fix the header please. also from now on use the design tokens for colors",
        "the build is red again, can you check? oh and the staging db is wiped every sunday night",
        "1) rename the field\n2) never use floats for money\n3) run the tests",
        "what happened is that they were angry, and in the end we agreed that exports are sealed",
    ],
)
def test_of_a_rambling_message_the_one_fact_is_kept(text):
    assert len(learn(text)) == 1
