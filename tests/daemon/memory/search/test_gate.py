from datetime import UTC, date, datetime

import pytest

from memoryd.domain import MemoryType
from memoryd.memory.search import Query, Searchable, SearchIndex
from memoryd.memory.search.meaning import Near

STANDS_OUT = Near(cosine=0.6, nats=8.0)
STANDS_OUT_LESS = Near(cosine=0.5, nats=3.0)
STANDS_OUT_TOO = Near(cosine=0.55, nats=7.0)
TODAY = date(2026, 5, 1)


class Told:
    """A meaning that is told how close each memory is, whatever the prompt."""

    def __init__(self, near: dict[str, Near]) -> None:
        self._near = near

    def put(self, id_: str, text: str) -> None: ...

    def discard(self, id_: str) -> None: ...

    def near(self, prompt: str) -> dict[str, Near]:
        return self._near if prompt.strip() else {}


def memory(id_: str, title: str, body: str, **more) -> Searchable:
    more = {"type": MemoryType.PROJECT, "updated": datetime(2026, 3, 1, tzinfo=UTC)} | more
    return Searchable(id=id_, title=title, description="", body=body, **more)


def found(memories, near, text, **options) -> list[str]:
    index = SearchIndex(Told(near))
    for each in memories:
        index.put(each)
    return [hit.id for hit in index.search(Query(text=text, today=TODAY, **options)).hits]


KETTLE = memory("kettle", "Kettle", "The descaled one stands in the pantry.")
LADDER = memory("ladder", "Ladder", "Borrowed from the neighbours.")


@pytest.mark.parametrize(
    ("text", "near", "expected"),
    [
        ("boiling some water upstairs", STANDS_OUT, ["kettle"]),
        ("boiling some water upstairs", STANDS_OUT_LESS, []),
        ("where do we boil water?", STANDS_OUT_LESS, ["kettle"]),
        ("rename boil() to heat()", STANDS_OUT, []),
        ("what does boiling mean?", STANDS_OUT, []),
    ],
)
def test_how_far_a_memory_must_stand_out_depends_on_what_is_asked(text, near, expected):
    assert found([KETTLE, LADDER], {"kettle": near}, text) == expected


@pytest.mark.parametrize("type_", [MemoryType.FEEDBACK, MemoryType.USER])
def test_a_wish_is_given_for_its_meaning_only_to_who_asks_what_was_said(type_):
    wish = memory("wish", "Kettle", "The descaled one, always.", type=type_)

    assert found([wish, LADDER], {"wish": STANDS_OUT}, "boiling some water upstairs") == []
    assert found([wish, LADDER], {"wish": STANDS_OUT}, "where do we boil water?") == ["wish"]


def test_one_memory_at_most_is_given_for_its_meaning_alone():
    near = {"kettle": STANDS_OUT_TOO, "ladder": STANDS_OUT}

    assert found([KETTLE, LADDER], near, "boiling some water upstairs") == ["ladder"]


def test_of_two_found_by_words_the_one_closer_in_meaning_comes_first():
    older = memory("older", "Pantry shelf", "Wobbles.")
    newer = memory("newer", "Pantry shelf", "Creaks.")
    rest = [memory(f"rest{place}", "Ledger", f"Entry {place}.") for place in range(20)]

    ranked = found([older, newer, *rest], {"newer": STANDS_OUT}, "pantry shelf", bar=1.0)
    turned = found([older, newer, *rest], {"older": STANDS_OUT}, "pantry shelf", bar=1.0)

    assert (ranked[0], turned[0]) == ("newer", "older")


def test_what_is_over_is_not_given_for_its_meaning():
    over = memory("over", "Kettle on loan until 2026-04-01", "From the neighbours.")

    assert found([over, LADDER], {"over": STANDS_OUT}, "boiling some water upstairs") == []


def test_the_newer_memory_speaks_for_one_found_by_meaning():
    old = memory("old", "Kettle for the tea kitchen", "A steel one.")
    new = memory(
        "new",
        "Kettle for the tea kitchen",
        "No longer steel: replaced by a glass one.",
        updated=datetime(2026, 4, 1, tzinfo=UTC),
    )
    rest = [memory(f"rest{place}", "Ledger", f"Entry {place}.") for place in range(20)]

    assert found([old, new, *rest], {"old": STANDS_OUT}, "boiling water upstairs") == ["new"]


def test_a_topic_that_is_not_meant_is_not_looked_for():
    assert found([KETTLE, LADDER], {"kettle": STANDS_OUT}, "not about boiling water") == []
