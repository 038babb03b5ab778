import gc
import weakref
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import MemoryType
from memoryd.memory.search import Query, Ranking, Searchable, SearchIndex

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def memory(
    id_: str,
    title: str = "",
    description: str = "",
    body: str = "",
    *,
    type_: MemoryType = MemoryType.PROJECT,
    updated: datetime = NOON,
) -> Searchable:
    return Searchable(
        id=id_, type=type_, title=title, description=description, body=body, updated=updated
    )


def index_of(*memories: Searchable) -> SearchIndex:
    index = SearchIndex()
    for each in memories:
        index.put(each)
    return index


@pytest.fixture
def store() -> SearchIndex:
    return index_of(
        memory("backup", "Nightly backups", "Where they go", "Copied to the vault at two o'clock."),
        memory("colour", "Colour of buttons", "Design", "Primary buttons are teal, never red."),
        memory("quota", "Quota of the mail relay", "Limit", "The relay takes 400 mails an hour."),
        memory("error", "Error KX-2204", "Licence server", "Means the licence server sleeps."),
        memory("zh", "缓存策略", "过期时间", "热点数据缓存十分钟。"),
        memory("ja", "印刷の設定", "用紙", "請求書は必ず両面で印刷する。"),
    )


def ids(ranking: Ranking) -> list[str]:
    return [hit.id for hit in ranking.hits]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("where do the nightly backups go?", "backup"),
        ("is the relay's mail quota used up", "quota"),
        ("KX-2204 again", "error"),
        ("getting kx2204 on start", "error"),
        ("缓存的过期时间是多少", "zh"),
        ("請求書の印刷", "ja"),
        ("ｂａｃｋｕｐｓ ｎｉｇｈｔｌｙ", "backup"),
    ],
)
def test_a_prompt_finds_its_memory_first(store: SearchIndex, prompt: str, expected: str) -> None:
    assert ids(store.search(Query(text=prompt)))[0] == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "   ",
        "?",
        "thanks!",
        "continue",
        "go",
        "继续",
        "ありがとう",
        "what is the difference between a list and a tuple",
        "rename the variable to count everywhere",
        "存",
    ],
)
def test_a_prompt_that_needs_nothing_gets_nothing(store: SearchIndex, prompt: str) -> None:
    assert store.search(Query(text=prompt)).hits == ()


def test_common_words_are_no_reason_to_interrupt(store: SearchIndex) -> None:
    found = store.search(Query(text="what is the limit of an integer in this"), explain=True)

    assert found.hits == ()
    assert [(lost.id, lost.reason) for lost in found.rejected] == [
        ("quota", "weak match: only common words")
    ]


def test_an_empty_index_finds_nothing() -> None:
    found = SearchIndex().search(Query(text="where are the backups"), explain=True)

    assert found == Ranking((), (), 0)


def test_an_index_that_nobody_needs_leaves_nothing_to_the_collector() -> None:
    index = index_of(memory("one", "Deploy with helm", "Orchard", "The orchard has helm charts."))
    index.search(Query(text="how do we deploy the orchard?"), explain=True)
    postings = weakref.ref(index._postings)
    gc.disable()
    try:
        del index

        assert postings() is None
    finally:
        gc.enable()


def test_the_title_counts_for_more_than_the_body() -> None:
    index = index_of(
        memory("in-body", "Notes", "", "The turbine is oiled on Mondays."),
        memory("in-title", "Turbine", "", "Oiled on Mondays, says the manual."),
    )

    assert ids(index.search(Query(text="turbine", bar=0))) == ["in-title", "in-body"]


def test_of_equals_the_newest_comes_first() -> None:
    index = index_of(
        memory("old", "Turbine", updated=NOON - timedelta(days=9)),
        memory("new", "Turbine", updated=NOON),
        memory("middle", "Turbine", updated=NOON - timedelta(days=1)),
    )

    found = index.search(Query(text="turbine", bar=0, outdated=True))

    assert ids(found) == ["new", "middle", "old"]


def test_ids_are_never_read_as_text() -> None:
    index = index_of(memory("turbine", "Notes", "", "Nothing of the kind."))

    assert index.search(Query(text="turbine", bar=0)).hits == ()


def test_the_limit_holds() -> None:
    index = index_of(*(memory(f"m{number}", f"Turbine hall {number}") for number in range(9)))

    assert len(index.search(Query(text="turbine hall", bar=0)).hits) == 5
    assert len(index.search(Query(text="turbine hall", bar=0, limit=7)).hits) == 7
    assert index.search(Query(text="turbine hall", bar=0, limit=0)).hits == ()
    assert index.search(Query(text="turbine hall", bar=0, limit=-1)).hits == ()


