"""Every operation that lasts, ended before each of its steps on disk in turn, and begun anew.

`python crash_points.py <every> [operation…]` ends each before every so many-th step and prints how
often that was. After each of them a new
start must find every memory that was acknowledged, none of them twice or in half, and nothing that
is in the way; the same operation, run once more, must come to the same end as an undisturbed one.
"""

import asyncio
import gc
import itertools
import json
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dying
import structlog

from memoryd.config import Memories, Settings
from memoryd.database import open_database
from memoryd.domain import isoformat
from memoryd.errors import ConflictError
from memoryd.jobs import Jobs
from memoryd.lifecycle.clear import clear, settle_clearings
from memoryd.lifecycle.dream import dream
from memoryd.lifecycle.edit import Edit, delete, edit
from memoryd.lifecycle.forget import Purging, forget
from memoryd.lifecycle.learn import has_moved, learn, start_row
from memoryd.lifecycle.lessons import Lessons
from memoryd.lifecycle.present import public_id
from memoryd.lifecycle.recall import Recaller, RecallQuery
from memoryd.lifecycle.remember import Wish, remember
from memoryd.lifecycle.rollouts import erase_taught
from memoryd.lifecycle.undo import undo
from memoryd.lifecycle.used import used
from memoryd.memory import Project, Projects
from memoryd.prompts import Prompts
from memoryd.schedule import Consolidator, Passes, Stage1Worker
from memoryd.sources import source_for
from memoryd.system.files import sweep_temporaries
from memoryd.system.lock import Instance, hold_instance_lock, publish
from memoryd.system.pid_lock import PidLock
from memoryd.telemetry import Events, Metrics, Telemetry

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
LOCK_STALE, LONG, SOON = timedelta(hours=1), timedelta(hours=2), timedelta(seconds=1)
PORTS = [f"Remember that port {7000 + number} is for dock {number}." for number in range(3)]
HABITS = ["Always run the smoke tests before you deploy.", "I prefer short answers."]
REMOTE = '[remote "origin"]\n\turl = https://example.org/harbor.git\n'
ME = Instance(
    pid=1, start_token="t", version="1", api=1, socket="s", instance="i", started_at="2026"
)


