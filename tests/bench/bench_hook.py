"""What a hook makes an agent wait, with the daemon up, down, hung and restarting.

Runs the hook as agents do, a process for each event, 2,000 times in all. Prints each figure beside
its bound.

    python tests/bench/bench_hook.py
"""

import json
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench_service import WORDS, Daemon, row, write_memories

import memoryd_client.hook

HOOK = [sys.executable, "-I", "-S", memoryd_client.hook.__file__]
UP, DOWN, RESTARTING, HUNG = 1000, 400, 560, 40
PROMPTS_IN_SESSION = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired:
    """One run of the hook."""

    took_ms: float
    code: int
    said: int
    complained: int


class Agent:
    """An agent whose person types one prompt after the other."""

    def __init__(self, daemon: Daemon) -> None:
        self._cwd = str(daemon.project)
        self._socket = str(daemon.root / "state" / "run" / "memoryd.sock")
        self._chance = random.Random(3)
        self.fired: list[Fired] = []

    def fire(self, number: int) -> Fired:
        """Run the hook of one prompt."""
        given = {
            "session_id": f"s{number // PROMPTS_IN_SESSION}",
            "transcript_path": f"{self._cwd}/t.jsonl",
            "cwd": self._cwd,
            "hook_event_name": "UserPromptSubmit",
            "prompt": " ".join(self._chance.choices(WORDS, k=self._chance.randint(6, 40))),
        }
        started = time.perf_counter()
        done = subprocess.run(
            [*HOOK, "claude-code", "UserPromptSubmit", self._socket],
            input=json.dumps(given).encode(),
            capture_output=True,
            check=False,
        )
        took_ms = (time.perf_counter() - started) * 1000
        fired = Fired(
            took_ms=took_ms,
            code=done.returncode,
            said=len(done.stdout),
            complained=len(done.stderr),
        )
        self.fired.append(fired)
        return fired


def show(what: str, fired: list[Fired], bound: str = "") -> None:
    took = [each.took_ms for each in fired]
    p50, p95 = statistics.median(took), statistics.quantiles(took, n=20)[18]
    row(f"{what}, {len(fired):,} runs, p50/p95", f"{p50:.0f}/{p95:.0f} ms", bound)


def one_by_one(agent: Agent, count: int) -> list[Fired]:
    return [agent.fire(number) for number in range(count)]


def time_interpreter(count: int) -> list[float]:
    """Return how long an interpreter takes that does nothing."""
    took = []
    for _ in range(count):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
        took.append((time.perf_counter() - started) * 1000)
    return took


@contextmanager
def restarting(daemon: Daemon) -> Iterator[Callable[[], int]]:
    """Stop and start the daemon over and over; give what counts the rounds."""
    over = threading.Event()
    rounds: list[float] = []

    def work() -> None:
        while not over.is_set():
            daemon.stop()
            rounds.append(daemon.start())

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield lambda: len(rounds)
    finally:
        over.set()
        thread.join()


def main() -> None:
    root = Path(tempfile.mkdtemp(prefix="mb", dir="/tmp"))
    daemon = Daemon(root)
    agent = Agent(daemon)
    try:
        daemon.start()
        write_memories(daemon, 1000)
        one_by_one(Agent(daemon), PROMPTS_IN_SESSION)  # the index is built
        up = one_by_one(agent, UP)
        show("hook, daemon up", up, "p95 < 60 ms")
        row("  of these, answered", f"{sum(1 for each in up if each.said)}", "")
        row("  the longest answer", f"{max(each.said for each in up):,} bytes", "")
        row(
            "  peer: the interpreter alone, p50",
            f"{statistics.median(time_interpreter(50)):.0f} ms",
            "",
        )
        with restarting(daemon) as rounds:
            show("hook, daemon restarting", one_by_one(agent, RESTARTING))
            row("  restarts meanwhile", f"{rounds()}", "")
        daemon.process.send_signal(signal.SIGSTOP)
        try:
            with ThreadPoolExecutor(4) as pool:
                show("hook, daemon hung", list(pool.map(agent.fire, range(HUNG))), "p95 < 1,100 ms")
        finally:
            daemon.process.send_signal(signal.SIGCONT)
        daemon.stop()
        show("hook, daemon down", one_by_one(agent, DOWN))
        failed = sum(1 for each in agent.fired if each.code)
        row(f"exits other than 0, of {len(agent.fired):,}", f"{failed}", "0")
        loud = sum(1 for each in agent.fired if each.complained)
        row("runs that wrote to stderr", f"{loud}", "0")
    finally:
        if daemon.process.poll() is None:
            daemon.stop()
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
