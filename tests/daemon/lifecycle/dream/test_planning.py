from datetime import UTC, datetime, timedelta

import pytest

from memoryd.domain import Entry, MemoryType, SourceRef
from memoryd.lifecycle.dream import Kind, check, plan
from memoryd.memory import parse

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
DAY = timedelta(days=1)


def never(a, b):
    return False


def memory(path, body, *, at=NOW, kind="feedback", header="", name="N", newline="\n"):
    text = f"---\nname: {name}\ndescription: D\ntype: {kind}\n{header}---\n\n{body}\n"
    return parse(text.replace("\n", newline).encode(), relative=path, updated=at)


def store(*documents):
    return {document.relative: document for document in documents}


def dream(documents, alike=never, percent=25):
    return plan(documents, alike=alike, max_loss_percent=percent)


def after(documents, made):
    result = dict(documents)
    for change in made.changes:
        if change.data is None:
            del result[change.path]
        else:
            at = datetime.fromtimestamp(change.mtime_ns / 1e9, UTC)
            result[change.path] = parse(change.data, relative=change.path, updated=at)
    return result


def tidied(documents, alike=never, percent=25):
    return after(documents, dream(documents, alike, percent))


def test_a_tidy_store_is_left_alone():
    documents = store(memory("feedback/a.md", "Use tabs."), memory("feedback/b.md", "Write tests."))

    made = dream(documents)

    assert (made.changes, made.operations, made.topics, made.dangling) == ((), (), (), ())


def test_the_newest_statement_of_a_fact_takes_up_the_others():
    documents = store(
        memory("feedback/a.md", "Use tabs\n\nWhy: the linter.", at=NOW - DAY),
        memory("feedback/b.md", "use  Tabs.\n\nHow to apply: in Go."),
    )

    made = dream(documents)

    [document] = after(documents, made).values()
    assert document.relative == "feedback/b.md"
    assert document.entries == (
        Entry(summary="use Tabs.", why="the linter.", how_to_apply="in Go."),
    )
    assert made.deduped_entries == 1
    assert made.topics == (MemoryType.FEEDBACK,)
    assert [operation.kind for operation in made.operations] == [Kind.DEDUPE]
    assert made.operations[0].sources == ("feedback/a.md",)
    assert made.operations[0].target == "feedback/b.md"


def test_reasons_that_differ_are_both_kept():
    documents = store(
        memory("feedback/a.md", "Use tabs.\n\nWhy: the linter.", at=NOW - DAY),
        memory("feedback/b.md", "Use tabs.\n\n**Why:** Maria asked"),
    )

    [document] = tidied(documents).values()

    assert document.entries[0].why == "Maria asked; the linter."
    assert "**Why:** Maria asked; the linter." in document.body


def test_sources_are_joined_and_the_first_statement_is_remembered():
    first, second = (f"  - {{agent: codex, session: s, record: r{n}}}\n" for n in (1, 2))
    created = "created: 2026-01-02T03:04:05.678Z\n"
    documents = store(
        memory("feedback/a.md", "Use tabs.", at=NOW - DAY, header=f"{created}sources:\n{first}"),
        memory("feedback/b.md", "Use tabs.", header=f"sources:\n{second}"),
    )

    [document] = tidied(documents).values()

    assert [source.record for source in document.sources] == ["r2", "r1"]
    assert document.created == datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)


def test_facts_of_two_types_are_two_facts():
    documents = store(
        memory("feedback/a.md", "Use tabs."), memory("user/a.md", "Use tabs.", kind="user")
    )

    assert dream(documents).changes == ()


def test_a_pinned_file_takes_up_what_it_says_and_stays_as_it_is():
    documents = store(
        memory("pinned/feedback/a.md", "Use tabs.", at=NOW - DAY),
        memory("feedback/b.md", "Use tabs."),
    )

    assert tidied(documents) == {"pinned/feedback/a.md": documents["pinned/feedback/a.md"]}


def test_what_a_pinned_file_does_not_say_is_not_taken_for_its_duplicate():
    documents = store(
        memory("pinned/feedback/a.md", "Use tabs."),
        memory("feedback/b.md", "Use tabs.\n\nWhy: the linter."),
    )

    assert dream(documents).changes == ()


def test_the_same_fact_in_other_words_is_merged_into_the_newest_wording():
    documents = store(
        memory("feedback/a.md", "Always indent Go with tabs.", at=NOW - DAY, name="Old"),
        memory("feedback/b.md", "Indent Go code with tabs."),
        memory("feedback/c.md", "Write Go tests."),
    )

    made = dream(documents, alike=lambda a, b: "tabs" in a and "tabs" in b)

    assert sorted(after(documents, made)) == ["feedback/b.md", "feedback/c.md"]
    assert [operation.kind for operation in made.operations] == [Kind.MERGE]
    assert "Indent Go code with tabs." in made.operations[0].reason


