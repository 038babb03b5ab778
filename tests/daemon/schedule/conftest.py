"""A reconciler over a home with transcripts, as the daemon assembles it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from fakes import Clock

from memoryd.config import Extract, Seconds, Settings
from memoryd.database import open_database
from memoryd.jobs import Jobs
from memoryd.memory import Projects
from memoryd.schedule import Dreamer, DreamGates, Extractor, Reconciler
from memoryd.sources import source_for
from memoryd.telemetry import Events, Metrics, Telemetry

DAMAGED = "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000"


class House:
    """The parts that the schedule moves, and a home to put transcripts into."""

    def __init__(self, home, database, executor):
        clock = Clock()
        self.home = home
        self.database = database
        self.settings = Settings(extract=Extract(quiet_seconds=Seconds(0.1)))
        self.telemetry = Telemetry(events=Events(), metrics=Metrics("1"))
        self.jobs = Jobs(clock=clock, on_change=lambda job: None)
        self.projects = Projects(home / "memory-base", local=False, worktrees="shared", clock=clock)
        self.extractor = Extractor(
            database=database,
            projects=self.projects,
            telemetry=self.telemetry,
            executor=executor,
            clock=clock,
        )
        self.dreamer = Dreamer(
            database=database,
            projects=self.projects,
            telemetry=self.telemetry,
            jobs=self.jobs,
            executor=executor,
            gates=DreamGates(database=database, settings=lambda: self.settings, clock=clock),
            settings=lambda: self.settings,
            clock=clock,
        )
        self.reconciler = Reconciler(
            sources=[source_for("claude-code"), source_for("codex")],
            settings=lambda: self.settings,
            env={},
            home=home,
            jobs=self.jobs,
            extractor=self.extractor,
            dreamer=self.dreamer,
        )
        self.transcripts = home / ".claude" / "projects"
        self.transcripts.mkdir(parents=True)

    def project(self, name):
        """Make a project; return its root."""
        root = self.home / name
        (root / ".git").mkdir(parents=True)
        return root

    def say(self, session, root, *texts, folder=None):
        """Let a person say something in a session; return its transcript."""
        path = (folder or self.transcripts / "p") / f"{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            for text in texts:
                number = path.stat().st_size
                record = {
                    "type": "user",
                    "uuid": f"{session}-{number}",
                    "parentUuid": None,
                    "isSidechain": False,
                    "cwd": str(root),
                    "sessionId": session,
                    "version": "2.1.0",
                    "origin": {"kind": "human"},
                    "timestamp": "2026-03-01T10:00:00.000Z",
                    "message": {"role": "user", "content": text},
                }
                file.write(json.dumps(record) + "\n")
                file.flush()
        return path

    def damage(self, root):
        """Let a session that was read once come to harm; return its plain and its damaged file."""
        folder = self.home / ".codex" / "sessions"
        folder.mkdir(parents=True, exist_ok=True)
        plain = folder / f"rollout-2026-03-01T10-00-00-{DAMAGED}.jsonl"
        record = {"type": "session_meta", "payload": {"id": DAMAGED, "cwd": str(root)}}
        plain.write_text(json.dumps(record) + "\n", encoding="utf-8")
        return plain, plain.with_name(plain.name + ".zst")

    def facts(self, root):
        """The bodies of what is remembered of a project."""
        store = self.projects.of(str(root)).store
        store.refresh()
        return [document.body for document in store.documents().values()]


@pytest.fixture
async def house(tmp_path):
    database, _ = open_database(tmp_path / "state" / "memoryd.sqlite3", now=Clock()())
    with closing(database), ThreadPoolExecutor(2) as executor:
        house = House(tmp_path / "home", database, executor)
        yield house
        async with asyncio.timeout(20):
            await house.jobs.close(0)
