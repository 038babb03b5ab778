import json
from dataclasses import replace

import pytest

from memoryd.lifecycle.hooks import Heard, Moment, Wants, plan, write_answer

START = Heard(
    agent="claude-code",
    event="SessionStart",
    moment=Moment.START,
    cwd="/home/it",
    session="s1",
    source="startup",
    prompt="",
)
PROMPT = replace(START, event="UserPromptSubmit", moment=Moment.PROMPT, prompt="fix the build")
GUIDANCE, NOTHING = Wants(guidance=True), Wants()


@pytest.mark.parametrize(
    ("agent", "source", "is_guided", "wants"),
    [
        ("claude-code", "startup", False, GUIDANCE),
        ("claude-code", "clear", False, GUIDANCE),
        ("claude-code", "compact", True, GUIDANCE),
        ("claude-code", "resume", True, NOTHING),
        ("claude-code", "resume", False, GUIDANCE),
        ("claude-code", "fork", True, NOTHING),
        ("codex", "startup", False, GUIDANCE),
        ("codex", "compact", True, GUIDANCE),
        ("codex", "resume", True, NOTHING),
        ("qwen-code", "startup", False, GUIDANCE),
        ("qwen-code", "resume", True, GUIDANCE),
        ("qwen-code", "clear", False, GUIDANCE),
    ],
)
def test_a_start_is_given_what_is_not_there_yet(agent, source, is_guided, wants):
    heard = replace(START, agent=agent, source=source)

    assert plan(heard, is_guided=is_guided) == wants


def test_a_prompt_gets_what_it_needs_and_the_start_if_that_could_not_be_answered():
    assert plan(PROMPT, is_guided=True) == Wants(recall=True)
    assert plan(PROMPT, is_guided=False) == Wants(guidance=True, recall=True)


@pytest.mark.parametrize("prompt", ["/clear", "/memoryd:recall foo", "/x /y"])
def test_a_command_is_no_question(prompt):
    assert plan(replace(PROMPT, prompt=prompt), is_guided=True) == NOTHING


@pytest.mark.parametrize("prompt", ["/etc/hosts is wrong", "look at /x", "a/b"])
def test_a_path_is_no_command(prompt):
    assert plan(replace(PROMPT, prompt=prompt), is_guided=True) == Wants(recall=True)


def test_a_prompt_without_words_gets_nothing():
    assert plan(replace(PROMPT, prompt=""), is_guided=False) == NOTHING


@pytest.mark.parametrize("moment", [Moment.TURN_END, Moment.SESSION_END])
def test_an_end_gets_nothing(moment):
    assert plan(replace(PROMPT, moment=moment), is_guided=False) == NOTHING


def test_the_answer_names_the_event_in_the_agents_words():
    answer = json.loads(write_answer(PROMPT, "<memoryd>\nnö\n</memoryd>"))

    assert answer == {
        "hookSpecificOutput": {
            "hookEventName": "UserPromptSubmit",
            "additionalContext": "<memoryd>\nnö\n</memoryd>",
        }
    }
    assert write_answer(PROMPT, "") == b""
