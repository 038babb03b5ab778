import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts.causes import cause_of, rules_in


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("bash: line 1: zsh: command not found", "`zsh` is not installed"),
        ("ModuleNotFoundError: No module named 'pier'", "no module `pier`"),
        ("Error: Cannot find module '@harbor/pier'", "no module `@harbor/pier`"),
        ('npm error Missing script: "tets"', "no script `tets`"),
        ("make: *** No rule to make target 'tets'.  Stop.", "no target `tets`"),
        ("error: unrecognized arguments: --fast", "`--fast` is not understood"),
        ("Error: listen EADDRINUSE: address already in use :::3000", "its port is taken"),
        ("connect ECONNREFUSED 127.0.0.1:5432", "a service is not running"),
        ("fatal: not a git repository", "not within a git repository"),
        ("something else", ""),
        ("", ""),
    ],
)
def test_the_cause_is_told_in_our_words(output, cause):
    assert cause_of(output) == cause


@given(st.text(max_size=300))
def test_of_foreign_text_at_most_one_name_is_kept_as_code(output):
    bare = re.sub(r"`[\w@./+:-]{1,60}`", "{}", cause_of(f"x\n{output}: command not found"))

    assert bare in {"", "{} is not installed"} or "`" not in bare


def test_the_rules_of_linters_are_found_in_reports():
    report = (
        "a.go:1:2: string repeated (goconst)\n* noctx: 2\n* typecheck: 1\n"
        "b.py:3:4: F401 unused\nc.ts(1,2): error TS2322: no\n"
        "  5:7  error  Use const  prefer-const\n"
    )

    assert rules_in(report) == ("goconst", "noctx", "F401", "TS2322", "prefer-const")
