"""Make a small store as the memoryd of this tree keeps it: `python make.py DIRECTORY`.

What it made for a release stays as it is, and every later memoryd is tested with it. A directory is
named after the number of its database; a new one is added whenever anything on disk changes.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from memoryd_client import Client, NotRunningError

PROJECT = "/home/sam/harbor"  # need not exist
SESSION = "4b1f0c52-6a1d-4c0e-9d57-2f8e6f3a9b10"
SAID = ("Always run the linter before you commit.", "Never push to the main branch directly.")


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="md", dir="/tmp") as root:
        house = Path(root)
        transcript(house)
        (house / "config.yaml").write_text("memories: {enabled: true, minRolloutIdleHours: 0}\n")
        process = subprocess.Popen([sys.executable, "-m", "memoryd", "run"], env=environment(house))
        try:
            live(house, target)
        finally:
            process.terminate()
            process.wait()
        shutil.copytree(house / "base", target / "base")
        shutil.copy(house / "state" / "memoryd.sqlite3", target / "state")


def environment(house: Path) -> dict[str, str]:
    return {
        **{name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ},
        "HOME": str(house),
        "MEMORYD_BASE_DIR": str(house / "base"),
        "MEMORYD_STATE_DIR": str(house / "state"),
        "MEMORYD_CONFIG": str(house / "config.yaml"),
        "CLAUDE_CONFIG_DIR": str(house / "claude"),
    }


def transcript(house: Path) -> None:
    folder = house / "claude" / "projects" / PROJECT.replace("/", "-")
    folder.mkdir(parents=True)
    lines = []
    for number, text in enumerate(SAID):
        for kind in ("user", "assistant"):
            said = text if kind == "user" else [{"type": "text", "text": "Understood."}]
            lines.append(
                {
                    "uuid": f"00000000-0000-0000-0000-0000000000{number}{len(kind)}",
                    "parentUuid": None,
                    "isSidechain": False,
                    "userType": "external",
                    "cwd": PROJECT,
                    "sessionId": SESSION,
                    "version": "2.1.219",
                    "type": kind,
                    "message": {"role": kind, "content": said},
                    "timestamp": f"2026-05-01T10:0{number}:00.000Z",
                    **(
                        {"origin": {"kind": "human"}, "promptSource": "typed"}
                        if kind == "user"
                        else {}
                    ),
                }
            )
    file = folder / f"{SESSION}.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def live(house: Path, target: Path) -> None:
    """Do a bit of everything that leaves something on disk."""
    with Client(cwd=PROJECT, socket=house / "state" / "run" / "memoryd.sock") as client:
        wait_for(client)
        client.wait(client.extract().job)
        kept = client.remember("The nightly build runs on the green cluster.").memory
        client.edit(kept.id, updated=kept.updated, pinned=True)
        client.remember("Answer in short sentences, please.", scope="user", type="feedback")
        client.learn("The linter wants Python 3.11.")
        wrong = client.remember("The archive lies on the old file server.").memory
        client.recall("where does the nightly build run?", session_id="handed")
        client.used([kept.id])
        client.forget(ids=[wrong.id], apply=True)
        client.delete(client.remember("The mascot is a heron.").memory.id)
        client.wait(client.dream(force=True).job)
        rebuilt = client.rebuild(force=True)
        if rebuilt.job:
            client.wait(rebuilt.job)
        (target / "state").mkdir(parents=True)
        shutil.copy(house / "state" / "daemon.json", target / "state")


def wait_for(client: Client) -> None:
    for _ in range(600):
        try:
            client.ping()
        except NotRunningError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the daemon did not start")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
