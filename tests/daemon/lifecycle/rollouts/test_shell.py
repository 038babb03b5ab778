import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts.shell import steps_of


def told(line, *, failed=False):
    return [(" ".join(step.words), step.passed) for step in steps_of(line, failed=failed)]


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("make test", [("make test", True)]),
        ("make fmt && make test", [("make fmt", True), ("make test", True)]),
        ("make fmt; make test", [("make fmt", None), ("make test", True)]),
        ("make test || true", [("make test", None), ("true", None)]),
        ("make test 2>&1 | tail -5", [("make test", None)]),
        ("make test 2>/dev/null > out.txt", [("make test", True)]),
        ("make a \\\n  b", [("make a b", True)]),
        ("grep 'a && b' x", [("grep 'a && b' x", True)]),
        ('echo "a; b"', [('echo "a; b"', True)]),
    ],
)
def test_each_step_is_known_to_pass_or_not_known(line, steps):
    assert told(line) == steps


def test_a_failure_is_that_of_the_last_of_several_commands():
    assert told("make fmt && make test", failed=True) == [("make fmt", None), ("make test", False)]


def test_only_a_single_command_fails_alone():
    assert [step.alone for step in steps_of("make test", failed=True)] == [True]
    assert not any(step.alone for step in steps_of("make a && make b", failed=True))
    assert not any(step.alone for step in steps_of("make a | tail", failed=True))


@pytest.mark.parametrize(
    "script",
    [
        "for x in a b; do make $x; done",
        "cat <<EOF\nhello\nEOF",
        "make $(cat list)",
        "make `cat list`",
        "(cd web && make)",
        "echo 'never closed",
        "if true; then make; fi",
        "",
        "  \n ",
    ],
)
def test_a_script_is_no_command(script):
    assert steps_of(script, failed=False) == ()


@given(st.text(alphabet="ab '\"\\&|;<>()`$\n", max_size=60), st.booleans())
def test_any_line_comes_apart_or_not_at_all(line, failed):
    assert all(step.words for step in steps_of(line, failed=failed))


def test_a_long_hostile_line_takes_no_longer_than_its_length():
    assert steps_of("'" + "a\\" * 100_000, failed=False) == ()
    assert steps_of("a" * 100_000 + '"' + "b" * 100_000, failed=False) == ()
