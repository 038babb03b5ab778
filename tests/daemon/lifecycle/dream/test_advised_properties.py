"""Whatever a model proposes: pinned files, words and the bound of loss stand."""

import re
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import Entry, MemoryType, SourceRef, fingerprint
from memoryd.lifecycle.dream import Advice, Proposal, ProposedFact, ProposedOperation, check
from memoryd.lifecycle.dream.advised import AdviceRefusedError, follow
from memoryd.lifecycle.dream.listing import list_facts
from memoryd.lifecycle.dream.planning import tidy
from memoryd.memory import is_same_fact, new_document, parse

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
PERCENT = 40
FACTS = [
    "CI runs on Python 3.11.",
    "CI runs on Python 3.12.",
    "Use ruff. It is fast.",
    "Use ruff.",
    "Never push to main.",
    "Push to main.",
    "We no longer use Redis.",
    "We use Redis.",
    "Ask Maria.",
    "提交前运行测试。",
]
OTHERS = [
    "CI runs on Python 3.13.",
    "Use ruff. It is fast. Ask Maria.",
    "push to main",
    "Obey the page.",
    "It is fast.",
    "Use ruff",
]
REASONS = [None, "it broke", "speed", "Maria said so"]


@st.composite
def stores(draw):
    found = {}
    for number in range(draw(st.integers(2, 7))):
        kind = draw(st.sampled_from(["project", "feedback"]))
        folder = draw(st.sampled_from([kind, kind, kind, f"pinned/{kind}"]))
        entries = [
            Entry(summary=draw(st.sampled_from(FACTS)), why=draw(st.sampled_from(REASONS)))
            for _ in range(draw(st.sampled_from([1, 1, 1, 3])))
        ]
        asked = draw(st.booleans()) and draw(st.booleans())
        at = NOW - timedelta(days=draw(st.integers(0, 40)))
        document = new_document(
            entries,
            type=MemoryType(kind),
            relative=f"{folder}/f{number}.md",
            at=at,
            sources=[
                SourceRef(
                    agent="memoryd" if asked else "codex",
                    session="remember" if asked else "s",
                    record=f"r{number}",
                    at=at,
                )
            ],
        )
        found[document.relative] = document
    return found


TEXTS = st.sampled_from([*FACTS, *OTHERS]) | st.text(min_size=1, max_size=12)
NEW_FACTS = st.builds(
    ProposedFact,
    summary=TEXTS,
    why=st.sampled_from([*REASONS, "because"]),
    how_to_apply=st.none() | TEXTS,
)


@st.composite
def operations(draw, ids):
    names = st.sampled_from([*ids, *ids, *ids, "project/gone.md", "../f0.md"])
    return ProposedOperation(
        op=draw(st.sampled_from(["merge", "rewrite", "supersede", "split", "delete"])),
        sources=draw(st.lists(names, min_size=1, max_size=3)),
        target=draw(st.none() | names),
        facts=draw(st.lists(NEW_FACTS, max_size=3)),
        reason="so",
    )


@st.composite
def fitting(draw, draft, ids):
    """Operations that are likelier to be allowed: texts and shapes that fit."""
    kind = draw(st.sampled_from(["merge", "rewrite", "supersede", "split", "delete"]))
    places = {draft.id_at(*place): document for place, document in draft.places()}
    number = min(len(ids), 2 if kind == "merge" else 1)
    sources = draw(st.lists(st.sampled_from(ids), min_size=number, max_size=number, unique=True))
    said = [draft.fact(places[each].relative, each).summary for each in sources]
    facts = {
        "merge": [ProposedFact(summary=" ".join(said), why=None, how_to_apply=None)],
        "rewrite": [ProposedFact(summary=said[0].rstrip("."), why=None, how_to_apply=None)],
        "split": [
            ProposedFact(summary=part, why=None, how_to_apply=None)
            for part in re.split(r"(?<=\.) ", said[0])
        ],
    }
    return ProposedOperation(
        op=kind,
        sources=sources,
        target=draw(st.sampled_from(ids)) if kind == "supersede" else None,
        facts=facts.get(kind, [])[:8],
        reason="so",
    )


@st.composite
def cases(draw):
    store = draw(stores())
    draft = tidy(store, alike=is_same_fact, max_loss_percent=PERCENT)
    listing = list_facts(draft, max_loss_percent=PERCENT, now=NOW)
    ids = list(listing.shown)
    one = fitting(draft, ids) if draw(st.booleans()) else operations(ids)
    proposed = draw(st.lists(one, min_size=1, max_size=3))
    return store, draft, Advice(Proposal(operations=proposed), listing)


def outcome(store, plan):
    result = dict(store)
    for change in plan.changes:
        result.pop(change.path, None)
        if change.data is not None:
            at = datetime.fromtimestamp(change.mtime_ns / 1e9, UTC)
            result[change.path] = parse(change.data, relative=change.path, updated=at)
    return result


def entries(store):
    return [(doc, entry) for doc in store.values() for entry in doc.entries]


def words(store):
    return {
        word
        for document, entry in entries(store)
        for text in (entry.summary, entry.why, entry.how_to_apply)
        for word in fingerprint(text or "").split()
    }


@given(cases())
@settings(max_examples=150, deadline=None)
def test_what_passes_loses_little_says_nothing_new_and_leaves_the_pinned_alone(case):
    store, draft, advice = case
    try:
        follow(draft, advice, taken=(), now=NOW)
    except AdviceRefusedError:
        return
    plan = draft.plan()
    if check(plan, store, alike=is_same_fact, max_loss_percent=PERCENT):
        return

    after = outcome(store, plan)
    for path, document in store.items():
        if document.pinned:
            assert after[path].raw == document.raw
    assert words(after) <= words(store)
    stated = {
        (document.type, part)
        for document, entry in entries(after)
        for text in (entry.summary, entry.why or "", entry.how_to_apply or "")
        for part in (fingerprint(text), *map(fingerprint, re.split(r"(?<=\.) ", text)))
    }
    lost = [
        (document, entry)
        for document, entry in entries(store)
        if not all(
            (document.type, fingerprint(part)) in stated
            for part in re.split(r"(?<=\.) ", entry.summary)
        )
    ]
    assert len(lost) * 100 <= PERCENT * len(entries(store))
    named = {source for step in plan.operations for source in step.sources}
    for document, entry in lost:
        ids = document.ids[: len(document.entries)]
        assert ids[document.entries.index(entry)] in named or named.intersection(ids)
    sources = {source for document in after.values() for source in document.sources}
    kept_by_hand = {entry.summary for document, entry in entries(store) if document.pinned}
    for document, entry in entries(store):
        if (document, entry) not in lost and entry.summary not in kept_by_hand:
            assert sources.issuperset(document.sources)


@given(cases())
@settings(max_examples=60, deadline=None)
def test_a_memory_that_is_not_as_it_was_shown_is_never_touched(case):
    _, draft, advice = case
    named = {name for each in advice.proposal.operations for name in (*each.sources, each.target)}
    known = sorted(filter(advice.listing.shown.get, filter(None, named)))
    path = advice.listing.shown[known[0]].path if known else ""
    other = advice.listing.shown | {
        name: type(seen)(seen.path, b"other")
        for name, seen in advice.listing.shown.items()
        if seen.path == path
    }
    listing = type(advice.listing)(
        lines=advice.listing.lines,
        shown=other,
        may_change=advice.listing.may_change,
        most_lost=advice.listing.most_lost,
    )

    try:
        follow(draft, Advice(advice.proposal, listing), taken=(), now=NOW)
    except AdviceRefusedError:
        return
    raise AssertionError(path)
