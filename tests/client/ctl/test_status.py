import json
from dataclasses import asdict, replace
from datetime import UTC, datetime

from memoryd_client import wire
from memoryd_client.ctl.status import render_status
from memoryd_client.ctl.text import unstyled

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ROOT = wire.Root(
    agent="claude-code",
    path="/home/sam/.claude/projects",
    exists=True,
    sessions=412,
    messages=80_211,
    human_messages=3_204,
    bytes=9,
    bad_lines=0,
    oversize_lines=0,
)
STATUS = wire.Status(
    version="1.2.3",
    pid=4711,
    socket="/run/user/1000/memoryd/memoryd.sock",
    base="/home/sam/.local/share/memoryd",
    uptime_s=11_520.0,
    ready=True,
    reasons=[],
    roots=[
        ROOT,
        replace(ROOT, path="/home/sam/.config/claude/projects", sessions=1, bad_lines=2),
        replace(ROOT, agent="codex", sessions=20, messages=811, human_messages=45),
        replace(ROOT, agent="qwen-code", exists=False, sessions=0),
    ],
    projects=7,
    memories=128,
    queue=wire.Queue(running=1, pending=3),
    last={
        "extract": wire.LastRun(
            at="2026-05-01T11:58:00.000Z",
            project="harbor",
            status="updated",
            reason=None,
            duration_ms=35.4,
        ),
        "dream": None,
    },
    skipped={"extract": {"too_short": 12, "question": 1204}, "dream": {}},
    errors=[],
)
WELL = """\
memoryd 1.2.3 running for 3 h 12 min (pid 4711)
  watching    claude-code  413  sessions  160,422  messages  6,408  by people  (2 unreadable lines)
              codex         20  sessions      811  messages     45  by people
  remembers   128 memories in 7 projects, in /home/sam/.local/share/memoryd
  queue       1 running, 3 waiting
  last        extract updated 2 min ago, 35 ms, harbor
  skipped     extract: 1,204 question, 12 too short
"""
UNWELL = """\
memoryd 1.2.3 running, but not ready for 12 s (pid 4711)
  not ready   the settings cannot be used
  watching    no agent's sessions were found on this machine
  remembers   1 memory in 1 project, in /home/sam/.local/share/memoryd
  queue       0 running, 0 waiting
  last        extract failed (disk full) 1 h ago, 1,200 ms
  errors      the settings cannot be used: config.yaml:3: extrat: unknown key
                hint: mend the file, then `memoryctl reload`
              a codex session could not be read: s1: gone (5 min ago)
"""


DAY = wire.Day(
    since="2026-04-30T12:00:00Z",
    learnt={"rules": 9, "model": 3, "person": 2},
    changed={"person": 1, "dream": 4},
    forgotten={"person": 1},
    undone=1,
    sessions=6,
    handed_out=23,
    handed_to=4,
    dreams={"updated": 1, "noop": 2},
    skipped={
        "extract": {"not_typed": 31, "too_short": 12, "question": 4, "duplicate": 3, "secret": 1},
        "dream": {"min_hours": 14},
    },
)
BUSY_DAY = """\
memoryd 1.2.3 running for 3 h 12 min (pid 4711)
  watching    claude-code  412  sessions  80,211  messages  3,204  by people
  remembers   128 memories in 7 projects, in /home/sam/.local/share/memoryd
  24 hours    learnt 14 memories (rules 9, a model 3, you 2); 6 sessions moved
              changed 5 memories (you 1, dreams 4); forgot 1 memory (you 1); took back 1 change
              handed 23 memories to 4 sessions
              dreamt of 3 places: 1 tidied, 2 tidy already
  not done    extract: 31 not typed by a person, 12 too short, 4 question, 3 duplicate, 1 other
              dream: 14 too soon after the last
  queue       1 running, 3 waiting
"""


def show(status: wire.Status, *, verbose: bool = False) -> str:
    return unstyled("\n".join(render_status(status, NOW, verbose=verbose)) + "\n")


