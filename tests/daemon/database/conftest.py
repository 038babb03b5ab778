"""A database in a file of its own, and sessions to put into it."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.database import Extraction, Sighting, open_database

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
TAUGHT = Extraction(raw_memory="raw", rollout_summary="summary", rollout_slug="slug")


@pytest.fixture(name="path")
def _path(tmp_path):
    return tmp_path / "state" / "memoryd.sqlite3"


@pytest.fixture(name="database")
def _database(path):
    database, aside = open_database(path, now=NOW)
    assert aside is None
    with closing(database):
        yield database


@pytest.fixture(name="see")
def _see(database):
    """Register sessions that were over a day ago, and return their ids."""

    def see(*sessions, now=NOW, project="/p", updated=NOW - timedelta(days=1), content="a", **rest):
        sightings = [
            Sighting(
                agent="codex",
                session=session,
                project=project,
                updated=updated,
                path=f"/s/{session}.jsonl",
                cwd="/p/src",
                content=content,
                **rest,
            )
            for session in sessions
        ]
        database.threads.register(sightings, now=now)
        return [f"codex:{session}" for session in sessions]

    return see


@pytest.fixture(name="learn")
def _learn(database, see):
    """Let one session teach something; return its id."""

    def learn(session, rules, *, now=NOW, extraction=TAUGHT, **rest):
        (thread,) = see(session, now=now, **rest)
        others = {each.id for each in database.threads.all()} - {thread}
        (claim,) = database.stage1.claim(rules, worker="w", now=now, active=others)
        assert database.stage1.complete(claim, extraction, now=now)
        return thread

    return learn
