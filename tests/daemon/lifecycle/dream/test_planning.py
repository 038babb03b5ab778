from datetime import UTC, datetime, timedelta

from memoryd.domain import Entry, MemoryType
from memoryd.lifecycle.dream import Kind, plan
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
