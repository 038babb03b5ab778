import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.hooks import AGENTS, Moment, UnheardError, hear

SAID = {"session_id": "s1", "cwd": "/home/it", "hook_event_name": "x", "from_the_future": [1]}


def said(**more):
    return json.dumps(SAID | more).encode()


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(
    ("event", "moment"),
    [
        ("SessionStart", Moment.START),
        ("UserPromptSubmit", Moment.PROMPT),
        ("Stop", Moment.TURN_END),
        ("SessionEnd", Moment.SESSION_END),
    ],
)
def test_each_event_of_each_agent_has_its_meaning(agent, event, moment):
    heard = hear(agent, event, said(source="startup"))

    assert (heard.moment, heard.event, heard.source) == (moment, event, "startup")
    assert (heard.session, heard.cwd, heard.prompt) == ("s1", "/home/it", "")


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_a_prompt_is_what_was_typed_without_what_was_put_into_it(agent):
    body = said(
        prompt=" <system-reminder>do this</system-reminder>fix the <memoryd>x</memoryd>build "
    )

    assert hear(agent, "UserPromptSubmit", body).prompt == "fix the build"


def test_a_prompt_event_that_nobody_typed_for_has_no_prompt():
    assert hear("qwen-code", "UserPromptSubmit", said(prompt="")).prompt == ""
    assert hear("qwen-code", "UserPromptSubmit", said(prompt="of old")).prompt == "of old"
    body = said(prompt="expanded", submitted_prompt="/typed")
    assert hear("qwen-code", "UserPromptSubmit", body).prompt == "/typed"


@pytest.mark.parametrize(
    ("agent", "event", "body", "reason"),
    [
        ("clippy", "SessionStart", said(), "unknown_agent"),
        ("codex", "Interrupt", said(), "unknown_event"),
        ("codex", "sessionstart", said(), "unknown_event"),
        ("codex", "SessionStart", b"", "not_understood"),
        ("codex", "SessionStart", said()[:-5], "not_understood"),
        ("codex", "SessionStart", b"[" * 100_000, "not_understood"),
        ("codex", "SessionStart", b'{"cwd": "/\xff"}', "not_understood"),
        ("codex", "SessionStart", b'["cwd"]', "not_understood"),
        ("codex", "SessionStart", said(cwd=7), "not_understood"),
        ("codex", "SessionStart", b"{}", "no_directory"),
        ("codex", "SessionStart", said(cwd=None), "no_directory"),
        ("codex", "SessionStart", said(cwd="home"), "no_directory"),
        ("codex", "SessionStart", said(cwd="/" + "x" * 5000), "no_directory"),
        ("codex", "SessionStart", said(cwd="/a\0b"), "no_directory"),
    ],
)
def test_what_cannot_be_understood_has_a_reason(agent, event, body, reason):
    with pytest.raises(UnheardError) as caught:
        hear(agent, event, body)

    assert caught.value.reason == reason


def test_a_session_without_a_usable_name_has_none():
    assert hear("codex", "Stop", said(session_id=None)).session is None
    assert hear("codex", "Stop", said(session_id="x" * 5000)).session is None


def test_a_prompt_is_bounded():
    assert len(hear("codex", "UserPromptSubmit", said(prompt="why " * 100_000)).prompt) <= 65_536


@given(agent=st.sampled_from([*AGENTS, "x"]), event=st.text(max_size=20), body=st.binary())
def test_anything_is_heard_or_refused(agent, event, body):
    with contextlib.suppress(UnheardError):
        assert hear(agent, event, body).cwd.startswith("/")
