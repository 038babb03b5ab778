"""A real daemon in a place of its own, seen from outside: what it holds and what it leaves."""

import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from memoryd_client import Client

_READY_S = 120.0


class Daemon:
    """A daemon in a throw-away store."""

    def __init__(self, root: Path, **env: str) -> None:
        self.root = root
        self.base, self.state = root / "base", root / "state"
        self.config, self.claude = root / "config.yaml", root / "claude" / "projects"
        self.socket = self.state / "run" / "memoryd.sock"
        self.temporary = root / "tmp"
        for folder in (self.claude, self.temporary, root / "home"):
            folder.mkdir(parents=True)
        self.env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "HOME": str(root / "home"),
            "TMPDIR": str(self.temporary),
            "MEMORYD_BASE_DIR": str(self.base),
            "MEMORYD_STATE_DIR": str(self.state),
            "MEMORYD_CONFIG": str(self.config),
            "CLAUDE_CONFIG_DIR": str(self.claude.parent),
            "CODEX_HOME": str(root / "codex"),
            "QWEN_HOME": str(root / "qwen"),
            **env,
        }

    def project(self, name: str) -> Path:
        path = self.root / "projects" / name
        (path / ".git").mkdir(parents=True, exist_ok=True)
        return path

    def start(self) -> float:
        """Start it; return the seconds until it says READY."""
        address = self.root / f"n{uuid.uuid4().hex[:6]}"
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock,
            (self.root / "stderr").open("ab") as stderr,
        ):
            sock.bind(str(address))
            sock.settimeout(_READY_S)
            started = time.perf_counter()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "memoryd", "run"],
                env=self.env | {"NOTIFY_SOCKET": str(address)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
            while b"READY=1" not in sock.recv(4096):
                pass
        address.unlink()
        return time.perf_counter() - started

    def end(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Signal it and wait; return the seconds that it took to end."""
        started = time.perf_counter()
        self.process.send_signal(number)
        self.process.wait(60)
        return time.perf_counter() - started

    def client(self, project: Path, *, timeout_s: float = 60) -> Client:
        return Client(cwd=str(project), socket=str(self.socket), timeout_s=timeout_s)

    def facts(self, *, holding: str) -> str:
        """Return all that the memory files hold, less their indexes; *holding* is one's folder."""
        found = (path for path in self.base.rglob(f"{holding}/**/*.md") if path.name != "MEMORY.md")
        return "\n".join(path.read_text() for path in found)

    def temporaries(self) -> list[Path]:
        """Return the files that writers make and put in their place, where one was left."""
        return [*self.root.rglob(".memoryd-*.tmp"), *self.temporary.iterdir()]

    @property
    def proc(self) -> Path:
        return Path(f"/proc/{self.process.pid}")

    def rss_mib(self) -> float:
        text = (self.proc / "status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    def cpu_s(self) -> float:
        fields = (self.proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def threads(self) -> int:
        return len(list((self.proc / "task").iterdir()))

    def files(self) -> list[str]:
        """Return what its descriptors stand for."""
        found = []
        for link in (self.proc / "fd").iterdir():
            try:
                found.append(str(link.readlink()))
            except FileNotFoundError:  # closed between the two looks
                continue
        return found

    def wakeups(self) -> int:
        """Voluntary context switches of all threads so far: each is one wake-up."""
        return sum(
            int((task / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
            for task in (self.proc / "task").iterdir()
        )


@contextmanager
def daemon(*, place: str = "/tmp", **env: str) -> Iterator[Daemon]:
    """Give a daemon that is not started yet; end it and remove all it made below *place*."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4096), hard), hard))
    root = Path(tempfile.mkdtemp(prefix="mr", dir=place))
    made = Daemon(root, **env)
    try:
        yield made
    finally:
        if hasattr(made, "process") and made.process.poll() is None:
            made.end(signal.SIGKILL)
        shutil.rmtree(root, ignore_errors=True)


def processes_naming(place: Path) -> list[int]:
    """Return the processes whose environment names *place*: those that were started for it."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                if str(place).encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
            except OSError:  # gone, or another user's
                continue
    return found


def table(rows: list[Mapping[str, str]]) -> None:
    """Print one row a scenario, as a table of Markdown."""
    heads = list(dict.fromkeys(key for row in rows for key in row))
    for cells in (
        heads,
        ["---"] * len(heads),
        *([row.get(head, "") for head in heads] for row in rows),
    ):
        print("| " + " | ".join(cells) + " |")
