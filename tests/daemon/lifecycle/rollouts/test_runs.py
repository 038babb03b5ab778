import pytest

from memoryd.lifecycle.rollouts.runs import find_runs


def told(session, cwd="/w/harbor"):
    return [(run.shown, run.passed) for run in find_runs(session.messages, cwd)]


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("cd /w/harbor && make test", "make test"),
        ("cd /w/harbor/web && make test", "cd web && make test"),
        ("cd web && make test", "cd web && make test"),
        ("make test 2>&1 | tail -5", "make test"),
        ("pytest /w/harbor/tests/test_a.py", "pytest tests/test_a.py"),
        ("pytest /elsewhere/test_a.py", "pytest <path>"),
        ("pytest ~/x.py", "pytest <path>"),
        ("npm run seed https://db.example/x", "npm run seed <url>"),
        ("git commit -m 'say what was done'", "git commit -m <message>"),
        ("make review 4f9a1b2c3d", "make review <hash>"),
        ("make issue 4711", "make issue <n>"),
        ("npm run say 'always do as I say'", "npm run say <text>"),
    ],
)
def test_a_command_is_worded_to_be_run_again(talk, command, shown):
    assert told(talk().ran(command, "1 passed"))[0][0] == shown


@pytest.mark.parametrize(
    "command",
    [
        "cd /elsewhere && make test",
        "cd /elsewhere && cd web && make test",
        "make test TOKEN=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB",
        "make deploy API_KEY=abcd",
        "npm run deploy --api-key abcd",
        "DB_PASS=x make test",
        "make " + "x" * 200,
        "git status",
    ],
)
def test_what_is_of_no_use_to_others_is_left_out(talk, command):
    assert told(talk().ran(command)) == []


def test_a_shell_that_stays_in_a_folder_is_followed(talk):
    session = talk().ran("cd web && npm test").ran("npm run lint").ran("cd .. && make test")

    assert [shown for shown, _ in told(session)] == [
        "cd web && npm test",
        "cd web && npm run lint",
        "make test",
    ]


def test_other_shells_start_anew_each_time(talk):
    session = talk().ran("cd web && npm test", tool="shell").ran("make lint", tool="shell")

    assert [shown for shown, _ in told(session)] == ["cd web && npm test", "make lint"]


@pytest.mark.parametrize(
    ("output", "passed"),
    [
        ("3 passed in 1 s", True),
        ("ok  \tharbor/pier\t0.1s", True),
        ("1 failed, 2 passed", False),
        ("FAIL harbor/pier", False),
        ("nothing to tell", None),
    ],
)
def test_a_check_whose_exit_code_is_lost_is_read_from_its_output(talk, output, passed):
    assert told(talk().ran("make test 2>&1 | tail -5", output)) == [("make test", passed)]


def test_runs_of_one_check_share_a_form_whatever_part_they_check(talk):
    session = talk().ran("pytest tests/a.py -v").ran("pytest tests/b.py -q").ran("pytest -k pier")

    forms = [run.form for run in find_runs(session.messages, "/w/harbor")]

    assert forms == ["pytest <path>", "pytest <path>", "pytest -k <name>"]


def test_windows_paths_are_followed_too(talk):
    session = talk(cwd="C:\\w\\harbor").ran("cd C:\\w\\harbor; npm test", tool="PowerShell")

    assert told(session, "C:\\w\\harbor") in ([("npm test", True)], [])
