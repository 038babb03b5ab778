"""Thirty days in half an hour: does a daemon that stands grow, wake up, or ask a model?

    python tests/reliability/soak.py [--days 1] [--speed 2000] [--daily]

The real daemon runs with libfaketime (`apt-get install faketime`), under which its clock and every
wait of its are *speed* times as fast. It has a model configured, which is a script that counts
what it is asked. Standing, all sessions have been read on the first two days; from then on nothing
happens. With `--daily` there are three sessions, ten recalls, something to remember and something
to forget on each day. At the end a session is written, and must be learnt. Linux only.
"""

import argparse
import contextlib
import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import running
from load import WORDS
from load import talk as record_of

LIBRARIES = "/usr/lib/{}/faketime/libfaketimeMT.so.1"
SETTLED_DAYS = 2.0
DAY_S = 86_400
MOST_MIB = 4.0  # that a month may add to what it holds, once it has settled
MOST_MIB_DAILY = 16.0


class Model(BaseHTTPRequestHandler):
    """Answers that there is nothing to learn; the server counts."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.calls += 1
        message = {"role": "assistant", "content": '{"patches": []}'}
        body = {
            "choices": [{"message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10},
        }
        reply = json.dumps(body).encode()
        with contextlib.suppress(BrokenPipeError):  # whoever asked lives faster, and gave up
            self.send_response(200)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def model() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        server.calls = 0
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Soak:
    """A daemon whose days are short, and what was seen of it."""

    def __init__(self, daemon: running.Daemon, server: ThreadingHTTPServer, speed: float) -> None:
        self.daemon, self.server, self.speed = daemon, server, speed
        self.project = daemon.project("harbor")
        self.samples: list[dict[str, float]] = []
        self.named = 0

    def start(self) -> None:
        self.daemon.start()
        self.began, self.began_at = time.monotonic(), datetime.now(UTC)

    @property
    def day(self) -> float:
        return (time.monotonic() - self.began) * self.speed / DAY_S

    def say(self, *texts: str) -> Path:
        """Write a session, as of the daemon's now."""
        now = self.began_at + timedelta(days=self.day)
        self.named += 1
        session = f"00000000-0000-4000-8000-{self.named:012}"
        path = self.daemon.claude / "talk" / f"{session}.jsonl"
        path.parent.mkdir(exist_ok=True)
        told = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        records = [
            record_of(self.project, session, text)
            | {"origin": {"kind": "human"}, "uuid": f"{session}-{number}", "timestamp": told}
            for number, text in enumerate(texts)
        ]
        path.write_text("".join(json.dumps(each) + "\n" for each in records))
        os.utime(path, (now.timestamp(), now.timestamp()))
        return path

    def live_a_day(self, number: int) -> None:
        """Do what somebody does who works a little."""
        for turn in range(3):
            name = f"d{number}t{turn}"
            word = WORDS[(number * 3 + turn) % len(WORDS)]
            self.say(
                f"Remember that the {name} service is deployed from the branch {word}.",
                "What does this function do?",
            )
        with self.daemon.client(self.project) as client:
            for turn in range(10):
                client.recall(f"which branch is d{number}t{turn % 3} on", session_id=f"s{number}")
            client.remember(f"The q{number} lamp shines over the {WORDS[number]} pier at night.")
            client.forget(query=f"q{number - 1} lamp", apply=True)

    def sample(self) -> None:
        folder = self.daemon.state
        self.samples.append(
            {
                "day": self.day,
                "RSS MiB": self.daemon.rss_mib(),
                "descriptors": len(self.daemon.files()),
                "threads": self.daemon.threads(),
                "wake-ups": self.daemon.wakeups(),
                "CPU s": self.daemon.cpu_s(),
                "model calls": self.server.calls,
                "database KiB": (folder / "memoryd.sqlite3").stat().st_size / 1024,
                "its log KiB": (folder / "memoryd.sqlite3-wal").stat().st_size / 1024,
                "log KiB": sum(each.stat().st_size for each in folder.rglob("*.log*")) / 1024,
                "trash": len(list(self.daemon.base.rglob("trash/*"))),
            }
        )


def learns(soak: Soak, name: str) -> bool:
    """Tell whether a session that is written now is learnt."""
    soak.say(f"Remember that the {name} service is deployed from the {name} branch.")
    return wait(lambda: name in soak.daemon.facts(holding="memory"))


def wait(condition, within_s: float = 60) -> bool:
    until = time.monotonic() + within_s
    while not condition() and time.monotonic() < until:
        time.sleep(0.2)
    return condition()


