from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memoryd.domain import Entry, MemoryType, SourceRef
from memoryd.errors import BadRequestError
from memoryd.memory.body_edits import clean
from memoryd.memory.document import (
    UnreadableError,
    add_sources,
    append_entry,
    edit,
    header_lines,
    merge_entry,
    new_document,
    parse,
    remove_entries,
    restate_entry,
)

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
SOURCE = SourceRef(agent="codex", session="s-1", record="r-1", at=NOW)


def read(text, relative="feedback/tabs.md"):
    raw = text if isinstance(text, bytes) else text.encode()
    return parse(raw, relative=relative, updated=NOW)


def memory(header="name: Tabs\ndescription: Use tabs.\ntype: feedback\n", body="\nUse tabs.\n"):
    return f"---\n{header}---\n{body}"


def test_a_memory_is_read():
    document = read(
        "---\nname: Tabs\ndescription: Use tabs.\ntype: feedback\n"
        "created: 2026-01-02T03:04:05.678Z\nsources:\n"
        "  - {agent: codex, session: s-1, record: r-1, at: 2026-03-04T05:06:07Z}\n"
        "---\n\nUse tabs.\n\nWhy: the linter.\n"
    )

    assert (document.type, document.title, document.description) == (
        MemoryType.FEEDBACK,
        "Tabs",
        "Use tabs.",
    )
    assert document.body == "Use tabs.\n\nWhy: the linter."
    assert document.entries == (Entry(summary="Use tabs.", why="the linter."),)
    assert document.created == datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)
    assert document.updated == NOW
    assert document.sources == (SOURCE,)
    assert document.ids == ("feedback/tabs.md",)


def test_what_is_no_memory_is_refused_with_a_reason():
    for text, reason in (
        ("Just text.\n", "no front matter"),
        ("\n---\ntype: user\n---\n", "no front matter"),
        ("---\ntype: user\n", "not closed"),
        ("---\nname: x\n---\n", "no type"),
        ("---\ntype: recipe\n---\n", "unknown type 'recipe'"),
        (b"---\ntype: user\n---\n\0", "binary"),
        (b"---\ntype: user\n---\n\xff", "not UTF-8"),
        (f"---\ntype: user\nx: {'a' * 65536}\n---\n", "front matter larger than 64 KiB"),
        (f"---\ntype: user\n---\n{'a' * (1024 * 1024 + 1)}", "larger than 1024 KiB"),
        (b"", "no front matter"),
    ):
        with pytest.raises(UnreadableError, match=reason):
            read(text)


def test_crlf_and_a_byte_order_mark_are_no_reason_to_drop_a_memory():
    document = read(b"\xef\xbb\xbf---\r\nname: Tabs\r\ntype: user\r\n---\r\nOne.\r\n\r\nTwo.\r\n")

    assert (document.title, document.body) == ("Tabs", "One.\n\nTwo.")


def test_front_matter_that_is_not_yaml_gives_what_its_lines_say():
    document = read(memory("name: Fix: the thing\ndescription: [a] b: c\ntype: project\n"))

    assert (document.title, document.description) == ("Fix: the thing", "[a] b: c")
    assert document.type is MemoryType.PROJECT


def test_yaml_quotes_and_folded_texts_are_understood():
    document = read(memory("name: 'It''s: so'\ndescription: >\n  one\n  two\ntype: \"user\"\n"))

    assert (document.title, document.description) == ("It's: so", "one two")


def test_the_title_is_the_name_then_the_title_then_the_type():
    assert read(memory("name: A\ntitle: B\ntype: user\n")).title == "A"
    assert read(memory("title: B\ntype: user\n")).title == "B"
    assert read(memory("type: user\n")).title == "user"


def test_values_of_another_shape_do_no_harm():
    document = read(
        memory(
            "name: [WIP]\ntype: user\ncreated: 0001-01-01T00:00:00+14:00\nsources: [1, {a: b}]\n"
        )
    )

    assert (document.title, document.created, document.sources) == ("[WIP]", NOW, ())


def test_hostile_yaml_is_not_followed():
    bomb = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    for header in (
        "x: " + "[" * 5000 + "\n",
        "x: " + "[" * 900 + "]" * 900 + "\n",
        "a0: &a0 [x]\n" + bomb,
        "x: &x [*x]\n",
        "x: !!python/object/apply:os.system [exit]\n",
        "? [a]\n: b\n",
    ):
        assert read(memory(f"type: user\n{header}")).type is MemoryType.USER


