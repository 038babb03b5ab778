"""What a person with a real agent gets; the letter in a test's name is its column in the table."""

import hashlib
import json
from pathlib import Path

import pytest
from agents.clis import places
from agents.model_server import Rule

pytestmark = pytest.mark.agents

RULE = "Always use pnpm here, never npm."
MEMORY = "feedback/always-use-pnpm-here-never-npm.md"
RELATED = "Which of pnpm or npm adds a package here?"
RELATED_TOO = "And which of pnpm or npm runs the scripts here?"
UNRELATED = "Look something up for me."
GUIDANCE = "## Memory Guidance"
RECALLED = "## Relevant memory"

# What no rule keeps, so that only a model can have proposed it.
FACT = "invoice numbers are separate for every branch office"
SUMMARY = "Every branch office has separate invoice numbers"
PROPOSED = {"op": "add", "type": "project", "scope": "project", "summary": SUMMARY}
AS_A_MODEL = "You turn one text into one JSON object"
ASKED_OF_IT = "You read a part of one session of a coding agent"


def setup(desk, *args):
    done = desk.house.run("memoryctl", "setup", desk.agent.name, *args)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def connect(desk, **settings):
    setup(desk, "--yes")
    desk.house.config.write_text(json.dumps(settings))
    desk.house.start()


def fingerprints(home: Path) -> dict[str, str]:
    """Return everything below *home* by its path: its kind, mode and content."""
    found = {}
    for path in sorted(home.rglob("*")):
        held = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "directory"
        found[str(path.relative_to(home))] = f"{path.lstat().st_mode:o} {held}"
    return found


def test_a_setup_shows_what_it_will_do_does_it_and_does_it_once(desk):
    before = fingerprints(desk.home)
    shown = setup(desk, "--dry-run")
    assert "memoryd_client/hook.py" in shown
    assert fingerprints(desk.home) == before

    setup(desk, "--yes")
    after = fingerprints(desk.home)
    setup(desk, "--yes")

    assert after != before
    assert fingerprints(desk.home) == after


def test_b_what_a_person_says_in_a_session_is_learnt_and_their_own_hooks_still_run(desk):
    connect(desk)

    desk.talk(RULE)

    desk.learnt("never npm")
    first = desk.model.about(RULE)[0]
    assert not first.count(GUIDANCE)  # there was nothing to say yet
    assert not first.count(RECALLED)
    assert {"SessionStart", "UserPromptSubmit", "Stop", "server"} <= set(desk.started())


def test_c_a_new_session_is_given_the_memory_at_its_start_and_with_the_prompt_it_bears_on(desk):
    connect(desk)
    desk.client().remember(RULE, why="The lock file is pnpm's.")  # more than fits in a line

    asked = desk.say(RELATED)

    assert asked.count(GUIDANCE) == 1
    assert asked.count(RECALLED) == 1
    found = places(asked.body, MEMORY)
    assert found
    assert all(desk.agent.is_context(role, text) for role, text in found)
    ((role, text),) = places(asked.body, RELATED)
    assert role == "user"
    assert MEMORY not in text


def test_c_a_new_session_is_given_a_memory_once(desk):
    connect(desk)
    desk.talk(RULE)
    desk.learnt("never npm")

    asked = desk.say(RELATED)

    assert asked.count(MEMORY) == 1


def test_c_a_session_that_goes_on_is_not_given_it_again(desk):
    connect(desk)
    desk.client().remember(RULE, why="The lock file is pnpm's.")
    first = desk.say(RELATED)

    asked = desk.say(RELATED_TOO, resume=desk.session_of(RELATED))

    assert asked.count(RELATED)
    assert asked.count(GUIDANCE) == 1
    assert asked.count(RECALLED) == 1
    assert asked.count(MEMORY) == first.count(MEMORY)


def test_c_without_the_daemon_a_session_goes_on_without_memory(desk):
    connect(desk)
    desk.client().remember(RULE)
    desk.house.stop_all()

    asked = desk.say(RELATED)

    assert not asked.count(MEMORY)
    assert not asked.count(GUIDANCE)
    assert "Understood." in desk.runs[-1].stdout


def test_d_the_model_sees_the_tools_and_one_that_it_calls_answers_it(desk):
    connect(desk)
    desk.client().remember(RULE)
    call = desk.agent.calls("recall", {"query": RELATED})
    desk.model.rules.append(Rule(UNRELATED, "Found it.", call))

    first = desk.say(UNRELATED)

    last = desk.model.about(UNRELATED)[-1]
    for tool in ("recall", "remember", "forget", "memory_read", "memory_status"):
        assert first.count(tool), tool
    assert not first.count(RECALLED)
    assert len(places(last.body, MEMORY)) == len(places(first.body, MEMORY)) + 1
    assert "Found it." in desk.runs[-1].stdout


def test_e_as_a_model_of_memoryd_the_agent_leaves_no_trace_and_is_asked_once(desk):
    answer = {"patches": [PROPOSED | {"records": ["p1"]}]}
    desk.model.rules.append(Rule(AS_A_MODEL, json.dumps(answer)))
    connect(
        desk,
        extract={"modelQuietSeconds": 2},
        models={
            "providers": {"own": {"kind": "command", "command": desk.program}},
            "roles": {"default": "own"},
        },
    )
    desk.talk(FACT)
    started, transcripts = desk.started(), desk.agent.transcripts(desk.home)

    desk.learnt(SUMMARY)
    desk.house.stop_all()
    desk.house.once()  # what was written meanwhile would be read now

    (asked,) = desk.model.about(AS_A_MODEL)
    assert asked.count(FACT)
    assert not asked.count(GUIDANCE)
    assert not asked.count(RECALLED)
    assert desk.started() == started
    assert desk.agent.transcripts(desk.home) == transcripts
    assert not [path for path in desk.home.rglob("*") if _holds(path, ASKED_OF_IT)]


def _holds(path: Path, words: str) -> bool:
    return path.is_file() and words.encode() in path.read_bytes()


def test_f_remove_leaves_everything_as_it_was(desk):
    before = fingerprints(desk.home)
    setup(desk, "--yes")

    setup(desk, "--remove", "--yes")

    assert fingerprints(desk.home) == before


def test_f_remove_after_a_session_leaves_the_configuration_as_it_was(desk):
    before = fingerprints(desk.home)
    connect(desk)
    desk.say(UNRELATED)

    setup(desk, "--remove", "--yes")

    after = fingerprints(desk.home)
    changed = {path for path in before if after.get(path) != before[path]}
    assert changed <= desk.agent.writes | {path for path in before if before[path] == "directory"}
    assert not [path for path in after if path.endswith("/memoryd")]
