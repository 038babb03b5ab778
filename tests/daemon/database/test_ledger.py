import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from fakes import Elapsed
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.database import Block, Ledger, Spending, Spent, awake_or_asleep_s, open_database
from memoryd.database.ledger import Cost, find_block
from memoryd.model_settings import Budget, Limits, RoleLimits

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOUR_S, DAY_S = 3600, 86400
PLENTY = Budget(
    calls_per_hour=1000, calls_per_day=1000, tokens_per_hour=10**9, tokens_per_day=10**9
)


def frugal_smol(**limits):
    return Budget(roles=RoleLimits(smol=Limits(**limits)))


class House:
    """A ledger in a daemon that can be started again, under a clock that can be set."""

    def __init__(self, path, budget):
        self.path, self.budget = path, budget
        self.elapsed, self.wall = Elapsed(), NOW
        self.start()

    def start(self):
        self.database, _ = open_database(self.path, now=NOW)
        self.ledger = Ledger(
            self.database.connection, self.budget, now=self.wall, elapsed=self.elapsed
        )

    def restart(self):
        self.database.close()
        self.start()

    def live(self, seconds):
        self.elapsed.now_s += seconds
        self.wall += timedelta(seconds=seconds)

    def set_clock(self, seconds):
        self.wall += timedelta(seconds=seconds)

    def reserve(self, tokens=10, role="default", purpose="extract"):
        return self.ledger.reserve(role, purpose, "local/m", tokens=tokens, now=self.wall)

    def may_reserve(self, tokens=10, role="default"):
        return isinstance(self.reserve(tokens, role), int)

    def settle(self, call, tokens, *, estimated=False, outcome="answered"):
        self.ledger.settle(call, outcome, input_tokens=tokens, output_tokens=0, estimated=estimated)

    def spent(self):
        return self.ledger.spent(self.wall)

    def blocks(self):
        return self.ledger.blocks(self.wall)


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
    here.reserve(tokens=5, role="smol", purpose="select")

    seventy = Spent(calls=1, tokens=70, estimated=True)
    five = Spent(calls=1, tokens=5, estimated=True)
    assert here.spent() == [
        Spending(role="default", purpose="extract", hour=seventy, day=seventy),
        Spending(role="smol", purpose="select", hour=five, day=five),
    ]


def test_a_settled_call_counts_what_it_took_in_the_end(house):
    here = house()

    call = here.reserve(tokens=70)
    here.ledger.settle(call, "failed", input_tokens=20, output_tokens=1, estimated=False)

    assert [one.day for one in here.spent()] == [Spent(calls=1, tokens=21)]


def test_what_is_estimated_is_marked_unless_it_is_nothing(house):
    here = house()

    here.settle(here.reserve(purpose="dream"), 9)
    here.settle(here.reserve(purpose="extract"), 9)
    here.settle(here.reserve(purpose="extract"), 7, estimated=True)
    here.settle(here.reserve(purpose="select"), 0, estimated=True, outcome="failed")

    assert {one.purpose: one.hour for one in here.spent()} == {
        "dream": Spent(calls=1, tokens=9),
        "extract": Spent(calls=2, tokens=16, estimated=True),
        "select": Spent(calls=1, tokens=0),
    }


def test_what_is_longer_ago_counts_no_more(house):
    here = house()
    here.reserve(tokens=70)

    here.live(HOUR_S)
    here.settle(here.reserve(tokens=5), 5)
    (spending,) = here.spent()
    assert spending.hour == Spent(calls=1, tokens=5)
    assert spending.day == Spent(calls=2, tokens=75, estimated=True)
    here.live(DAY_S)

    assert here.spent() == []


def test_what_was_spent_adds_up():
    assert Spent(calls=1, tokens=5) + Spent() == Spent(calls=1, tokens=5)
    assert Spent(calls=1, tokens=5) + Spent(calls=2, tokens=7, estimated=True) == Spent(
        calls=3, tokens=12, estimated=True
    )


LATER = [
    (Budget(calls_per_hour=2), "budget.callsPerHour", HOUR_S),
    (Budget(calls_per_day=2), "budget.callsPerDay", DAY_S),
    (Budget(tokens_per_hour=25), "budget.tokensPerHour", HOUR_S),
    (Budget(tokens_per_day=25), "budget.tokensPerDay", DAY_S),
    (frugal_smol(calls_per_hour=2), "budget.roles.smol.callsPerHour", HOUR_S),
    (frugal_smol(calls_per_day=2), "budget.roles.smol.callsPerDay", DAY_S),
    (frugal_smol(tokens_per_hour=25), "budget.roles.smol.tokensPerHour", HOUR_S),
    (frugal_smol(tokens_per_day=25), "budget.roles.smol.tokensPerDay", DAY_S),
]


