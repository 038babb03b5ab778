"""A reconciler over a home with transcripts, as the daemon assembles it."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import msgspec
import pytest
from fakes import Clock, Elapsed, openai_says

from memoryd.config import Extract, Memories, Seconds, Settings
from memoryd.database import open_database
from memoryd.jobs import Jobs
from memoryd.llm import open_models
from memoryd.memory import Projects
from memoryd.model_settings import Budget, Models, Provider, Roles
from memoryd.prompts import Prompts
from memoryd.schedule import (
    Consolidator,
    Dreamer,
    DreamGates,
    Extractor,
    Passes,
    Reconciler,
    Stage1Worker,
    Wanted,
)
from memoryd.sources import source_for
from memoryd.telemetry import Events, Metrics, Telemetry

SOON_S = 20
DAMAGED = "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000"


class House:
    """The parts that the schedule moves, and a home to put transcripts into."""

    def __init__(self, home, database, executor, database_path):
        self.database_path = database_path
        self.clock = clock = Clock()
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
    path = tmp_path / "state" / "memoryd.sqlite3"
    database, _ = open_database(path, now=Clock()())
    with closing(database), ThreadPoolExecutor(2) as executor:
        house = House(tmp_path / "home", database, executor, path)
        yield house
        async with asyncio.timeout(20):
            await house.jobs.close(0)


class Pipeline:
    """The two-phase pipeline over a house: by rules, or by the models behind *url*.

    Its own seconds pass only when a test lets them; those of the house's clock as well.
    """

    def __init__(self, house, *, url="", roles=None, budget=None, worker="w", **rules):
        self.house, self.elapsed = house, Elapsed()
        providers = {"local": Provider(kind="openai", base_url=url, timeout_seconds=60)}
        house.settings = msgspec.structs.replace(
            house.settings,
            memories=Memories(**{"enabled": True, **rules}),
            models=Models(
                providers=providers,
                roles=roles or Roles(default="local/large", smol="local/small"),
            ),
            budget=budget or Budget(),
        )
        self.executor = house.extractor.executor
        parts = {
            "database": house.database,
            "executor": self.executor,
            "clock": house.clock,
            "models": self._models() if url else None,
            "prompts": Prompts(house.home / "config" / "prompts"),
            "worker": worker,
        }
        self.stage1 = Stage1Worker(**parts)
        self.consolidator = Consolidator(projects=house.projects, **parts)
        self.passes = Passes(
            database=house.database,
            projects=house.projects,
            telemetry=house.telemetry,
            jobs=house.jobs,
            executor=self.executor,
            settings=lambda: house.settings,
            clock=house.clock,
            roots=lambda: [(source.agent, root) for source, root in house.reconciler.roots()],
            stage1=self.stage1,
            consolidator=self.consolidator,
            monotonic=self.elapsed,
        )

    def _models(self):
        house = self.house
        return open_models(
            house.settings,
            {"HOME": "/nonexistent", "MEMORYD_STATE_DIR": str(house.home / "state")},
            house.database,
            house.clock,
            telemetry=house.telemetry,
            elapsed=self.elapsed,
            sleep=self.elapsed.sleep,
            chance=lambda: 0.5,
        )

    @property
    def rules(self):
        return self.house.settings.memories

    def configure(self, **wanted):
        memories = msgspec.structs.replace(self.rules, **wanted)
        self.house.settings = msgspec.structs.replace(self.house.settings, memories=memories)

    def advance(self, **delta):
        """Let time pass on all clocks."""
        before = self.house.clock.now
        self.elapsed.now_s += (self.house.clock.advance(**delta) - before).total_seconds()

    async def read(self):
        """Read what moved, as the daemon does before it looks at whole sessions."""
        async with asyncio.timeout(SOON_S):
            await self.house.reconciler.reconcile("timer", Wanted())
            await self.house.jobs.join()

    async def ended(self, job_id):
        async with asyncio.timeout(SOON_S):
            await self.house.jobs.ended(job_id)
        return self.house.jobs.get(job_id)

    async def run(self):
        """Read what moved and do a pass; return its job, None when nothing was due."""
        await self.read()
        job_id = await self.passes.pass_if_due()
        return await self.ended(job_id) if job_id else None

    async def rebuild(self, root, *, force=True):
        """Do a pass over one project."""
        await self.read()
        job_id, skipped = await self.passes.rebuild(self.house.projects.of(str(root)), force=force)
        return await self.ended(job_id) if job_id else skipped

    def states(self):
        """Why each session waits, by its id; None: it may be extracted from."""
        states = self.house.database.stage1.states(self.rules, now=self.house.clock())
        return {state.thread.session: state.wait for state in states}

    def root(self, root):
        """The memory root of a project."""
        return self.house.projects.of(str(root)).artefacts_dir

    def beside(self, root):
        """What a swap left beside the memory root of a project."""
        folder = self.root(root).parent
        return [path.name for path in folder.iterdir() if path.name.startswith(".root")]

    def files(self, root):
        """The files of a project's memory root, by path."""
        folder = self.root(root)
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def told(self, root):
        """The sessions that the raw memories of a project tell of, in their order."""
        raw = self.files(root).get("raw_memories.md", b"").decode()
        return re.findall(r"^## Thread `(.+)`$", raw, re.MULTILINE)


async def think(body):
    """Answer as a model that keeps each session's words, and joins them to one memory."""
    asked = body["messages"][-1]["content"]
    if body["model"] == "small":
        lines = dict.fromkeys(re.findall(r"^- session .+$", asked, re.MULTILINE))
        memory = "\n".join(["# All of it", "", *sorted(lines)])
        said = {"memory_md": memory, "memory_summary": memory, "skills": []}
    else:
        session = re.search(r"^Session: \S+?:(\S+)$", asked, re.MULTILINE)[1]
        line = f"- session {session} taught that number {len(session)} matters here"
        said = {"rollout_summary": line, "rollout_slug": None, "raw_memory": line}
    return openai_says(json.dumps(said))


@pytest.fixture(name="think")
def _think():
    return think


@pytest.fixture
def pipeline(house):
    """Return what opens a pipeline over the house."""
    return lambda **wanted: Pipeline(house, **wanted)
