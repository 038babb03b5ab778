"""What a model proposes, done to a real store: whole and undoable, or refused whole."""

import os
from datetime import timedelta

import pytest
from fakes import Clock

from memoryd.domain import Scope
from memoryd.lifecycle.dream import (
    Advice,
    Proposal,
    ProposedFact,
    ProposedOperation,
    dream,
    preview,
    show,
)
from memoryd.memory import Store

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


class Memory:
    """A store of files that are days old, and a model that has looked at it."""

    def __init__(self, root):
        self.clock = Clock()
        self.store = Store(root / "memory", root, Scope.PROJECT, clock=self.clock)
        self.store.scaffold()

    def keep(self, path, body, *, days=30, source=None, header=""):
        file = self.store.memory_dir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        kind = path.removeprefix("pinned/").partition("/")[0]
        agent, session, record = source or ("codex", "s1", path)
        said = self.clock() - timedelta(days=days)
        file.write_text(
            f"---\nname: {path}\ndescription: {path}\ntype: {kind}\n{header}"
            f"sources:\n  - {{agent: {agent}, session: {session}, record: {record},"
            f" at: {said:%Y-%m-%dT%H:%M:%SZ}}}\n---\n\n{body}\n"
        )
        os.utime(file, (said.timestamp(),) * 2)

    def files(self):
        found = self.store.memory_dir.rglob("*.md")
        return {
            str(path.relative_to(self.store.memory_dir)): (path.read_bytes(), path.stat().st_mtime)
            for path in found
            if path.name != "MEMORY.md"
        }

    def facts(self):
        self.store.refresh()
        return sorted(
            entry.summary
            for document in self.store.documents().values()
            for entry in document.entries
        )

    def look(self, percent=25):
        return show(self.store, max_loss_percent=percent, now=self.clock())

    def advise(self, *operations):
        return Advice(Proposal(operations=list(operations)), self.look())

    def dream(self, *operations, advice=None, percent=25):
        return dream(
            self.store,
            session=None,
            max_loss_percent=percent,
            now=self.clock(),
            advice=advice or self.advise(*operations),
        )


@pytest.fixture(name="memory")
def _memory(tmp_path):
    memory = Memory(tmp_path)
    memory.keep("project/ci.md", "CI runs on Python 3.11.\n\nWhy: the servers have it", days=40)
    memory.keep("project/ci-new.md", "CI runs on Python 3.12.\n\nWhy: it is faster", days=20)
    memory.keep("project/port.md", "The gateway listens on port 8080.", days=50)
    memory.keep("project/port-new.md", "The gateway listens on port 9090 since March.", days=10)
    memory.keep("project/tools.md", "Use ruff. It is fast. Ask Maria for access.", days=30)
    memory.keep("project/board.md", "The board shows the sprint.", days=60)
    for name in ("alder", "birch", "cedar", "maple"):
        memory.keep(f"project/{name}.md", f"The {name} service belongs to the {name} team.")
    memory.keep("feedback/tests.md", "Run the tests first.", days=30)
    memory.keep("pinned/project/law.md", "The law is kept by hand.", days=30)
    return memory


def op(kind, *sources, target=None, facts=(), reason="it is tidier"):
    return ProposedOperation(
        op=kind, sources=list(sources), target=target, facts=list(facts), reason=reason
    )


def fact(summary, why=None, how=None):
    return ProposedFact(summary=summary, why=why, how_to_apply=how)


MERGE = op(
    "merge",
    "project/ci.md",
    "project/ci-new.md",
    facts=[fact("CI runs on Python 3.11 and 3.12.")],
)


def test_a_merge_keeps_reasons_and_sources_and_takes_one_place(memory):
    dreamt = memory.dream(MERGE)

    assert dreamt.refused is None
    assert (dreamt.advised, dreamt.deduped_entries) == (1, 1)
    document, _ = memory.store.get("project/ci-new.md")
    (entry,) = document.entries
    assert entry.summary == "CI runs on Python 3.11 and 3.12."
    assert entry.why == "it is faster; the servers have it"
    assert {source.record for source in document.sources} == {"project/ci.md", "project/ci-new.md"}
    assert "project/ci.md" not in memory.files()


