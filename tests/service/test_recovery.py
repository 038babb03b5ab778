"""What goes wrong under a daemon that runs, and that it comes right again without one.

Each scenario is one row of the reliability table; `tests/reliability/run.py` does it more often
than the suite does, and prints what became of it.
"""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from memoryd.domain import parse_time
from memoryd.memory import parse
from memoryd_client import Client, RequestError
from memoryd_client.errors import MemorydError

TRIES = int(os.environ.get("MEMORYD_TEST_TRIES", "1"))
STOPPED_S = float(os.environ.get("MEMORYD_TEST_STOPPED_S", "2"))
SHIM = Path(__file__).parents[1] / "reliability" / "shim.c"
AT = parse_time("2026-01-01")
FAR_S = 90  # within this everything must have come right, however busy the machine is

needs_root = pytest.mark.skipif(os.getuid() != 0, reason="needs root to mount a small disk")
pytestmark = pytest.mark.timeout(120 + 120 * TRIES)


@dataclass
class Story:
    """One daemon to which things happen: what it was told, what it holds, how fast it was back."""

    house: object
    project: Path
    told: set[str] = field(default_factory=set)
    recovered_s: list[float] = field(default_factory=list)
    numbers: count = field(default_factory=count)
    counted: tuple[int, int] | None = None

    @property
    def client(self):
        if not self.house.clients:
            self.house.clients.append(self.caller())
        return self.house.clients[-1]

    def caller(self):
        """Return a client who does not lose patience with a busy machine."""
        socket = str(self.house.socket)
        return Client(cwd=str(self.project), socket=socket, timeout_s=60)

    def fact(self):
        """Return a fact that nobody was told before."""
        number = next(self.numbers)
        self.told.add(f"dock{number}.")
        return f"port {7000 + number} is for dock{number}."

    def say(self):
        """Let a person say something in a session of its own."""
        self.house.transcript(self.project).say(f"Remember that {self.fact()}")

    def remember(self):
        """Have something remembered; only what was acknowledged counts as told."""
        fact = self.fact()
        try:
            self.client.remember(f"We know that {fact}")
        except MemorydError:
            self.told.discard(fact.rpartition(" ")[2])
            raise

    def held(self):
        """Return how often each fact is in memory."""
        found = Counter()
        for path in self.house.memory_files():
            with contextlib.suppress(FileNotFoundError):
                document = parse(path.read_bytes(), relative=path.name, updated=AT)
                for entry in document.entries:
                    found.update(f"{name}." for name in re.findall(r"dock\d+", entry.summary))
        return found

    def knows_all(self):
        return self.told <= self.held().keys()

    def lost(self):
        return len(self.told - self.held().keys())

    def doubled(self):
        return sum(number - 1 for number in self.held().values())

    def troubles(self):
        status = self.client.status()
        return " | ".join([*status.reasons, *(f"{e.what}: {e.detail}" for e in status.errors)])

    def wait(self, condition):
        """Wait until so, and note how long that took."""
        began = time.monotonic()
        while not condition():
            assert time.monotonic() - began < FAR_S, "it did not come right"
            time.sleep(0.02)
        self.recovered_s.append(time.monotonic() - began)


@pytest.fixture(name="story")
def _story(house):
    return Story(house, house.project())


@pytest.fixture(autouse=True)
def _row(story, request):
    """Add a row to the table that `MEMORYD_TEST_TABLE` names, once the scenario came right."""
    yield
    table = os.environ.get("MEMORYD_TEST_TABLE")
    if table and story.counted:
        row = [request.node.name, TRIES, *story.counted, max(story.recovered_s, default=0.0)]
        with Path(table).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


@contextlib.contextmanager
def small_disk(story, options="size=6m"):
    place = story.house.base
    place.mkdir(mode=0o700, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "none", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield place
        assert_sound(story)
    finally:
        story.house.stop_all()
        subprocess.run(["umount", str(place)], check=True)


def assert_sound(story):
    story.counted = (story.lost(), story.doubled())
    assert story.counted == (0, 0)
    assert story.client.recall(f"which port is for {next(iter(story.told))}?").documents


def fill(place):
    with contextlib.suppress(OSError), (place / "ballast").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


@needs_root
def test_disk_full(story):
    with small_disk(story) as disk:
        story.house.start()
        story.remember()
        for _ in range(TRIES):
            fill(disk)
            with pytest.raises(RequestError, match="space"):
                story.remember()
            story.say()
            story.wait(lambda: "the disk is full" in story.troubles())
            assert story.client.recall("which port is for dock0?").documents
            (disk / "ballast").unlink()
            story.recovered_s.clear()

            story.wait(story.knows_all)
            story.remember()

        story.wait(lambda: not story.troubles())


@needs_root
def test_read_only_disk(story):
    with small_disk(story) as disk:
        story.house.start()
        story.remember()
        for _ in range(TRIES):
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            with pytest.raises(RequestError, match=r"[Rr]ead-only"):
                story.remember()
            story.say()
            story.wait(lambda: "cannot be written" in story.troubles())
            assert story.client.recall("which port is for dock0?").documents
            subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)

            story.wait(story.knows_all)

        story.wait(lambda: not story.troubles())


