"""What every verb prints with --json: the keys programs may rely on.

The goldens are in `json_goldens/`; `MEMORYD_TEST_WRITE_GOLDENS=1` writes them anew.
"""

import difflib
import functools
import json
import os
from pathlib import Path

import pytest

from memoryd_client.ctl import _GROUPS

GOLDENS = Path(__file__).parent / "json_goldens"
WRITE = os.environ.get("MEMORYD_TEST_WRITE_GOLDENS") == "1"
KEPT = "project/the-nightly-build-runs-on-the-green-cluster.md"
# In the order they are run: what each needs was done by those before it.
COMMANDS = {
    "remember": ["The nightly build runs on the green cluster."],
    "learn": ["The linter wants Python 3.11."],
    "recall": ["where does the nightly build run?", "--session", "s", "--explain"],
    "list": [],
    "show": [KEPT],
    "view": [],
    "extract": ["--wait"],
    "dream": ["--dry-run"],
    "rebuild": ["--wait"],
    "enqueue": ["--if-due", "--all"],
    "history": [],
    "injections": [],
    "projects": [],
    "jobs": [],
    "budget": [],
    "status": [],
    "doctor": [],
    "logs": ["-n", "1"],
    "version": [],
    "forget": ["--id", KEPT, "--yes"],
    "undo": [],
    "clear": ["--yes"],
    "reset": ["--yes"],
    "reload": [],
    "stop": [],
}
# Without a daemon's reply: events never end, mcp speaks its own protocol, setup and try have tests
# of their own, and the rest is about the service manager.
OTHERS = {"events", "mcp", "setup", "try", "install", "uninstall", "start", "restart"}


# Objects whose names are data.
COUNTS = {
    "waits",
    "extract",
    "dream",
    "recall",
    "learnt",
    "changed",
    "forgotten",
    "dreams",
    "skipped",
}
# Any record is one: only what all of them have is of interest.
OF_ALL_RECORDS = {"timestamp", "level", "logger", "event"}


def shape(value: object) -> object:
    """Return the names and kinds in a reply; of a list, what all its items together have."""
    if isinstance(value, dict):
        return {
            key: "counts" if key in COUNTS and is_counts(item) else shape(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [functools.reduce(merge, map(shape, value))] if value else []
    return None if value is None else type(value).__name__


def is_counts(value: object) -> bool:
    """Tell whether only numbers are in it, below whichever names."""
    return isinstance(value, dict) and all(
        isinstance(each, int) or is_counts(each) for each in value.values()
    )


def merge(one: object, other: object) -> object:
    """Return what is known of both; what is null or empty in one may be told by the other."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [*one, *(name for name in other if name not in one)]
        return {name: merge(one.get(name), other.get(name)) for name in names}
    if isinstance(one, list) and isinstance(other, list):
        return [functools.reduce(merge, [*one, *other])] if one or other else []
    return other if one is None else one


def settle(found: object, golden: object) -> object:
    """Return *found*, with what it leaves open as the golden has it."""
    if isinstance(found, dict) and isinstance(golden, dict):
        return {name: settle(item, golden.get(name)) for name, item in found.items()}
    if isinstance(found, list) and isinstance(golden, list):
        return [settle(found[0], golden[0])] if found and golden else golden
    return golden if found is None or golden is None else found


def test_every_verb_prints_what_programs_rely_on(house):
    project = house.project()
    house.transcript(project).say("Always run the linter before you commit.")
    house.config.write_text("memories: {enabled: true, minRolloutIdleHours: 0}\n")
    house.start()
    differences = []
    for verb, args in COMMANDS.items():
        done = house.run("memoryctl", verb, *args, "--json", "--cwd", str(project))
        assert done.stderr == "", f"{verb}: {done.stderr}"
        (reply,) = map(json.loads, done.stdout.splitlines())
        if verb == "logs":
            reply = {name: reply[name] for name in OF_ALL_RECORDS}
        differences += compare(verb, shape(reply))

    assert "\n".join(differences) == ""


def compare(verb: str, found: object) -> list[str]:
    file = GOLDENS / f"{verb}.json"
    golden = json.loads(file.read_text()) if file.exists() else None
    if WRITE:
        file.parent.mkdir(exist_ok=True)
        golden = found if golden is None else settle(found, golden)
        file.write_text(lines(golden))
    now = lines(found if golden is None else settle(found, golden))
    known = "" if golden is None else lines(golden)
    sides = known.splitlines(), now.splitlines()
    return list(difflib.unified_diff(*sides, f"{verb}: golden", "now", n=2, lineterm=""))


def lines(value: object) -> str:
    return json.dumps(value, indent=2, sort_keys=True) + "\n"


def test_every_verb_has_a_golden_or_a_reason():
    verbs = {verb for group in _GROUPS.values() for verb in group}

    assert verbs - OTHERS == set(COMMANDS) == {file.stem for file in GOLDENS.glob("*.json")}


@pytest.mark.parametrize("file", sorted(GOLDENS.glob("*.json")), ids=lambda file: file.stem)
def test_goldens_say_something(file):
    assert json.loads(file.read_text()) not in (None, [], {})