class House:
    """One machine. What operations change lies in `place`; home and transcripts beside it."""

    def __init__(self, outside: Path, *, later: timedelta = timedelta()) -> None:
        self.outside, self.place = outside, outside / "place"
        self.now = NOW + later
        self.projects = Projects(
            self.place / "base", local=False, worktrees="shared", clock=self.clock
        )
        self.database, _ = open_database(self.place / "state" / "memoryd.sqlite3", now=self.now)
        # As every start does before anything is written.
        for left in (self.projects.base, self.place / "state"):
            sweep_temporaries(left)
        settle_clearings(self.projects, self.database, now=self.now)

    @property
    def project(self) -> Project:
        moved = self.outside / "haven"
        return self.projects.of(str(moved if moved.exists() else self.outside / "harbor"))

    def clock(self) -> datetime:
        return self.now

    def close(self) -> None:
        self.database.close()

    def say(self, session: str, *texts: str) -> None:
        """Let a person say something in a session of the project."""
        path = self.outside / "claude" / "harbor" / f"{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            for number, text in enumerate(texts):
                record = {
                    "type": "user",
                    "uuid": f"{session}-{number}",
                    "parentUuid": None,
                    "isSidechain": False,
                    "cwd": str(self.outside / "harbor"),
                    "sessionId": session,
                    "version": "2.1.0",
                    "origin": {"kind": "human"},
                    "timestamp": isoformat(NOW - timedelta(days=2)),
                    "message": {"role": "user", "content": text},
                }
                file.write(json.dumps(record) + "\n")

    def learn(self) -> None:
        """Read all sessions on."""
        source = source_for("claude-code")
        for file in source.sessions(self.outside / "claude"):
            row = self.database.session(file.agent, file.session)
            more = has_moved(file, row)
            row = row or start_row(file)
            while more:
                step = learn(
                    source,
                    file,
                    row,
                    database=self.database,
                    projects=self.projects,
                    now=self.now,
                )
                row, more = step.row, step.more

    def remember(self, text: str, *, name: str) -> None:
        remember(Wish(text=text), self.project, self.projects, request_id=name, now=self.now)

    def documents(self):
        for store in (self.project.store, self.projects.user):
            store.refresh()
            yield from ((store, document) for document in store.documents().values())

    def id_of(self, words: str) -> str | None:
        """Return the id of the memory that says so."""
        for store, document in self.documents():
            if words in document.body:
                return public_id(store.scope, document.relative)
        return None

    def forget(self, query: str, *, purge: bool = False) -> None:
        purging = Purging(
            transcript=lambda _: None,
            taught=lambda meant: erase_taught(meant, self.database, self.projects),
            erase=self.database.erase_names,
        )
        forget(
            self.project,
            self.projects,
            query=query,
            ids=None,
            apply=True,
            limit=None,
            now=self.now,
            purging=purging if purge else None,
        )

    def undo(self) -> None:
        undo(None, self.project, self.projects)
        settle_clearings(self.projects, self.database, now=self.now)

    def dream(self) -> None:
        self.projects.scaffold(self.project)
        with PidLock(self.project.store.lock_path, stale_after=LOCK_STALE):
            dream(self.project.store, session="s0", max_loss_percent=25, now=self.now)

    def clear(self) -> None:
        clear(
            self.project,
            self.projects,
            self.database,
            confirmed=True,
            lock_stale_after=LOCK_STALE,
            now=self.now,
        )

    def recall(self) -> None:
        recaller = Recaller(
            self.projects,
            self.database,
            settings=lambda: Settings().recall,
            clock=self.clock,
        )
        recaller.recall(RecallQuery(text="port of dock 1", cwd=self.project.root, session="r"))

    def use(self) -> None:
        ids = [public_id(store.scope, document.relative) for store, document in self.documents()]
        again_after = timedelta(days=1)
        used(
            ids,
            self.project,
            self.projects,
            self.database,
            session="r",
            now=self.now,
            again_after=again_after,
        )

    def consolidate(self) -> None:
        """Do a pass over whole sessions."""
        asyncio.run(self._consolidate())

    async def _consolidate(self) -> None:
        rules = Settings(memories=Memories(enabled=True, min_rollout_idle_hours=0))
        jobs = Jobs(clock=self.clock, on_change=lambda _: None)
        with ThreadPoolExecutor(1) as executor:
            parts = {
                "database": self.database,
                "executor": executor,
                "clock": self.clock,
                "models": None,
                "prompts": Prompts(self.outside / "none"),
                "worker": f"worker at {self.now}",
            }
            passes = Passes(
                database=self.database,
                projects=self.projects,
                telemetry=Telemetry(events=Events(), metrics=Metrics("1")),
                jobs=jobs,
                executor=executor,
                settings=lambda: rules,
                clock=self.clock,
                roots=lambda: [("claude-code", self.outside / "claude")],
                stage1=Stage1Worker(**parts),
                consolidator=Consolidator(projects=self.projects, **parts),
            )
            if job := await passes.pass_if_due():
                await jobs.ended(job)
                assert jobs.get(job).error is None, jobs.get(job).error

    def taught(self, text: str) -> None:
        Lessons(self.projects).learn(text, None, self.project)

    def undo_first(self, operation: str) -> None:
        """Take the first operation of that name back, unless that is done already."""
        *_, token = (r.token for r in self.project.store.history() if r.operation == operation)
        with suppress(ConflictError):
            undo(f"{token}@{self.project.key}", self.project, self.projects)
        settle_clearings(self.projects, self.database, now=self.now)

    def serve(self) -> None:
        """Take the lock and tell clients, as a daemon does that starts."""
        state = self.place / "state"
        hold = hold_instance_lock(state / "daemon.lock", ME)
        with hold, publish(state / "daemon.json", ME):
            pass

    def tidy(self) -> None:
        """Do what every start does once it serves."""
        for store in (self.projects.user, self.project.store):
            store.tidy()
            store.refresh()
            store.rebuild_index()

    def memories(self) -> dict[str, bytes]:
        base = self.projects.base
        for store in (self.projects.user, *(each.store for each in self.projects.all())):
            store.refresh()  # which takes back what was to be done whole
        return {
            path.relative_to(base).as_posix(): path.read_bytes()
            for path in sorted(base.rglob("*.md"))
            if path.relative_to(base).parts[0] == "memories" or "/memory/" in str(path)
            if path.name != "MEMORY.md"
        }

    def seen(self) -> dict[str, object]:
        """Return all that an operation is about, but for when and under what name it was done."""
        return {"memories": self.memories(), **self.files(), **self.tables()}

    def files(self) -> dict[str, object]:
        base, found = self.projects.base, {}
        for path in sorted(base.rglob("*")):
            name = path.relative_to(base).as_posix()
            if path.is_dir() or "/trash/" in f"/{name}":
                continue
            if "/root/" in name or path.name in ("MEMORY.md", "learned.md", "tombstones.json"):
                found[name] = _TIME.sub(b"", path.read_bytes())
            elif path.name in ("meta.json", "extract-cursor.json"):
                found[name] = json.loads(_TIME.sub(b"", path.read_bytes()))
                for of_last_step in ("lastExtractionTouchedTopics", "lastExtractionStatus"):
                    found[name].pop(of_last_step, None)
            elif not path.name.endswith(".md"):
                found[name] = None
        return found

    def tables(self) -> dict[str, object]:
        path = self.place / "state" / "memoryd.sqlite3"
        with closing(sqlite3.connect(path)) as db:
            return {
                table: sorted(db.execute(f"SELECT {columns}")) for table, columns in _TABLES.items()
            }