def test_pinned_is_the_first_folder_however_it_is_spelt():
    assert read(memory(), "pinned/user/a.md").pinned
    assert read(memory(), "Pinned/a.md").pinned
    assert not read(memory(), "user/pinned/a.md").pinned
    assert not read(memory(), "pinned.md").pinned


def test_a_new_memory_is_written_plainly():
    document = new_document(
        [Entry(summary="Use tabs: always.", why="a # b")],
        type=MemoryType.FEEDBACK,
        relative="feedback/tabs.md",
        at=NOW,
        sources=[SOURCE, SourceRef(agent="codex", session="a: b", record="true", at=None)],
        title="Tabs",
    )

    assert document.raw.decode() == (
        "---\n"
        "name: Tabs\n"
        'description: "Use tabs: always."\n'
        "type: feedback\n"
        "created: 2026-03-04T05:06:07.000Z\n"
        "sources:\n"
        "  - {agent: codex, session: s-1, record: r-1, at: 2026-03-04T05:06:07.000Z}\n"
        '  - {agent: codex, session: "a: b", record: "true"}\n'
        "---\n"
        "\n"
        "Use tabs: always.\n"
        "\n"
        "Why: a # b\n"
    )


def test_a_new_memory_of_several_facts_reads_back_as_several():
    facts = [Entry(summary="One.", why="a"), Entry(summary="Two.", how_to_apply="b")]

    document = new_document(facts, type=MemoryType.USER, relative="user/a.md", at=NOW)

    assert document.entries == tuple(facts)
    assert document.ids == ("user/a.md:0", "user/a.md:1")


def test_control_characters_and_half_surrogates_are_not_written():
    document = new_document(
        [Entry(summary="a\0b \ud800 c\x1b[0m")], type=MemoryType.USER, relative="a.md", at=NOW
    )

    assert document.entries[0].summary == "a b \N{REPLACEMENT CHARACTER} c [0m"


def test_edits_leave_unknown_keys_comments_quotes_and_line_ends():
    raw = (
        b"\xef\xbb\xbf---\r\n# mine\r\ntype:   feedback # kind\r\nname: 'Tabs'  # short\r\n"
        b"x-other: [1,  2]\r\n---\r\n\r\n  Use tabs.  \r\n\r\nText."
    )
    document = read(raw)

    named = edit(document, title="Use: tabs", description="New.")
    merged = merge_entry(document, 0, Entry(summary="Use tabs.", why="because"))

    assert named.raw == raw.replace(
        b"name: 'Tabs'  # short\r\n", b'name: "Use: tabs"  # short\r\ndescription: New.\r\n'
    )
    assert merged.raw == raw.replace(b"tabs.  \r\n\r\n", b"tabs.  \r\n\r\nWhy: because\r\n\r\n")


def test_a_title_is_changed_where_it_is_read():
    assert edit(read(memory("title: A\ntype: user\n")), title="B").raw == (
        memory("title: B\ntype: user\n").encode()
    )
    assert edit(read(memory("type: user\n")), title="B").raw == (
        memory("name: B\ntype: user\n").encode()
    )
    assert edit(read(memory("{name: A, type: user}\n")), description="B, c").raw == (
        memory('{name: A, type: user, description: "B, c"}\n').encode()
    )


def test_front_matter_that_is_not_yaml_is_edited_by_the_line():
    before = "name: Fix: a\r\nother: {\r\ntype: user\r\n"

    document = edit(read(memory(before)), title="Fix: b # c", description="'d'")

    assert (document.title, document.description) == ("Fix: b # c", "'d'")
    assert document.raw.decode() == memory(
        "description: 'd'\r\nname: Fix: b # c\r\nother: {\r\ntype: user\r\n"
    )


def test_folded_and_repeated_values_are_replaced_whole():
    folded = read(memory("description: >\n  one\n  two\n\nname: A\ntype: user\n"))
    repeated = read(memory("name: A\nname: B\ntype: user\n"))

    assert edit(folded, description="three").raw == (
        memory("description: three\n\nname: A\ntype: user\n").encode()
    )
    assert edit(repeated, title="C").raw == memory("name: A\nname: C\ntype: user\n").encode()


