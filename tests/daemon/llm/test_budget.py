import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from fakes import Elapsed
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.database import open_database
from memoryd.llm.budget import Block, Cost, Ledger, Spent, awake_or_asleep_s, find_block
from memoryd.llm.errors import BudgetExhaustedError
from memoryd.model_settings import Budget

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOUR_S, DAY_S = 3600, 86400
PLENTY = Budget(calls_per_hour=1000, calls_per_day=1000, tokens_per_day=10**9)


class House:
    """A ledger in a daemon that can be started again, under a clock that can be set."""

    def __init__(self, path, budget):
        self.path, self.budget = path, budget
        self.elapsed, self.wall = Elapsed(), NOW
        self.start()

    def start(self):
        self.database, _ = open_database(self.path, now=NOW)
        self.ledger = Ledger(self.database, self.budget, now=self.wall, elapsed=self.elapsed)

    def restart(self):
        self.database.close()
        self.start()

    def live(self, seconds):
        self.elapsed.now_s += seconds
        self.wall += timedelta(seconds=seconds)

    def set_clock(self, seconds):
        self.wall += timedelta(seconds=seconds)

    def reserve(self, tokens=10, role="default"):
        return self.ledger.reserve(role, "extract", "local/m", tokens=tokens, now=self.wall)

    def try_to_reserve(self, tokens=10):
        try:
            return self.reserve(tokens)
        except BudgetExhaustedError:
            return None

    def spent(self):
        return self.ledger.spent(self.wall)


@pytest.fixture(name="house")
def _house(tmp_path):
    opened = []

    def house(budget=PLENTY):
        opened.append(House(tmp_path / "m.sqlite3", budget))
        return opened[-1]

    yield house
    for each in opened:
        each.database.close()


def test_a_call_counts_from_the_moment_it_is_reserved(house):
    here = house()

    here.reserve(tokens=70)
    here.reserve(tokens=5, role="smol")

    assert here.spent() == {
        "default": Spent(calls_this_hour=1, calls_this_day=1, tokens_this_day=70),
        "smol": Spent(calls_this_hour=1, calls_this_day=1, tokens_this_day=5),
    }


def test_a_settled_call_counts_what_it_took_in_the_end(house):
    here = house()

    call = here.reserve(tokens=70)
    here.ledger.settle(call, "failed", input_tokens=20, output_tokens=1, estimated=False)

    assert here.spent()["default"].tokens_this_day == 21
    assert here.spent()["default"].calls_this_day == 1


def test_what_is_longer_ago_counts_no_more(house):
    here = house()
    here.reserve()

    here.live(HOUR_S)
    assert here.spent()["default"].calls_this_hour == 0
    assert here.spent()["default"].calls_this_day == 1
    here.live(DAY_S - HOUR_S)

    assert here.spent() == {}


@pytest.mark.parametrize(
    ("budget", "limit", "frees"),
    [
        (Budget(calls_per_hour=2), "callsPerHour", "2026-03-02T10:00:00.000Z"),
        (Budget(calls_per_day=2), "callsPerDay", "2026-03-03T09:00:00.000Z"),
        (Budget(tokens_per_day=25), "tokensPerDay", "2026-03-03T09:00:00.000Z"),
    ],
)
def test_a_reached_limit_is_named_with_the_time_when_it_frees(house, budget, limit, frees):
    here = house(budget)
    here.reserve()
    here.live(60)
    here.reserve()

    with pytest.raises(BudgetExhaustedError) as caught:
        here.reserve()

    assert f"budget.{limit} is reached until {frees}" in str(caught.value)
    assert (caught.value.code, limit in caught.value.hint) == ("budget_exhausted", True)
    here.live(caught.value.frees_in_s - 0.001)
    assert here.try_to_reserve() is None
    here.live(0.001)
    assert here.try_to_reserve() is not None


@pytest.mark.parametrize("budget", [Budget(calls_per_hour=0), Budget(tokens_per_day=9)])
def test_a_budget_that_no_call_fits_into_never_frees_and_says_so(house, budget):
    here = house(budget)

    with pytest.raises(BudgetExhaustedError, match="lower than this one call needs") as caught:
        here.reserve(tokens=10)

    assert caught.value.frees_in_s is None
    assert here.spent() == {}


def test_the_limits_hold_for_all_roles_together(house):
    here = house(Budget(calls_per_hour=2))

    here.reserve(role="smol")
    here.reserve(role="default")

    with pytest.raises(BudgetExhaustedError):
        here.reserve(role="smol")