def test_a_day_of_work_is_told_in_ten_lines():
    assert show(replace(STATUS, roots=[ROOT], day=DAY)) == BUSY_DAY


def test_a_day_without_work_is_told_in_four_lines():
    quiet = replace(
        STATUS, roots=[ROOT], day=wire.Day(since=""), queue=wire.Queue(running=0, pending=0)
    )

    lines = show(quiet).splitlines()

    assert len(lines) == 4
    assert lines[3] == "  24 hours    no session moved"


def test_all_counts_and_last_runs_are_told_when_asked():
    shown = show(replace(STATUS, day=DAY), verbose=True)

    assert "  24 hours    learnt" in shown
    assert "  last        extract updated 2 min ago, 35 ms, harbor" in shown
    assert "  skipped     extract: 1,204 question, 12 too short" in shown


def test_work_that_failed_last_is_told_on_any_day():
    failed = wire.LastRun(
        at="2026-05-01T11:00:00Z", project=None, status="failed", reason="disk_full", duration_ms=1
    )

    shown = show(replace(STATUS, day=DAY, last={"dream": failed}))

    assert "  last        dream failed (disk full) 1 h ago, 1 ms\n" in shown


def test_a_daemon_that_is_well_is_told_in_a_few_lines():
    assert show(STATUS) == WELL


def test_what_is_wrong_is_told_with_what_to_do():
    status = replace(
        STATUS,
        uptime_s=12.7,
        ready=False,
        reasons=["the settings cannot be used"],
        roots=[replace(ROOT, exists=False)],
        projects=1,
        memories=1,
        queue=wire.Queue(running=0, pending=0),
        last={
            "extract": wire.LastRun(
                at="2026-05-01T11:00:00Z",
                project=None,
                status="failed",
                reason="disk_full",
                duration_ms=1200,
            )
        },
        skipped={},
        errors=[
            wire.Trouble(
                what="the settings cannot be used",
                detail="config.yaml:3: extrat: unknown key",
                hint="mend the file, then `memoryctl reload`",
            ),
            wire.Trouble(
                what="a codex session could not be read",
                detail="s1: gone",
                at="2026-05-01T11:55:00Z",
            ),
        ],
    )

    assert show(status) == UNWELL


def test_what_past_sessions_taught_is_told_when_that_is_on():
    past = wire.PastSessions(
        enabled=True, known=42, taught=9, failed=1, waits={"not_idle": 3, "retry_later": 1}
    )

    shown = show(replace(STATUS, past_sessions=past))

    assert (
        "  learns      9 of 42 past sessions taught something; 1 failed, see `memoryctl jobs`;"
        " 3 not over yet; 1 tried again soon\n" in shown
    )


def test_models_and_their_budget_are_told_when_a_role_has_a_model():
    budget = wire.Budget(
        models={"default": "local/qwen3", "smol": "local/qwen3"},
        limits=wire.BudgetLimits(calls_per_hour=20, calls_per_day=200, tokens_per_day=2_000_000),
        hour=wire.Spent(calls=3, tokens=9_000),
        day=wire.Spent(calls=12, tokens=41_000),
    )

    lines = show(replace(STATUS, budget=budget)).splitlines()

    assert "  models      default local/qwen3, smol the same" in lines
    spent = "3 of 20 calls in the last hour, 12 of 200 in 24 hours, 41,000 of 2,000,000 tokens"
    assert f"  budget      {spent}" in lines


def test_the_verb_prints_it(run, daemon):
    daemon.on("GET /v1/status", asdict(STATUS))

    code, out, err = run("status")

    assert (code, err) == (0, "")
    assert out.startswith("memoryd 1.2.3 running for 3 h 12 min (pid 4711)\n  watching")


def test_json_is_the_reply_as_it_came(run, daemon):
    body = asdict(STATUS) | {"from_the_future": [1]}
    daemon.on("GET /v1/status", body)

    _, out, _ = run("status", "--json")

    assert out == json.dumps(body) + "\n"
