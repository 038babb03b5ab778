"""What a service manager hears, and what it may hand over."""

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from memoryd_client import MemorydError

# What systemd does: the socket is descriptor 3, and the variables name the process that it became.
PASS = 'exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'


@dataclass
class Manager:
    """Hears all that a daemon says."""

    sock: socket.socket
    said: list[str] = field(default_factory=list)

    @property
    def address(self):
        return {"NOTIFY_SOCKET": self.sock.getsockname()}

    def hear_until(self, pattern):
        """Return what is said from now on up to and with what matches."""
        begun = len(self.said)
        while not self.said[begun:] or not re.search(pattern, self.said[-1]):
            try:
                self.said.append(self.sock.recv(4096).decode())
            except TimeoutError:
                pytest.fail(f"nobody said {pattern}, but {self.said}")
        return self.said[begun:]

    def told(self, name):
        """Return all values of one name, in order."""
        return re.findall(f"^{name}=(.*)$", "\n".join(self.said), re.MULTILINE)


@pytest.fixture(name="manager")
def _manager(house):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(house.root / "manager"))
        sock.settimeout(60)
        yield Manager(sock)


@pytest.fixture(name="start")
def _start(house, manager):
    def start(**env):
        process = subprocess.Popen(
            [sys.executable, "-m", "memoryd", "run"],
            env=house.env | manager.address | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        house.processes.append(process)
        return process

    return start


def test_a_start_and_a_stop_are_told_in_words_and_cost_nothing_in_between(manager, start):
    process = start()
    manager.hear_until("STATUS=idle")

    process.send_signal(signal.SIGTERM)
    manager.hear_until("STOPPING")

    assert process.wait(timeout=60) == 0
    assert manager.told("STATUS")[:2] == ["opening the store", "ready"]
    assert manager.told("STATUS")[-2:] == ["idle; 0 projects", "stopping"]
    assert (manager.told("READY"), manager.told("STOPPING")) == (["1"], ["1"])
    assert not manager.told("EXTEND_TIMEOUT_USEC")


def test_a_session_that_is_read_is_told(house, manager, start):
    session = house.transcript(house.project())
    start()
    manager.hear_until("STATUS=idle; 0 projects")

    session.say("Always run the linter before you commit, I insist on it.")
    manager.hear_until("STATUS=idle; 1 project")


def test_the_watchdog_is_fed_by_the_process_that_is_meant(manager, start):
    start(WATCHDOG_USEC="300000")
    manager.hear_until("WATCHDOG=1")
    manager.hear_until("WATCHDOG=1")


def test_a_reload_that_needs_no_rebuild_is_over_at_once(house, manager, start):
    process = start()
    manager.hear_until("STATUS=idle")
    house.config.write_text("recall:\n  limit: 3\n")

    process.send_signal(signal.SIGHUP)
    said = manager.hear_until("READY=1")

    assert said[0].startswith("RELOADING=1\nMONOTONIC_USEC=")
    assert said[-1] == "READY=1"


def test_a_reload_that_builds_the_parts_anew_is_no_stop(house, manager, start):
    process = start()
    manager.hear_until("STATUS=idle")
    house.config.write_text("storage:\n  worktrees: separate\n")

    process.send_signal(signal.SIGHUP)
    said = manager.hear_until("READY=1")
    manager.hear_until("STATUS=idle")

    assert said[0].startswith("RELOADING=1")
    assert said[1:3] == ["STATUS=starting anew", "STATUS=opening the store"]
    assert not manager.told("STOPPING")


def test_refused_settings_end_the_reload_with_the_reason(house, manager, start):
    process = start()
    manager.hear_until("STATUS=idle")
    house.config.write_text("recall:\n  limt: 3\n")

    process.send_signal(signal.SIGHUP)
    refused = manager.hear_until("READY=1")[-1]
    house.config.unlink()
    process.send_signal(signal.SIGHUP)
    manager.hear_until("READY=1")
    manager.hear_until("STATUS=idle")

    assert f"STATUS=reload failed: {house.config}:2: recall.limt" in refused


def test_a_stop_that_is_asked_for_while_parts_are_built_anew_is_kept(house, manager, start):
    process = start()
    manager.hear_until("STATUS=idle")
    house.config.write_text("storage:\n  worktrees: separate\n")

    process.send_signal(signal.SIGHUP)
    manager.hear_until("STATUS=starting anew")
    process.send_signal(signal.SIGTERM)
    manager.hear_until("STOPPING=1")

    assert process.wait(timeout=60) == 0


def test_settings_that_cannot_be_used_at_the_start_are_told_with_the_reason(house, manager, start):
    house.config.write_text("recall:\n  limt: 3\n")

    start()

    assert (
        f"STATUS=degraded: the settings cannot be used: {house.config}:2"
        in manager.hear_until("READY=1")[-1]
    )


def test_who_cannot_serve_says_why_before_the_end(house, manager, start):
    folder = house.root / "open"
    folder.mkdir(mode=0o755)

    process = start(MEMORYD_SOCKET=str(folder / "m.sock"))
    said = manager.hear_until("STATUS")[-1]

    assert process.wait(timeout=60) == 78
    assert said.startswith("STATUS=failed: ")
    assert "chmod 700" in said


def ping(house):
    with contextlib.suppress(MemorydError):
        return bool(house.client().ping())
    return False


def test_a_passed_socket_is_served_and_named_and_stays(house, manager, wait_until):
    path = house.root / "run" / "passed.sock"
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(path))
        sock.listen()
        process = subprocess.Popen(
            ["/bin/sh", "-c", PASS, "sh", sys.executable, "-m", "memoryd", "run"],
            env=house.env | manager.address,
            stdin=sock,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    house.processes.append(process)
    manager.hear_until("READY=1")

    status = json.loads(house.run("memoryctl", "--json", "--socket", str(path), "status").stdout)
    announced = json.loads((house.state / "daemon.json").read_text())
    made = path.lstat().st_ino
    process.send_signal(signal.SIGTERM)

    assert status["pid"] == announced["pid"] == process.pid
    assert status["socket"] == announced["socket"] == str(path)
    assert process.wait(timeout=60) == 0
    assert path.lstat().st_ino == made
    assert not house.socket.exists()


def test_a_socket_and_a_lock_that_were_removed_are_back_after_a_reload(
    house, manager, start, wait_until
):
    process = start()
    manager.hear_until("STATUS=idle")
    house.socket.unlink()
    (house.state / "daemon.lock").unlink()

    process.send_signal(signal.SIGHUP)
    wait_until(lambda: ping(house), 60)
    second = start()

    assert second.wait(timeout=60) == 75
    assert f"pid {process.pid}".encode() in second.stderr.read()


def test_who_finds_another_daemon_in_its_place_leaves_it_everything(house, manager, start):
    first = start()
    manager.hear_until("STATUS=idle")
    (house.state / "daemon.lock").unlink()
    second = start()
    manager.hear_until("STATUS=idle")

    first.send_signal(signal.SIGHUP)

    assert first.wait(timeout=60) == 75
    assert f"pid {second.pid}".encode() in first.stderr.read()
    assert json.loads((house.state / "daemon.json").read_text())["pid"] == second.pid
    assert house.client().status().pid == second.pid
