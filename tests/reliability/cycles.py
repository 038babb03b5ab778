"""Start and stop, again and again: nothing may be left of a daemon that is gone.

    python tests/reliability/cycles.py [--cycles 20] [--reloads 20]

Each cycle starts a daemon, connects clients, opens an event stream and gives it sessions to read;
then it is asked to stop, or killed. Afterwards no process, socket, lock or temporary file of it
may be there, all that was remembered must be, and the last one, which lives on, has its parts
built anew by *reloads* of changed settings: its threads and descriptors must stay as many.
Linux only (reads /proc).
"""

import argparse
import contextlib
import json
import random
import signal
import socket
import statistics
import sys
import time
import uuid
from collections import Counter
from pathlib import Path

import running
from load import talk

from memoryd_client import MemorydError

RATHER_KILLED = 0.4
MOST_MIB = 8.0  # that a hundred reloads may add


class Crowd:
    """Connections that are open while the daemon ends: idle ones and an event stream."""

    def __init__(self, address: Path) -> None:
        self.sockets = []
        for request in (b"", b"GET /_ping HTTP/1.1\r\n", EVENTS, EVENTS):
            sock = socket.socket(socket.AF_UNIX)
            sock.connect(str(address))
            sock.sendall(request)
            self.sockets.append(sock)

    def leave(self) -> None:
        for sock in self.sockets:
            sock.close()


EVENTS = b"GET /v1/events HTTP/1.1\r\nHost: memoryd\r\nAccept: text/event-stream\r\n\r\n"


def teach(daemon: running.Daemon, project: Path, number: int) -> str:
    """Write a session; return the name of what it says."""
    session, name = str(uuid.uuid4()), f"c{number}w"
    path = daemon.claude / "talk" / f"{session}.jsonl"
    path.parent.mkdir(exist_ok=True)
    text = f"Remember that the {name} service is deployed from the {name} branch."
    record = talk(project, session, text) | {"origin": {"kind": "human"}}
    path.write_text(json.dumps(record) + "\n")
    return name


def run_cycle(
    daemon: running.Daemon, project: Path, number: int, chance: random.Random
) -> tuple[float, list[str]]:
    """Start, use and end a daemon; return how long it took to be READY, and what was promised."""
    ready_s = daemon.start()
    promised = [teach(daemon, project, number)]
    crowd = Crowd(daemon.socket)
    with daemon.client(project) as client, contextlib.suppress(MemorydError):
        client.recall("which branch is it deployed from")
        if number % 3 == 0:
            name = f"m{number}v"
            client.remember(f"The {name} tower keeps the light for the {name} harbour.")
            promised.append(name)
        client.extract()
    time.sleep(chance.uniform(0, 0.3))
    daemon.end(signal.SIGKILL if chance.random() < RATHER_KILLED else signal.SIGTERM)
    crowd.leave()
    return ready_s, promised


def look_for_remains(daemon: running.Daemon, *, stopped: bool) -> Counter[str]:
    """Count what is left of a daemon that is gone."""
    left: Counter[str] = Counter()
    left["processes"] = len(running.processes_naming(daemon.root))
    if stopped:  # one that was killed leaves files; the next one takes them over
        left["sockets"] = int(daemon.socket.exists())
        left["temporary files"] = len(daemon.temporaries())
    return left


def settle(daemon: running.Daemon) -> tuple[int, Counter[str]]:
    """Return its threads and descriptors, once all that was under way is over."""

    def seen() -> tuple[int, Counter[str]]:
        kinds = Counter(each.partition("[")[0] for each in daemon.files())
        return daemon.threads(), kinds

    last, since = seen(), time.monotonic()
    while time.monotonic() - since < 2:
        time.sleep(0.2)
        if (now := seen()) != last:
            last, since = now, time.monotonic()
    return last


def rebuild(daemon: running.Daemon, project: Path, times: int) -> None:
    """Change a setting that needs the parts anew, so many times."""
    for turn in range(times):
        daemon.config.write_text(f"storage: {{worktrees: {('shared', 'separate')[turn % 2]}}}\n")
        with daemon.client(project) as client:
            client.reload()
        with daemon.client(project) as client:
            client.recall("which branch is it deployed from")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--cycles", type=int, default=20)
    options.add_argument("--reloads", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    wanted = options.parse_args()
    chance = random.Random(wanted.seed)
    left: Counter[str] = Counter()
    promised: list[str] = []
    readies = []
    with running.daemon(MEMORYD_EXTRACT_QUIET_SECONDS="0.2") as daemon:
        project = daemon.project("harbor")
        for number in range(wanted.cycles):
            ready_s, names = run_cycle(daemon, project, number, chance)
            readies.append(ready_s)
            promised += names
            stopped = daemon.process.returncode == 0
            left += look_for_remains(daemon, stopped=stopped)
        readies.append(daemon.start())
        with daemon.client(project) as client:
            for _ in range(2):  # the second starts once the first, and what it began, is over
                job = client.extract().job
                while client.job(job).status not in ("completed", "failed", "skipped"):
                    time.sleep(0.05)
        rebuild(daemon, project, 2)
        before = settle(daemon)
        rss = daemon.rss_mib()
        rebuild(daemon, project, wanted.reloads)
        after = settle(daemon)
        grown = daemon.rss_mib() - rss
        daemon.end()
        left += look_for_remains(daemon, stopped=True)
        text = daemon.facts(holding="memory") + daemon.facts(holding="memories")
        told = [line for line in text.splitlines() if not line.startswith(("name:", "descr"))]
        stands = Counter(
            name for name in promised for line in told if f"the {name} " in line.lower()
        )
    lost = [name for name in promised if not stands[name]]
    doubled = [name for name in promised if stands[name] > 1]
    running.table(
        [
            {
                "scenario": "start, use, stop or kill",
                "tries": str(wanted.cycles),
                "lost": str(len(lost)),
                "doubled": str(len(doubled)),
                "left behind": ", ".join(f"{n} {what}" for what, n in left.items() if n)
                or "nothing",
                "recovered in": f"{statistics.median(readies):.2f} s, worst {max(readies):.2f} s",
            },
            {
                "scenario": "parts built anew by reload",
                "tries": str(wanted.reloads),
                "left behind": f"threads {before[0]} → {after[0]}, descriptors "
                f"{before[1].total()} → {after[1].total()}, RSS {grown:+.1f} MiB",
            },
        ]
    )
    if lost or doubled:
        print("lost:", lost[:5], "doubled:", doubled[:5])
    # Pools start their threads when they need them, so that a few more are no leak.
    leaks = after[0] - before[0] > max(wanted.reloads // 2, 4) or after[1] != before[1]
    leaks |= grown > MOST_MIB
    if leaks:
        print(before, after)
    return int(bool(lost or doubled or +left or leaks))


if __name__ == "__main__":
    sys.exit(main())
