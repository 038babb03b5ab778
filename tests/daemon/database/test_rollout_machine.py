"""Whatever workers, crashes and clocks do: one owner a job, each output once, nothing left over."""

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from memoryd.config import Memories
from memoryd.database import ConsolidationClaim, Extraction, Sighting, Wait, open_database

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RULES = Memories(stage1_concurrency=2, max_rollout_age_days=3650)
STAGE1_LEASE = timedelta(seconds=120)
PHASE2_LEASE = timedelta(seconds=180)
SESSIONS = [f"codex:s{n}" for n in range(4)]
PROJECTS = ["/p", "/q"]

sessions = st.sampled_from(SESSIONS)
projects = st.sampled_from(PROJECTS)
processes = st.integers(0, 1)
picks = st.integers(0, 9)


class Held:
    """A claim in the hands of a worker, who may not know yet that he lost it."""

    def __init__(self, claim, key, until, content):
        self.claim = claim
        self.key = key
        self.until = until
        self.content = content


class Pipeline(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        path = self.folder / "memoryd.sqlite3"
        self.databases = [open_database(path, now=NOW)[0] for _ in range(2)]
        self.now = NOW
        self.contents = {}  # session: number
        self.known = {}  # session: project
        self.held = []
        self.owners = {}  # job: the one that may end it
        self.done = set()  # (session, content)
        self.clearings = 0
        self.taught = {}  # session: text
        self.consolidated = dict.fromkeys(PROJECTS, ())
        for session, project in zip(SESSIONS, PROJECTS * 2, strict=True):
            self.change_a_session(session, project, 90_000)

    def teardown(self):
        try:
            self.finish()
        finally:
            for database in self.databases:
                database.close()
            shutil.rmtree(self.folder)

    @rule(seconds=st.sampled_from([1, 120, 180, 50_000, 9_000_000, -90, -9_000_000]))
    def move_the_clock(self, seconds):
        self.now += timedelta(seconds=seconds)

    @rule(session=sessions, project=projects, ago=st.sampled_from([0, 43_000, 90_000, -999_999]))
    def change_a_session(self, session, project, ago):
        self.contents[session] = self.contents.get(session, 0) + 1
        sighting = Sighting(
            agent="codex",
            session=session.removeprefix("codex:"),
            project=project,
            updated=self.now - timedelta(seconds=ago),
            path="/x",
            cwd="/p",
            content=str(self.contents[session]),
        )
        self.databases[0].threads.register([sighting], now=self.now)
        self.known[session] = project

    @rule(process=processes)
    def claim_sessions(self, process):
        self.end_dead_leases()
        claims = self.databases[process].stage1.claim(
            RULES, worker=f"memory-{process}", now=self.now
        )
        for claim in claims:
            session = claim.thread.id
            assert (session, self.contents[session]) not in self.done
            self.take(claim, session, STAGE1_LEASE)

    @rule(process=processes, project=projects)
    def claim_a_project(self, process, project):
        claim = self.databases[process].consolidations.claim(
            project, RULES, worker=f"memory-{process}", now=self.now
        )
        if isinstance(claim, ConsolidationClaim):
            assert {each.thread: each.raw_memory for each in claim.inputs} == self.of(project)
            self.take(claim, project, PHASE2_LEASE)

    @precondition(lambda self: self.held)
    @rule(process=processes)
    def overtake(self, process):
        self.now += PHASE2_LEASE
        self.claim_sessions(process)
        for project in PROJECTS:
            self.claim_a_project(process, project)

    @rule(process=processes, teaches=st.booleans())
    def work_off_the_sessions(self, process, teaches):
        waiting, self.held = self.held, []
        self.claim_sessions(process)
        self.complete_all(process, teaches=teaches)
        self.held += waiting

    @rule(process=processes, project=projects)
    def work_off_a_project(self, process, project):
        waiting, self.held = self.held, []
        self.claim_a_project(process, project)
        self.complete_all(process, teaches=True)
        self.held += waiting

    def complete_all(self, process, *, teaches):
        while self.held:
            self.complete(0, process, teaches=teaches, twice=False)

    def take(self, claim, key, lease):
        assert not self.is_alive(key), "owned twice"
        self.owners[key] = Held(claim, key, self.now + lease, self.contents.get(key))
        self.held.append(self.owners[key])

    def is_alive(self, key):
        owner = self.owners.get(key)
        lease = STAGE1_LEASE if key in SESSIONS else PHASE2_LEASE
        return bool(owner and owner.until and self.now < owner.until <= self.now + 2 * lease)

    def end_dead_leases(self):
        for key in [each for each in SESSIONS if each in self.owners and not self.is_alive(each)]:
            self.owners[key].until = None

    def of(self, project):
        return {each: text for each, text in self.taught.items() if self.known[each] == project}

    @precondition(lambda self: self.held)
    @rule(pick=picks, process=processes)
    def renew(self, pick, process):
        held, jobs = self.pick(pick, process)
        owned = self.owns(held)
        if held.key in SESSIONS:
            self.end_dead_leases()
            owned = owned and (self.is_alive(held.key) or self.places() > 0)

        assert jobs.renew(held.claim, RULES, now=self.now) is owned

        if owned:
            lease = STAGE1_LEASE if held.key in SESSIONS else PHASE2_LEASE
            held.until = self.now + lease

    def places(self):
        return RULES.stage1_concurrency - sum(map(self.is_alive, SESSIONS))

    @precondition(lambda self: self.held)
    @rule(pick=picks, process=processes, teaches=st.booleans(), twice=st.booleans())
    def complete(self, pick, process, teaches, twice):
        held, jobs = self.pick(pick, process)
        owned = self.owns(held)
        if held.key in PROJECTS:
            assert jobs.complete(held.claim, now=self.now) is owned
            if owned:
                self.consolidated[held.key] = held.claim.inputs
        else:
            text = f"{held.key} {held.content}"
            brought = Extraction(raw_memory=text, rollout_summary="s") if teaches else None
            assert jobs.complete(held.claim, brought, now=self.now) is owned
            if owned:
                self.learn(held, text if teaches else None)
        self.end(held)
        if twice:
            self.held.append(held)

    def learn(self, held, text):
        assert (held.key, held.content) not in self.done, "stored twice"
        self.done.add((held.key, held.content))
        self.taught.pop(held.key, None)
        if text:
            self.taught[held.key] = text

    @precondition(lambda self: self.held)
    @rule(pick=picks, process=processes)
    def fail(self, pick, process):
        held, jobs = self.pick(pick, process)
        noted = jobs.fail(held.claim, "no", RULES, now=self.now)
        if self.owns(held) or held.key in SESSIONS:
            assert noted is self.owns(held)
            self.end(held)
        elif noted:  # on behalf of one whose lease is over
            assert not self.is_alive(held.key)
            del self.owners[held.key]

    @precondition(lambda self: self.held)
    @rule(pick=picks, process=processes)
    def release(self, pick, process):
        held, jobs = self.pick(pick, process)

        assert jobs.release(held.claim, "stopping", now=self.now) is self.owns(held)

        self.end(held)

    @precondition(lambda self: self.held)
    @rule(pick=picks)
    def crash(self, pick):
        self.held.pop(pick % len(self.held))

    @rule(project=projects)
    def clear_and_undo(self, project):
        clearings = self.databases[1].clearings
        token = f"clear-{self.clearings}"
        self.clearings += 1
        clearings.begin(token, project, now=self.now)
        clearings.settle(token, stands=True, now=self.now)
        assert (
            self.databases[0].consolidations.claim(project, RULES, worker="w", now=self.now)
            is Wait.UP_TO_DATE
        )
        clearings.settle(token, stands=False, now=self.now)
        for each in [each for each, its in self.known.items() if its == project]:
            self.owners.pop(each, None)
        self.owners.pop(project, None)

    @rule(session=sessions)
    def remove(self, session):
        self.databases[1].threads.remove([session], now=self.now)
        self.known.pop(session, None)
        self.contents.pop(session, None)
        self.taught.pop(session, None)
        self.owners.pop(session, None)
        self.done = {each for each in self.done if each[0] != session}

    @rule(project=projects, force=st.booleans())
    def enqueue(self, project, force):
        self.databases[1].consolidations.enqueue(project, at=self.now, force=force)

    def pick(self, pick, process):
        held = self.held[pick % len(self.held)]
        database = self.databases[process]
        return held, database.stage1 if held.key in SESSIONS else database.consolidations

    def owns(self, held):
        return self.owners.get(held.key) is held

    def end(self, held):
        if self.owns(held):
            del self.owners[held.key]
        self.held = [each for each in self.held if each is not held]

    @invariant()
    def no_more_than_so_many_run(self):
        states = self.databases[0].stage1.states(RULES, now=self.now)
        assert sum(each.wait is Wait.RUNNING for each in states) <= RULES.stage1_concurrency

    def finish(self):
        """All workers are dead; new ones find everything, wherever the clock stands."""
        self.held.clear()
        for _ in range(4):
            self.now += timedelta(hours=12)
            self.ask_for_what_was_given_up()
            for _ in range(3):
                self.claim_sessions(0)
                self.complete_all(0, teaches=True)
        for project in PROJECTS:
            self.claim_a_project(1, project)
        self.complete_all(1, teaches=True)
        assert {each.wait for each in self.states()} <= {Wait.UP_TO_DATE}
        assert {each.id for each in self.databases[0].threads.all()} == set(self.known)
        assert {(each, self.contents[each]) for each in self.known} <= self.done
        for project in PROJECTS:
            read = {each.thread: each.raw_memory for each in self.consolidated[project]}
            assert read == self.of(project)

    def ask_for_what_was_given_up(self):
        for state in self.states():
            if state.wait is Wait.RETRIES_EXHAUSTED:
                project = self.known.get(state.job.key, state.job.key)
                self.enqueue(project, force=True)

    def states(self):
        database = self.databases[0]
        return [
            *database.stage1.states(RULES, now=self.now),
            *database.consolidations.states(RULES, now=self.now),
        ]


Pipeline.TestCase.settings = settings(max_examples=100, stateful_step_count=50, deadline=None)
TestPipeline = Pipeline.TestCase
