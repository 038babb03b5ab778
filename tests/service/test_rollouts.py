"""The two-phase pipeline through a real daemon: asked for, explained, paid for, and killed."""

import asyncio
import json
import os
import random
import re
import sqlite3
import threading
import time
from contextlib import closing, contextmanager

import pytest
import yaml
from fakes import ModelServer, openai_fails, openai_says

ROUNDS = int(os.environ.get("MEMORYD_TEST_ROUNDS", "4"))
PORTS = [f"Remember that port {7000 + number} is for dock {number}." for number in range(20)]
QUESTIONS = [f"Which port is dock {number} on?" for number in range(300)]


class Model:
    """A scripted endpoint in a thread of its own, which a test may let wait or fail."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.server = ModelServer(think=self._think)
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.failing = False
        # Questions of this model (`large` or `small`) wait, after so many that do not.
        self.held_model, self.free = "", 0

    def call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def hold(self, model, *, after=0):
        self.held_model, self.free = model, after

    def let_go(self):
        self.held_model = ""

    async def _think(self, body):
        if self.failing:
            return openai_fails(401, "no such key")
        if body["model"] == self.held_model:
            if self.free == 0:
                await asyncio.Event().wait()
            self.free -= 1
        return answer(body)

    @property
    def url(self):
        return self.server.url

    def asked(self):
        """The questions, by model, and the sessions asked about, in order."""
        bodies = [body for _, _, body in list(self.server.received)]
        return [body["model"] if body["model"] == "small" else session_in(body) for body in bodies]


def session_in(body):
    return re.search(r"^Session: \S+?:(\S+)$", body["messages"][-1]["content"], re.MULTILINE)[1]


def answer(body):
    """Answer as a model that keeps one line of each session, and joins them."""
    if body["model"] == "small":
        asked = body["messages"][-1]["content"]
        lines = dict.fromkeys(re.findall(r"^- session .+$", asked, re.MULTILINE))
        memory = "\n".join(["# All of it", "", *sorted(lines)])
        said = {"memory_md": memory, "memory_summary": memory, "skills": []}
    else:
        line = f"- session {session_in(body)} is known by its number and by nothing else"
        said = {"rollout_summary": line, "rollout_slug": None, "raw_memory": line}
    return openai_says(json.dumps(said))


@pytest.fixture(name="model")
def _model():
    model = Model()
    model.thread.start()
    model.call(model.server.__aenter__())
    yield model
    model.call(model.server.__aexit__())
    model.loop.call_soon_threadsafe(model.loop.stop)
    model.thread.join(20)
    model.loop.close()


def configure(house, *, model=None, budget=None, **memories):
    settings = {"memories": {"enabled": True, "minRolloutIdleHours": 0} | memories}
    if model:
        settings["models"] = {
            "providers": {"local": {"kind": "openai", "baseUrl": model.url}},
            "roles": {"default": "local/large", "smol": "local/small"},
        }
        settings["extract"] = {"model": "off"}
        settings["dream"] = {"model": "off"}
    if budget:
        settings["budget"] = budget
    house.config.write_text(yaml.safe_dump(settings))


def sessions(house, project, count, *, texts=PORTS):
    """Let so many sessions say something each; return their ids, the oldest first."""
    told = []
    for text in texts[:count]:
        transcript = house.transcript(project)
        transcript.say(text)
        told.append(transcript.session)
    return told


def artefacts(house):
    """The files of all memory roots, by project's directory and path."""
    return {
        path.relative_to(house.base).as_posix(): path.read_bytes()
        for path in sorted(house.base.glob("projects/*/root/**/*"))
        if path.is_file()
    }


def told(house):
    raw = next((d for path, d in artefacts(house).items() if path.endswith("raw_memories.md")), b"")
    return re.findall(r"^## Thread `(.+)`$", raw.decode(), re.MULTILINE)


@contextmanager
def bookkeeping(house):
    with closing(sqlite3.connect(house.state / "memoryd.sqlite3", timeout=20)) as db, db:
        yield db


def let_leases_end(house):
    """Do what a few minutes would: leases and delays are over."""
    with bookkeeping(house) as db:
        db.execute("UPDATE jobs SET lease_until = 1, retry_at = NULL")


def once(house):
    done = house.once()
    assert done.returncode == 0, done.stderr
    return done


def at(house):
    return {"MEMORYD_SOCKET": str(house.socket)}


def ctl(house, project, *args):
    return house.run("memoryctl", *args, "--cwd", str(project), **at(house))


def pipeline_jobs(house, project):
    return [job for job in house.client(project).jobs().jobs if job.kind != "extract"]


def test_switched_off_a_rebuild_says_how_to_switch_it_on(house):
    project = house.project()
    house.transcript(project).say(PORTS[0])
    house.start()

    done = ctl(house, project, "rebuild", "--wait")

    assert "learning from whole sessions is off" in done.stderr
    assert "memories: {enabled: true}" in done.stderr
    assert artefacts(house) == {}


def test_once_reads_whole_sessions_and_a_second_time_changes_nothing(house):
    project = house.project()
    known = sessions(house, project, 2)
    configure(house)

    once(house)
    files = artefacts(house)
    once(house)

    assert told(house) == sorted(known)
    assert any(path.endswith("memory_summary.md") for path in files)
    assert artefacts(house) == files


def test_a_rebuild_does_not_wait_for_quiet_and_says_what_it_did(house):
    project = house.project()
    (session,) = sessions(house, project, 1)
    configure(house, minRolloutIdleHours=12)
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)

    due = ctl(house, project, "rebuild", "--if-due", "--wait")
    forced = ctl(house, project, "rebuild", "--wait")

    assert forced.returncode == 0, forced.stderr
    assert "1 session read, 1 taught something" in forced.stdout
    assert told(house) == [session]
    assert "nothing new" in due.stdout


