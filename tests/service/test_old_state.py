"""A daemon on the store of an earlier release, and beside files of a later one."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

STATES = sorted((Path(__file__).parents[1] / "data" / "state").glob("v*"))
PROJECT = "/home/sam/harbor"


@pytest.mark.parametrize("old", STATES, ids=lambda path: path.name)
def test_a_store_of_an_earlier_release_is_gone_on_with(house, old):
    shutil.copytree(old / "base", house.base)
    shutil.copytree(old / "state", house.state)
    house.state.chmod(0o700)

    house.start()
    client = house.client(PROJECT)

    assert len(list(client.memories())) == 4
    assert client.recall("where does the nightly build run?").documents
    assert b"linter" in client.resource("memory://root/memory_summary.md").data
    assert client.wait(client.dream(force=True).job).error is None
    assert client.status().errors == []


def test_a_database_of_a_later_release_ends_the_start_with_78_and_its_name(house):
    house.state.mkdir(mode=0o700)
    file = house.state / "memoryd.sqlite3"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 99")
    before = file.read_bytes()

    process = house.start(wait=False)
    code = process.wait(timeout=60)

    assert code == 78
    assert "memoryd.sqlite3 was written by a newer memoryd" in process.stderr.read().decode()
    assert file.read_bytes() == before