def test_a_merge_takes_the_place_that_is_asked_for(memory):
    merge = op(
        "merge",
        "project/ci.md",
        "project/ci-new.md",
        target="project/ci.md",
        facts=[fact("CI runs on Python 3.11 and 3.12.")],
    )

    assert memory.dream(merge).refused is None
    assert "project/ci-new.md" not in memory.files()
    assert memory.store.get("project/ci.md")[0].entries[0].summary == merge.facts[0].summary


def test_a_merge_into_other_words_counts_as_a_loss(memory):
    memory.keep("project/deploy.md", "We deploy with fly.", days=30)
    memory.keep("project/deploys.md", "All deployments go out with fly.", days=29)
    merge = op(
        "merge", "project/deploy.md", "project/deploys.md", facts=[fact("We deploy with fly.")]
    )

    assert "1 of 14 facts would be lost" in memory.dream(merge, percent=7).refused.reason
    assert memory.dream(merge, percent=8).refused is None
    assert "All deployments go out with fly." not in memory.facts()


def test_a_rewrite_may_move_a_sentence_to_the_reasons(memory):
    rewrite = op(
        "rewrite",
        "project/tools.md",
        facts=[fact("Use ruff.", why="It is fast.", how="Ask Maria for access.")],
    )

    assert memory.dream(rewrite).refused is None
    (entry,) = memory.store.get("project/tools.md")[0].entries
    assert (entry.summary, entry.why, entry.how_to_apply) == (
        "Use ruff.",
        "It is fast.",
        "Ask Maria for access.",
    )


def test_a_split_gives_each_fact_a_file_with_all_its_sources(memory):
    split = op(
        "split",
        "project/tools.md",
        facts=[fact("Use ruff. It is fast."), fact("Ask Maria for access.")],
    )

    assert memory.dream(split).refused is None
    first, _ = memory.store.get("project/tools.md")
    second, _ = memory.store.get("project/ask-maria-for-access.md")
    assert first.entries[0].summary == "Use ruff. It is fast."
    assert second.entries[0].summary == "Ask Maria for access."
    assert second.sources == first.sources
    assert second.created == memory.clock() - timedelta(days=30)


def test_a_reason_may_move_to_another_part_of_a_split(memory):
    memory.keep("project/two.md", "Use tabs. Ask Ann.\n\nWhy: she knows", days=30)
    split = op("split", "project/two.md", facts=[fact("Use tabs."), fact("Ask Ann.", "she knows")])

    assert memory.dream(split).refused is None
    assert memory.store.get("project/two.md")[0].entries[0].why is None
    assert memory.store.get("project/ask-ann.md")[0].entries[0].why == "she knows"


def test_what_is_superseded_goes_and_does_not_come_back(memory):
    supersede = op("supersede", "project/port.md", target="project/port-new.md")

    dreamt = memory.dream(supersede)

    assert dreamt.refused is None
    assert "project/port.md" not in memory.files()
    assert (memory.store.state_dir / "tombstones.json").exists()


def test_what_is_deleted_is_not_forgotten(memory):
    assert memory.dream(op("delete", "project/board.md")).refused is None

    assert "The board shows the sprint." not in memory.facts()
    assert not (memory.store.state_dir / "tombstones.json").exists()


def test_one_undo_takes_the_whole_dream_back_byte_for_byte(memory):
    memory.keep("project/port-again.md", "The gateway listens on port 8080", days=49)
    before = memory.files()

    dreamt = memory.dream(
        MERGE,
        op("supersede", "project/port-again.md", target="project/port-new.md"),
        op("delete", "project/board.md"),
        op(
            "split",
            "project/tools.md",
            facts=[fact("Use ruff. It is fast."), fact("Ask Maria for access.")],
        ),
    )
    after = memory.files()
    memory.store.undo(by="person")

    assert dreamt.refused is None
    assert (dreamt.steps, dreamt.advised) == (5, 4)
    assert after.keys() != before.keys()
    assert memory.files() == before
    assert len([one for one in memory.store.history() if one.operation == "dream"]) == 1