@pytest.mark.parametrize(("budget", "limit", "frees_s"), LATER, ids=[row[1] for row in LATER])
def test_a_reached_limit_is_named_with_the_time_when_it_frees(house, budget, limit, frees_s):
    here = house(budget)
    assert here.may_reserve(role="smol")
    here.live(60)
    assert here.may_reserve(role="smol")

    block = here.reserve(role="smol")

    assert block == Block(limit, (frees_s - 60) * 1000)
    here.live(frees_s - 60 - 0.001)
    assert not here.may_reserve(role="smol")
    here.live(0.001)
    assert here.may_reserve(role="smol")


@pytest.mark.parametrize(
    "budget",
    [
        Budget(calls_per_hour=0),
        Budget(tokens_per_hour=9),
        Budget(tokens_per_day=9),
        frugal_smol(calls_per_day=0),
        frugal_smol(tokens_per_day=9),
    ],
)
def test_a_budget_that_no_call_fits_into_never_frees_and_says_so(house, budget):
    here = house(budget)

    block = here.reserve(tokens=10, role="smol")

    assert block.frees_in_ms is None
    assert here.spent() == []


def test_the_outer_limits_hold_for_all_roles_together(house):
    here = house(Budget(calls_per_hour=2))

    assert here.may_reserve(role="smol")
    assert here.may_reserve(role="default")

    assert not here.may_reserve(role="smol")


def test_the_limits_of_a_role_hold_for_that_one_and_count_its_own_calls_only(house):
    here = house(frugal_smol(calls_per_hour=1))

    assert here.may_reserve(role="default")
    assert here.may_reserve(role="smol")

    assert not here.may_reserve(role="smol")
    assert here.may_reserve(role="default")


def test_of_two_limits_the_one_that_frees_last_is_told():
    made = [Cost(0, "default", 5), Cost(1000, "smol", 5)]
    budget = Budget(
        calls_per_hour=2,
        tokens_per_day=12,
        roles=RoleLimits(smol=Limits(calls_per_day=1)),
    )

    def find(role, tokens, within=budget):
        return find_block(made, within, role, tokens=tokens, now_ms=2000)

    assert find("default", 5) == Block("budget.tokensPerDay", 86_398_000)
    assert find("default", 2) == Block("budget.callsPerHour", 3_598_000)
    assert find("smol", 2) == Block("budget.roles.smol.callsPerDay", 86_399_000)
    assert find("smol", 99).frees_in_ms is None
    assert find("smol", 2, PLENTY) is None


def test_a_limit_that_forbids_any_call_blocks_the_roles_it_holds_for(house):
    smol, both = house(frugal_smol(calls_per_hour=1)), house(Budget(tokens_per_hour=10))
    assert smol.blocks() == {}

    smol.reserve(role="smol")

    assert smol.blocks() == {"smol": Block("budget.roles.smol.callsPerHour", HOUR_S * 1000)}
    hour = Block("budget.tokensPerHour", HOUR_S * 1000)
    assert both.blocks() == {"default": hour, "smol": hour}


def test_a_call_that_was_refused_blocks_its_role_until_it_fits_or_another_is_made(house):
    here = house(Budget(tokens_per_hour=100))
    here.reserve(tokens=60)
    assert here.blocks() == {}

    here.reserve(tokens=50, role="smol")

    assert here.blocks() == {"smol": Block("budget.tokensPerHour", HOUR_S * 1000)}
    here.live(HOUR_S)
    assert here.blocks() == {}
    here.reserve(tokens=200)
    assert here.blocks() == {"default": Block("budget.tokensPerHour", None)}
    here.reserve(tokens=20)
    assert here.blocks() == {}


def test_what_was_spent_survives_a_restart_also_what_was_never_settled(house):
    here = house(Budget(calls_per_hour=2))
    here.reserve()
    here.reserve()

    here.restart()

    assert not here.may_reserve()


def test_a_clock_set_forward_frees_nothing(house):
    here = house(Budget(calls_per_hour=1))
    here.reserve()

    here.set_clock(400 * DAY_S)

    assert not here.may_reserve()
    assert [one.hour.calls for one in here.spent()] == [1]


def test_a_jump_that_is_seen_when_the_budget_is_reached_is_not_seen_twice(house):
    here = house(Budget(calls_per_hour=1))
    here.reserve()

    here.set_clock(-7 * DAY_S)
    assert not here.may_reserve()
    here.live(HOUR_S - 1)
    assert not here.may_reserve()
    here.live(1)

    assert here.may_reserve()


def test_a_clock_set_back_while_nothing_ran_blocks_no_longer_than_the_limit(house):
    here = house(Budget(calls_per_hour=1))
    here.set_clock(3000 * DAY_S)
    here.reserve()

    here.set_clock(-3000 * DAY_S)
    here.restart()

    assert not here.may_reserve()
    here.live(HOUR_S)
    assert here.may_reserve()