def test_a_model_that_fails_is_named_in_jobs_and_what_was_known_stays(house, model):
    project = house.project()
    sessions(house, project, 1)
    configure(house, model=model)
    once(house)
    before = artefacts(house)
    transcript = house.transcript(project)
    transcript.say(PORTS[1])
    model.failing = True
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)

    client.wait(client.rebuild(force=True).job)

    failed = [job for job in pipeline_jobs(house, project) if job.session == transcript.session]
    assert [(job.kind, job.status, job.reason) for job in failed] == [
        ("stage1", "failed", "retry_later")
    ]
    assert "401" in failed[0].error
    assert client.job(failed[0].id).error == failed[0].error
    listed = ctl(house, project, "jobs").stdout
    assert failed[0].id in listed
    assert "401" in listed
    assert artefacts(house) == before

    model.failing = False
    client.wait(client.rebuild(force=True).job)
    assert len(told(house)) == 2


def test_of_many_sessions_no_more_is_asked_than_may_be_and_nothing_twice(house, model, wait_until):
    project = house.project()
    sessions(house, project, 300, texts=QUESTIONS)
    configure(house, model=model, budget={"callsPerHour": 20})

    def passed():
        jobs = [job for job in pipeline_jobs(house, project) if job.id in started]
        return bool(jobs) and all(job.status not in {"pending", "running"} for job in jobs)

    for _ in range(2):  # the second time as after a restart
        house.start()
        client = house.client(project)
        client.wait(client.extract().job)
        wait_until(lambda: len(model.asked()) >= 20, 60)
        started = {client.rebuild(force=False).job}
        wait_until(passed, 60)
        house.stop_all()

    asked = model.asked()
    assert len(asked) == len(set(asked)) == 20
    with bookkeeping(house) as db:
        waiting = db.execute("SELECT count(*) FROM jobs WHERE status = 'error'").fetchone()
    assert waiting == (0,)


def test_while_nothing_happens_no_model_is_asked(house, model, wait_until):
    project = house.project()
    sessions(house, project, 3)
    configure(house, model=model)
    house.start()
    wait_until(lambda: len(told(house)) == 3, 60)
    client = house.client(project)
    asked = len(model.asked())

    for _ in range(3):
        assert client.rebuild(everywhere=True).skipped == "nothing_new"
    house.stop_all()
    once(house)

    assert len(model.asked()) == asked == 4


def killed_while(house, model, *, held, after=0):
    """Start a daemon and kill it when its model is asked what is held."""
    model.hold(held, after=after)
    before = len(model.asked())
    process = house.start()
    deadline = time.monotonic() + 60
    while held not in waiting(model, before, after):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    process.wait()
    model.let_go()
    let_leases_end(house)


def waiting(model, before, after):
    asked = model.asked()[before:]
    large = [each for each in asked if each != "small"]
    return [*(["large"] if len(large) > after else []), *(["small"] if "small" in asked else [])]


def test_killed_in_the_first_phase_only_what_was_not_answered_is_asked_again(house, model):
    project = house.project()
    known = sessions(house, project, 3)
    configure(house, model=model, stage1Concurrency=1)

    killed_while(house, model, held="large", after=1)
    asked = model.asked()
    once(house)

    first, unanswered = asked
    assert first != unanswered
    again = model.asked()[2:]
    assert sorted(again) == sorted({*known, "small"} - {first})
    assert told(house) == sorted(known)


def test_killed_in_the_second_phase_no_session_is_asked_about_again(house, model):
    project = house.project()
    known = sessions(house, project, 3)
    configure(house, model=model)

    killed_while(house, model, held="small")
    assert artefacts(house) == {}
    once(house)

    assert sorted(model.asked()) == sorted([*known, "small", "small"])
    assert told(house) == sorted(known)


def test_a_stop_gives_back_what_was_claimed_and_the_next_daemon_goes_on_at_once(house, model):
    project = house.project()
    known = sessions(house, project, 3)
    configure(house, model=model)
    model.hold("large")
    process = house.start()
    deadline = time.monotonic() + 60
    while len(model.asked()) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.02)

    process.terminate()
    assert process.wait(30) == 0
    model.let_go()
    once(house)

    assert told(house) == sorted(known)


@pytest.mark.storm
@pytest.mark.timeout(1200)
def test_killed_at_any_moment_the_files_are_those_of_an_undisturbed_run(house, wait_until):
    chance = random.Random(20261130)
    project = house.project()
    known = sessions(house, project, 12)
    configure(house)
    once(house)
    wanted = artefacts(house)
    assert told(house) == sorted(known)

    for _ in range(ROUNDS):
        with bookkeeping(house) as db:
            for table in ("jobs", "threads", "stage1_outputs"):
                db.execute(f"DELETE FROM {table}")
        for path in wanted:
            (house.base / path).unlink(missing_ok=True)
        process = house.start()
        if chance.random() < 0.5:
            wait_until(lambda: has_rows(house, "stage1_outputs"), 60)
        time.sleep(chance.uniform(0, 0.5))
        process.kill()
        process.wait()
        assert all(wanted[path] == data for path, data in artefacts(house).items())
        let_leases_end(house)
        once(house)
        assert artefacts(house) == wanted
    assert not list(house.base.rglob(".root*"))


def has_rows(house, table):
    with bookkeeping(house) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone() != (0,)