def test_the_list_shows_what_stands_after_the_rules_and_whom_to_leave_alone(memory):
    memory.keep("project/ci-again.md", "CI runs on Python 3.11", days=39)
    memory.keep("project/fresh.md", "The flag is on.", days=2)
    memory.keep("user/me.md", "Works as a gardener.", source=("memoryd", "remember", "r1"))

    listing = memory.look()
    lines = {line.partition('"id":"')[2].partition('"')[0]: line for line in listing.lines}

    assert ("project/ci.md" in lines) != ("project/ci-again.md" in lines)
    assert '"pinned":true' in lines["pinned/project/law.md"]
    assert '"must_stay":true' in lines["project/fresh.md"]
    assert '"must_stay":true' in lines["user/me.md"]
    assert '"must_stay"' not in lines["project/board.md"]
    assert '"why":"it is faster"' in lines["project/ci-new.md"]
    assert listing.may_change == len(lines) - 1
    assert listing.most_lost == 3


def test_a_list_that_would_be_too_long_shows_the_newest(memory):
    for number in range(400):
        memory.keep(f"project/n{number}.md", f"Note {number}: {'x' * 100}", days=100 + number)
    memory.keep("project/page.md", "word " * 2000, days=1)

    listing = memory.look()

    assert len(listing.text.encode()) <= 36 * 1024
    assert {"project/board.md", "project/n0.md"} <= listing.shown.keys()
    assert not {"project/n399.md", "project/page.md"} & listing.shown.keys()


REFUSED = [
    ([op("delete", "project/gone.md")], "'project/gone.md' is not in the list"),
    ([op("delete", "../../etc/passwd")], "is not in the list"),
    ([op("delete", "/etc/passwd")], "is not in the list"),
    ([op("delete", "project/../project/board.md")], "is not in the list"),
    ([op("delete", "project/board.md:0")], "is not in the list"),
    ([op("supersede", "project/port.md", target="../outside.md")], "is not in the list"),
    (
        [op("delete", "project/board.md"), op("delete", "project/board.md")],
        "'project/board.md' is named 2 times",
    ),
    ([op("delete", "project/board.md", "project/board.md")], "is named 2 times"),
    (
        [MERGE, op("supersede", "project/port.md", target="project/ci.md")],
        "'project/ci.md' is named as a source, too",
    ),
    ([op("delete", "pinned/project/law.md")], "pinned/project/law.md is pinned"),
    (
        [op("rewrite", "pinned/project/law.md", facts=[fact("The law is kept by hand.")])],
        "is pinned",
    ),
    (
        [op("supersede", "pinned/project/law.md", target="project/port-new.md")],
        "is pinned",
    ),
    (
        [
            op(
                "merge",
                "project/alder.md",
                "feedback/tests.md",
                facts=[fact("Run the tests first.")],
            )
        ],
        "facts of different types",
    ),
    (
        [op("supersede", "feedback/tests.md", target="project/port-new.md")],
        "facts of different types",
    ),
    ([op("rewrite", "project/tools.md", facts=[fact("Use black.")])], "do not say 'Use black.'"),
    (
        [op("rewrite", "project/port.md", facts=[fact("The gateway listens on port 8081.")])],
        "do not say",
    ),
    (
        [op("rewrite", "feedback/tests.md", facts=[fact("Do not run the tests first.")])],
        "do not say",
    ),
    (
        [op("rewrite", "project/port.md", facts=[fact("The gateway listens on port 8080.", "ok")])],
        "do not say 'ok'",
    ),
    (
        [op("rewrite", "project/alder.md", facts=[fact("The birch service belongs to Ann.")])],
        "do not say",
    ),
    (
        [
            op(
                "rewrite",
                "project/alder.md",
                facts=[fact("The birch service belongs to the birch team.")],
            )
        ],
        "do not say",
    ),
    ([op("rewrite", "project/tools.md", facts=[fact("Use ruff.")])], "would be lost"),
    (
        [
            op(
                "rewrite",
                "project/tools.md",
                facts=[fact("Use RUFF. It is fast. Ask Maria for access.")],
            )
        ],
        "sources spell RUFF",
    ),
    (
        [
            op(
                "rewrite",
                "project/tools.md",
                facts=[fact("Use ｒｕｆｆ. It is fast. Ask Maria for access.")],
            )
        ],
        "its sources",
    ),
    (
        [op("rewrite", "project/tools.md", facts=[fact("Use ruff.  It is fast.")])],
        "not a text as memories have it",
    ),
    (
        [op("split", "project/tools.md", facts=[fact("Use ruff."), fact("It is fast.")])],
        "some of project/tools.md would be lost",
    ),
    (
        [op("split", "project/tools.md", facts=[fact("Use ruff."), fact("use ruff")])],
        "the same fact twice",
    ),
    ([op("split", "project/tools.md", facts=[fact("Use ruff.")])], "makes several facts of one"),
    (
        [
            op(
                "merge",
                "project/ci.md",
                "project/ci-new.md",
                facts=[fact("CI runs on Python 3.11 and 3.12.", "it is faster")],
            )
        ],
        "a reason of project/ci.md would be lost: 'the servers have it'",
    ),
    (
        [
            op(
                "merge",
                "project/ci.md",
                "project/ci-new.md",
                facts=[fact("CI runs on Python 3.12.")],
            )
        ],
        "3.11 of project/ci.md would be lost",
    ),
    (
        [
            op(
                "merge",
                "project/port.md",
                "project/board.md",
                facts=[fact("The board shows the sprint.")],
            )
        ],
        "8080 of project/port.md would be lost",
    ),
    (
        [
            op(
                "merge",
                "project/alder.md",
                "project/board.md",
                facts=[fact("The board shows the sprint.")],
            )
        ],
        "speaks of something else than project/alder.md",
    ),
    (
        [op("merge", "project/ci.md", facts=[fact("CI runs on Python 3.11.")])],
        "one fact of several",
    ),
    (
        [
            op(
                "merge",
                "project/ci.md",
                "project/ci-new.md",
                target="project/board.md",
                facts=MERGE.facts,
            )
        ],
        "project/board.md is none of the facts that are merged",
    ),
    (
        [op("supersede", "project/port-new.md", target="project/port.md")],
        "project/port.md is not newer than project/port-new.md",
    ),
    (
        [op("supersede", "project/board.md", target="project/port-new.md")],
        "speaks of something else",
    ),
    ([op("supersede", "project/port.md")], "takes the newer one as its target"),
    ([op("delete", "project/board.md", reason="…")], "a deletion needs a reason"),
    ([op("delete", "project/board.md", target="project/port.md")], "no target"),
    (
        [op("delete", *(f"project/{name}.md" for name in ("alder", "birch", "cedar", "maple")))],
        "4 of 12 facts would be lost, more than 25 %",
    ),
    # One that is wrong takes all others with it.
    ([MERGE, op("delete", "project/gone.md")], "is not in the list"),
]


