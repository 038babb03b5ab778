import os

import pytest

from memoryd.config import ProjectRule
from memoryd.database import SessionRow
from memoryd.memory import Projects, compile_rules
from memoryd.schedule.sightings import look

AGENT = "claude-code"


class Scene:
    """Sessions as the reader noted them, and the directory their transcripts lie in."""

    def __init__(self, house):
        self.house, self.projects = house, house.projects
        self.folder = house.transcripts / "p"
        self.folder.mkdir()
        self.roots = [(AGENT, house.transcripts), ("codex", house.home / "codex")]
        self.app = house.project("app")

    def read(self, session, *, path=None, **noted):
        """Note a session as it was read; its transcript is there unless a path says otherwise."""
        if path is None:
            path = self.folder / f"{session}.jsonl"
            path.write_text("x")
        values = {
            "agent": AGENT,
            "session": session,
            "path": str(path),
            "project": str(self.app),
            "cwd": str(self.app),
            "size": 1,
            "inode": 1,
            "mtime_ns": int(self.house.clock().timestamp() * 1e9),
            "offset": 1,
            "tail_hash": "h",
            "state": {},
            "complete": True,
            "messages": 2,
            "human": 1,
        }
        self.house.database.save(SessionRow(**{**values, **noted}), [])
        return path

    def look(self):
        return look(self.house.database, self.projects, self.roots)

    def know(self, *sessions, **noted):
        """Let these sessions be read and registered."""
        paths = [self.read(session, **noted) for session in sessions]
        seen = self.look()
        assert len(seen.sightings) == len(sessions)
        self.house.database.threads.register(seen.sightings, now=self.house.clock())
        return paths

    def switch_off(self, directory):
        self.projects = Projects(
            self.house.home / "memory-base",
            local=False,
            worktrees="shared",
            rules=compile_rules({str(directory): ProjectRule(enabled=False)}, self.house.home),
            clock=self.house.clock,
        )


@pytest.fixture(name="scene")
def _scene(house):
    return Scene(house)


def sighted(seen):
    return [each.session for each in seen.sightings]


def test_a_session_is_registered_as_it_was_read(scene):
    path = scene.read("s1", cwd=str(scene.app / "src"))

    (sighting,) = scene.look().sightings

    assert (sighting.agent, sighting.session, sighting.path) == (AGENT, "s1", str(path))
    assert (sighting.project, sighting.cwd) == (str(scene.app), str(scene.app / "src"))
    assert (sighting.updated, sighting.arrived) == (scene.house.clock(), scene.house.clock())
    assert sighting.content == "1:h"


@pytest.mark.parametrize(
    "noted",
    [
        {"private": True},
        {"human": 0},
        {"complete": False},
        {"project": None, "cwd": None},
        {"agent": "qwen-code"},
    ],
    ids=["private", "no words of a person", "not read to its end", "no project", "agent is off"],
)
def test_some_sessions_are_not_registered(scene, noted):
    scene.read("s1", **noted)

    assert scene.look().sightings == ()


@pytest.mark.parametrize("where", ["project", "folder within"])
def test_where_memory_is_off_no_session_is_registered_and_known_ones_are_left_alone(scene, where):
    cwd = scene.app / "private"
    cwd.mkdir()
    scene.know("s1", cwd=str(cwd))

    scene.switch_off(scene.app if where == "project" else cwd)
    seen = scene.look()

    assert (seen.sightings, seen.gone) == ((), ())
    assert seen.off == {f"{AGENT}:s1"}


def test_sessions_of_an_agent_that_is_off_are_left_alone_and_not_gone(scene):
    (path,) = scene.know("s1")
    path.unlink()

    scene.roots = scene.roots[1:]
    seen = scene.look()

    assert (seen.sightings, seen.gone) == ((), ())
    assert seen.off == {f"{AGENT}:s1"}


def test_a_session_whose_transcript_is_gone_is_gone_for_good(scene):
    paths = scene.know("s1", "s2")
    paths[0].unlink()

    first = scene.look()
    scene.house.database.threads.remove(first.gone, now=scene.house.clock())
    second = scene.look()

    assert first.gone == (f"{AGENT}:s1",)
    assert sighted(first) == sighted(second) == ["s2"]
    assert second.gone == ()


@pytest.mark.parametrize("left", ["nothing", "an empty directory", "a file in its place"])
def test_a_root_that_is_not_mounted_does_not_count_as_gone(scene, left):
    scene.know("s1", "s2")

    for path in (*scene.folder.iterdir(), scene.folder):
        path.rmdir() if path.is_dir() else path.unlink()
    if left != "an empty directory":
        scene.house.transcripts.rmdir()
    if left == "a file in its place":
        scene.house.transcripts.write_text("x")
    seen = scene.look()

    assert (seen.sightings, seen.gone) == ((), ())
    assert seen.off == {f"{AGENT}:s1", f"{AGENT}:s2"}


def test_a_transcript_that_moved_is_not_gone(scene):
    (path,) = scene.know("s1")

    moved = path.rename(scene.house.transcripts / "archived.jsonl")
    scene.read("s1", path=moved)
    seen = scene.look()

    assert seen.gone == ()
    assert [each.path for each in seen.sightings] == [str(moved)]


def test_a_transcript_outside_of_all_roots_is_not_missed(scene, tmp_path):
    path = tmp_path / "elsewhere.jsonl"
    path.write_text("x")
    scene.know("s1", path=path)
    path.unlink()

    assert scene.look().gone == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look everywhere")
def test_a_directory_that_may_not_be_looked_into_is_not_gone(scene):
    scene.know("s1")

    scene.folder.chmod(0)
    try:
        assert scene.look().gone == ()
    finally:
        scene.folder.chmod(0o700)


def test_a_transcript_that_cannot_be_looked_at_is_not_gone(scene):
    (path,) = scene.know("s1")
    path.unlink()

    scene.read("s1", path=scene.folder / ("x" * 300))  # no disk has such a name

    assert scene.look().gone == ()


@pytest.mark.parametrize("noted", [{"private": True}, {"human": 0}])
def test_a_session_that_asks_by_now_not_to_be_remembered_is_gone(scene, noted):
    scene.know("s1", "s2")

    scene.read("s1", **noted)
    seen = scene.look()

    assert seen.gone == (f"{AGENT}:s1",)
    assert sighted(seen) == ["s2"]


def test_a_session_that_is_being_read_anew_is_not_gone_yet(scene):
    scene.know("s1")

    scene.read("s1", human=0, complete=False)

    assert scene.look().gone == ()


def test_sessions_follow_a_project_to_where_it_is_now(scene):
    (scene.app / "src").mkdir()
    scene.read("s1", project=str(scene.app / "src"))

    (sighting,) = scene.look().sightings

    assert sighting.project == str(scene.app)