_TIME = re.compile(rb"\d{4}-\d\d-\d\dT[0-9:.]+Z")
_TABLES = {
    "sessions": "session, offset, complete, messages, human FROM sessions",
    "seen": "record, session FROM seen",
    "threads": "id, forgotten FROM threads",
    "clearings": "project, state FROM clearings WHERE state = 'stands'",
    "stage 1": "thread_id, raw_memory, rollout_summary FROM stage1_outputs",
    "usage": "place, id, usage_count FROM usage",
    "injections": "session, memory FROM injections",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What is done, and on what; *starts*: to open the house is a part of it.

    *again_after* is when it may be done once more: a lease is over by then.
    """

    act: Callable[[House], object]
    fill: Callable[[House], object] = lambda _: None
    undoable: bool = False
    starts: bool = False
    again_after: timedelta = timedelta()


def _fill(house: House) -> None:
    house.say("s1", *PORTS, *HABITS)
    house.learn()
    house.taught("The mole closes at noon.")


def _double(house: House) -> None:
    """Write what a dream has to tidy."""
    _fill(house)
    folder = house.project.store.memory_dir / "project"
    facts = "".join(f"- Crane {number} is green.\n" for number in range(3))
    head = "---\nname: Cranes\ntype: project\n---\n\n"
    for name in ("cranes.md", "cranes-again.md"):
        (folder / name).write_text(head + facts, encoding="utf-8")


def _forgotten(house: House) -> None:
    _fill(house)
    house.forget("dock")


def _undone(house: House) -> None:
    _forgotten(house)
    house.undo_first("forget")


def _cleared(house: House) -> None:
    _consolidated(house)
    house.clear()


def _consolidated(house: House) -> None:
    _fill(house)
    house.consolidate()


def _moved(house: House) -> None:
    git = house.outside / "harbor" / ".git"
    (git / "config").write_text(REMOTE, encoding="utf-8")
    _fill(house)
    (house.outside / "harbor").rename(house.outside / "haven")


def _older(house: House) -> None:
    _fill(house)
    with house.database.connection.transaction() as db:
        db.execute("ALTER TABLE sessions DROP COLUMN last_at")
        db.execute("PRAGMA user_version = 2")


def _broken(house: House) -> None:
    _fill(house)
    house.close()
    (house.place / "state" / "memoryd.sqlite3").write_bytes(b"no database" * 1000)


def _edit(house: House, **wanted: object) -> None:
    if found := house.id_of("dock 1"):
        edit(found, Edit(**wanted), house.project, house.projects, if_match=None, now=house.now)


def _delete(house: House) -> None:
    if found := house.id_of("dock 1"):
        delete(found, house.project, house.projects)


OPERATIONS = {
    "learn": Operation(fill=lambda house: house.say("s1", *PORTS, *HABITS), act=House.learn),
    "learn on": Operation(
        fill=lambda house: (
            _fill(house),
            house.say("s2", PORTS[1], "Remember that cranes are red."),
        ),
        act=House.learn,
        undoable=True,
    ),
    "remember": Operation(
        act=lambda house: house.remember("The crane is green.", name="r1"),
        fill=_fill,
        undoable=True,
    ),
    "remember of the user": Operation(
        act=lambda house: house.remember("I prefer tabs to spaces.", name="r1"), undoable=True
    ),
    "learn a lesson": Operation(
        act=lambda house: house.taught("Port 7000 is for dock 0."), fill=_forgotten
    ),
    "edit": Operation(
        act=lambda house: _edit(house, body="Dock 1 is closed."), fill=_fill, undoable=True
    ),
    "pin": Operation(act=lambda house: _edit(house, pinned=True), fill=_fill, undoable=True),
    "delete": Operation(act=_delete, fill=_fill, undoable=True),
    "forget": Operation(act=lambda house: house.forget("dock"), fill=_fill, undoable=True),
    "purge": Operation(act=lambda house: house.forget("dock 1", purge=True), fill=_consolidated),
    "undo": Operation(act=lambda house: house.undo_first("forget"), fill=_forgotten),
    "redo": Operation(act=lambda house: house.undo_first("undo"), fill=_undone),
    "dream": Operation(act=House.dream, fill=_double, undoable=True),
    "clear": Operation(act=House.clear, fill=_consolidated, undoable=True, again_after=SOON),
    "undo a clearing": Operation(act=lambda house: house.undo_first("clear"), fill=_cleared),
    "consolidate": Operation(act=House.consolidate, fill=_fill, again_after=LONG),
    "follow a move": Operation(
        act=lambda house: house.projects.scaffold(house.project), fill=_moved
    ),
    "hand out": Operation(act=House.recall, fill=_fill),
    "count uses": Operation(act=House.use, fill=_fill),
    "take the lock": Operation(act=House.serve),
    "first start": Operation(act=lambda _: None, starts=True),
    "upgrade": Operation(act=lambda _: None, fill=_older, starts=True),
    "set a broken database aside": Operation(act=lambda _: None, fill=_broken, starts=True),
}


def crash_everywhere(name: str, outside: Path, *, every: int = 1) -> int:
    """End the operation before each of its steps in turn, or every so many; return how often."""
    operation = OPERATIONS[name]
    place, template = outside / "place", outside / "template"
    (outside / "harbor" / ".git").mkdir(parents=True)
    if operation.starts and operation.fill is Operation.fill:
        place.mkdir()
    else:
        with closing(House(outside, later=-LONG)) as house:
            operation.fill(house)
    shutil.copytree(place, template)
    before, after = _undisturbed(operation, outside)
    for tries in itertools.count():
        steps = 1 + tries * every
        shutil.rmtree(place)
        shutil.copytree(template, place)
        if _run(operation, outside, steps=steps):
            return tries
        try:
            _check(operation, outside, before=before, after=after)
        except Exception as exc:
            raise AssertionError(f"{name}: ended before step {steps}") from exc
    raise AssertionError("there is no last step")


def _undisturbed(operation: Operation, outside: Path) -> tuple[object, object]:
    with closing(House(outside)) as house:
        before = house.memories()
        operation.act(house)
        house.tidy()
        return before, house.seen()


def _run(operation: Operation, outside: Path, *, steps: int) -> bool:
    if operation.starts:
        return dying.run_until_killed(lambda: outside, House, steps=steps)
    return dying.run_until_killed(lambda: _opened(outside), operation.act, steps=steps)


def _opened(outside: Path) -> House:
    house = House(outside)
    house.memories()
    return house


def _check(operation: Operation, outside: Path, *, before, after) -> None:
    with closing(House(outside)) as house:
        left = house.memories()
        for path in left.keys() | before.keys() | after["memories"].keys():
            allowed = (before.get(path), after["memories"].get(path))
            assert left.get(path) in allowed, f"{path}: {left.get(path)} is none of {allowed}"
        house.project.store.lock_path.unlink(missing_ok=True)  # for a second it says nothing
        if operation.undoable and left != before:
            house.undo()
            assert house.memories() == before, "the undo does not bring back what was"
    with closing(House(outside, later=operation.again_after)) as house:
        operation.act(house)
        house.tidy()
        seen = house.seen()
    for part in seen.keys() | after.keys():
        assert seen.get(part) == after.get(part), f"{part}: {seen.get(part)} != {after.get(part)}"
    assert not [path for path in (outside / "place").rglob("*") if path.name.endswith(".tmp")]


def main(every: int, chosen: list[str]) -> None:
    """Print for each operation how often it was ended."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    dying.patch()
    gc.freeze()  # children share what is loaded
    for name in chosen or OPERATIONS:
        with tempfile.TemporaryDirectory() as directory:
            print(name, crash_everywhere(name, Path(directory), every=every), sep="\t", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
