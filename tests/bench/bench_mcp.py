"""The MCP server under the clock: from its start to the first list of tools, and its memory.

Prints each figure beside its bound. Linux only (reads /proc). The server has a daemon with 1,000
memories behind it.

    python tests/bench/bench_mcp.py
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_service import WORDS, Daemon, row, write_memories

import memoryd_client.mcp

RUNS = 30
CALLS = 200
FILE = Path(memoryd_client.mcp.__file__).with_name("__main__.py")
STRAIGHT = [sys.executable, "-I", "-S", str(FILE)]
BY_VERB = [
    sys.executable,
    "-c",
    "import sys; from memoryd_client.ctl import main; sys.exit(main(['mcp', *sys.argv[1:]]))",
]
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


class Server:
    """A server and the agent's end of it."""

    def __init__(self, way: list[str], daemon: Daemon) -> None:
        where = daemon.root / "state" / "run" / "memoryd.sock"
        self.process = subprocess.Popen(
            [*way, "--cwd", str(daemon.project), "--socket", str(where)],
            env=daemon.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.asked = 0

    def ask(self, method: str, **params: object) -> dict[str, object]:
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]

    def begin(self) -> None:
        """Do what an agent does before its first turn."""
        self.ask("initialize", **HELLO)
        self.ask("tools/list")

    def rss_mib(self) -> float:
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    def end(self) -> None:
        self.process.communicate()


def time_starts(way: list[str], daemon: Daemon) -> str:
    """Return p50 and p95 from the start to the first list of tools."""
    took = []
    for _ in range(RUNS):
        started = time.perf_counter()
        server = Server(way, daemon)
        server.begin()
        took.append((time.perf_counter() - started) * 1000)
        server.end()
    return show(took)


def time_interpreter() -> str:
    """Return p50 and p95 of an interpreter that does nothing."""
    took = []
    for _ in range(RUNS):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
        took.append((time.perf_counter() - started) * 1000)
    return show(took)


def show(took: list[float]) -> str:
    return f"{statistics.median(took):.0f}/{statistics.quantiles(took, n=20)[18]:.0f} ms"


def main() -> None:
    root = Path(tempfile.mkdtemp(prefix="mb", dir="/tmp"))
    daemon = Daemon(root)
    try:
        daemon.start()
        write_memories(daemon, 1000)
        row("start to tools/list, p50/p95", time_starts(STRAIGHT, daemon), "p95 < 120 ms")
        row("  the same as `memoryctl mcp`", time_starts(BY_VERB, daemon), "")
        row("  peer: the interpreter alone", time_interpreter(), "")
        server = Server(STRAIGHT, daemon)
        server.begin()
        row("RSS after tools/list", f"{server.rss_mib():.1f} MiB", "< 25 MiB")
        took = []
        for number in range(CALLS):
            query = " ".join(WORDS[number : number + 8])
            started = time.perf_counter()
            server.ask("tools/call", name="recall", arguments={"query": query})
            took.append((time.perf_counter() - started) * 1000)
        row(f"RSS after {CALLS} recalls", f"{server.rss_mib():.1f} MiB", "< 25 MiB")
        row("recall as a tool, 1,000 memories, p50/p95", show(took), "")
        server.end()
    finally:
        daemon.stop()
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
