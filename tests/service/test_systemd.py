"""The unit as installed, under a real user manager of systemd."""

import errno
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import memoryd
import memoryd_client

UID = 54321
HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CTL = "import sys; from memoryd_client.ctl import main; sys.exit(main())"
UNIT = "memoryd.service"
# A machine under load takes its time; what is asserted is what comes, not when.
PATIENCE_S = 60


def _why_not():
    if os.geteuid() != 0:
        return "only root can make a user manager of its own"
    if not Path("/lib/systemd/systemd").exists():
        return "systemd is not installed"
    missing = [name for name in ("unshare", "nsenter", "setpriv") if not shutil.which(name)]
    return f"missing: {', '.join(missing)}" if missing else None


pytestmark = pytest.mark.skipif(_why_not() is not None, reason=str(_why_not()))


@dataclass
class Machine:
    """A user of a machine whose user manager runs, seen from outside its mount namespace."""

    pid: int
    home: str = "/run/home"
    runtime: str = f"/run/user/{UID}"

    def run(self, *argv, **env):
        """Run a command as the user."""
        told = {"HOME": self.home, "XDG_RUNTIME_DIR": self.runtime, "PATH": "/usr/bin:/bin"}
        told |= {"PYTHONPATH": os.environ.get("PYTHONPATH", ""), "PYTHONWARNINGS": "error"} | env
        become = ["setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups"]
        assigned = [f"{name}={value}" for name, value in told.items()]
        return subprocess.run(
            ["nsenter", f"--target={self.pid}", "--mount", *become, "env", "-i", *assigned, *argv],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def ctl(self, *argv, **env):
        """Run `memoryctl …` and return what it said."""
        done = self.run(sys.executable, "-c", CTL, *argv, **env)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{self.told()}"
        return done.stdout

    def systemctl(self, *argv):
        return self.run("systemctl", "--user", *argv)

    def must(self, *argv):
        done = self.systemctl(*argv)
        assert done.returncode == 0, f"{done.stderr}\n{self.told()}"

    def show(self, unit=UNIT):
        """Return what systemd knows of the unit."""
        lines = self.systemctl("show", unit).stdout.splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    def told(self):
        """Return what helps to see why a test failed."""
        status = self.systemctl("status", "--full", UNIT).stdout
        return status + self.path("/run/manager.log").read_text()[-3000:]

    def wait_for(self, *, unit=UNIT, **wanted):
        """Return what systemd knows, once all that is *wanted* is so."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            shown = self.show(unit)
            if all(shown.get(name) == value for name, value in wanted.items()):
                return shown
            if time.monotonic() > deadline:
                pytest.fail(f"{wanted} never came: {self.told()}")
            time.sleep(0.1)

    def path(self, inside):
        """Return where a path of the machine is found from outside."""
        return Path(f"/proc/{self.pid}/root{inside}")

    @property
    def socket(self):
        return self.path(f"{self.runtime}/memoryd/memoryd.sock")

    @property
    def config(self):
        return self.path(f"{self.home}/.config/memoryd/config.yaml")

    def status(self):
        """Return what the daemon says of itself, as the user hears it."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            done = self.run(sys.executable, "-c", CTL, "--json", "status")
            if done.returncode == 0:
                return json.loads(done.stdout)
            if time.monotonic() > deadline:
                pytest.fail(f"{done.stderr}\n{self.told()}")

    def write(self, inside, text):
        """Write a file of the user's."""
        path = self.path(inside)
        made = [each for each in (path, *path.parents) if not each.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        for each in made:
            os.chown(each, UID, UID)

    def drop_in(self, text):
        """Change the unit as `systemctl edit` does."""
        self.write(f"{self.home}/.config/systemd/user/{UNIT}.d/test.conf", text)
        self.must("daemon-reload")

    def files(self):
        """Return what is below the home, without the store and the directories above it."""
        home = self.path(self.home)
        found = {str(path.relative_to(home)) for path in home.rglob("*")}
        kept = (".local/share/memoryd", ".local/state")
        return {path for path in found if not path.startswith(kept)} - {".local/share"}

    def clear(self):
        """Stop what runs and empty the home and the runtime directory of memoryd."""
        self.systemctl("stop", "memoryd.socket", UNIT)
        self.systemctl("reset-failed")
        for folder in (self.path(self.home), self.path(self.runtime)):
            for path in folder.iterdir():
                if folder.name == "home" or path.name == "memoryd":
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
        self.systemctl("daemon-reload")


@pytest.fixture(scope="module", name="manager")
def _manager():
    """Start one user manager; everything of it ends with this."""
    python = Path(sys.executable)
    needed = {sys.prefix, sys.base_prefix, str(python.resolve().parent.parent), str(ROOT)}
    needed |= {str(Path(each.__file__).parent.parent) for each in (memoryd, memoryd_client)}
    with subprocess.Popen(
        [
            *("unshare", "--mount", "--propagation", "private"),
            *(str(HERE / "user_manager.sh"), str(UID), Machine.home, *sorted(needed)),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as holder:
        said = holder.stdout.readline()
        if said != "ready\n":
            pytest.skip(f"no user manager of systemd here: {holder.communicate()[1]}")
        machine = Machine(holder.pid)
        tried = machine.run(str(python), "-m", "memoryd", "--help")
        if tried.returncode:
            holder.communicate()
            pytest.skip(f"another user cannot run this installation: {tried.stderr[-300:]}")
        # The rest of the machine is not to wait for it, but this test is.
        quick = machine.path(f"/run/systemd/user/{UNIT}.d/test.conf")
        quick.parent.mkdir(parents=True)
        quick.write_text("[Service]\nNice=0\n")
        yield machine
        holder.communicate()


@pytest.fixture(name="fresh")
def _fresh(manager):
    """Give an empty home with the daemon's program in it."""
    program = f"{manager.home}/.local/bin/memoryd"
    manager.write(program, f'#!/bin/sh\nexec "{sys.executable}" -m memoryd "$@"\n')
    manager.path(program).chmod(0o755)
    yield manager
    manager.clear()


@pytest.fixture(name="machine")
def _machine(fresh):
    """Give a machine on which memoryd is installed and serves."""
    fresh.ctl("install", "--program", f"{fresh.home}/.local/bin/memoryd")
    return fresh


def test_once_installed_it_serves_and_says_what_it_does(machine):
    shown = machine.wait_for(StatusText="idle; 0 projects")

    status = machine.status()

    assert (shown["ActiveState"], shown["SubState"]) == ("active", "running")
    assert shown["UnitFileState"] == "enabled"
    assert shown["MainPID"] == str(status["pid"])
    assert status["socket"] == f"{machine.runtime}/memoryd/memoryd.sock"
    assert stat.S_IMODE(machine.socket.parent.stat().st_mode) == 0o1700


def test_a_reload_takes_up_settings_in_the_same_process_and_is_over_when_they_hold(machine):
    before = machine.wait_for(ActiveState="active")
    machine.write(
        f"{machine.home}/.config/memoryd/config.yaml", "storage:\n  worktrees: separate\n"
    )

    machine.must("reload", UNIT)
    anew = machine.wait_for(StatusText="idle; 0 projects")
    machine.config.write_text("storage:\n  worktres: separate\n")
    machine.must("reload", UNIT)
    refused = machine.wait_for(ActiveState="active")
    machine.config.unlink()
    machine.must("reload", UNIT)
    mended = machine.wait_for(StatusText="idle; 0 projects")

    assert before["MainPID"] == anew["MainPID"] == refused["MainPID"] == mended["MainPID"]
    assert mended["NRestarts"] == "0"
    assert refused["StatusText"].startswith("reload failed: ")
    assert "config.yaml:2: storage.worktres" in refused["StatusText"]


def test_a_daemon_that_stands_still_is_ended_and_started_again(machine):
    machine.drop_in("[Service]\nWatchdogSec=3\nRestartSec=100ms\n")
    machine.must("restart", UNIT)
    first = machine.wait_for(ActiveState="active")
    alive = machine.show()
    while alive["WatchdogTimestampMonotonic"] == first["WatchdogTimestampMonotonic"]:
        alive = machine.wait_for(ActiveState="active")  # it pings as long as it runs

    os.kill(int(first["MainPID"]), signal.SIGSTOP)
    after = machine.wait_for(ActiveState="active", NRestarts="1")

    assert alive["NRestarts"] == "0"
    assert after["MainPID"] != first["MainPID"]
    assert machine.status()["pid"] == int(after["MainPID"])


def test_a_daemon_that_always_crashes_is_let_be(machine):
    machine.drop_in("[Service]\nExecStart=\nExecStart=/bin/false\nRestartSec=10ms\n")

    machine.systemctl("restart", UNIT)
    shown = machine.wait_for(ActiveState="failed", SubState="failed")

    assert shown["NRestarts"] == "5"


def test_a_daemon_that_cannot_serve_says_why_and_is_not_tried_again(machine):
    machine.must("stop", UNIT)
    state = f"{machine.home}/.local/state/memoryd"
    shutil.rmtree(machine.path(state))
    machine.write(state, "somebody's notes")

    started = machine.run(sys.executable, "-c", CTL, "start")
    shown = machine.wait_for(ActiveState="failed")

    assert (shown["ExecMainStatus"], shown["NRestarts"]) == ("78", "0")
    assert shown["StatusText"].startswith(f"failed: cannot make the state directory {state}")
    assert shown["StatusErrno"] == str(errno.EEXIST)
    assert started.returncode == 1
    assert f"cannot make the state directory {state}" in started.stderr


def test_a_stop_leaves_nothing_and_a_start_serves_again(machine):
    started_s = time.monotonic()
    machine.ctl("stop")
    took_s = time.monotonic() - started_s
    shown = machine.wait_for(ActiveState="inactive")
    gone = not machine.socket.exists()

    machine.ctl("start")

    print(f"a stop took {took_s:.2f} s")
    assert took_s < 25
    assert (shown["Result"], shown["ExecMainStatus"]) == ("success", "0")
    assert gone
    assert machine.status()["pid"] == int(machine.show()["MainPID"])


def test_a_client_that_connects_to_the_socket_unit_starts_it(machine):
    machine.ctl("stop")
    shutil.rmtree(machine.socket.parent)
    machine.write(
        f"{machine.home}/.config/systemd/user/memoryd.socket",
        (ROOT / "systemd" / "memoryd.socket").read_text(),
    )
    machine.must("daemon-reload")
    machine.must("disable", UNIT)
    machine.must("enable", "--now", "memoryd.socket")
    made = machine.socket.lstat()

    first = machine.status()
    machine.must("stop", UNIT)
    left = machine.socket.lstat()
    second = machine.status()

    assert first["pid"] != second["pid"] == int(machine.show()["MainPID"])
    assert made.st_ino == left.st_ino == machine.socket.lstat().st_ino
    assert (stat.S_IMODE(made.st_mode), made.st_uid) == (0o600, UID)
    assert first["socket"] == f"{machine.runtime}/memoryd/memoryd.sock"


def test_what_is_uninstalled_leaves_only_what_it_remembers(fresh):
    before = fresh.files()
    fresh.ctl("install", "--program", f"{fresh.home}/.local/bin/memoryd")
    fresh.ctl("remember", "--scope", "user", "The harbour office opens at seven.")

    fresh.ctl("uninstall")

    assert fresh.files() == before
    assert fresh.show()["LoadState"] == "not-found"
    assert not fresh.socket.exists()
    assert len(list(fresh.path(f"{fresh.home}/.local/share/memoryd/memories").rglob("*.md"))) == 2