def test_excluded_memories_do_not_use_up_the_limit() -> None:
    index = index_of(*(memory(f"m{number}", f"Turbine hall {number}") for number in range(400)))
    best = ids(index.search(Query(text="turbine hall", bar=0, limit=390)))

    found = index.search(Query(text="turbine hall", bar=0, exclude=frozenset(best)))

    assert len(found.hits) == 5
    assert not set(ids(found)) & set(best)


def test_only_the_types_asked_for_are_returned() -> None:
    index = index_of(
        memory("p", "Turbine hall", type_=MemoryType.PROJECT),
        memory("r", "Turbine hall", type_=MemoryType.REFERENCE),
    )
    query = Query(text="turbine hall", bar=0, types=frozenset({MemoryType.REFERENCE}))

    found = index.search(query, explain=True)

    assert ids(found) == ["r"]
    assert [lost.reason for lost in found.rejected] == ["of type project, which was not asked for"]


def test_how_to_call_a_tool_in_use_is_noise() -> None:
    index = index_of(memory("note", "create_ticket parameter schema", "", "Takes title and body."))
    prompt = "the parameter schema of create_ticket"

    assert ids(index.search(Query(text=prompt))) == ["note"]
    for tool in ("create_ticket", "mcp__tracker__create_ticket", "tracker::create_ticket"):
        found = index.search(Query(text=prompt, recent_tools=(tool,)), explain=True)
        assert found.hits == ()
        assert found.rejected[0].reason == "only says how to call a tool that is in use"
    assert ids(index.search(Query(text=prompt, recent_tools=("delete_ticket",)))) == ["note"]


def test_a_warning_about_a_tool_in_use_stays() -> None:
    index = index_of(
        memory("note", "create_ticket parameter schema", "", "Gotcha: title must be ASCII.")
    )
    query = Query(text="the parameter schema of create_ticket", recent_tools=("create_ticket",))

    assert ids(index.search(query)) == ["note"]


def test_matched_names_the_words_as_they_were_typed(store: SearchIndex) -> None:
    (hit,) = store.search(Query(text="Where are the NIGHTLY Backups?")).hits
    assert hit.matched == ("NIGHTLY", "Backups")

    (hit,) = store.search(Query(text="why does it say Kx-2204 here")).hits
    assert hit.matched == ("Kx-2204",)

    (hit,) = store.search(Query(text="热点数据缓存多久")).hits
    assert hit.matched == ("热点数据缓存",)


def test_another_ending_of_a_word_finds_it() -> None:
    index = index_of(
        memory("de", "Wartungsfenster", "", "Nur dienstags."),
        memory("pt", "Imagens de base", "", "Atualizadas mensalmente."),
    )

    assert ids(index.search(Query(text="welche Wartungsfensters gibt es", bar=1))) == ["de"]
    assert ids(index.search(Query(text="qual imagem de base", bar=1))) == ["pt"]


def test_the_reasons_tell_what_was_missing(store: SearchIndex) -> None:
    prompt = "paint the garden fence teal, then mow the lawn, then trim hedges and water tomatoes"
    (lost,) = store.search(Query(text=prompt), explain=True).rejected
    assert (lost.id, lost.reason) == ("colour", "weak match: only “teal”")

    found = store.search(Query(text="nightly backups", limit=0), explain=True)
    assert found.rejected[0].reason == "better ones fill the limit of 0"

    query = Query(text="nightly backups", exclude=frozenset({"backup"}))
    assert store.search(query, explain=True).rejected[0].reason == "excluded by the caller"


@pytest.fixture
def moved() -> SearchIndex:
    return index_of(
        memory("old", "Ticket tracker", "Bugzilla", "Defects live in Bugzilla.", updated=NOON),
        memory(
            "new",
            "Ticket tracker is Redmine",
            "Since spring",
            "Bugzilla was switched off, file defects in Redmine.",
            updated=NOON + timedelta(days=90),
        ),
        memory("other", "Canteen", "Opening hours", "Lunch from eleven."),
    )


def test_a_newer_memory_speaks_for_an_older_one_on_the_same_matter(moved: SearchIndex) -> None:
    found = moved.search(Query(text="is Bugzilla the ticket tracker?"), explain=True)

    assert ids(found) == ["new"]
    assert [(lost.id, lost.reason) for lost in found.rejected] == [
        ("old", "a newer memory speaks of the same: new")
    ]


