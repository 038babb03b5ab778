import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.postings import Postings, Texts
from memoryd.memory.search.tokens import normalise, scan, tokens
from memoryd.memory.search.vocabulary import Posting

WORDS = st.sampled_from(
    ["oak", "elm", "ash", "fir", "yew", "oak-elm", "v2.1", "Fir", "été", "漢字", "—"]
)
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
FIELDS = st.tuples(TEXTS, TEXTS, TEXTS)
WEIGHTS = (4, 3, 1)


def put(postings: Postings, id_: str, *fields: str) -> None:
    title, description, body = map(normalise, fields)
    postings.put(id_, Texts(title=title, description=description, body=body))


def told_of(postings: Postings, **tells: float) -> dict[Posting, float]:
    return {held: told for key, told in tells.items() if (held := postings.words.find(key))}


def best(postings: Postings, told: dict[Posting, float], **options: object) -> list[str]:
    options = {"count": 3, "enough": 0.0, "admits": None} | options
    return [entry.id for entry in postings.best(told, **options)]


def every(postings: Postings) -> dict[Posting, float]:
    keys = tokens("oak elm ash fir yew oak-elm v2.1 Fir été 漢字 a/b")
    return {held: 1.0 for key in keys if (held := postings.words.find(key))}


@given(st.dictionaries(st.sampled_from("abcdef"), FIELDS))
def test_an_entry_holds_what_a_scan_of_its_fields_finds(stored):
    postings = Postings()
    for id_, fields in stored.items():
        put(postings, id_, *fields)

    found = {told.key: told for told in every(postings)}
    held = {
        entry.id: entry
        for entry in postings.best(every(postings), count=100, enough=0.0, admits=None)
    }
    for id_, fields in stored.items():
        weights: Counter[str] = Counter()
        for field, weight in zip(fields, WEIGHTS, strict=True):
            weights.update({key: weight * n for key, n in Counter(tokens(field)).items()})
        if not weights:
            continue
        entry = held[id_]
        title, description, body = ([t.keys[0] for t in scan(normalise(f))] for f in fields)
        number = frozenset({entry.number})
        assert {
            key: w for key, told in found.items() for _, w in told.weights_in(number)
        } == weights
        assert {key for key, told in found.items() if entry.holds(told)} == weights.keys()
        assert [told.key for told in entry.heading] == list(dict.fromkeys(title + description))
        assert [told.key for told in entry.title] == list(dict.fromkeys(title))
        assert entry.length == len(title) + len(description) + len(body)


@given(
    st.lists(st.tuples(st.sampled_from("abcdefgh"), st.none() | FIELDS), max_size=20),
    st.dictionaries(st.sampled_from(["oak", "elm", "ash", "fir"]), st.floats(0.1, 9)),
    st.integers(1, 4),
    st.frozensets(st.sampled_from("abcdefgh")),
)
def test_the_best_are_those_that_a_count_over_all_finds(changes, tells, count, refused):
    postings = Postings()
    stored: dict[str, tuple[str, ...]] = {}
    for id_, fields in changes:
        stored.pop(id_, None)
        if fields is None:
            postings.discard(id_)
        else:
            put(postings, id_, *fields)
            stored[id_] = fields

    found = best(
        postings,
        told_of(postings, **tells),
        count=count,
        admits=(lambda entry: entry.id not in refused) if refused else None,
    )

    earned = {
        id_: gain
        for id_, fields in stored.items()
        if id_ not in refused and (gain := naive_gain(fields, tells))
    }
    ranked = sorted(earned, key=earned.__getitem__, reverse=True)
    assert len(set(found)) == len(found) >= min(count, len(ranked))
    assert set(found) <= set(ranked)
    least = min((earned[id_] for id_ in ranked[:count]), default=0)
    assert all(earned[id_] >= least or math.isclose(earned[id_], least) for id_ in found)


def naive_gain(fields: tuple[str, ...], tells: dict[str, float]) -> float:
    weights: Counter[str] = Counter()
    for field, weight in zip(fields, WEIGHTS, strict=True):
        for key in tokens(field):
            weights[key] += weight
    return sum(told * weights[key] / (weights[key] + 1) for key, told in tells.items())


def test_of_very_many_equals_the_newest_come_and_the_better_ones_stay():
    postings = Postings()
    put(postings, "named after it", "oak", "", "")
    for number in range(50):
        put(postings, f"{number}", "", "", "oak")

    found = best(postings, told_of(postings, oak=1.0), count=3)

    assert found == ["named after it", "45", "46", "47", "48", "49"]


def test_a_filter_that_refuses_nearly_all_still_finds_what_is_left():
    postings = Postings()
    for number in range(500):
        put(postings, f"{number}", "", "", "oak " * (1 + number % 7))

    found = best(postings, told_of(postings, oak=1.0), admits=lambda entry: entry.id in {"3", "7"})

    assert sorted(found) == ["3", "7"]


def test_words_that_no_memory_holds_any_more_are_let_go():
    postings = Postings()
    for number in range(2_500):
        put(postings, "one", "", "", f"orchards{number}")

    assert len(postings.words._postings) <= 1_002
    assert best(postings, told_of(postings, orchards2498=1.0)) == []
    assert best(postings, told_of(postings, orchards2499=1.0)) == ["one"]


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_word_that_was_let_go_is_found_when_it_comes_back(rounds):
    postings = Postings()
    for _ in range(rounds):
        put(postings, "one", "", "", "orchard")
        postings.discard("one")
        assert postings.words.find("orchard") is None
        assert postings.words.relatives("orchards") == []
    put(postings, "two", "", "", "orchard")

    assert best(postings, told_of(postings, orchard=1.0)) == ["two"]
    assert [held.key for held in postings.words.relatives("orchards")] == ["orchard"]
