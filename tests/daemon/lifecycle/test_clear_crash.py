"""Kills a clearing, and its undo, before each step on disk in turn, and starts anew."""

import os
import shutil
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryd.config import Memories
from memoryd.database import Extraction, Sighting, Wait, open_database
from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.lifecycle.clear import clear, settle_clearings
from memoryd.lifecycle.undo import undo
from memoryd.memory import Projects

RULES = Memories()
KILLED = 9
STEPS = ("write", "rename", "unlink", "fsync", "mkdir", "rmdir", "utime", "open", "scandir")


def now():
    return datetime.now(UTC)


class Place:
    """One machine: a project, its store and the database, opened as a start of the daemon does."""

    def __init__(self, directory, *, work):
        self.work = work
        self.projects = Projects(directory / "base", local=False, worktrees="shared", clock=now)
        self.project = self.projects.of(str(work))
        self.database, _ = open_database(directory / "state.sqlite3", now=now())
        settle_clearings(self.projects, self.database, now=now())

    def close(self):
        self.database.close()

    def fill(self):
        self.projects.scaffold(self.project)
        for summary in ("The mole is closed.", "The crane is green."):
            entry = Entry(summary=summary)
            patch = Patch(type=MemoryType.PROJECT, scope=Scope.PROJECT, entry=entry, at=now())
            self.project.store.apply([patch], operation="extract", by="rules")
        root = self.project.store.state_dir / "root"
        (root / "skills/ship").mkdir(parents=True)
        (root / "skills/ship/SKILL.md").write_text("Ship it.\n")
        sighting = Sighting(
            agent="codex",
            session="s1",
            project=self.project.root,
            updated=now() - timedelta(days=1),
            path="/s1",
            cwd="/",
            content="",
        )
        self.database.threads.register([sighting], now=now())
        (claim,) = self.database.stage1.claim(RULES, worker="w", now=now())
        taught = Extraction(raw_memory="raw", rollout_summary="summary")
        assert self.database.stage1.complete(claim, taught, now=now())

    def clear(self):
        return clear(
            self.project,
            self.projects,
            self.database,
            confirmed=True,
            lock_stale_after=timedelta(hours=1),
            now=now(),
        ).undo

    def undo(self):
        undo(None, self.project, self.projects)
        settle_clearings(self.projects, self.database, now=now())

    def seen(self):
        store = self.project.store
        store.refresh()
        paths = [*store.memory_dir.rglob("*.md"), *(store.state_dir / "root").rglob("*")]
        files = {
            str(path): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in paths
            if path.is_file() and path.name != "MEMORY.md"
        }
        states = self.database.stage1.states(RULES, now=now())
        return files, {state.thread.id: state.wait for state in states}


def run_until_killed(act, directory, work, calls):
    """Run in a child that dies in its *calls*-th step; return its exit code."""
    child = os.fork()
    if child == 0:
        place = Place(directory, work=work)
        place.seen()
        left = [calls]
        for name in STEPS:
            setattr(os, name, dying(getattr(os, name), left))
        clearings = type(place.database.clearings)
        for name in ("begin", "settle", "unfinished"):
            setattr(clearings, name, dying(getattr(clearings, name), left))
        getattr(place, act)()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def dying(function, left):
    def call(*args, **kwargs):
        left[0] -= 1
        if left[0] == 0:
            os._exit(KILLED)
        return function(*args, **kwargs)

    return call


def look(directory, work):
    with closing(Place(directory, work=work)) as place:
        return place.seen()


def kill_everywhere(act, directory):
    work = directory / "work"
    (work / ".git").mkdir(parents=True)
    place, template = directory / "place", directory / "template"
    with closing(Place(place, work=work)) as filled:
        filled.fill()
        full = filled.seen()
        if act == "undo":
            filled.clear()
        before = filled.seen()
    shutil.copytree(place, template)
    outcomes = []
    for calls in range(1, 1000):
        shutil.rmtree(place)
        shutil.copytree(template, place)
        code = run_until_killed(act, place, work, calls)
        outcomes.append(check(act, place, work, before=before, full=full))
        if code == 0:
            assert outcomes[0] == "before"
            assert outcomes[-1] == "after"
            assert outcomes == sorted(outcomes, reverse=True), "it was done, and then not"
            print(calls - 1)
            return
    raise AssertionError("it never came to its end")


def check(act, directory, work, *, before, full):
    empty = ({}, {"codex:s1": Wait.FORGOTTEN})
    after = empty if act == "clear" else full
    left = look(directory, work)
    assert left in (before, after), (left, before, after)
    assert look(directory, work) == left
    with closing(Place(directory, work=work)) as place:
        place.project.store.lock_path.unlink(missing_ok=True)  # for a second it says nothing
        if left == empty:
            place.undo()
            assert place.seen() == full
        else:
            place.clear()
            assert place.seen() == empty
    return "before" if left == before else "after"


@pytest.mark.parametrize("act", ["clear", "undo"])
def test_a_kill_leaves_all_or_nothing_once_it_is_looked_at(act, tmp_path):
    done = subprocess.run(
        [sys.executable, __file__, act, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout.splitlines()[-1]) >= 20


if __name__ == "__main__":
    kill_everywhere(sys.argv[1], Path(sys.argv[2]))
