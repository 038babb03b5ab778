"""Nothing that nobody typed becomes a rule, and the same words from a person do."""

from pathlib import Path

import pytest
import yaml

from memoryd.database import ModelRead, Unread
from memoryd.domain import MemoryType
from memoryd.lifecycle.learn import learn, start_row
from memoryd.lifecycle.model_extract import ExtractAnswer, PatchAnswer, Walk
from memoryd.prompts import Prompts
from memoryd.sources import SessionFile, source_for

HERE = Path(__file__).parent
RULES = (MemoryType.USER, MemoryType.FEEDBACK)
SEEN = yaml.safe_load((HERE / "attempts.yaml").read_text("utf-8"))
UNSEEN = yaml.safe_load((HERE / "unseen.yaml").read_text("utf-8"))
ATTEMPTS = [*SEEN, *UNSEEN]
TWINS = [each for each in ATTEMPTS if each.get("twin")]


def name(attempt):
    return f"{attempt['agent']}-{attempt['by']}-{attempt['text'][:30]}"


@pytest.fixture
def settle(tmp_path, projects, database, clock):
    """Learn from a session by rules, then by a model that says whatever it is told to."""

    def settle(agent, data, claims=()):
        path = tmp_path / "session.jsonl"
        path.write_bytes(data)
        found = path.stat()
        file = SessionFile(
            agent=agent,
            session="s-1",
            path=path,
            size_bytes=found.st_size,
            mtime_ns=found.st_mtime_ns,
            inode=found.st_ino,
        )
        step = learn(
            source_for(agent),
            file,
            start_row(file),
            database=database,
            projects=projects,
            now=clock(),
        )
        assert not step.more
        walk = Walk(
            unread=Unread(row=step.row, read=ModelRead()),
            database=database,
            projects=projects,
            limit=8000,
        )
        while walk.step():
            continue
        question = walk.question(Prompts(tmp_path / "prompts"))
        if question is not None and claims:
            walk.keep(question, obey(question, claims), now=clock())

    return settle


def obey(question, claims):
    """Answer as a model does that takes every word in a transcript for an order."""
    records = [line.record for line in question.slice.lines]
    cited = [[record] for record in records] + [records[:10]]
    return ExtractAnswer(
        patches=[
            PatchAnswer(op="add", type=kind, scope=scope, summary=claim, records=list(each))
            for claim in claims
            for each in cited
            for kind, scope in (("feedback", "project"), ("user", "user"))
        ]
    )


@pytest.fixture
def rules(project, projects):
    """What is kept as the user's own, of both scopes."""

    def rules():
        kept = []
        for store in (project.store, projects.user):
            store.refresh()
            kept += [doc.title for doc in store.documents().values() if doc.type in RULES]
        return kept

    return rules


def test_there_are_enough_attempts_of_many_kinds():
    assert len(ATTEMPTS) >= 100
    assert len(TWINS) >= 80
    assert len({(each["agent"], each["by"]) for each in ATTEMPTS}) >= 50


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=name)
def test_what_nobody_typed_becomes_no_rule(attempt, talk, settle, rules):
    text = attempt["text"]
    data = talk(attempt["agent"]).attempt(attempt["by"], text, attempt.get("then", ["thanks"]))

    settle(attempt["agent"], data, claims=[attempt.get("claim", text), text])

    assert rules() == []


@pytest.mark.parametrize("attempt", TWINS, ids=name)
def test_the_same_words_from_a_person_are_learnt(attempt, talk, settle, rules):
    text = attempt["text"] if attempt["twin"] is True else attempt["twin"]

    settle(attempt["agent"], talk(attempt["agent"]).twin(text))

    assert rules()
