import re
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import MemoryType
from memoryd.memory.document import Document
from memoryd.memory.index import render

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def memory(relative="user/a.md", *, title="A", description="", age=0):
    return Document(
        relative=relative,
        type=MemoryType.USER,
        title=title,
        description=description,
        body="",
        created=NOW,
        updated=NOW - timedelta(days=age),
        sources=(),
        raw=b"",
    )


def many(count, **fields):
    return [memory(f"user/{n:05}.md", age=n, **fields) for n in range(count)]


def list_lines(text):
    return [line for line in text.splitlines() if line.startswith("- [")]


def test_each_memory_has_a_line_and_the_newest_stands_first():
    text = render(
        [
            memory("user/old.md", title="Old", description="Long ago.", age=2),
            memory("user/new.md", title="New"),
        ]
    )

    assert text == "- [New](user/new.md) — user\n- [Old](user/old.md) — Long ago.\n"


def test_an_empty_store_has_an_empty_index():
    assert render([]) == ""


def test_a_long_description_is_shortened_before_the_title():
    (line,) = render([memory(title="T" * 60, description="d" * 200)]).splitlines()

    assert len(line) == 150
    assert line.startswith(f"- [{'T' * 60}](user/a.md) — ddd")
    assert line.endswith("d…")


def test_a_link_is_never_cut():
    (line,) = render([memory(title="[x]" * 80, description="d")]).splitlines()

    assert len(line) <= 150
    assert line.endswith("…](user/a.md)")
    assert line.count("\\[") - line.count("\\]") in {0, 1}


def test_titles_and_paths_cannot_break_a_link():
    text = render([memory("user/a (b) %c.md", title="a](b) [c\\")])

    assert text == "- [a\\](b) \\[c\\\\](user/a%20%28b%29%20%25c.md) — user\n"


def test_a_path_too_long_for_a_line_is_counted_not_cut():
    text = render([memory("user/" + "a" * 150 + ".md"), memory()])

    assert list_lines(text) == ["- [A](user/a.md) — user"]
    assert text.endswith(
        "\n\n> WARNING: MEMORY.md is limited to 150 characters a line; 1 memory is left out.\n"
    )


def test_the_limit_of_lines_counts_the_warning():
    text = render(many(300))

    assert text.count("\n") == 200
    assert len(list_lines(text)) == 198
    assert text.endswith("is limited to 200 lines; 102 memories are left out.\n")
    assert render(many(200)).count("\n") == 200
    assert "WARNING" not in render(many(200))


def test_the_limit_of_bytes_counts_bytes_not_characters():
    text = render(many(150, title="记" * 60, description="忆" * 60))

    assert 24_500 < len(text.encode()) <= 25_000
    assert "is limited to 25,000 bytes of UTF-8;" in text


def test_short_complete_lines_come_first_under_pressure_and_the_order_is_restored():
    long_ones = [memory(f"user/l{n}.md", description="d" * 300, age=n * 2) for n in range(150)]
    short_ones = [memory(f"user/s{n}.md", age=n * 2 + 1) for n in range(150)]

    lines = list_lines(render(long_ones + short_ones))

    assert sum("user/s" in line for line in lines) == 150
    assert sum("user/l" in line for line in lines) == 48
    assert lines[:2] == [lines[0], "- [A](user/s0.md) — user"]
    assert "user/l0.md" in lines[0]


def test_what_people_wrote_stays_on_top():
    existing = (
        "# My notes\r\n\r\n- [Gone](user/gone.md) — user\r\n- [Site](https://a.example/x.md) — x\n"
        "- [Note](notes/mine.md) — mine\n- plain\n\n"
        "> WARNING: MEMORY.md is too large; only part of it was written. Move detail out.\n"
    )

    text = render([memory()], existing=existing, unreadable={"notes/mine.md"})

    assert text == (
        "# My notes\n\n- [Site](https://a.example/x.md) — x\n- [Note](notes/mine.md) — mine\n"
        "- plain\n\n- [A](user/a.md) — user\n"
    )


def test_a_line_that_others_cut_within_the_link_is_not_taken_for_a_persons():
    document = memory("user/" + "b" * 80 + ".md", title="T" * 72, description="d")
    broken = f"- [{'T' * 72}](user/{'b' * 80}"[:149] + "…\n"

    assert render([document], existing=broken) == render([document])


def test_what_people_wrote_is_never_cut_even_beyond_the_limits():
    notes = "\n".join(f"note {n}" for n in range(250))

    text = render([memory()], existing=notes)

    assert text.startswith(notes)
    assert "1 memory is left out" in text


texts = st.text(max_size=200).map(lambda text: " ".join(text.split()))
names = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\"), min_size=1
)
documents = st.lists(
    st.builds(
        memory,
        names.map(lambda name: f"user/{name}.md"),
        title=texts.filter(bool),
        description=texts,
        age=st.integers(0, 50),
    ),
    max_size=8,
    unique_by=lambda document: document.relative,
)


@settings(deadline=None)
@given(documents, st.integers(1, 60), st.text(max_size=200))
def test_the_index_keeps_its_limits_and_a_second_rebuild_changes_nothing(some, times, notes):
    found = [
        memory(f"{n}/{d.relative}", title=d.title, description=d.description)
        for n in range(times)
        for d in some
    ]

    text = render(found, existing=notes)

    assert render(found, existing=text) == text
    assert text.count("\n") <= 200 + notes.count("\n")
    assert len(text.encode()) <= 25_000
    assert all(len(line) <= 150 for line in render(found).split("\n") if line.startswith("- ["))
    paths = {document.relative for document in found}
    for line in render(found).split("\n"):
        if line.startswith("- ["):
            link = re.match(r"- \[(?:[^\\\[\]]|\\[\\\[\]])*\]\(([^\s()<>]+)\)(?: — |$)", line)
            assert link, line
            assert unquote(link[1]) in paths
    links = sum(f"]({n}/" in text for n in range(times) if some)
    assert links <= times
