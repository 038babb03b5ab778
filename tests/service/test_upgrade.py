"""Another release is installed under a running daemon: it goes on as if nothing were."""

import asyncio
import contextlib
import json
import shutil
import sys
import threading
from pathlib import Path

import pytest
from fakes import ModelServer, openai_says

import memoryd
import memoryd_client
from memoryd_client.errors import NotFoundError

OURS = (Path(memoryd.__file__).parent, Path(memoryd_client.__file__).parent)


@pytest.fixture(name="installed")
def _installed(house):
    """A copy of the program, from which this house's daemon is started."""
    tree = house.root / "tree"
    for package in OURS:
        shutil.copytree(package, tree / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    about = tree / f"memoryd-{memoryd_client.__version__}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: memoryd\nVersion: {memoryd_client.__version__}\n")
    house.env["PYTHONPATH"] = str(tree)
    house.env["PYTHONDONTWRITEBYTECODE"] = "1"
    return tree


def replace(tree):
    """Put another release in place, of which nothing fits the one that runs."""
    for file in [each for package in OURS for each in (tree / package.name).rglob("*")]:
        if file.suffix == ".py":
            file.write_text("raise ImportError('of another release')\n")
        elif file.is_file():
            file.write_text("{{ of_another_release }}\n")
    (old,) = tree.glob("*.dist-info")
    new = tree / "memoryd-99.0.dist-info"
    new.mkdir()
    (new / "METADATA").write_text("Name: memoryd\nVersion: 99.0\n")
    shutil.rmtree(old)


def work(house, client, project, session):
    """Have the daemon do everything it can, once."""
    session.say("Always run the linter before you commit.", "We deploy from the main branch.")
    kept = client.remember("The nightly build runs on the green cluster.", why="it is cheaper")
    client.remember("Answer in short sentences, please.", scope="user", type="feedback")
    client.learn("The linter wants Python 3.11.")
    for answer in (
        client.extract(),
        client.extract(force=True),
        client.dream(force=True),
        client.dream(scope="user", force=True),
        client.rebuild(force=True),
    ):
        if answer.job:
            assert client.wait(answer.job).error is None
    client.preview_dream()
    client.preview_extract()
    client.recall("where does the nightly build run?", session_id="s", explain=True)
    client.guidance(session_id="s2")
    for agent in ("claude-code", "codex", "qwen-code"):
        for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
            said = f'{{"session_id": "{agent}", "cwd": "{project}", "prompt": "nightly build?"}}'
            path = f"/v1/hook?agent={agent}&event={event}"
            client.transport.request("POST", path, body=said.encode())
    memory = client.memory(kept.memory.id)
    client.edit(memory.id, updated=memory.updated, body="It runs on the blue cluster.\n")
    client.used([memory.id])
    for _ in client.memories():
        continue
    client.delete(memory.id)
    client.undo()
    client.forget("cluster")
    client.forget(ids=[memory.id], apply=True, purge=True)
    client.history(), client.injections(), client.projects(), client.jobs(), client.budget()
    for refused in (lambda: client.undo("no such token"), lambda: client.resource("memory://root")):
        with contextlib.suppress(NotFoundError):
            refused()
    client.clear(confirm=True)
    for path in ("/v1/openapi.json", "/metrics", "/healthz", "/readyz"):
        client.transport.request("GET", path)


def settings(url):
    model = {"kind": "openai", "baseUrl": url}
    return {
        "log": {"format": "json", "level": "debug"},
        "memories": {"enabled": True, "minRolloutIdleHours": 0},
        "models": {"providers": {"own": model}, "roles": {"smol": "own/m"}},
        "recall": {"selector": "smol", "deadlineMs": 10_000},
    }


async def test_all_goes_on_working_when_another_release_is_installed(house, installed, wait_until):
    async def choose_nothing(_):
        return openai_says('{"selected_memories": []}')

    async with ModelServer(think=choose_nothing) as server:
        await asyncio.to_thread(goes_on_working, house, installed, wait_until, server.url)

    assert server.received


def goes_on_working(house, installed, wait_until, url):
    house.config.write_text("log: {format: json, level: debug}\n")
    project = house.project()
    session = house.transcript(project)
    process = house.start(wait=False, PYTHONPROFILEIMPORTTIME="1")
    imported = []
    reader = threading.Thread(target=lambda: imported.extend(process.stderr))
    reader.start()
    client = house.client(project)
    wait_until(house.socket.exists, 60)
    wait_until(lambda: "loaded ahead" in [r["event"] for r in client.logs(limit=1000).records], 60)
    assert client.status().errors == []
    loaded = len(imported)

    replace(installed)
    work(house, client, project, session)
    house.config.write_text(json.dumps(settings(url)))
    client.reload()
    wait_until(lambda: client.budget().models != {}, 60)
    work(house, client, project, session)
    for fact in ("go out on Fridays", "wait for a review", "are told to the whole team"):
        client.remember(f"Deploys of the gateway {fact}.", type="project")
    client.recall("when do deploys of the gateway go out?")
    (trouble,) = [each for each in client.status().errors if "upgraded" in each.what]
    records = client.logs(limit=1000, level="warning").records
    client.shutdown()
    process.wait(timeout=60)
    reader.join()

    assert trouble.detail == f"{memoryd_client.__version__} runs, 99.0 is installed"
    assert "memoryctl restart" in trouble.hint
    assert records == []
    assert process.returncode == 0
    # What was loaded since is the interpreter's own.
    names = [line.decode().rpartition("|")[2].strip() for line in imported[loaded:]]
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)
