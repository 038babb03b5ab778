"""Many clients at once: recall, remember and forget while a backlog is read and dreams run.

    python tests/reliability/load.py [--clients 200] [--seconds 300] [--rate 1] [--backlog-mb 64]

Each client has one connection and asks *rate* times a second at random moments, whether or not
the answer before came late; a wait counts from the moment it should have asked. With `--rate 0`
each asks as soon as it was answered: the most that gets through. The generator tells how late its
own event loops were. Afterwards the daemon is killed and started anew, and every fact that was
acknowledged must be there once, and none that was forgotten. Linux only (reads /proc).
"""

import argparse
import asyncio
import itertools
import json
import math
import multiprocessing
import os
import random
import signal
import socket
import sys
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import running

from memoryd_client import MemorydError

PROCESSES = 2
SYLLABLES = [a + b for a in "bcdfghklmnprstvw" for b in "aeiou"]
CHANCE = random.Random(0)
WORDS = ["".join(CHANCE.choices(SYLLABLES, k=3)) for _ in range(3000)]
RECALLS, REMEMBERS = 0.80, 0.15  # the rest forget what they had remembered
A_SESSION = 30  # so many recalls, then the client is another session


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What one generator process does."""

    socket: str
    projects: list[str]
    clients: range
    seconds: float
    rate: float
    seed: int


@dataclass(slots=True)
class Heard:
    """What was asked and heard: seconds waited by kind, facts by what became of them."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    lags: list[float] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    forgotten: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)

    def add(self, other: "Heard") -> None:
        for kind, waits in other.waits.items():
            self.waits.setdefault(kind, []).extend(waits)
        self.statuses += other.statuses
        self.lags += other.lags
        self.kept |= other.kept
        self.forgotten |= other.forgotten
        self.unsure |= other.unsure


class Asker:
    """One client: a connection, a project, and what it told the daemon."""

    def __init__(self, plan: Plan, number: int, heard: Heard) -> None:
        self.plan, self.number, self.heard = plan, number, heard
        self.chance = random.Random(f"{plan.seed}-{number}")
        self.cwd = plan.projects[number % len(plan.projects)]
        self.mine: list[str] = []
        self.asked = 0
        # Blocking, since the event loop takes a socket that has to wait for one that is connected.
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(plan.socket)

    async def run(self) -> None:
        self.reader, self.writer = await asyncio.open_unix_connection(sock=self.sock)
        loop = asyncio.get_running_loop()
        due, end = loop.time(), loop.time() + self.plan.seconds
        try:
            while True:
                if self.plan.rate:
                    due += self.chance.expovariate(self.plan.rate)
                    await asyncio.sleep(due - loop.time())
                else:
                    due = loop.time()
                if due >= end:
                    return
                kind = await self.act()
                self.heard.waits.setdefault(kind, []).append(loop.time() - due)
        finally:
            self.writer.close()

    async def act(self) -> str:
        """Do one thing; return what it was."""
        self.asked += 1
        pick = self.chance.random()
        if pick < RECALLS:
            session = f"load-{self.number}-{self.asked // A_SESSION}"
            words = " ".join(self.chance.choices(WORDS, k=self.chance.randint(4, 20)))
            await self.ask("recall", {"query": words, "session_id": session})
            return "recall"
        if pick < RECALLS + REMEMBERS or not self.mine:
            await self.remember(f"n{self.plan.seed:x}x{self.number}x{self.asked}z")
            return "remember"
        await self.forget(self.mine.pop(self.chance.randrange(len(self.mine))))
        return "forget"

    async def remember(self, name: str) -> None:
        text = f"{name} stands for " + " ".join(self.chance.choices(WORDS, k=9))
        status, body = await self.ask("remember", {"text": text, "type": "project"})
        if status == 201:
            self.mine.append(name)
            self.heard.kept.add(name)
        elif status == 200:
            self.heard.statuses[f"remember: {json.dumps(body)[:120]}"] += 1
        elif status >= 500:
            self.heard.unsure.add(name)

    async def forget(self, name: str) -> None:
        status, body = await self.ask("forget", {"query": name, "apply": True})
        if status == 200 and len(body["forgotten"]) == 1:
            self.heard.kept.discard(name)
            self.heard.forgotten.add(name)
        elif status == 200:
            self.heard.statuses[f"forget found {len(body['forgotten'])}"] += 1
        elif status >= 500:
            self.heard.kept.discard(name)
            self.heard.unsure.add(name)

    async def ask(self, what: str, body: dict[str, object]) -> tuple[int, dict]:
        data = json.dumps(body | {"cwd": self.cwd}).encode()
        self.writer.write(
            f"POST /v1/{what} HTTP/1.1\r\nHost: memoryd\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        (length,) = (
            int(line.partition(b":")[2])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        )
        answer = json.loads(await self.reader.readexactly(length))
        if status >= 400:
            self.heard.statuses[f"{status} {answer['code']}"] += 1
        return status, answer