def test_a_machine_that_slept_has_waited(house):
    here = house(Budget(calls_per_hour=1))
    here.reserve()

    here.live(8 * HOUR_S)

    assert here.may_reserve()
    assert awake_or_asleep_s() <= awake_or_asleep_s()


def test_eight_threads_and_two_daemons_never_get_more_than_there_is(tmp_path):
    path, budget = tmp_path / "m.sqlite3", Budget(calls_per_hour=30, calls_per_day=30)
    got = []

    def spend(ledger):
        for _ in range(10):
            call = ledger.reserve("smol", "select", "a/b", tokens=1, now=NOW)
            if isinstance(call, int):
                got.append(call)

    with (
        closing(open_database(path, now=NOW)[0]) as first,
        closing(open_database(path, now=NOW)[0]) as second,
    ):
        ledgers = [
            Ledger(each.connection, budget, now=NOW, elapsed=Elapsed()) for each in (first, second)
        ]
        threads = [threading.Thread(target=spend, args=(ledgers[n % 2],)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(got) == len(set(got)) == 30


ROLES = st.sampled_from(["default", "smol"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("reserve"), st.integers(0, 40), ROLES),
        st.tuples(st.just("settle"), st.integers(0, 40)),
        st.tuples(st.just("live"), st.sampled_from([0, 1, 1200, 3599, 3600, 40_000, 86_399])),
        st.tuples(st.just("set_clock"), st.sampled_from([-(10**9), -90_000, -9, 60, 10**7])),
        st.tuples(st.just("restart")),
    ),
    max_size=40,
)
OWN = st.builds(
    Limits,
    calls_per_hour=st.none() | st.integers(1, 2),
    calls_per_day=st.none() | st.integers(1, 4),
    tokens_per_hour=st.none() | st.integers(40, 60),
    tokens_per_day=st.none() | st.integers(40, 80),
)
BUDGETS = st.builds(
    Budget,
    calls_per_hour=st.integers(1, 3),
    calls_per_day=st.integers(1, 6),
    tokens_per_hour=st.integers(40, 90),
    tokens_per_day=st.integers(40, 120),
    roles=st.builds(RoleLimits, default=OWN, smol=OWN),
)


class Truth:
    """What was really spent, by the time that really passed."""

    def __init__(self):
        self.made = {}  # by number: when, for which role, and how many tokens

    def settle(self, tokens):
        call = max(self.made)
        at, role, most = self.made[call]
        self.made[call] = (at, role, min(tokens, most))
        return call, min(tokens, most)

    def keeps_to(self, budget, now_s):
        return all(
            self._keeps_to(limits, roles, now_s)
            for limits, roles in (
                (budget, ("default", "smol")),
                (budget.roles.default, ("default",)),
                (budget.roles.smol, ("smol",)),
            )
        )

    def _keeps_to(self, limits, roles, now_s):
        hour, day = (
            [t for at, role, t in self.made.values() if role in roles and at > now_s - window + 5]
            for window in (HOUR_S, DAY_S)
        )
        return all(
            limit is None or spent <= limit
            for spent, limit in (
                (len(hour), limits.calls_per_hour),
                (len(day), limits.calls_per_day),
                (sum(hour), limits.tokens_per_hour),
                (sum(day), limits.tokens_per_day),
            )
        )


@settings(max_examples=80, deadline=None)
@given(steps=STEPS, budget=BUDGETS)
def test_whatever_happens_no_hour_and_no_day_has_more_than_the_budget(
    tmp_path_factory, steps, budget
):
    here = House(tmp_path_factory.mktemp("ledger") / "m.sqlite3", budget)
    truth = Truth()
    for step, *values in steps:
        if step == "reserve":
            tokens, role = values
            if isinstance(call := here.reserve(tokens, role), int):
                truth.made[call] = (here.elapsed.now_s, role, tokens)
            else:
                assert role in here.blocks()
        elif step == "settle":
            if truth.made:
                here.settle(*truth.settle(*values))
        elif step == "restart":
            here.spent()  # it has seen the clock as it stands
            here.restart()
        else:
            getattr(here, step)(*values)

        assert truth.keeps_to(budget, here.elapsed.now_s)

    here.live(DAY_S + 10)
    assert here.spent() == []
    assert here.may_reserve(40)
    here.database.close()


def test_what_was_spent_can_be_seen_while_another_process_writes(tmp_path):
    house = House(tmp_path / "memoryd.sqlite3", PLENTY)
    house.reserve()

    with closing(house.database), closing(sqlite3.connect(house.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        (spending,) = house.spent()

        assert spending.hour.calls == 1
        assert house.ledger.blocks(house.wall) == {}