def test_an_edited_body_keeps_the_files_line_ends_and_margins():
    document = read(b"---\r\ntype: user\r\n---\r\n\r\nOld.\r\n\r\n")

    assert edit(document, body="New.\n\nText.\n").raw == (
        b"---\r\ntype: user\r\n---\r\n\r\nNew.\r\n\r\nText.\r\n\r\n"
    )
    assert edit(document, body=document.body) == document


def test_a_body_that_no_file_can_hold_is_refused():
    for body in ("a\0b", "\ud800", "a" * (1024 * 1024 + 1)):
        with pytest.raises(BadRequestError):
            edit(read(memory()), body=body)


def test_sources_are_added_once_in_the_lists_own_form():
    for before, after in (
        ("sources:\n- {agent: a, session: b, record: c} # first\nx: y\n", "- {agent: codex"),
        ("sources: [{agent: a, session: b, record: c}]\n", ", {agent: codex"),
        ("sources: []\n", "[{agent: codex"),
        ("", "sources:\n  - {agent: codex"),
    ):
        document = add_sources(read(memory(f"type: user\n{before}")), [SOURCE, SOURCE])

        assert document.sources[-1] == SOURCE
        assert after in document.raw.decode()
        assert "# first\n" in document.raw.decode() or "# first" not in before
        assert add_sources(document, [SOURCE]) == document


def test_a_foreign_use_of_the_word_sources_is_left_alone():
    for header in ("sources: my head\ntype: user\n", "name: a: b\ntype: user\n"):
        document = read(memory(header))

        assert add_sources(document, [SOURCE]) == document


def test_the_list_of_sources_stops_growing():
    many = [SourceRef(agent="a", session="s", record=str(n), at=None) for n in range(100)]

    document = add_sources(read(memory()), many)

    assert document.sources == tuple(many[:32])
    assert add_sources(document, [SOURCE]) == document


def test_a_removed_fact_does_not_live_on_in_title_and_description():
    document = new_document(
        [Entry(summary="One fact."), Entry(summary="Two facts.")],
        type=MemoryType.USER,
        relative="user/a.md",
        at=NOW,
    )

    assert b"One fact" not in remove_entries(document, {0}).raw
    assert remove_entries(document, {1}).title == "One fact."


def test_a_removed_fact_does_not_live_on_in_a_title_that_states_it_at_length():
    fact = "This fact is longer than the title that a memory of it would be given by itself"
    document = new_document(
        [Entry(summary=fact), Entry(summary="Two facts.")],
        type=MemoryType.USER,
        relative="user/a.md",
        at=NOW,
        title=fact,
    )

    assert remove_entries(document, {0}).title == "Two facts."


texts = st.text(max_size=60)
summaries = texts.filter(lambda text: text.replace("\0", "").strip())
entries = st.builds(Entry, summary=summaries, why=st.none() | texts, how_to_apply=st.none() | texts)
sources = st.builds(
    SourceRef, agent=texts, session=texts, record=texts, at=st.none() | st.just(NOW)
)


@settings(deadline=None)
@given(st.lists(entries, max_size=3), st.lists(sources, max_size=3), texts, texts)
def test_what_is_written_reads_back(facts, refs, title, description):
    try:
        document = new_document(
            facts,
            type=MemoryType.PROJECT,
            relative="a.md",
            at=NOW,
            sources=refs,
            title=title,
            description=description,
        )
    except BadRequestError:  # a summary of control characters only
        return

    assert len(document.entries) == len(facts)
    assert document.created == NOW
    assert parse(document.raw, relative="a.md", updated=NOW) == document
    assert add_sources(document, refs) == document
    again = new_document(
        document.entries,
        type=MemoryType.PROJECT,
        relative="a.md",
        at=NOW,
        sources=document.sources,
        title=title,
        description=description,
    )
    assert again == document


HEADER_LINES = (
    "name: A",
    "name: A: b",
    "description: 'x' # c",
    "title: >\n  a\n  b",
    "# note",
    "",
    "key: [a]",
    "sources:\n- {agent: a, session: b, record: c}",
    "sources: [ ]",
    "&x a: *x",
    "type: project",
    'description: "a',
    "  odd: 1",
    "...",
    "\tt: 1",
    "description:",
    "name: &n B",
    "x: *n",
    "📌: 📌",
)
some_header_lines = st.sampled_from(HEADER_LINES) | st.text(max_size=20)
newlines = st.sampled_from(["\n", "\r\n"])


