"""The hook against a real daemon, as an agent runs it."""

import json
import subprocess
import sys

import pytest

import memoryd_client.hook

FILE = memoryd_client.hook.__file__


@pytest.fixture(name="hook")
def _hook(house):
    def hook(agent, event, *, given=None, raw=None, **said):
        body = raw if raw is not None else json.dumps(given or said).encode()
        done = subprocess.run(
            [sys.executable, "-I", "-S", FILE, agent, event, str(house.socket)],
            input=body,
            env=house.env,
            capture_output=True,
            timeout=30,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    return hook


def context(answer, event):
    told = json.loads(answer)["hookSpecificOutput"]
    assert told["hookEventName"] == event
    return told["additionalContext"]


@pytest.fixture(name="project")
def _project(house):
    project = house.project()
    house.start()
    client = house.client(project)
    client.remember("Releases are cut from the release branch, never from main.")
    return project


@pytest.mark.parametrize("agent", ["claude-code", "codex", "qwen-code"])
def test_a_session_is_told_once_what_it_should_know(hook, project, agent):
    said = {"session_id": f"s-{agent}", "cwd": str(project)}
    prompt = said | {"prompt": "which branch are releases cut from?"}
    prompt["submitted_prompt"] = prompt["prompt"]

    start = context(hook(agent, "SessionStart", given=said | {"source": "startup"}), "SessionStart")
    first = hook(agent, "UserPromptSubmit", given=prompt)

    assert start.startswith("<memoryd>")
    assert start.count("release branch") == 1
    assert first == b""  # the start told all of it


def test_what_a_line_cannot_tell_comes_with_the_prompt_that_needs_it(hook, house, project):
    why = "The pipeline only signs what is built there."
    house.client(project).remember("Images are built on the builder host.", why=why)
    said = {"session_id": "s1", "cwd": str(project)}
    prompt = said | {"prompt": "on which host are images built?"}

    start = context(
        hook("codex", "SessionStart", given=said | {"source": "startup"}), "SessionStart"
    )
    first = context(hook("codex", "UserPromptSubmit", given=prompt), "UserPromptSubmit")

    assert "builder host" in start
    assert why not in start
    assert why in first
    assert "Memory Guidance" not in first
    assert hook("codex", "UserPromptSubmit", given=prompt) == b""


def test_a_start_that_could_not_be_answered_is_made_up_for_with_the_first_prompt(hook, project):
    said = {"session_id": "s1", "cwd": str(project), "prompt": "how do I print a list?"}

    first = context(hook("claude-code", "UserPromptSubmit", given=said), "UserPromptSubmit")

    assert "Memory Guidance" in first
    assert hook("claude-code", "UserPromptSubmit", given=said) == b""


def test_a_resumed_session_is_told_nothing_twice(hook, project):
    said = {"session_id": "s1", "cwd": str(project)}

    assert hook("codex", "SessionStart", given=said | {"source": "startup"})
    assert hook("codex", "SessionStart", given=said | {"source": "resume"}) == b""
    assert hook("codex", "SessionStart", given=said | {"source": "compact"})
    assert hook("qwen-code", "SessionStart", given=said | {"source": "resume"})


def test_where_nothing_is_remembered_nothing_is_said(hook, house):
    house.start()
    said = {"session_id": "s1", "cwd": str(house.project("empty")), "prompt": "which branch?"}

    assert hook("claude-code", "SessionStart", given=said | {"source": "startup"}) == b""
    assert hook("claude-code", "UserPromptSubmit", given=said) == b""


def test_the_end_of_a_turn_is_silent_and_the_session_is_read(hook, house, project, wait_until):
    transcript = house.transcript(project)
    transcript.say("Always run the linter before you commit in this repository.")

    assert hook("claude-code", "Stop", session_id=transcript.session, cwd=str(project)) == b""

    wait_until(lambda: len(house.memory_files()) == 2)


def test_what_is_not_understood_is_silent_and_counted(hook, house, project):
    assert hook("claude-code", "SessionStart", raw=b"{half") == b""
    assert hook("claude-code", "SomethingNew", cwd=str(project)) == b""
    assert hook("someone-new", "SessionStart", cwd=str(project)) == b""

    assert house.client(project).status().skipped["hook"] == {
        "not_understood": 1,
        "unknown_agent": 1,
        "unknown_event": 1,
    }


def test_what_is_told_stays_below_what_agents_cut(hook, house, project):
    client = house.client(project)
    for n in range(60):
        client.remember(
            f"Module number {n} of the harbour is owned by team {n}. " + "It matters. " * 25
        )
    said = {"session_id": "s1", "cwd": str(project)}

    start = context(
        hook("claude-code", "SessionStart", given=said | {"source": "startup"}), "SessionStart"
    )
    prompt = hook(
        "claude-code",
        "UserPromptSubmit",
        given=said | {"prompt": "who owns module number 7, 8, 9?"},
    )

    assert 2_000 < len(start) <= 9_500
    assert "Left out for want of room" in start
    assert start.endswith("</memoryd>")
    assert len(context(prompt, "UserPromptSubmit")) <= 9_500


def test_the_verb_does_what_the_file_does(house, project):
    said = json.dumps({"session_id": "s9", "cwd": str(project), "source": "startup"}).encode()
    script = "import sys; from memoryd_client.ctl import main; sys.exit(main())"

    def verb(*args):
        return subprocess.run(
            [sys.executable, "-c", script, "hook", *args],
            input=said,
            env=house.env,
            capture_output=True,
            timeout=30,
            check=False,
        )

    assert "release branch" in context(verb("codex", "SessionStart").stdout, "SessionStart")
    for wrong in ([], ["codex"], ["--help"], ["a", "b", "c"]):
        done = verb(*wrong)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
