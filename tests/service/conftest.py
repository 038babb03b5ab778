"""A real daemon in a store of its own, started and stopped as a person would."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd_client import Client


@dataclass
class Transcript:
    """A Claude Code session that grows."""

    path: Path
    cwd: str
    session: str = field(default_factory=lambda: str(uuid.uuid4()))
    _last: str | None = None

    def line(self, kind: str, text: str) -> bytes:
        me = str(uuid.uuid4())
        content: object = text if kind == "user" else [{"type": "text", "text": text}]
        record = {
            "parentUuid": self._last,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": "2.1.219",
            "type": kind,
            "message": {"role": kind, "content": content},
            "uuid": me,
            "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }
        if kind == "user":
            record |= {"origin": {"kind": "human"}, "promptSource": "typed"}
        self._last = me
        return json.dumps(record).encode() + b"\n"

    def say(self, *texts: str) -> None:
        """Append what a person types, each with a short answer."""
        with self.path.open("ab") as file:
            for text in texts:
                file.write(self.line("user", text) + self.line("assistant", "Understood."))


@dataclass(eq=False)
class House:
    """One throw-away machine: home, agents' folders, store, socket."""

    root: Path
    env: dict[str, str]
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)

    @property
    def base(self) -> Path:
        return self.root / "base"

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def config(self) -> Path:
        return self.root / "config.yaml"

    @property
    def socket(self) -> Path:
        return self.state / "run" / "memoryd.sock"

    def project(self, name: str = "harbor") -> Path:
        path = self.root / name
        (path / ".git").mkdir(parents=True, exist_ok=True)
        return path

    def transcript(self, project: Path) -> Transcript:
        folder = self.root / "claude" / "projects" / str(project).replace("/", "-")
        folder.mkdir(parents=True, exist_ok=True)
        session = str(uuid.uuid4())
        return Transcript(folder / f"{session}.jsonl", cwd=str(project), session=session)

    def start(self, *, wait: bool = True, **env: str) -> subprocess.Popen[bytes]:
        """Start a daemon; with *wait* return when it says READY."""
        with _notify_socket(self.root) as (sock, address):
            process = subprocess.Popen(
                [sys.executable, "-m", "memoryd", "run"],
                env=self.env | env | {"NOTIFY_SOCKET": address},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            self.processes.append(process)
            if wait:
                _wait_for_ready(sock, process)
        return process

    def once(self, **env: str) -> subprocess.CompletedProcess[str]:
        return self.run("memoryd", "run", "--once", **env)

    def run(self, module: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run `memoryd …` or `memoryctl …` to its end."""
        script = "import sys; from memoryd_client.ctl import main; sys.exit(main())"
        target = ["-m", "memoryd"] if module == "memoryd" else ["-c", script]
        return subprocess.run(
            [sys.executable, *target, *args],
            env=self.env | env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def client(self, cwd: Path | str = "/") -> Client:
        self.clients.append(Client(cwd=str(cwd), socket=str(self.socket)))
        return self.clients[-1]

    def memory_files(self) -> list[Path]:
        found = (
            p for folder in ("memory", "memories") for p in self.base.rglob(f"{folder}/**/*.md")
        )
        return sorted(p for p in found if p.name != "MEMORY.md")

    def stop_all(self) -> None:
        for client in self.clients:
            client.close()
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.processes:
            try:
                process.communicate(timeout=25)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def _wait_for_ready(sock: socket.socket, process: subprocess.Popen[bytes]) -> None:
    for _ in range(60):
        with contextlib.suppress(TimeoutError):
            if b"READY=1" in sock.recv(4096):
                return
        if process.poll() is not None:
            pytest.fail(process.communicate()[1].decode())
    pytest.fail("the daemon never said READY")


@contextlib.contextmanager
def _notify_socket(root: Path) -> Iterator[tuple[socket.socket, str]]:
    address = str(root / f"n{uuid.uuid4().hex[:6]}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(address)
        sock.settimeout(0.5)
        yield sock, address
    Path(address).unlink()


@pytest.fixture
def make_house() -> Iterator[Callable[[], House]]:
    houses: list[House] = []

    def make() -> House:
        root = Path(tempfile.mkdtemp(prefix="md", dir="/tmp"))
        home = root / "home"
        home.mkdir()
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "MEMORYD_BASE_DIR": str(root / "base"),
            "MEMORYD_STATE_DIR": str(root / "state"),
            "MEMORYD_CONFIG": str(root / "config.yaml"),
            "MEMORYD_EXTRACT_QUIET_SECONDS": "0.2",
            "CLAUDE_CONFIG_DIR": str(root / "claude"),
            "CODEX_HOME": str(root / "codex"),
            "QWEN_HOME": str(root / "qwen"),
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "PYTHONWARNINGS": "error",
        }
        (root / "claude" / "projects").mkdir(parents=True)
        houses.append(House(root, env))
        return houses[-1]

    yield make
    for house in houses:
        house.stop_all()
        shutil.rmtree(house.root, ignore_errors=True)


@pytest.fixture
def house(make_house: Callable[[], House]) -> House:
    return make_house()


def wait_until(condition: Callable[[], bool], timeout_s: float = 20) -> None:
    """Wait for what another process does; fail when it does not come."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail("waited in vain")
        time.sleep(0.02)


@pytest.fixture(name="wait_until")
def _wait_until() -> Callable[..., None]:
    return wait_until