@settings(deadline=None)
@given(
    st.lists(some_header_lines, max_size=6),
    newlines,
    texts,
    st.sampled_from(["title", "description"]),
)
def test_an_edited_text_reads_back_and_every_other_line_stays(lines, newline, value, key):
    header = "".join(f"{line}\n" for line in [*lines, "type: user"]).replace("\n", newline)
    raw = f"---{newline}{header}---{newline}Body.".encode()
    try:
        document = read(raw)
        changed = edit(document, **{key: value})
    except (UnreadableError, BadRequestError):
        assume(False)

    assert getattr(changed, key) == clean(value) or not clean(value)
    assert (changed.body, changed.type) == (document.body, document.type)
    start, end = common(document.raw, changed.raw)
    gone, new = document.raw[start:end], changed.raw[start : len(changed.raw) - len(raw) + end]
    assert gone.count(b"\n") <= 3
    assert new.count(b"\n") <= 2


def common(before, after):
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, len(before) - end


@settings(deadline=None)
@given(st.lists(some_header_lines, max_size=6), newlines, st.lists(sources, max_size=2))
def test_adding_sources_only_ever_adds(lines, newline, refs):
    header = "".join(f"{line}\n" for line in [*lines, "type: user"]).replace("\n", newline)
    try:
        document = read(f"---{newline}{header}---{newline}Body.".encode())
    except UnreadableError:
        assume(False)

    changed = add_sources(document, refs)

    assert changed.sources[: len(document.sources)] == document.sources
    assert (changed.title, changed.description) == (document.title, document.description)
    start, end = common(document.raw, changed.raw)
    assert start == end


@settings(deadline=None)
@given(st.binary(max_size=200) | texts.map(lambda text: f"---\ntype: user\n{text}".encode()))
def test_any_bytes_are_a_memory_or_refused(raw):
    try:
        document = read(raw)
    except UnreadableError:
        return

    assert document.raw == raw
    fact = Entry(summary="A fact of its own")
    assert append_entry(document, fact).entries == (*document.entries, fact)


def test_updated_is_left_to_the_store():
    document = read(memory())

    assert append_entry(document, Entry(summary="Two.")).updated == document.updated
    assert edit(document, body="Three.").updated < NOW + timedelta(seconds=1)


def test_an_entry_is_restated_and_keeps_its_labels_and_what_stands_around_it():
    document = read(
        memory(
            body="\n* Use\n  tabs.\n  * **Why:** the\n    linter.\n\nMore.\n\n# Next\n\n* Ask.\n"
        )
    )

    wanted = Entry(summary="Use tabs!", why="Maria", how_to_apply="in Go")
    restated = restate_entry(document, 0, wanted)

    assert restated.body == (
        "* Use tabs!\n  * **Why:** Maria\n  How to apply: in Go\n\nMore.\n\n# Next\n\n* Ask."
    )
    assert restated.entries == (wanted, Entry(summary="Ask."))


def test_loose_lines_are_hung_below_their_entry():
    document = read(memory(body="\n- One\n\n# Next\n\n- Two").replace("\n", "\r\n"))

    restated = restate_entry(document, 0, document.entries[0], loose=["More.", "", "Even more."])

    assert restated.body == "- One\n\nMore.\n\nEven more.\n\n# Next\n\n- Two"
    assert restated.entries == document.entries


def test_loose_lines_that_would_be_facts_are_refused():
    document = read(memory())

    with pytest.raises(BadRequestError, match="cannot be changed safely"):
        restate_entry(document, 0, document.entries[0], loose=["- a fact"])


def test_the_time_of_the_first_statement_can_be_moved():
    for header in ("type: user\n", "type: user\ncreated: 2026-02-02\nx: 1\n"):
        document = edit(read(memory(header=header)), created=NOW - timedelta(days=99))

        assert document.created == NOW - timedelta(days=99)
        assert document.type == "user"

    broken = read(memory(header="name: Fix: the thing\ntype: user\n"))
    assert edit(broken, created=NOW).entries == broken.entries