@pytest.mark.parametrize(("operations", "reason"), REFUSED)
def test_a_proposal_that_goes_too_far_is_refused_whole(memory, operations, reason):
    before = memory.files()

    dreamt = memory.dream(*operations)

    assert reason in dreamt.refused.reason
    assert dreamt.status == "noop"
    assert dreamt.advised == 0
    assert memory.files() == before


def test_a_refused_proposal_leaves_what_the_rules_did(memory):
    memory.keep("project/port-again.md", "The gateway listens on port 8080", days=49)

    dreamt = memory.dream(op("delete", "project/gone.md"))

    assert dreamt.refused
    assert (dreamt.steps, dreamt.deduped_entries) == (1, 1)
    assert memory.facts().count("The gateway listens on port 8080") == 1


def test_what_rules_and_model_take_out_counts_together(memory):
    memory.keep("project/redis.md", "We use Redis.", days=30)
    memory.keep("project/no-redis.md", "We no longer use Redis.", days=5)
    deletion = op("delete", "project/alder.md", "project/birch.md", "project/cedar.md")

    assert memory.look().most_lost == 2
    assert "4 of 14 facts would be lost" in memory.dream(deletion).refused.reason
    assert "We use Redis." not in memory.facts()
    assert len(memory.facts()) == 13


def test_what_a_person_asked_for_is_neither_deleted_nor_superseded(memory):
    source = ("memoryd", "remember", "r1")
    memory.keep("project/asked.md", "The gateway listens on port 7070.", days=90, source=source)

    deleted = memory.dream(op("delete", "project/asked.md"))
    superseded = memory.dream(op("supersede", "project/asked.md", target="project/port-new.md"))

    assert "project/asked.md was asked for" in deleted.refused.reason
    assert "a person asked to remember project/asked.md" in superseded.refused.reason