# What a tidying of whole files by their first entry does wrong.


def test_only_the_duplicate_entry_leaves_a_file_that_holds_others():
    documents = store(
        memory("feedback/a.md", "- Use tabs.\n- Write tests.", at=NOW - DAY),
        memory("feedback/b.md", "Use tabs."),
    )

    result = tidied(documents)

    assert [entry.summary for entry in result["feedback/a.md"].entries] == ["Write tests."]
    assert [entry.summary for entry in result["feedback/b.md"].entries] == ["Use tabs."]


def test_duplicates_that_are_not_first_entries_are_found():
    documents = store(
        memory("feedback/a.md", "- Ask first.\n- Use tabs.", at=NOW - DAY),
        memory("feedback/b.md", "- Be brief.\n- Use tabs."),
    )

    result = tidied(documents)

    assert [entry.summary for entry in result["feedback/a.md"].entries] == ["Ask first."]
    assert len(result["feedback/b.md"].entries) == 2


def test_a_third_duplicate_is_merged_with_what_the_second_left():
    documents = store(
        memory("feedback/a.md", "Use tabs.\n\nWhy: one.", at=NOW - 2 * DAY),
        memory("feedback/b.md", "Use tabs.\n\nWhy: two.", at=NOW - DAY),
        memory("feedback/c.md", "Use tabs.\n\nWhy: three."),
    )

    [document] = tidied(documents).values()

    assert document.entries[0].why == "three. two. one."


def test_reasons_stay_with_their_own_entries():
    documents = store(
        memory("feedback/a.md", "- Use tabs.\n  Why: one.\n- Ask first.\n  Why: two."),
    )

    [document] = tidied(documents).values()

    assert document.entries == (
        Entry(summary="Ask first.", why="two."),
        Entry(summary="Use tabs.", why="one."),
    )


def test_an_untouched_file_is_not_rewritten():
    legacy = memory("feedback/a.md", "* Use tabs.\n  * Why: one.\n\nMore about it.\n\n* Ask.\n")

    assert dream(store(legacy)).changes == ()


def test_a_second_paragraph_is_not_lost_when_its_entry_moves():
    documents = store(
        memory("feedback/a.md", "Use tabs.\n\nThe team voted on it.", at=NOW - DAY),
        memory("feedback/b.md", "Use tabs.\n\nWhy: one."),
    )

    [document] = tidied(documents).values()

    assert document.body == "Use tabs.\n\nWhy: one.\n\nThe team voted on it."


def test_a_file_with_words_of_its_own_stays():
    documents = store(
        memory("feedback/a.md", "# House rules\n\nUse tabs.", at=NOW - DAY),
        memory("feedback/b.md", "Use tabs.\n\nWhy: one."),
    )

    [document] = tidied(documents).values()

    assert document.relative == "feedback/a.md"
    assert document.body == "# House rules\n\nUse tabs.\n\nWhy: one."


def test_unknown_keys_are_not_lost_with_their_file():
    documents = store(
        memory("feedback/a.md", "Use tabs.", at=NOW - DAY, header="owner: Maria\n"),
        memory("feedback/b.md", "Use tabs."),
    )

    [document] = tidied(documents).values()

    assert (document.relative, b"owner: Maria\n" in document.raw) == ("feedback/a.md", True)


def test_two_files_with_unknown_keys_are_both_kept():
    documents = store(
        memory("feedback/a.md", "Use tabs.", at=NOW - DAY, header="owner: Maria\n"),
        memory("feedback/b.md", "Use tabs.", header="owner: Ann\n"),
    )

    assert dream(documents).changes == ()


def test_an_empty_body_takes_nothing_up():
    documents = store(memory("feedback/a.md", ""), memory("feedback/b.md", "_No entries yet._"))

    assert dream(documents).changes == ()


def test_line_ends_stay_what_they_are():
    documents = store(
        memory("feedback/a.md", "- b\n- a\n- B", newline="\r\n"),
    )

    [document] = tidied(documents).values()

    assert document.raw.endswith(b"---\r\n\r\n- a\r\n- b\r\n")
    assert b"\n" not in document.raw.replace(b"\r\n", b"")


# Facts that no longer hold.


def test_an_outdated_fact_goes_and_the_newer_one_is_named():
    documents = store(
        memory("project/a.md", "CI runs on Jenkins.", kind="project", at=NOW - DAY),
        memory("project/b.md", "CI moved from Jenkins to GitHub Actions.", kind="project"),
        memory("project/c.md", "Maria owns the importer.", kind="project"),
        memory("project/d.md", "Ann owns the mailer.", kind="project"),
    )

    made = dream(documents)

    assert sorted(after(documents, made)) == ["project/b.md", "project/c.md", "project/d.md"]
    [operation] = made.operations
    assert (operation.kind, operation.sources, operation.target) == (
        Kind.SUPERSEDE,
        ("project/a.md",),
        "project/b.md",
    )
    assert "CI runs on Jenkins." in operation.reason