def test_header_lines_are_those_between_the_marks():
    assert header_lines(read(memory(header="type: user\nx: 1\n"))) == ["type: user", "x: 1"]


BODY_LINES = (
    "One.",
    "- two",
    "  - detail",
    "  Why: b",
    "**Why:** c",
    "# head",
    "",
    "> q",
    "```",
    "x",
)
bodies = st.lists(st.sampled_from(BODY_LINES) | st.text(max_size=12), max_size=9).map("\n".join)


@st.composite
def documents(draw):
    header = "".join(
        f"{line}\n" for line in [*draw(st.lists(some_header_lines, max_size=4)), "type: user"]
    )
    text = f"---\n{header}---\n{draw(bodies)}".replace("\n", draw(newlines))
    try:
        return read(text.encode(errors="replace"))
    except UnreadableError:
        return read(b"---\ntype: user\n---\n")


def header_of(document):
    return document.raw.partition(b"\n---")[0]


@settings(deadline=None)
@given(documents(), entries)
def test_appending_leaves_every_byte_that_was_there(document, entry):
    try:
        after = append_entry(document, entry)
    except BadRequestError:
        return

    assert after.entries[:-1] == document.entries
    assert header_of(after) == header_of(document)
    if document.entries:
        assert after.raw.startswith(document.raw.removesuffix(b"\n"))


@settings(deadline=None)
@given(documents(), entries, st.data())
def test_merging_leaves_every_line_but_those_of_its_fact(document, entry, data):
    if not document.entries:
        return
    index = data.draw(st.integers(0, len(document.entries) - 1))
    try:
        after = merge_entry(document, index, entry)
    except BadRequestError:
        return

    assert header_of(after) == header_of(document)
    assert after.entries[:index] == document.entries[:index]
    assert after.entries[index + 1 :] == document.entries[index + 1 :]
    gone = Counter(document.raw.split(b"\n")) - Counter(after.raw.split(b"\n"))
    assert all(any(said in line for said in said_by(document.entries[index])) for line in gone)


def said_by(entry):
    """The words a line of a fact may hold."""
    fields = (entry.summary, entry.why or "", entry.how_to_apply or "")
    return [word.encode() for field in fields for word in field.split()]


@settings(deadline=None)
@given(documents(), st.data())
def test_removing_leaves_the_other_facts_and_unknown_keys(document, data):
    if len(document.entries) < 2:
        return
    index = data.draw(st.integers(0, len(document.entries) - 1))
    try:
        after = remove_entries(document, {index})
    except BadRequestError:
        return

    assert after.entries == document.entries[:index] + document.entries[index + 1 :]
    assert (after.type, after.sources, after.created) == (
        document.type,
        document.sources,
        document.created,
    )


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("type: user\nkey: x\n", "created: 2026-03-03T00:00:00.000Z\ntype: user\nkey: x\n"),
        ("name: A\ntype: user\n", "name: A\ncreated: 2026-03-03T00:00:00.000Z\ntype: user\n"),
        (
            "type: user\ncreated: 2026-03-04 # then\n",
            "type: user\ncreated: 2026-03-03T00:00:00.000Z # then\n",
        ),
        ("{type: user}\n", "{type: user, created: 2026-03-03T00:00:00.000Z}\n"),
        ("type: user\ncreated: 2026-03-03\n", "type: user\ncreated: 2026-03-03\n"),
        ("type: user\ncreated: long ago\n", "type: user\ncreated: long ago\n"),
    ],
)
def test_when_a_fact_was_first_stated_is_written_down_once(header, expected):
    document = read(f"---\n{header}---\nOne.\n".encode())

    after = edit(document, created=datetime(2026, 3, 3, tzinfo=UTC))

    assert after.raw.decode() == f"---\n{expected}---\nOne.\n"


@settings(deadline=None)
@given(documents(), st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1)))  # noqa: DTZ001 -- its zone follows
def test_a_time_that_is_written_down_reads_back_and_all_else_stays(document, at):
    at = at.replace(microsecond=0, tzinfo=UTC)

    after = edit(document, created=at)

    assert after.raw == document.raw or after.created == at
    assert (after.title, after.description, after.body) == (
        document.title,
        document.description,
        document.body,
    )
    assert edit(after, created=at) == after