def test_outdated_memories_are_returned_when_asked_for(moved: SearchIndex) -> None:
    query = Query(text="is Bugzilla the ticket tracker?", outdated=True)

    assert set(ids(moved.search(query))) == {"old", "new"}


def test_an_older_memory_returns_when_its_successor_is_gone(moved: SearchIndex) -> None:
    moved.discard("new")

    assert ids(moved.search(Query(text="is Bugzilla the ticket tracker?"))) == ["old"]


def test_an_older_memory_stays_replaced_when_its_successor_was_given_before(
    moved: SearchIndex,
) -> None:
    query = Query(text="is Bugzilla the ticket tracker?", exclude=frozenset({"new"}))

    assert ids(moved.search(query)) == []


def test_a_successor_speaks_where_the_prompt_reaches_only_the_older_one() -> None:
    index = index_of(
        memory("old", "Invoice printing", "Matrix printer", "Sheets tear at the perforation."),
        memory(
            "new",
            "Invoice printing is gone",
            "Since May",
            "Customers get a file.",
            updated=NOON + timedelta(days=30),
        ),
        memory("other", "Canteen", "Opening hours", "Lunch from eleven."),
    )

    found = index.search(Query(text="where do the sheets tear, at the perforation?"), explain=True)

    assert ids(found) == ["new"]
    assert found.hits[0].matched == ("sheets", "tear", "perforation")
    assert [lost.reason for lost in found.rejected] == ["a newer memory speaks of the same: new"]


def test_a_memory_past_its_own_end_is_not_given_and_does_not_stand_in() -> None:
    index = index_of(
        memory("usual", "Parking lot", "North gate", "Cars park at the north gate."),
        memory(
            "closed",
            "Parking lot closed",
            "Until 2026-03-31",
            "Cars park at the south gate instead of the north gate.",
            updated=NOON + timedelta(days=1),
        ),
    )
    text = "where do cars park, which gate?"

    during = index.search(Query(text=text, today=date(2026, 3, 31)))
    after = index.search(Query(text=text, today=date(2026, 4, 1)), explain=True)

    assert ids(during) == ["closed"]
    assert ids(after) == ["usual"]
    assert [(lost.id, lost.reason) for lost in after.rejected] == [
        ("closed", "expired on 2026-03-31")
    ]


def test_without_a_day_nothing_is_past_its_end() -> None:
    index = index_of(memory("freeze", "Turbine freeze", "Until 2026-03-31", "No work on it."))

    assert ids(index.search(Query(text="turbine freeze"))) == ["freeze"]


def test_a_prompt_that_declines_memories_gets_none(store: SearchIndex) -> None:
    text = "ignore everything you remember: where do the nightly backups go?"

    found = store.search(Query(text=text), explain=True)

    assert found.hits == ()
    assert [lost.reason for lost in found.rejected] == [
        "the prompt asks that nothing remembered be used"
    ]


def test_what_a_prompt_says_is_not_meant_is_no_reason(store: SearchIndex) -> None:
    text = "not about the nightly backups to the vault: sort the tabs"

    assert store.search(Query(text=text)).hits == ()


def test_a_question_about_ours_needs_less_and_gets_one(store: SearchIndex) -> None:
    for number in range(2):
        store.put(memory(f"pump{number}", "Notes", "", "The pump is in hall seven, beside."))

    asked = store.search(Query(text="where is the pump", bar=12), explain=True)

    assert len(asked.hits) == 1
    assert [lost.reason for lost in asked.rejected] == ["a better one answers the question"]
    assert store.search(Query(text="paint the pump", bar=12)).hits == ()


@pytest.mark.parametrize(
    ("prompt", "type_", "expected"),
    [
        ("commit this please", MemoryType.FEEDBACK, ["wish"]),
        ("please commit", MemoryType.USER, ["wish"]),
        ("commit this please", MemoryType.PROJECT, []),
        ("put this into the next commit", MemoryType.FEEDBACK, []),
        ("in general: commit or not", MemoryType.FEEDBACK, []),
    ],
)
def test_a_standing_wish_is_owed_to_the_work_that_its_title_names(
    store: SearchIndex, prompt: str, type_: MemoryType, expected: list[str]
) -> None:
    store.put(memory("wish", "Commit wording", "Taste", "Subjects rhyme.", type_=type_))

    assert ids(store.search(Query(text=prompt))) == expected


