from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import fingerprint
from memoryd.lifecycle.dream import check, plan
from memoryd.memory import UnreadableError, is_same_fact, parse

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)

FACTS = [
    "Use tabs.",
    "use  tabs",
    "Use pnpm instead of npm.",
    "Use npm.",
    "We no longer use Redis.",
    "We use Redis.",
    "提交前运行测试。",
    "提交前运行测试",
    "Ship tomorrow.",
    "See feedback/f0.md for more.",
    "Read [that](f1.md).",
    "C++",
    "---",
    "Fix: the thing",
]
LINES = [
    "Why: speed.",
    "How to apply: 先问.",
    "Why: Maria",
    "",
    "Loose words.",
    "```",
    "# Title",
    "## A",
    "## B",
]
HEADERS = ["", "owner: Maria\n", "# note\n", "created: 2026-01-02T03:04:05.678Z\n"]
SOURCE = "sources:\n  - {{agent: codex, session: s, record: r{n}, at: 2026-03-0{n}T04:05:06Z}}\n"


@st.composite
def bodies(draw):
    lines = []
    for _ in range(draw(st.integers(0, 5))):
        fact = draw(st.sampled_from(FACTS))
        lines.append(draw(st.sampled_from(["", "- ", "* "])) + fact)
        below = draw(st.lists(st.sampled_from(LINES), max_size=3))
        lines += [draw(st.sampled_from(["", "  "])) + line for line in below]
    return "\n".join(lines)


@st.composite
def documents(draw, number):
    folder = draw(st.sampled_from(["feedback", "project", "pinned/project"]))
    kind = folder.rpartition("/")[2]
    header = draw(st.sampled_from(HEADERS))
    if n := draw(st.integers(0, 3)):
        header += SOURCE.format(n=n)
    text = f"---\nname: N\ndescription: D\ntype: {kind}\n{header}---\n\n{draw(bodies())}\n"
    raw = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode()
    at = NOW - timedelta(days=draw(st.integers(0, 3)))
    return parse(raw, relative=f"{folder}/f{number}.md", updated=at)


@st.composite
def stores(draw):
    found = [draw(documents(number)) for number in range(draw(st.integers(1, 5)))]
    return {document.relative: document for document in found}


def alike(a, b):
    return "redis" in a.casefold() and a.casefold().split() == b.casefold().split()


def dream(store):
    return plan(store, alike=alike, max_loss_percent=50)


def after(store, made):
    result = dict(store)
    for change in made.changes:
        result.pop(change.path, None)
        if change.data is not None:
            at = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=change.mtime_ns // 1000)
            result[change.path] = parse(change.data, relative=change.path, updated=at)
    return result


@given(stores())
@settings(max_examples=60, deadline=None)
def test_a_second_dream_finds_nothing_to_do(store):
    again = dream(after(store, dream(store)))

    assert again.operations == ()
    assert again.changes == ()


@given(stores())
@settings(max_examples=60, deadline=None)
def test_every_fact_stands_or_is_named(store):
    made = dream(store)

    named = {source for operation in made.operations for source in operation.sources}
    result = after(store, made)
    stated = {
        (document.type, fingerprint(entry.summary))
        for document in result.values()
        for entry in document.entries
    }
    for document in store.values():
        for memory_id, entry in zip(document.ids, document.entries, strict=False):
            key = document.type, fingerprint(entry.summary)
            assert key in stated or memory_id in named


@given(stores())
@settings(max_examples=60, deadline=None)
def test_its_own_check_finds_no_fault(store):
    made = plan(store, alike=is_same_fact, max_loss_percent=50)

    assert check(made, store, alike=is_same_fact, max_loss_percent=50) == []


@given(stores(), st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_order_of_files_does_not_matter(store, random):
    paths = list(store)
    random.shuffle(paths)

    assert dream({path: store[path] for path in paths}) == dream(store)


TEXTS = st.lists(
    st.text(max_size=20)
    | st.sampled_from(["](a.md)", "see user/x.md", "tomorrow", "从A迁移到B", "- "]),
    max_size=8,
).map("\n".join)


@given(st.lists(TEXTS, min_size=1, max_size=3))
@settings(max_examples=100, deadline=None)
def test_whatever_stands_in_the_files_a_dream_does_no_harm(texts):
    store = {}
    for number, text in enumerate(texts):
        raw = f"---\nname: N\ntype: user\n---\n{text}".encode("utf-8", "replace")
        try:
            document = parse(raw, relative=f"user/{number}.md", updated=NOW)
        except UnreadableError:
            continue
        store[document.relative] = document

    made = dream(store)

    assert check(made, store, alike=alike, max_loss_percent=50) == []
    assert dream(after(store, made)).changes == ()