def database(story):
    return story.house.state / "memoryd.sqlite3"


def companions(story):
    return sorted(story.house.state.glob("memoryd.sqlite3*"))


def overwrite(path, at, size):
    with path.open("r+b") as file:
        file.seek(at)
        file.write(random.Random(at).randbytes(size))


def delete(story):
    for path in companions(story):
        path.unlink()


def scribble_first(story):
    overwrite(database(story), 0, 4096)


def scribble_middle(story):
    size = database(story).stat().st_size
    overwrite(database(story), size // 8192 * 4096, 4096)


def cut(story):
    os.truncate(database(story), database(story).stat().st_size // 2)


def tear_log(story):
    log = database(story).with_name("memoryd.sqlite3-wal")
    os.truncate(log, log.stat().st_size * 2 // 3)
    overwrite(log, max(0, log.stat().st_size - 5000), 2000)


def rarely(*values):
    """Mark what only a storm has the time for."""
    return [pytest.param(value, marks=pytest.mark.storm) for value in values]


@pytest.mark.parametrize("when", ["running", *rarely("killed")])
@pytest.mark.parametrize("harm", [delete, scribble_first, *rarely(scribble_middle, cut, tear_log)])
def test_database(story, harm, when):
    process = story.house.start()
    for _ in range(TRIES):
        story.remember()
        story.say()
        story.wait(story.knows_all)
        story.recovered_s.clear()
        if when == "killed":
            process.kill()
            process.wait()
        harm(story)
        story.say()
        if when == "killed":
            process = story.house.start()

        story.wait(story.knows_all)
        with contextlib.suppress(RequestError):  # the first one to see the damage says so
            story.remember()
        story.remember()

    assert_sound(story)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    story.house.start()
    story.client.wait(story.client.extract().job)
    assert_sound(story)
    with closing(sqlite3.connect(database(story))) as db:
        assert db.execute("PRAGMA quick_check").fetchall() == [("ok",)]


@pytest.mark.storm
def test_database_locked(story):
    story.house.start()
    story.remember()
    for _ in range(TRIES):
        with closing(sqlite3.connect(database(story), isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            story.say()
            story.wait(lambda: "locked" in story.troubles())
            began = time.monotonic()
            assert story.client.recall("which port is for dock0?").documents
            assert time.monotonic() - began < FAR_S
            db.execute("ROLLBACK")

        story.wait(lambda: story.knows_all() and "locked" not in story.troubles())
    assert_sound(story)


@pytest.mark.storm
def test_database_from_the_future(story):
    process = story.house.start()
    story.remember()
    for _ in range(TRIES):
        newer = story.house.root / "newer"
        with closing(sqlite3.connect(newer)) as db:
            db.execute("PRAGMA user_version = 99")
        raw = newer.read_bytes()
        newer.rename(database(story))
        with pytest.raises(RequestError, match="newer memoryd"):
            story.client.status()
        assert story.client.recall("which port is for dock0?", session_id="s").documents
        story.say()
        process.kill()
        process.wait()
        refused = story.house.once()
        assert refused.returncode == 78
        assert "newer memoryd" in refused.stderr
        assert database(story).read_bytes() == raw
        database(story).unlink()
        process = story.house.start()

        story.wait(story.knows_all)
    assert_sound(story)


def memory_dir(story):
    (folder,) = (story.house.base / "projects").iterdir()
    return folder / "memory"


def put_file(place, aside):
    place.write_text("no directory", encoding="utf-8")
    return place.unlink


def put_dangling_link(place, aside):
    place.symlink_to(aside.with_name("nowhere"))
    return place.unlink


def put_other(place, aside):
    shutil.copytree(aside, place)
    return lambda: shutil.rmtree(place)


def put_nothing(place, aside):
    return lambda: shutil.rmtree(place, ignore_errors=True)


@pytest.mark.parametrize("put", [put_file, *rarely(put_dangling_link, put_other, put_nothing)])
def test_memory_directory_replaced(story, put):
    story.house.start()
    for _ in range(TRIES):
        story.remember()
        place, aside = memory_dir(story), story.house.root / "aside"
        place.rename(aside)
        take_away = put(place, aside)
        if put in (put_file, put_dangling_link):
            story.say()
            story.wait(lambda: "a memory directory is none" in story.troubles())
            with pytest.raises(RequestError):
                story.remember()
        assert story.client.recall("which port is for dock0?") is not None
        take_away()
        aside.rename(place)

        story.wait(story.knows_all)
        story.wait(lambda: "a memory directory is none" not in story.troubles())
    assert_sound(story)


@pytest.mark.parametrize("put", [put_file, *rarely(put_dangling_link)])
def test_store_replaced(story, put):
    story.house.start()
    story.remember()
    for _ in range(TRIES):
        place, aside = story.house.base, story.house.root / "aside"
        place.rename(aside)
        take_away = put(place, aside)
        story.say()
        story.wait(lambda: "a memory directory is none" in story.troubles())
        take_away()
        aside.rename(place)

        story.wait(story.knows_all)
    assert_sound(story)


class Shim:
    """What a preloaded library makes of the clock and of files in a daemon."""

    def __init__(self, folder):
        compiler = shutil.which("cc")
        if compiler is None or os.uname().sysname != "Linux":
            pytest.skip("needs a C compiler and Linux")
        self.library, self.wanted = folder / "shim.so", folder / "shim"
        command = [compiler, "-shared", "-fPIC", "-o", str(self.library), str(SHIM), "-ldl"]
        subprocess.run(command, check=True)
        self.set()

    def set(self, *, clock_s=0.0, delay_s=0.0):
        mode = "r+b" if self.wanted.exists() else "wb"
        with self.wanted.open(mode) as file:
            file.write(struct.pack("dd", clock_s, delay_s))

    def env(self, below):
        return {
            "LD_PRELOAD": str(self.library),
            "TEST_SHIM": str(self.wanted),
            "TEST_SHIM_BELOW": str(below),
        }


@pytest.fixture(name="shim")
def _shim(tmp_path):
    return Shim(tmp_path)


def test_clock_jumps(story, shim):
    story.house.start(**shim.env("/nowhere"))
    for _ in range(TRIES):
        for jump_s in (0.0, -86400.0 * 400, 86400.0 * 5, -3600.0, 0.0):
            shim.set(clock_s=jump_s)
            story.say()
            story.remember()
            story.wait(story.knows_all)
            lost = story.client.remember(f"We know that crane {jump_s} is green.")
            undone = story.client.undo()
            assert undone.operation == "remember"
            assert lost.memory is None or lost.memory.id in undone.restored
            story.client.wait(story.client.dream(force=True).job)
    assert_sound(story)


def test_suspended(story):
    process = story.house.start()
    story.remember()
    for _ in range(TRIES):
        story.say()
        process.send_signal(signal.SIGSTOP)
        story.say()
        time.sleep(STOPPED_S)  # this is the scenario, not a wait for something
        story.say()
        process.send_signal(signal.SIGCONT)

        story.wait(story.knows_all)
    assert_sound(story)


@contextlib.contextmanager
def pinging(story):
    """Ask all the while whether the daemon is there; yield how long each answer took."""
    ended, took_s = threading.Event(), []

    def ping():
        with closing(story.caller()) as client:
            while not ended.is_set():
                began = time.monotonic()
                assert client.ping()
                took_s.append(time.monotonic() - began)

    asking = threading.Thread(target=ping)
    asking.start()
    try:
        yield took_s
    finally:
        ended.set()
        asking.join()


@pytest.mark.storm
def test_slow_files(story, shim):
    story.house.start(**shim.env(story.house.root))
    story.remember()
    for _ in range(TRIES):
        shim.set(delay_s=0.05)
        with pinging(story) as took_s:
            story.say()
            story.wait(story.knows_all)
        shim.set()
        assert max(took_s) < FAR_S / 10, "files that are slow held up the event loop"
    assert_sound(story)


def test_no_file_descriptors_left(story):
    limited = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
    site = story.house.root / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(limited, encoding="utf-8")
    path = os.pathsep.join([str(site), story.house.env["PYTHONPATH"]])
    story.house.start(PYTHONPATH=path)
    story.remember()
    for _ in range(TRIES):
        with contextlib.ExitStack() as stack:
            for _ in range(100):
                caller = stack.enter_context(socket.socket(socket.AF_UNIX))
                caller.connect(str(story.house.socket))
            story.say()
            time.sleep(1)  # this is the scenario: nobody can be served meanwhile
        story.wait(story.knows_all)
    assert_sound(story)


@pytest.mark.storm
def test_killed_with_backlog_and_dream(story):
    chance = random.Random(20261130)
    for _ in range(3 * TRIES):
        for _ in range(4):
            story.say()
        process = story.house.start(wait=False)
        with contextlib.suppress(MemorydError, OSError):
            time.sleep(chance.uniform(0.1, 1.2))
            story.client.dream(force=True)
            time.sleep(chance.uniform(0, 0.2))
        process.kill()
        process.wait()
    story.house.start()

    story.wait(story.knows_all)
    assert_sound(story)
    assert not list(story.house.root.rglob(".memoryd-*"))
