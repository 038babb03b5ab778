import json

from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.model_extract.lines import TIERS, Line, make_line
from memoryd.lifecycle.model_extract.slices import Tier, fit, keep_ends
from memoryd.lifecycle.rollouts import count_tokens


def line(order, speaker=Speaker.PERSON, tokens=10):
    return Line(
        order=order,
        speaker=speaker,
        record=f"r{order}",
        text=f"text {order}",
        at=None,
        tokens=tokens,
    )


def test_all_that_fits_is_shown_in_order():
    tiers = [Tier(lines=(line(1), line(4))), Tier(lines=(line(2, Speaker.AGENT),))]

    slice_ = fit(tiers, limit=100)

    assert [each.record for each in slice_.lines] == ["r1", "r2", "r4"]
    assert list(slice_.labels) == ["p1", "a2", "p3"]
    assert slice_.left_out == 0


def test_what_does_not_fit_is_missing_from_the_middle_with_one_mark():
    slice_ = fit([Tier(lines=tuple(map(line, range(9))))], limit=16 + 40)

    assert [each.order for each in slice_.lines] == [0, 1, 7, 8]
    assert (slice_.left_out, slice_.gap) == (5, 2)
    shown = [json.loads(row) for row in slice_.render().splitlines()]
    assert shown[2] == {"left_out": 5}
    assert len(shown) == 5


def test_persons_are_heard_before_agents_and_agents_before_tools():
    tiers = [
        Tier(lines=tuple(line(n, speaker) for n in range(at, 30, 3)))
        for at, speaker in enumerate(TIERS)
    ]

    slice_ = fit(tiers, limit=16 + 130)

    assert sum(each.speaker is Speaker.PERSON for each in slice_.lines) == 10
    assert sum(each.speaker is Speaker.AGENT for each in slice_.lines) == 3
    assert sum(each.speaker is Speaker.TOOL for each in slice_.lines) == 0


def test_what_was_dropped_while_gathering_is_counted_too():
    tier = Tier(lines=(line(1), line(9)), dropped=7, first_dropped=2)

    slice_ = fit([tier], limit=100)

    assert (slice_.left_out, slice_.gap) == (7, 1)


def test_records_are_found_by_label_and_by_their_own_name():
    slice_ = fit([Tier(lines=(line(1), line(4)))], limit=100)

    assert slice_.find("p2") == slice_.find("r4") == line(4)
    assert slice_.find("p3") is None
    assert slice_.find("") is None


@given(sizes=st.lists(st.integers(1, 50)), room=st.integers(-5, 300))
def test_ends_fit_and_are_ends(sizes, room):
    kept = keep_ends(sizes, room)

    assert sum(sizes[at] for at in kept) <= max(room, 0)
    gaps = [at for at in range(len(sizes)) if at not in set(kept)]
    assert gaps == list(range(gaps[0], gaps[0] + len(gaps))) if gaps else True


@given(
    texts=st.lists(st.tuples(st.sampled_from(TIERS), st.text(max_size=40)), max_size=30),
    limit=st.integers(16, 400),
)
def test_a_slice_never_costs_more_than_its_limit(texts, limit):
    tiers = {speaker: [] for speaker in TIERS}
    for order, (speaker, text) in enumerate(texts):
        message = Message(speaker=speaker, text=text, record="r", at=None, offset=0)
        if made := make_line(message, order, limit=limit):
            tiers[speaker].append(made)

    slice_ = fit([Tier(lines=tuple(tiers[speaker])) for speaker in TIERS], limit=limit)

    assert count_tokens(slice_.render()) <= limit
    assert len(slice_.lines) + slice_.left_out == sum(map(len, tiers.values()))
    for row in filter(None, slice_.render().split("\n")):
        json.loads(row)
