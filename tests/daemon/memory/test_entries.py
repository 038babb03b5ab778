from memoryd.domain import Entry
from memoryd.memory.entries import parse_entries


def summaries(body):
    return [entry.summary for entry in parse_entries(body)]


def test_a_paragraph_with_labels_below_is_one_entry():
    body = "Use tabs.\n\nWhy: the linter wants them.\n\nHow to apply: in every Go file.\n"

    assert parse_entries(body) == (
        Entry(
            summary="Use tabs.",
            why="the linter wants them.",
            how_to_apply="in every Go file.",
        ),
    )


def test_labels_are_read_in_every_spelling_that_models_write():
    for why in ("Why:", "why:", "WHY:", "**Why:**", "**Why**:"):
        for how in ("How to apply:", "How_to_apply:", "**How to apply:**", "**how to apply**:"):
            (entry,) = parse_entries(f"Use tabs.\n\n{why} because.\n\n{how} always.\n")

            assert (entry.why, entry.how_to_apply) == ("because.", "always.")


def test_legacy_bullets_with_indented_labels_are_several_entries():
    body = "# Rules\n\n- One.\n  - Why: a\n  How to apply: b\n* Two.\n  Why: c\n"

    assert parse_entries(body) == (
        Entry(summary="One.", why="a", how_to_apply="b"),
        Entry(summary="Two.", why="c"),
    )


def test_paragraphs_that_each_have_labels_are_several_entries_without_any_separator():
    body = "One.\n\nWhy: a\n\nHow to apply: b\nTwo.\n\nWhy: c\n\nThree.\n\nWhy: d\n"

    assert parse_entries(body) == (
        Entry(summary="One.", why="a", how_to_apply="b"),
        Entry(summary="Two.", why="c"),
        Entry(summary="Three.", why="d"),
    )


def test_hard_wrapped_texts_are_joined():
    body = "Use tabs\nin Go files.\n\nWhy: the linter\nwants them.\n\n- Two\n  words\nmore.\n"

    assert parse_entries(body) == (
        Entry(summary="Use tabs in Go files.", why="the linter wants them."),
        Entry(summary="Two words more."),
    )


def test_a_wrapped_reason_before_the_other_label_is_not_another_entry():
    body = "Use tabs.\n\nWhy: the linter\nwants them.\n\nHow to apply: always.\n"

    assert parse_entries(body) == (
        Entry(summary="Use tabs.", why="the linter wants them.", how_to_apply="always."),
    )


def test_a_label_alone_takes_the_list_below_it():
    body = "Use tabs.\n\n**How to apply:**\n- in Go\n- in make files\n\n- Another fact.\n"

    assert parse_entries(body) == (
        Entry(summary="Use tabs.", how_to_apply="- in Go - in make files"),
        Entry(summary="Another fact."),
    )


def test_headings_rules_fences_and_later_paragraphs_are_no_entries():
    body = (
        "# Title\n\n---\n\nUse tabs.\n\nMore about it.\n\n## Details\n\nText.\n\n"
        "```\n- code\n```\n\n> quote\n"
    )

    assert summaries(body) == ["Use tabs."]


def test_an_elaboration_between_a_fact_and_its_reason_belongs_to_the_fact():
    assert parse_entries("Use tabs.\n\nA longer story.\n\nWhy: the linter.\n") == (
        Entry(summary="Use tabs.", why="the linter."),
    )


def test_details_below_a_bullet_are_not_facts():
    assert summaries("- One.\n  - detail\n    more\n- Two.\n") == ["One.", "Two."]


def test_the_placeholder_is_no_entry():
    assert parse_entries("_No entries yet._\n") == ()


def test_a_fence_that_is_never_closed_hides_nothing():
    assert summaries("- One.\n\n```\n- Two.\n") == ["One.", "Two."]


def test_long_and_hostile_bodies_are_read_in_one_pass():
    for line in ("a\n", "```x\n", "Why:\n", "a\n\n", "  - \n", "\t" * 50 + "x\n"):
        parse_entries(line * 20_000)
    for text in (" " * 100_000 + "x", "- " * 50_000 + "x", "**" * 50_000):
        parse_entries(text)
