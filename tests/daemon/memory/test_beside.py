from datetime import UTC, datetime

from memoryd.memory.beside import foreign_lines, loose_lines, reads_alike, unstated_lines
from memoryd.memory.document import parse

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def memory(body, header=""):
    raw = f"---\nname: N\ntype: user\n{header}---\n{body}".encode()
    return parse(raw, relative="user/a.md", updated=NOW)


def test_loose_lines_are_those_below_a_fact_that_are_no_part_of_it():
    document = memory("\n- One\n  Why: this\n\nMore.\n\n    code\n\n# Title\n\n- Two\n")

    assert loose_lines(document, 0) == ["More.", "", "    code"]
    assert loose_lines(document, 1) == []


def test_unstated_lines_are_all_that_state_no_fact():
    document = memory("\n# Title\n\n- One\n  Why: this\n\nMore.\n\n```\ncode\n```\n- Two\n")

    assert unstated_lines(document) == ["# Title", "More.", "```", "code", "```"]
    assert unstated_lines(memory("_No entries yet._\n")) == []


def test_foreign_lines_are_those_of_keys_that_are_not_ours():
    header = (
        "# a comment\nowner: Ann\ntags:\n  - one\n- two\ndescription: >\n  long\n  text\n"
        "sources:\n  - {agent: a, session: s, record: r}\nname-of: x\n"
    )

    assert foreign_lines(memory("One.", header)) == [
        "# a comment",
        "owner: Ann",
        "tags:",
        "  - one",
        "- two",
        "name-of: x",
    ]


def test_a_body_that_begins_with_an_indent_reads_otherwise_when_trimmed():
    assert reads_alike(memory("\n\nOne.\n"))
    assert reads_alike(memory("One.\r\n"))
    assert reads_alike(memory(""))
    assert not reads_alike(memory("\n   - One.\n"))
