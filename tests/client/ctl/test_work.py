import json
from dataclasses import asdict

import pytest

from memoryd_client import wire

JOB = asdict(
    wire.Job(
        id="j1",
        kind="extract",
        project="/home/it",
        session=None,
        status="completed",
        reason=None,
        progress=wire.Progress(done=5, total=10, unit="sessions"),
        created="2026-05-01T11:00:00Z",
        updated="2026-05-01T11:00:00Z",
        attempts=1,
        error=None,
    )
)


def test_extract_starts_a_job_and_returns(run, daemon):
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)

    assert run("extract", "--session", "s1", "--force") == (
        0,
        "Started job j1; `memoryctl jobs j1` shows it.\n",
        "",
    )
    assert daemon.asked[-1].body == {"cwd": "/home/it", "session_id": "s1", "force": True}


def test_extract_all_is_about_every_project(run, daemon):
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)

    run("extract", "--all")

    assert daemon.asked[-1].body == {}


def test_nothing_to_start_says_why(run, daemon):
    daemon.on("POST /v1/extract", {"skipped": "already_running"})

    assert run("extract", "--wait") == (0, "Nothing was started: already running.\n", "")


def test_wait_returns_when_the_job_has_ended(run, daemon):
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)
    daemon.on("GET /v1/jobs/j1", JOB | {"status": "running"}, JOB)

    assert run("extract", "--wait") == (0, "extract completed (5 sessions)\n", "")


def test_a_job_that_had_nothing_to_do_counts_nothing(run, daemon):
    nothing = {"status": "skipped", "reason": "nothing_new", "progress": {}}
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)
    daemon.on("GET /v1/jobs/j1", JOB | nothing)

    assert run("extract", "--wait")[1] == "extract skipped: nothing new\n"


def test_on_a_terminal_a_bar_shows_how_far_it_is_and_goes(run_on_screen, daemon):
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)
    daemon.on("GET /v1/jobs/j1", JOB)

    _, _, err = run_on_screen("extract", "--wait")

    assert "[############............] 5 of 10 sessions" in err
    assert err.endswith("\r\x1b[K")


@pytest.mark.parametrize("how", ["--json", "--quiet"])
def test_the_bar_is_for_people_only(run, daemon, how: str):
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)
    daemon.on("GET /v1/jobs/j1", JOB)

    assert run("extract", "--wait", how)[2] == ""


def test_a_failed_job_is_1(run, daemon):
    failed = JOB | {"status": "failed", "error": "disk full"}
    daemon.on("POST /v1/extract", {"job": "j1"}, status=202)
    daemon.on("GET /v1/jobs/j1", failed)

    code, out, err = run("extract", "--wait", "--json")

    assert (code, json.loads(out)) == (1, failed)
    assert err == "job j1 failed: disk full\nhint: see `memoryctl status`\n"


def test_jobs_are_listed_or_one_is_shown(run, daemon):
    daemon.on("GET /v1/jobs", {"jobs": [JOB, JOB | {"id": "j22", "reason": "nothing_new"}]})
    daemon.on("GET /v1/jobs/j1", JOB)

    lines = run("jobs")[1].splitlines()

    assert lines[0].startswith("j1   extract  completed  5/10 sessions  ")
    assert lines[1].endswith("  nothing new")
    assert run("jobs", "j1", "--json")[1] == json.dumps(JOB) + "\n"


def test_dream_runs_now_in_this_project_and_says_what_it_did(run, daemon):
    daemon.on("POST /v1/dream", {"job": "j1"}, status=202)
    dreamt = JOB | {"kind": "dream", "progress": {}, "result": "2 steps"}
    daemon.on("GET /v1/jobs/j1", dreamt)

    assert run("dream", "--wait") == (0, "dream completed: 2 steps\n", "")
    assert daemon.asked[0].body == {"cwd": "/home/it", "scope": "project", "force": True}


@pytest.mark.parametrize(
    ("words", "body"),
    [
        (["--if-due"], {"cwd": "/home/it", "scope": "project"}),
        (["--user"], {"cwd": "/home/it", "scope": "user", "force": True}),
        (["--all"], {"force": True}),
    ],
)
def test_dream_asks_for_what_the_words_say(run, daemon, words, body):
    daemon.on("POST /v1/dream", {"job": "j1"}, status=202)

    run("dream", *words)

    assert daemon.asked[-1].body == body


def test_a_dream_that_runs_already_is_said_to_have_been_skipped(run, daemon):
    daemon.on("POST /v1/dream", {"job": "j1", "skipped": "running"})

    assert run("dream", "--wait") == (0, "Nothing was started: running.\n", "")


