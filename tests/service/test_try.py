"""`memoryctl try` does the whole job with the real daemon and leaves nothing behind."""

import json
import os
from pathlib import Path


def left_in_tmp() -> set[str]:
    return {entry.name for entry in os.scandir("/tmp") if entry.name.startswith("memoryd-try")}


def test_without_transcripts_it_shows_the_bundled_sample(house):
    before = left_in_tmp()

    done = house.run("memoryctl", "try", "--json")

    told = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert told["sessions"] == 1
    assert len(told["memories"]) >= 3
    assert told["recall"]["documents"]
    assert not house.base.exists()
    assert left_in_tmp() <= before


def test_it_reads_the_users_own_transcripts_and_touches_nothing_of_theirs(house):
    transcript = house.transcript(house.project())
    transcript.say("Remember that releases are cut from the trunk branch.")
    before = {path: path.read_bytes() for path in house.root.rglob("*") if path.is_file()}

    done = house.run("memoryctl", "try")

    assert done.returncode == 0, done.stderr
    assert "trunk branch" in done.stdout
    assert "othing was left behind" in done.stdout + done.stderr
    assert {p: p.read_bytes() for p in house.root.rglob("*") if p.is_file()} == before


def test_a_folder_of_transcripts_can_be_named(house, tmp_path):
    transcript = house.transcript(house.project())
    transcript.say("Remember that releases are cut from the trunk branch.")
    folder: Path = tmp_path / "copies"
    folder.mkdir()
    transcript.path.rename(folder / transcript.path.name)

    done = house.run("memoryctl", "try", "--agent", "claude-code", "--path", str(folder))

    assert done.returncode == 0, done.stderr
    assert "trunk branch" in done.stdout
