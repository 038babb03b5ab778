from memoryd.lifecycle.rollouts.lines import fix_line

MISSING = "ModuleNotFoundError: No module named 'pier'"


def fixes(session):
    return [fix_line(fix) for fix in session.digest().fixes]


def test_what_had_to_be_run_first_is_a_fix(talk):
    session = talk().ran("pytest", MISSING, failed=True).ran("uv sync").ran("pytest", "1 passed")

    assert fixes(session) == ["`pytest` failed (no module `pier`) until `uv sync` was run."]


def test_a_check_that_failed_for_a_known_reason_gives_way_to_one_that_passed(talk):
    session = talk().ran("pytest", "pytest: command not found", failed=True)
    session.ran("uv run pytest", "2 passed")

    assert fixes(session) == [
        "`pytest` failed (`pytest` is not installed); `uv run pytest` worked instead."
    ]


def test_a_check_that_passes_after_an_edit_is_no_lesson(talk):
    session = talk().ran("pytest", MISSING, failed=True).wrote("/w/harbor/pier.py").ran("uv sync")
    session.ran("pytest", "1 passed")

    assert fixes(session) == []


def test_a_check_that_passes_by_itself_is_no_lesson(talk):
    assert fixes(talk().ran("pytest", "1 failed", failed=True).ran("pytest", "1 passed")) == []


def test_a_failure_among_several_commands_is_nobodys(talk):
    session = talk().ran("make fmt && pytest", MISSING, failed=True).ran("uv sync").ran("pytest")

    assert fixes(session) == []


def test_a_fix_is_told_once_and_as_it_was_last(talk):
    session = talk()
    for helper in ("uv sync", "uv pip install pier"):
        session.ran("pytest", MISSING, failed=True).ran(helper).ran("pytest", "1 passed")

    assert fixes(session) == [
        "`pytest` failed (no module `pier`) until `uv pip install pier` was run."
    ]