def test_an_older_fact_makes_no_newer_one_outdated():
    documents = store(
        memory("project/a.md", "CI runs on Jenkins.", kind="project"),
        memory("project/b.md", "CI moved from Jenkins to X.", kind="project", at=NOW - DAY),
    )

    assert dream(documents, percent=100).changes == ()


def test_no_more_facts_go_than_may_be_lost():
    documents = store(
        memory("project/a.md", "CI runs on Jenkins.", kind="project", at=NOW - DAY),
        memory("project/b.md", "CI moved from Jenkins to GitHub Actions.", kind="project"),
    )

    assert dream(documents, percent=49).changes == ()
    assert len(dream(documents, percent=50).changes) == 1


def test_an_outdated_fact_that_is_pinned_stays():
    documents = store(
        memory("pinned/project/a.md", "CI runs on Jenkins.", kind="project", at=NOW - DAY),
        memory("project/b.md", "CI moved from Jenkins to GitHub Actions.", kind="project"),
    )

    assert dream(documents, percent=100).changes == ()


def test_an_outdated_fact_with_words_of_a_person_below_stays():
    documents = store(
        memory("project/a.md", "CI runs on Jenkins.\n\nAsk Ann.", kind="project", at=NOW - DAY),
        memory("project/b.md", "CI moved from Jenkins to GitHub Actions.", kind="project"),
    )

    assert dream(documents, percent=100).changes == ()


# Days.


def test_a_day_is_read_as_its_source_meant_it():
    source = "sources:\n  - {agent: codex, session: s, record: r, at: 2026-02-03T04:05:06Z}\n"
    document = memory("project/a.md", "We ship tomorrow.", kind="project", header=source)

    [tidy] = tidied(store(document)).values()

    assert tidy.entries[0].summary == "We ship tomorrow (2026-02-04)."


def test_title_and_description_follow_the_words_they_repeat():
    header = b"---\nname: We ship tomorrow.\ndescription: We ship tomorrow.\ntype: project\n---\n"
    raw = header + b"\nWe ship tomorrow.\n"
    document = parse(raw, relative="project/a.md", updated=NOW)

    [tidy] = tidied(store(document)).values()

    assert tidy.title == tidy.description == "We ship tomorrow (2026-03-05)."


def test_a_day_is_never_read_from_the_time_of_another_statement():
    source = "sources:\n  - {agent: codex, session: s, record: r, at: 2026-02-03T04:05:06Z}\n"
    created = "created: 2026-01-01T00:00:00Z\n"
    documents = store(
        memory(
            "project/a.md", "Ship.\n\nWhy: the audit is tomorrow", kind="project", header=created
        ),
        memory("project/b.md", "Ship.", kind="project", header=source, at=NOW - DAY),
    )

    assert dream(documents).changes == ()


def test_a_rule_for_all_times_names_no_day():
    assert dream(store(memory("feedback/a.md", "Fix tomorrow what broke."))).changes == ()


# Links.


def test_a_link_follows_a_memory_that_another_one_took_up():
    documents = store(
        memory("feedback/a.md", "Use tabs.", at=NOW - DAY),
        memory("feedback/b.md", "Use tabs."),
        memory("feedback/c.md", "Format [as told](a.md), see feedback/a.md for more."),
        memory("user/d.md", "I care, [see](../feedback/a.md).", kind="user"),
    )

    result = tidied(documents)

    assert result["feedback/c.md"].body == "Format [as told](b.md), see feedback/b.md for more."
    assert result["user/d.md"].body == "I care, [see](../feedback/b.md)."


def test_a_link_that_leads_nowhere_stays_and_is_told():
    documents = store(
        memory("feedback/a.md", "See feedback/gone.md, README.md and [it](../user/me.md)."),
    )

    made = dream(documents)

    assert made.changes == ()
    assert made.dangling == (
        "feedback/a.md leads to feedback/gone.md, which is not there",
        "feedback/a.md leads to ../user/me.md, which is not there",
    )


# Order and length.


def test_facts_stand_in_the_order_of_the_alphabet_with_what_belongs_to_them():
    documents = store(memory("feedback/a.md", "- b\n  Why: one.\n\n- A\n- c\n  How to apply: two."))

    [document] = tidied(documents).values()

    assert document.body == "- A\n\n- b\n  Why: one.\n- c\n  How to apply: two."


@pytest.mark.parametrize("loose", ["# Title\n\n- b\n- a", "- b\n\nMore.\n\n- a", "- b\n## X\n- a"])
def test_facts_among_other_words_keep_their_order(loose):
    assert dream(store(memory("feedback/a.md", loose))).changes == ()


