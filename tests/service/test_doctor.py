"""The doctor against real daemons, well and ill."""

import json
import signal
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from memoryd_client.errors import MemorydError

FACT = "The nightly build runs on the green cluster."


def doctor(house, *options, **env):
    """Run `memoryctl doctor`; return its exit code and what it found, by check and level."""
    done = house.run("memoryctl", "doctor", "--json", *options, **env)
    assert done.stderr == ""
    told = json.loads(done.stdout)
    found = {}
    for finding in told["findings"]:
        found.setdefault((finding["check"], finding["level"]), []).append(finding)
    return done.returncode, found, told


def snapshot(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def rows(house):
    with closing(sqlite3.connect(house.state / "memoryd.sqlite3")) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def prove_in_vain(client):
    with pytest.raises(MemorydError):
        client.prove()


def failed(found):
    return {check for check, level in found if level == "fail"}


@pytest.fixture(name="served")
def _served(house):
    """A house whose daemon knows something already."""
    (house.root / "claude" / "projects").rmdir()  # no agent is here that could be set up
    (house.root / "claude").rmdir()
    house.start()
    house.client(house.project()).remember(FACT)
    return house


def test_a_healthy_daemon_is_well_and_nothing_of_the_proof_stays(served):
    client = served.client(served.project())
    files, status, figures = snapshot(served.base), client.status(), rows(served)

    code, found, told = doctor(served)

    assert code == 0
    assert {level for _, level in found} == {"ok"}
    assert [step["step"] for step in told["proof"]["steps"]] == [
        *("write", "watch", "extract", "store", "recall", "forget", "clean")
    ]
    after = client.status()
    assert snapshot(served.base) == files
    assert rows(served) == figures
    assert list((served.state / "doctor").iterdir()) == []
    assert (after.last, after.skipped, after.day.learnt) == (
        *(status.last, status.skipped, status.day.learnt),
    )
    assert client.jobs().jobs == []
    assert client.injections().injections == []
    assert [each.root for each in client.projects().projects] == [str(served.project())]
    assert len(client.history().changes) == 1


def test_several_doctors_at_once_do_not_disturb_each_other(served):
    files, proofs = snapshot(served.base), []
    clients = [served.client() for _ in range(3)]
    threads = [threading.Thread(target=lambda c=c: proofs.append(c.prove())) for c in clients]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [proof.ok for proof in proofs] == [True] * 3
    assert snapshot(served.base) == files
    assert list((served.state / "doctor").iterdir()) == []


def test_where_nothing_was_learnt_it_is_proven_whatever_is_said_of_the_directories_around(house):
    (house.root / ".git").mkdir()
    rules = {str(house.root): {"enabled": False, "local": True}}
    house.config.write_text(json.dumps({"projects": rules}), encoding="utf-8")
    house.start()

    proof = house.client().prove()

    assert [step for step in proof.steps if not step.ok] == []
    assert not (house.root / ".qwen").exists()
    assert snapshot(house.base) == {}


def test_a_long_quiet_time_is_not_waited_for(house):
    house.start(MEMORYD_EXTRACT_QUIET_SECONDS="600")

    assert house.client().prove().ok


def test_what_a_killed_daemon_left_of_a_proof_is_removed_by_the_next(served, wait_until):
    client = served.client(served.project())
    files, figures = snapshot(served.base), rows(served)
    learnt = served.state / "doctor"
    asked = threading.Thread(target=prove_in_vain, args=(client,))
    asked.start()
    wait_until(lambda: any(learnt.glob("*.jsonl")))
    served.processes[0].send_signal(signal.SIGKILL)
    served.processes[0].communicate()
    asked.join()
    assert list(learnt.iterdir())

    served.start()

    wait_until(lambda: not list(learnt.iterdir()))
    assert served.client().prove().ok
    assert (snapshot(served.base), rows(served)) == (files, figures)


def test_when_the_daemon_was_killed_all_else_is_looked_at(house):
    daemon = house.start()
    daemon.kill()
    daemon.communicate()

    code, found, told = doctor(house)

    assert code == 1
    assert failed(found) == {"daemon"}
    assert "no memoryd listens" in found["daemon", "fail"][0]["detail"]
    assert found["daemon", "fail"][0]["remedy"]
    assert "left of a daemon that is gone" in found["daemon.json", "warn"][0]["detail"]
    assert ("loop", "warn") in found
    assert {check for check, _ in found} >= {"settings", "socket", "state", "memories", "disk"}
    assert told["proof"] is None


def test_settings_and_prompts_that_cannot_be_used_are_named(house):
    house.config.write_text("extrat: {}\n", encoding="utf-8")
    prompts = house.config.parent / "prompts"
    prompts.mkdir()
    (prompts / "dream_input.md").write_text("Tidy {{ evrything }}.", encoding="utf-8")
    house.start()

    code, found, _ = doctor(house)

    assert code == 1
    assert failed(found) == {"daemon", "loop", "settings"}
    settings, prompt = found["settings", "fail"]
    assert f"{house.config}:1: extrat" in settings["detail"]
    assert "dream_input.md" in prompt["detail"]
    assert "step `begin`" in found["loop", "fail"][0]["detail"]


def test_switched_off_extraction_is_the_step_that_fails(served):
    served.config.write_text("extract: {enabled: false}\n", encoding="utf-8")
    served.client().reload()

    code, found, told = doctor(served)

    assert code == 1
    steps = {step["step"]: step for step in told["proof"]["steps"]}
    assert not steps["extract"]["ok"]
    assert "extract.enabled" in steps["extract"]["remedy"] + steps["extract"]["detail"]
    assert steps["clean"]["ok"]
    assert "recall" not in steps
    assert failed(found) == {"loop"}
    assert list((served.state / "doctor").iterdir()) == []


def test_a_base_that_cannot_be_written_fails_where_memories_are_kept(house):
    house.base.write_bytes(b"a file where a directory should be")
    house.start()

    code, found, told = doctor(house)

    assert code == 1
    assert failed(found) >= {"memories", "loop"}
    assert next(each["step"] for each in told["proof"]["steps"] if not each["ok"]) == "extract"
    assert house.base.is_file()


def test_an_open_directory_a_replaced_lock_and_a_missing_program_are_told_with_remedies(served):
    lock = served.state / "daemon.lock"
    content = lock.read_bytes()
    lock.rename(lock.with_suffix(".old"))
    lock.write_bytes(content)
    claude = served.root / "claude"
    claude.mkdir()
    assert served.run("memoryctl", "setup", "claude-code", "--yes").returncode == 0
    served.socket.parent.chmod(0o755)
    hooks = claude / "skills" / "memoryd" / "hooks" / "hooks.json"
    text = hooks.read_text("utf-8")
    program = json.loads(text)["hooks"]["Stop"][0]["hooks"][0]["command"].split()[0]
    hooks.write_text(text.replace(program, "/nowhere/python3"), encoding="utf-8")

    code, found, _ = doctor(served)

    assert code == 1
    assert "open to other users (mode 0755)" in found["socket", "fail"][0]["detail"]
    assert found["socket", "fail"][0]["remedy"] == f"chmod 700 {served.socket.parent}"
    assert "/nowhere/python3, which is not there" in found["claude-code", "fail"][0]["detail"]
    if Path("/proc/locks").exists():  # elsewhere the kernel itself is asked
        assert "was replaced" in found["lock", "fail"][0]["detail"]
