"""The daemon under the clock: recall over the socket, start, idle, and recall during a backlog.

Prints each figure beside its bound. Linux only (reads /proc).

    python tests/bench/bench_service.py [--backlog-mb 1024] [--large 10000]
"""

import argparse
import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from memoryd_client import Client

_SYLLABLES = [a + b for a in "bcdfghklmnprstvw" for b in "aeiou"]
_CHANCE = random.Random(0)
WORDS = ["".join(_CHANCE.choices(_SYLLABLES, k=3)) for _ in range(3000)]


class Daemon:
    """A daemon in a throw-away store."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = root / "project"
        (self.project / ".git").mkdir(parents=True)
        (root / "claude" / "projects").mkdir(parents=True)
        self.env = os.environ | {
            "MEMORYD_BASE_DIR": str(root / "base"),
            "MEMORYD_STATE_DIR": str(root / "state"),
            "MEMORYD_CONFIG": str(root / "none.yaml"),
            "CLAUDE_CONFIG_DIR": str(root / "claude"),
            "CODEX_HOME": str(root / "codex"),
            "QWEN_HOME": str(root / "qwen"),
        }

    def start(self) -> float:
        """Start it and return the seconds until READY."""
        address = str(self.root / f"n{uuid.uuid4().hex[:6]}")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.bind(address)
            started = time.perf_counter()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "memoryd", "run"],
                env=self.env | {"NOTIFY_SOCKET": address},
                stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while b"READY=1" not in sock.recv(4096):
                pass
            return time.perf_counter() - started

    def client(self) -> Client:
        path = self.root / "state" / "run" / "memoryd.sock"
        return Client(cwd=str(self.project), socket=str(path), timeout_s=60)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def rss_mib(self, key: str = "VmRSS") -> float:
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split(f"{key}:")[1].split()[0]) / 1024

    def wakeups_a_second(self, seconds: float) -> float:
        """Voluntary context switches of all threads: each is one wake-up."""
        before = self._switches()
        time.sleep(seconds)
        return (self._switches() - before) / seconds

    def _switches(self) -> int:
        return sum(
            int((task / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
            for task in Path(f"/proc/{self.process.pid}/task").iterdir()
        )

    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_memories(daemon: Daemon, count: int) -> None:
    """Put *count* memories of about 600 bytes where the daemon finds them."""
    with daemon.client() as client:
        client.remember("The first memory makes the directory of this project.")
    (folder,) = (daemon.root / "base" / "projects").iterdir()
    chance = random.Random(1)
    for number in range(count):
        kind = ("user", "feedback", "project", "reference")[number % 4]
        target = folder / "memory" / kind
        target.mkdir(exist_ok=True)
        title = " ".join(chance.choices(WORDS, k=6))
        body = " ".join(chance.choices(WORDS, k=60))
        (target / f"m{number}.md").write_text(
            f"---\nname: {title}\ndescription: {title} in short\ntype: {kind}\n---\n\n{body}\n"
        )


def time_recalls(client: Client, count: int) -> tuple[float, float]:
    """Return p50 and p95 in ms of recalls with prompts of 6 to 40 words."""
    chance = random.Random(2)
    for _ in range(20):
        client.recall(" ".join(chance.choices(WORDS, k=8)))
    took = []
    for _ in range(count):
        query = " ".join(chance.choices(WORDS, k=chance.randint(6, 40)))
        started = time.perf_counter()
        client.recall(query)
        took.append((time.perf_counter() - started) * 1000)
    return statistics.median(took), statistics.quantiles(took, n=20)[18]


def time_guidance(client: Client, count: int, *, same: bool) -> tuple[float, float]:
    """Return p50 and p95 in ms of what one session, or a new one each time, is told."""
    took = []
    for number in range(count):
        started = time.perf_counter()
        client.guidance(session_id="s" if same else f"s{number}")
        took.append((time.perf_counter() - started) * 1000)
    return statistics.median(took), statistics.quantiles(took, n=20)[18]


def write_backlog(daemon: Daemon, megabytes: int) -> int:
    """Write transcripts like real ones: mostly tool output, a little talk."""
    folder = daemon.root / "claude" / "projects" / "backlog"
    folder.mkdir()
    path = folder / f"{uuid.uuid4()}.jsonl"
    noise = json.dumps("x = 1\n" * 500)
    talk = {"parentUuid": None, "isSidechain": False, "cwd": str(daemon.project), "version": "2.1"}
    size = 0
    with path.open("wb") as file:
        while size < megabytes * 1_000_000:
            for n in range(200):
                head = json.dumps(
                    talk | {"uuid": str(uuid.uuid4()), "timestamp": "2026-01-01T00:00:00.000Z"}
                )[:-1]
                if n == 0:
                    line = (
                        f'{head},"type":"user","message":{{"role":"user","content":"fix it"}}}}\n'
                    )
                else:
                    line = (
                        f'{head},"type":"user","message":{{"role":"user","content":[{{"type":'
                        f'"tool_result","tool_use_id":"t","content":{noise}}}]}},'
                        f'"toolUseResult":{{"stdout":{noise}}}}}\n'
                    )
                size += file.write(line.encode())
    return size


def row(what: str, value: str, bound: str) -> None:
    print(f"{what:<52} {value:>16}   {bound}")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--backlog-mb", type=int, default=1024)
    options.add_argument("--large", type=int, default=10_000)
    options.add_argument("--idle-s", type=float, default=20)
    wanted = options.parse_args()
    root = Path(tempfile.mkdtemp(prefix="mb", dir="/tmp"))
    try:
        small = Daemon(root / "small")
        small.start()
        write_memories(small, 1000)
        small.stop()
        ready = statistics.median(_time_start(small) for _ in range(5))
        small.start()
        row("start to READY, 1,000 memories", f"{ready * 1000:.0f} ms", "< 1000 ms")
        with small.client() as client:
            p50, p95 = time_recalls(client, 500)
            row(
                "recall over the socket, 1,000 memories, p50/p95",
                f"{p50:.1f}/{p95:.1f} ms",
                "p95 < 5 ms",
            )
            for what, same in (("one session", True), ("new sessions", False)):
                p50, p95 = time_guidance(client, 200, same=same)
                row(f"guidance, {what}, p50/p95", f"{p50:.1f}/{p95:.1f} ms", "p95 < 5 ms")
            started = time.perf_counter()
            for _ in range(200):
                client.ping()
            floor = (time.perf_counter() - started) / 200 * 1000
            row("  peer: ping over the same socket, mean", f"{floor:.2f} ms", "")
        time.sleep(3)
        cpu = small.cpu_s()
        wakeups = small.wakeups_a_second(wanted.idle_s)
        row("idle RSS, 1,000 memories", f"{small.rss_mib():.0f} MiB", "< 80 MiB")
        row("idle wake-ups a second, all threads", f"{wakeups:.1f}", "< 3")
        row("idle CPU", f"{(small.cpu_s() - cpu) / wanted.idle_s * 100:.2f} %", "~ 0 %")
        size = write_backlog(small, wanted.backlog_mb)
        with small.client() as client:
            started = time.perf_counter()
            job = client.extract().job
            took: list[float] = []
            done = False
            while not done:
                p50, p95 = time_recalls(client, 20)
                took.append(p95)
                done = client.job(job).status in ("completed", "failed")
            seconds = time.perf_counter() - started
            row(
                f"recall while {size / 1e6:,.0f} MB are read, p95 (median of blocks)",
                f"{statistics.median(took):.1f} ms",
                "p95 < 50 ms",
            )
            row("  worst block of 20", f"{max(took):.1f} ms", "")
            row("  the backlog took", f"{seconds:.1f} s", f"{size / 1e6 / seconds:,.0f} MB/s")
            row("  peak RSS", f"{small.rss_mib('VmHWM'):.0f} MiB", "< 150 MiB")
        small.stop()
        large = Daemon(root / "large")
        large.start()
        write_memories(large, wanted.large)
        large.stop()
        ready = large.start()
        row(f"start to READY, {wanted.large:,} memories", f"{ready * 1000:.0f} ms", "")
        with large.client() as client:
            started = time.perf_counter()
            client.recall("warm up")
            row(
                "  first recall (index built)",
                f"{(time.perf_counter() - started) * 1000:.0f} ms",
                "",
            )
            p50, p95 = time_recalls(client, 500)
        row(
            f"recall over the socket, {wanted.large:,}, p50/p95",
            f"{p50:.1f}/{p95:.1f} ms",
            "p95 < 30 ms",
        )
        row(f"RSS, {wanted.large:,} memories", f"{large.rss_mib():.0f} MiB", "")
        large.stop()
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _time_start(daemon: Daemon) -> float:
    seconds = daemon.start()
    daemon.stop()
    return seconds


if __name__ == "__main__":
    main()