def stand(soak: Soak, days: float, *, daily: bool) -> None:
    """Let the days pass; look at the daemon ten times a day at most, and once a second."""
    lived = 0
    while soak.day < days:
        if daily and soak.day >= lived:
            lived += 1
            soak.live_a_day(lived)
        soak.sample()
        time.sleep(max(1, DAY_S / 10 / soak.speed))


def ends(samples: list[dict[str, float]]) -> tuple[list[dict[str, float]], ...]:
    """Return the first and the last quarter."""
    part = max(len(samples) // 4, 1)
    return samples[:part], samples[-part:]


def level(samples: list[dict[str, float]], figure: str) -> float:
    """Return what was usual: what is open for a moment only does not count."""
    return statistics.median(each[figure] for each in samples)


def report(soak: Soak, checks: dict[str, bool], *, daily: bool) -> bool:
    """Print a row a figure, from when all had settled to the end; return whether all held."""
    settled = [each for each in soak.samples if each["day"] >= SETTLED_DAYS]
    first, last = settled[0], settled[-1]
    days = last["day"] - first["day"]
    slope, _ = statistics.linear_regression(
        [each["day"] for each in settled], [each["RSS MiB"] for each in settled]
    )
    early, late = ({figure: level(part, figure) for figure in last} for part in ends(settled))
    rows = [
        {
            "figure": figure,
            "first quarter": f"{early[figure]:.0f}",
            "last quarter": f"{late[figure]:.0f}",
            "most": f"{max(each[figure] for each in settled):.0f}",
        }
        for figure in last
        if figure not in ("day", "wake-ups", "CPU s")
    ]
    running.table(rows)
    seconds = days * DAY_S
    woken = (last["wake-ups"] - first["wake-ups"]) / seconds
    busy_s = (last["CPU s"] - first["CPU s"]) / days
    print(
        f"RSS {slope * 30:+.2f} MiB a month; {woken:.1f} wake-ups a second; {busy_s:.0f} s of CPU "
        f"a day; load of the machine {os.getloadavg()[0]:.1f}"
    )
    for figure in ("RSS MiB", "descriptors"):
        course = (f"{each[figure]:.0f}" for each in settled[:: max(len(settled) // 14, 1)])
        print(f"{figure} in the course of time: {' '.join(course)}")
    kept = {
        **checks,
        "RSS is flat": slope * 30 < (MOST_MIB_DAILY if daily else MOST_MIB),
        "as many descriptors": late["descriptors"] <= early["descriptors"] + 1,
        # Pools start their threads when they need them.
        "as many threads": late["threads"] <= early["threads"] + 4,
        "the log is bounded": last["log KiB"] < 12 * 1024,
        "the database's log is bounded": last["its log KiB"] < 5 * 1024,
    }
    if not daily:
        kept["no model was asked"] = last["model calls"] == first["model calls"]
        kept["the database stands"] = last["database KiB"] <= first["database KiB"] + 64
    for what, held in kept.items():
        print(f"  {'yes' if held else 'NO'}: {what}")
    return all(kept.values())


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--days", type=float, default=4)
    options.add_argument("--speed", type=float, default=4000)
    options.add_argument("--daily", action="store_true", help="with light use")
    wanted = options.parse_args()
    machine = "aarch64-linux-gnu" if os.uname().machine == "aarch64" else "x86_64-linux-gnu"
    library = Path(LIBRARIES.format(machine))
    if not library.exists():
        print(f"{library} is missing: apt-get install faketime")
        return 2
    faked = {
        "LD_PRELOAD": str(library),
        "FAKETIME": f"+0 x{wanted.speed:g}",
        "NO_FAKE_STAT": "1",  # files have the times they were given
    }
    with model() as server, running.daemon(**faked) as daemon:
        soak = Soak(daemon, server, wanted.speed)
        daemon.config.write_text(settings(f"http://127.0.0.1:{server.server_address[1]}/v1"))
        soak.start()
        checks = {"a session at the start is learnt": learns(soak, "early")}
        orphan = next(daemon.base.rglob("memory")) / ".memoryd-0123456789ab.tmp"
        orphan.touch()
        stand(soak, max(wanted.days, SETTLED_DAYS + 0.5), daily=wanted.daily)
        soak.sample()
        checks["the daily tidying ran"] = not orphan.exists()
        checks["a session at the end is learnt"] = learns(soak, "late")
        calls = server.calls
        daemon.end()
        print(f"{soak.samples[-1]['day']:.0f} days, {calls} calls of the model in all")
        return 0 if report(soak, checks, daily=wanted.daily) else 1


def settings(url: str) -> str:
    provider = {"kind": "openai", "baseUrl": url, "timeoutSeconds": 600}
    models = {"providers": {"here": provider}, "roles": {"default": "here/m1"}}
    return json.dumps({"models": models, "memories": {"enabled": True}})


if __name__ == "__main__":
    sys.exit(main())