def test_what_was_stated_in_the_last_days_is_not_deleted(memory):
    memory.keep("project/fresh.md", "The flag is on.", days=6)

    assert (
        "stated in the last days" in memory.dream(op("delete", "project/fresh.md")).refused.reason
    )
    memory.clock.advance(days=2)
    assert memory.dream(op("delete", "project/fresh.md")).refused is None


def test_a_reason_that_holds_a_secret_is_shown_without_it(memory):
    reason = f"\x1b[2J {TOKEN} says so"
    advice = memory.advise(op("delete", "project/board.md", reason=reason))

    shown = preview(memory.store, max_loss_percent=25, now=memory.clock(), advice=advice)

    assert "says so" in shown.steps[0].reason
    assert TOKEN not in str(shown)
    assert "\x1b" not in shown.steps[0].reason


def test_a_text_with_a_secret_is_refused(memory):
    memory.keep("project/a.md", f"The token is {TOKEN} here.", days=30)
    memory.keep("project/b.md", "The token is old.", days=29)
    merge = op(
        "merge",
        "project/a.md",
        "project/b.md",
        facts=[fact(f"The token is {TOKEN} here. The token is old.")],
    )

    assert "a text holds a secret" in memory.dream(merge).refused.reason


def test_words_that_stand_beside_a_fact_are_not_lost(memory):
    memory.keep("project/own.md", "The board has a beam.\n\n# Mine\n\nloose words", days=30)

    dreamt = memory.dream(op("delete", "project/own.md"))

    assert "would lose what stands beside it" in dreamt.refused.reason


def test_foreign_front_matter_is_not_lost(memory):
    memory.keep("project/own.md", "The board has a beam.", days=30, header="owner: Ann\n")

    assert memory.dream(op("delete", "project/own.md")).refused


@pytest.mark.parametrize("path", ["project/ci.md", "project/ci-new.md"])
def test_a_memory_that_changed_while_the_model_thought_is_a_conflict(memory, path):
    advice = memory.advise(MERGE)
    memory.keep(path, "CI runs on Python 3.10.", days=1)
    before = memory.files()

    dreamt = memory.dream(advice=advice)

    assert dreamt.refused.conflict
    assert f"{path}: conflict" in dreamt.refused.reason
    assert memory.files() == before


def test_a_memory_that_went_while_the_model_thought_is_a_conflict(memory):
    advice = memory.advise(op("supersede", "project/port.md", target="project/port-new.md"))
    (memory.store.memory_dir / "project/port-new.md").unlink()

    assert memory.dream(advice=advice).refused.conflict
    assert "The gateway listens on port 8080." in memory.facts()


def test_what_changed_elsewhere_meanwhile_is_no_conflict(memory):
    advice = memory.advise(MERGE)
    memory.keep("project/new.md", "The new fact came meanwhile.", days=0)

    assert memory.dream(advice=advice).refused is None
    assert "The new fact came meanwhile." in memory.facts()


def test_links_follow_what_a_model_merged(memory):
    memory.keep("project/see.md", "The runs are told in [ci](ci.md).", days=30)

    assert memory.dream(MERGE).refused is None
    assert memory.store.get("project/see.md")[0].body == "The runs are told in [ci](ci-new.md)."


def test_a_preview_shows_the_proposal_and_changes_nothing(memory):
    before = memory.files()

    advice = memory.advise(MERGE)
    shown = preview(memory.store, max_loss_percent=25, now=memory.clock(), advice=advice)
    refused = preview(
        memory.store,
        max_loss_percent=25,
        now=memory.clock(),
        advice=memory.advise(op("delete", "project/gone.md")),
    )

    assert [(step.kind, step.ids) for step in shown.steps] == [
        ("merge", ["project/ci.md", "project/ci-new.md"])
    ]
    assert "+CI runs on Python 3.11 and 3.12." in shown.diff
    assert shown.model == "1 of the steps"
    assert refused.refused == ["'project/gone.md' is not in the list"]
    assert memory.files() == before