def test_an_over_long_file_is_parted_at_its_headings():
    topics = "\n\n".join(
        f"## Topic {name}\n\n"
        + "\n".join(f"- Fact {name}{number:02}." for number in range(30))
        + f"\n\nMore of {name}."
        for name in "AB"
    )
    documents = store(
        memory("feedback/long.md", f"# All\n\n{topics}", header="owner: Maria\n", newline="\r\n"),
        memory("feedback/topic-b.md", "Ask first."),
    )

    made = dream(documents)
    result = after(documents, made)

    assert sorted(result) == ["feedback/long.md", "feedback/topic-b-2.md", "feedback/topic-b.md"]
    assert [operation.kind for operation in made.operations] == [Kind.SPLIT]
    first, second = result["feedback/long.md"], result["feedback/topic-b-2.md"]
    assert first.entries + second.entries == documents["feedback/long.md"].entries
    assert second.title == "Topic B"
    assert second.body.startswith("## Topic B\n\n- Fact B00.")
    assert second.body.endswith("\n\nMore of B.")
    assert b"owner: Maria\r\n" in first.raw
    assert b"owner: Maria\r\n" in second.raw
    assert dream(result).changes == ()


def test_a_new_file_takes_no_path_that_is_not_free():
    topics = "\n".join(
        f"## {name}\n" + "\n".join(f"- Fact {name}{number}." for number in range(30))
        for name in "AB"
    )
    documents = store(memory("feedback/long.md", topics))

    made = plan(documents, alike=never, max_loss_percent=25, taken={"feedback/b.md"})

    assert [change.path for change in made.changes] == ["feedback/b-2.md", "feedback/long.md"]


def test_a_file_is_not_parted_where_a_part_would_read_otherwise():
    topics = "\n".join(f"## {name}\n" for name in "AB") + "\n".join(
        f"- Fact {number:02}." for number in range(60)
    )

    assert dream(store(memory("feedback/long.md", topics))).changes == ()


def test_a_file_that_reads_otherwise_without_its_indent_is_left_alone():
    raw = b"---\ntype: feedback\n---\n\n    - Use tabs.\n\nAsk first.\n"
    odd = parse(raw, relative="feedback/a.md", updated=NOW - DAY)
    documents = store(odd, memory("feedback/b.md", odd.entries[0].summary))

    assert after(documents, dream(documents)).get("feedback/a.md") == odd


def test_more_sources_than_a_file_holds_are_no_reason_to_keep_a_duplicate():
    def listed(start, many):
        return "sources:\n" + "".join(
            f"  - {{agent: codex, session: s, record: r{n}}}\n" for n in range(start, start + many)
        )

    documents = store(
        memory("feedback/a.md", "Use tabs.", at=NOW - DAY, header=listed(0, 20)),
        memory("feedback/b.md", "Use tabs.", header=listed(20, 20)),
    )

    [document] = tidied(documents).values()

    assert len(document.sources) == 32
    assert SourceRef(agent="codex", session="s", record="r20", at=None) in document.sources


def test_likeness_does_not_creep_from_fact_to_fact():
    documents = store(
        memory("feedback/a.md", "one two three", at=NOW - 2 * DAY),
        memory("feedback/b.md", "two three four", at=NOW - DAY),
        memory("feedback/c.md", "three four five"),
    )

    def alike(first, second):
        return len(set(first.split()) & set(second.split())) > 1

    assert sorted(tidied(documents, alike)) == ["feedback/a.md", "feedback/c.md"]


def test_what_took_others_up_counts_for_them_when_it_goes():
    documents = store(
        memory("project/a.md", "We use Redis.", kind="project", at=NOW - 3 * DAY),
        memory("project/b.md", "We use Redis!", kind="project", at=NOW - 2 * DAY),
        memory("project/c.md", "We no longer use Redis.", kind="project"),
    )

    first = dream(documents, percent=50)
    second = dream(after(documents, first), percent=50)

    assert len(after(documents, first)) == 2
    assert check(first, documents, alike=never, max_loss_percent=50) == []
    assert len(after(after(documents, first), second)) == 1


def test_a_fact_that_stands_on_elsewhere_is_not_robbed_of_its_reason():
    documents = store(
        memory("pinned/project/a.md", "We use Redis.", kind="project", at=NOW - 3 * DAY),
        memory("project/b.md", "We use Redis.\n\nWhy: speed.", kind="project", at=NOW - 2 * DAY),
        memory("project/c.md", "We no longer use Redis.", kind="project"),
        memory("project/d.md", "The gate opens at six.", kind="project"),
    )

    made = dream(documents, percent=50)

    assert check(made, documents, alike=never, max_loss_percent=50) == []