def drive(plan: Plan) -> Heard:
    """Play the clients of *plan* in this process."""
    return asyncio.run(_drive(plan))


async def _drive(plan: Plan) -> Heard:
    heard = Heard()
    watch = asyncio.create_task(_watch_lag(heard))
    askers = [Asker(plan, number, heard) for number in plan.clients]
    async with asyncio.TaskGroup() as group:
        for asker in askers:
            group.create_task(asker.run())
    watch.cancel()
    return heard


async def _watch_lag(heard: Heard) -> None:
    loop = asyncio.get_running_loop()
    while True:
        asked = loop.time()
        await asyncio.sleep(0.02)
        heard.lags.append(loop.time() - asked - 0.02)


class Burden:
    """What the daemon has to do besides: sessions to read, dreams, and looks at its status."""

    def __init__(self, daemon: running.Daemon, projects: list[Path]) -> None:
        self.daemon, self.projects = daemon, projects
        self.dreams: Counter[str] = Counter()
        self.taught: set[str] = set()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        turn = 0
        while not self._over.wait(1):
            project = self.projects[turn % len(self.projects)]
            turn += 1
            self._say(project, turn)
            with self.daemon.client(project) as client:
                try:
                    started = client.dream(force=True)
                    self.dreams[started.skipped or "started"] += 1
                    client.status()
                except MemorydError as exc:
                    self.dreams[exc.code] += 1

    def _say(self, project: Path, turn: int) -> None:
        name = f"s{turn}y"
        session = str(uuid.uuid4())
        path = self.daemon.claude / "talk" / f"{session}.jsonl"
        path.parent.mkdir(exist_ok=True)
        text = f"Remember that the {name} service is deployed from the branch {WORDS[turn % 3000]}."
        record = talk(project, session, text) | {"origin": {"kind": "human"}}
        path.write_text(json.dumps(record) + "\n")
        self.taught.add(name)


def talk(project: Path, session: str, content: object) -> dict[str, object]:
    """Return a record of a session as an agent writes it."""
    return {
        "type": "user",
        "uuid": str(uuid.uuid4()),
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "cwd": str(project),
        "sessionId": session,
        "version": "2.1.0",
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
        "message": {"role": "user", "content": content},
    }