def test_of_two_limits_the_one_that_frees_last_is_told():
    made = [Cost(0, 5), Cost(1000, 5)]
    budget = Budget(calls_per_hour=2, calls_per_day=100, tokens_per_day=12)

    assert find_block(made, budget, tokens=5, now_ms=2000) == Block("tokensPerDay", 86_398_000)
    assert find_block(made, budget, tokens=2, now_ms=2000) == Block("callsPerHour", 3_598_000)
    assert find_block(made, PLENTY, tokens=2, now_ms=2000) is None


def test_what_was_spent_survives_a_restart_also_what_was_never_settled(house):
    here = house(Budget(calls_per_hour=2))
    here.reserve()
    here.reserve()

    here.restart()

    assert here.try_to_reserve() is None


def test_a_clock_set_forward_frees_nothing(house):
    here = house(Budget(calls_per_hour=1))
    here.reserve()

    here.set_clock(400 * DAY_S)

    assert here.try_to_reserve() is None
    assert here.spent()["default"].calls_this_hour == 1


def test_a_jump_that_is_seen_when_the_budget_is_reached_is_not_seen_twice(house):
    here = house(Budget(calls_per_hour=1))
    here.reserve()

    here.set_clock(-7 * DAY_S)
    assert here.try_to_reserve() is None
    here.live(HOUR_S - 1)
    assert here.try_to_reserve() is None
    here.live(1)

    assert here.try_to_reserve() is not None


def test_a_clock_set_back_while_nothing_ran_blocks_no_longer_than_the_limit(house):
    here = house(Budget(calls_per_hour=1))
    here.set_clock(3000 * DAY_S)
    here.reserve()

    here.set_clock(-3000 * DAY_S)
    here.restart()

    assert here.try_to_reserve() is None
    here.live(HOUR_S)
    assert here.try_to_reserve() is not None


def test_a_machine_that_slept_has_waited(house):
    here = house(Budget(calls_per_hour=1))
    here.reserve()

    here.live(8 * HOUR_S)

    assert here.try_to_reserve() is not None
    assert awake_or_asleep_s() <= awake_or_asleep_s()


def test_eight_threads_and_two_daemons_never_get_more_than_there_is(tmp_path):
    path, budget = tmp_path / "m.sqlite3", Budget(calls_per_hour=30, calls_per_day=30)
    got = []

    def spend(ledger):
        for _ in range(10):
            try:
                got.append(ledger.reserve("smol", "select", "a/b", tokens=1, now=NOW))
            except BudgetExhaustedError:
                return

    with (
        closing(open_database(path, now=NOW)[0]) as first,
        closing(open_database(path, now=NOW)[0]) as second,
    ):
        ledgers = [Ledger(each, budget, now=NOW, elapsed=Elapsed()) for each in (first, second)]
        threads = [threading.Thread(target=spend, args=(ledgers[n % 2],)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(got) == len(set(got)) == 30


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("reserve"), st.integers(0, 40)),
        st.tuples(st.just("settle"), st.integers(0, 40)),
        st.tuples(st.just("live"), st.sampled_from([0, 1, 1200, 3599, 3600, 40_000, 86_399])),
        st.tuples(st.just("set_clock"), st.sampled_from([-(10**9), -90_000, -9, 60, 10**7])),
        st.tuples(st.just("restart"), st.none()),
    ),
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(
    steps=STEPS,
    budget=st.builds(
        Budget,
        calls_per_hour=st.integers(1, 3),
        calls_per_day=st.integers(1, 6),
        tokens_per_day=st.integers(40, 120),
    ),
)
def test_whatever_happens_no_hour_and_no_day_has_more_than_the_budget(
    tmp_path_factory, steps, budget
):
    here = House(tmp_path_factory.mktemp("ledger") / "m.sqlite3", budget)
    made = {}  # by number: when, truly, and how many tokens
    for step, value in steps:
        if step == "reserve":
            if (call := here.try_to_reserve(value)) is not None:
                made[call] = (here.elapsed.now_s, value)
        elif step == "settle":
            if made:
                call = max(made)
                made[call] = (made[call][0], min(value, made[call][1]))
                took = made[call][1]
                here.ledger.settle(
                    call, "answered", input_tokens=took, output_tokens=0, estimated=False
                )
        elif step == "restart":
            here.spent()  # it has seen the clock as it stands
            here.restart()
        else:
            getattr(here, step)(value)

        hour = [t for at, t in made.values() if at > here.elapsed.now_s - HOUR_S + 5]
        day = [t for at, t in made.values() if at > here.elapsed.now_s - DAY_S + 5]
        assert len(hour) <= budget.calls_per_hour
        assert len(day) <= budget.calls_per_day
        assert sum(day) <= budget.tokens_per_day

    here.live(DAY_S + 10)
    assert here.try_to_reserve(budget.tokens_per_day) is not None
    here.database.close()