def test_a_dry_run_prints_the_diff_and_the_reasons_and_starts_nothing(run, daemon):
    step = {"kind": "dedupe", "ids": ["a.md"], "reason": "stands twice"}
    daemon.on(
        "GET /v1/dream",
        {"diff": "--- a.md\n+++ /dev/null\n", "steps": [step], "deduped_entries": 1, "refused": []},
    )

    code, out, _ = run("dream", "--dry-run")

    assert code == 0
    assert out.splitlines() == [
        "dedupe: stands twice",
        "",
        "--- a.md",
        "+++ /dev/null",
        "",
        "1 step; nothing was changed. `memoryctl dream` does it.",
    ]
    assert [asked.method for asked in daemon.asked] == ["GET"]
    assert daemon.asked[0].query == {"cwd": "/home/it", "scope": "project"}


def test_a_dry_run_of_a_tidy_memory_says_so(run, daemon):
    daemon.on(
        "GET /v1/dream",
        {"diff": "", "steps": [], "deduped_entries": 0, "refused": []},
    )

    assert run("dream", "--dry-run", "--user") == (0, "Nothing to tidy.\n", "")


def test_a_dry_run_says_what_a_model_has_to_do_with_it(run, daemon):
    daemon.on(
        "GET /v1/dream",
        {
            "diff": "",
            "steps": [],
            "deduped_entries": 0,
            "refused": ["'a.md' is not in the list"],
            "model": "refused: 'a.md' is not in the list",
        },
    )

    code, out, _ = run("dream", "--dry-run", "--model")

    assert code == 0
    assert out.splitlines() == [
        "Nothing to tidy.",
        "model: refused: 'a.md' is not in the list",
        "refused: 'a.md' is not in the list",
    ]
    assert daemon.asked[0].query == {"cwd": "/home/it", "scope": "project", "model": "true"}


def test_a_model_alone_is_no_dry_run(run, daemon):
    code, _, err = run("dream", "--model")

    assert code == 2
    assert "--model goes with --dry-run" in err
    assert daemon.asked == []


def test_jobs_show_what_a_dream_did(run, daemon):
    dreamt = {"kind": "dream", "progress": {}, "result": "2 steps; model: refused: too much"}
    daemon.on("GET /v1/jobs", {"jobs": [JOB | dreamt]})

    assert run("jobs")[1].splitlines()[0].endswith("  2 steps; model: refused: too much")


QUESTION = asdict(
    wire.ExtractQuestion(
        agent="codex",
        session="s1",
        project="/home/it",
        state="parked",
        tokens=1200,
        system="Find facts.",
        user="{}\nNow answer.",
        error="it said prose",
    )
)


def preview(**changes):
    base = {"model": "here/m1", "skipped": None, "sessions": [QUESTION], "left_out": 0}
    return base | changes


def test_a_dry_run_shows_what_would_be_sent(run, daemon):
    daemon.on("GET /v1/extract", preview(sessions=[QUESTION, QUESTION | {"session": "s2"}]))

    code, out, _ = run("extract", "--dry-run", "--session", "s1")

    assert code == 0
    assert daemon.asked[-1].query == {"cwd": "/home/it", "session_id": "s1"}
    assert out.splitlines()[:9] == [
        "To each:",
        "",
        "  Find facts.",
        "",
        "codex session s1 (parked: it said prose)",
        "about 1,200 tokens in all",
        "",
        "  {}",
        "  Now answer.",
    ]
    assert out.endswith("2 sessions, about 2,400 tokens. here/m1 would get it. Nothing was sent.\n")
    assert out.count("Find facts.") == 1


def test_a_dry_run_of_everything_names_no_directory(run, daemon):
    daemon.on("GET /v1/extract", preview())

    run("extract", "--dry-run", "--all")

    assert daemon.asked[-1].query == {}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model": None, "skipped": "no_model"}, "No model is configured"),
        ({"skipped": "disabled"}, "The settings say that no model reads sessions"),
        ({"sessions": []}, "No session waits for here/m1."),
        ({"left_out": 3}, "3 sessions more wait."),
    ],
)
def test_a_dry_run_says_why_nothing_would_be_sent(run, daemon, changes, words):
    daemon.on("GET /v1/extract", preview(**changes))

    assert words in run("extract", "--dry-run")[1]


def test_jobs_about_one_session_name_it(run, daemon):
    waits = {"session": "s1", "status": "skipped", "reason": "budget_exhausted"}
    failed = {"session": "s2", "status": "failed", "error": "Failed: codex session s2: prose"}
    daemon.on("GET /v1/jobs", {"jobs": [JOB | waits, JOB | failed, JOB | {"session": "s3"}]})

    lines = run("jobs")[1].splitlines()

    assert lines[0].endswith("session s1: budget exhausted")
    assert lines[1].endswith("Failed: codex session s2: prose")
    assert lines[2].endswith("session s3")