def write_backlog(daemon: running.Daemon, project: Path, megabytes: int) -> None:
    """Write sessions that are mostly tool output, in files of 16 MB."""
    noise = "x = 1\n" * 500
    for _ in range(math.ceil(megabytes / 16)):
        session = str(uuid.uuid4())
        path = daemon.claude / "backlog" / f"{session}.jsonl"
        path.parent.mkdir(exist_ok=True)
        result = [{"type": "tool_result", "tool_use_id": "t", "content": noise}]
        line = json.dumps(talk(project, session, result) | {"toolUseResult": {"stdout": noise}})
        with path.open("w") as file:
            for _ in range(min(megabytes, 16) * 1_000_000 // len(line)):
                file.write(line + "\n")


def quantile(values: list[float], q: float) -> float:
    return sorted(values)[min(int(len(values) * q), len(values) - 1)] if values else math.nan


def put_load(daemon: running.Daemon, projects: list[Path], wanted: argparse.Namespace) -> Heard:
    """Play all clients; return what they heard."""
    bounds = [wanted.clients * part // PROCESSES for part in range(PROCESSES + 1)]
    plans = [
        Plan(
            socket=str(daemon.socket),
            projects=[str(project) for project in projects],
            clients=range(first, last),
            seconds=wanted.seconds,
            rate=wanted.rate,
            seed=wanted.seed,
        )
        for first, last in itertools.pairwise(bounds)
    ]
    heard = Heard()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        for part in pool.map(drive, plans):
            heard.add(part)
    return heard


def settle(daemon: running.Daemon, project: Path) -> None:
    """Wait until all that was said is read, and nothing is dreamt any more."""
    with daemon.client(project) as client:
        for _ in range(2):  # what was said during the first look is found by the second
            job = client.extract().job
            while client.job(job).status not in ("completed", "failed", "skipped"):
                time.sleep(0.05)
            while (queue := client.status().queue).running or queue.pending:
                time.sleep(0.05)


def count_wrong(daemon: running.Daemon, heard: Heard, taught: set[str]) -> dict[str, set[str]]:
    """Return the facts that are lost, doubled, or back though they were forgotten."""
    text = daemon.facts(holding="memory") + daemon.facts(holding="memories")
    summaries = [
        line for line in text.splitlines() if not line.startswith(("name:", "description:"))
    ]
    stands = Counter(
        word.strip("`*.,:") for line in summaries for word in dict.fromkeys(line.split())
    )
    promised = heard.kept | taught
    return {
        "lost": {name for name in promised if stands[name] == 0},
        "doubled": {name for name in promised | heard.unsure if stands[name] > 1},
        "back": {name for name in heard.forgotten if stands[name]},
    }


def report(
    heard: Heard, wrong: dict[str, set[str]], daemon_cpu: float, wanted: argparse.Namespace
) -> bool:
    """Print what was measured; return whether every bound was kept."""
    waits = [wait for each in heard.waits.values() for wait in each]
    lag, p99 = quantile(heard.lags, 0.99), quantile(waits, 0.99)
    failed = {what: n for what, n in heard.statuses.items() if not what.endswith(" busy")}
    busy = sum(heard.statuses.values()) - sum(failed.values())
    pace = f"{wanted.rate:g}/s each" if wanted.rate else "closed loop"
    rows = []
    for kind, each in [("all", waits), *sorted(heard.waits.items())]:
        first = kind == "all"
        rows.append(
            {
                "scenario": f"{wanted.clients} clients, {pace}" if first else f"  {kind}",
                "tries": f"{len(each):,}",
                "a second": f"{len(each) / wanted.seconds:.0f}",
                "lost": str(len(wrong["lost"])) if first else "",
                "doubled": str(len(wrong["doubled"])) if first else "",
                "back": str(len(wrong["back"])) if first else "",
                "errors": str(sum(failed.values())) if first else "",
                "busy": str(busy) if first else "",
                "p50": f"{quantile(each, 0.5) * 1000:.1f} ms",
                "p99": f"{quantile(each, 0.99) * 1000:.1f} ms",
                "worst": f"{max(each, default=0) * 1000:.0f} ms",
            }
        )
    running.table(rows)
    print(
        f"generator's own lag p99 {lag * 1000:.1f} ms; daemon used {daemon_cpu:.0%} of a core; "
        f"load of the machine {os.getloadavg()[0]:.1f}"
    )
    for what, count in failed.items():
        print(f"  {count} × {what}")
    for what, names in wrong.items():
        if names:
            print(f"  {what}: {sorted(names)[:5]}")
    return not failed and not any(wrong.values()) and p99 * 1000 < wanted.p99_ms


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--clients", type=int, default=200)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument(
        "--rate", type=float, default=1, help="of one client a second; 0: no pause"
    )
    options.add_argument("--projects", type=int, default=20)
    options.add_argument("--backlog-mb", type=int, default=64)
    options.add_argument("--p99-ms", type=float, default=250)
    options.add_argument("--place", default="/tmp", help="/dev/shm: without the disk's own waits")
    options.add_argument("--seed", type=int, default=1)
    wanted = options.parse_args()
    with running.daemon(place=wanted.place, MEMORYD_EXTRACT_QUIET_SECONDS="0.5") as daemon:
        projects = [daemon.project(f"p{number}") for number in range(wanted.projects)]
        daemon.start()
        write_backlog(daemon, projects[0], wanted.backlog_mb)
        cpu_s = daemon.cpu_s()
        with Burden(daemon, projects) as burden:
            heard = put_load(daemon, projects, wanted)
        cpu = (daemon.cpu_s() - cpu_s) / wanted.seconds
        settle(daemon, projects[0])
        print("dreams:", dict(burden.dreams), f"RSS {daemon.rss_mib():.0f} MiB")
        daemon.end(signal.SIGKILL)
        daemon.start()
        settle(daemon, projects[0])
        return 0 if report(heard, count_wrong(daemon, heard, burden.taught), cpu, wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