def test_the_worth_of_the_older_one_passes_to_its_successor_along_a_chain() -> None:
    index = index_of(
        memory("first", "Ticket tracker", "", "Defects, wishes and questions go to Bugzilla."),
        memory("second", "Ticket tracker moved", updated=NOON + timedelta(days=1)),
        memory("third", "Ticket tracker moved again", updated=NOON + timedelta(days=2)),
    )

    found = index.search(Query(text="defects, wishes and questions: which tracker?", bar=3))

    assert ids(found) == ["third"]


@pytest.mark.parametrize("prompt", ["server alpha ssh access", "ssh access to the server"])
def test_memories_on_two_things_named_alike_stand_side_by_side(prompt: str) -> None:
    index = index_of(
        memory("alpha", "Server alpha", "SSH access", "Jump through the bastion."),
        memory(
            "beta", "Server beta", "SSH access", "Direct, key only.", updated=NOON + timedelta(1)
        ),
    )

    assert "alpha" in ids(index.search(Query(text=prompt, bar=1)))


def test_a_newer_memory_of_another_type_replaces_nothing(moved: SearchIndex) -> None:
    moved.put(
        memory(
            "new",
            "Ticket tracker is Redmine",
            type_=MemoryType.FEEDBACK,
            updated=NOON + timedelta(days=90),
        )
    )

    assert "old" in ids(moved.search(Query(text="is Bugzilla the ticket tracker?")))


def test_nothing_is_explained_unless_asked(store: SearchIndex) -> None:
    query = Query(text="nightly backups", exclude=frozenset({"backup"}))

    assert store.search(query).rejected == ()
    assert store.search(query).scanned == 6


@pytest.mark.parametrize("place", ["before", "after"])
def test_a_pasted_log_does_not_drown_the_question(store: SearchIndex, place: str) -> None:
    line = "2026-01-02 10:11:12 INFO worker-{} heartbeat ok in 12 ms (queue 0x7f{})\n"
    log = "".join(line.format(number, number * 37) for number in range(2000))
    question = "where do the nightly backups go?"
    prompt = f"{question}\n{log}" if place == "before" else f"{log}\n{question}"

    assert ids(store.search(Query(text=prompt))) == ["backup"]


def test_a_long_paste_alone_reaches_nothing(store: SearchIndex) -> None:
    text = "Tuesday was calm. We talked about the garden, the weather and the football match. " * 40

    assert store.search(Query(text=text)).hits == ()


def test_a_memory_put_again_is_found_by_its_new_words_only(store: SearchIndex) -> None:
    store.put(memory("backup", "Weekly snapshots", "", "Kept on the tape robot."))

    assert ids(store.search(Query(text="the tape robot for weekly snapshots"))) == ["backup"]
    assert "backup" not in ids(store.search(Query(text="nightly vault copies", bar=0)))
    assert len(store) == 6


def test_a_discarded_memory_is_gone(store: SearchIndex) -> None:
    store.discard("backup")
    store.discard("backup")
    store.discard("never-there")

    assert store.search(Query(text="nightly backups", bar=0)).hits == ()
    assert len(store) == 5


def test_changing_memories_leaves_the_same_index_as_building_it_anew() -> None:
    changed = SearchIndex()
    for turn in range(3):
        for number in range(120):
            changed.put(
                memory(f"m{number}", f"Turbine {number % 7} turn {turn}", "", "oil " * turn)
            )
    for number in range(0, 120, 3):
        changed.discard(f"m{number}")
    fresh = index_of(
        *(
            memory(f"m{number}", f"Turbine {number % 7} turn 2", "", "oil " * 2)
            for number in range(120)
            if number % 3
        )
    )
    query = Query(text="turbine 3 turn 2 oil", bar=0, limit=200)

    assert changed.search(query) == fresh.search(query)


def test_a_rare_word_of_a_large_store_is_found_among_common_ones() -> None:
    index = index_of(
        *(
            memory(f"m{number}", f"Report {number}", "", "mail from the office")
            for number in range(9000)
        ),
        memory("needle", "Zirconium", "", "mail from the office about the order"),
    )

    assert ids(index.search(Query(text="mail from the office on zirconium")))[0] == "needle"


@given(st.text(max_size=300))
@settings(max_examples=60)
def test_any_prompt_is_answered_within_the_contract(text: str) -> None:
    index = index_of(
        memory("a", "Backups", "nightly", text),
        memory("b", text, "colour of buttons", "teal"),
        memory("c", "缓存", text, "\ud800 \x00 🙂"),
    )

    found = index.search(Query(text=text, bar=0), explain=True)

    assert len(found.hits) <= 3
    assert all(hit.score > 0 for hit in found.hits)
    assert not {hit.id for hit in found.hits} & {lost.id for lost in found.rejected}
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
