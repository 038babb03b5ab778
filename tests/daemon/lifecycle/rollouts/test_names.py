import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts import kebab, skill_name, summary_name
from memoryd.lifecycle.rollouts.names import is_artefact_path


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Fix: flaky CI tests (Windows)", "fix-flaky-ci-tests-windows"),
        (" Run E2E Tests! ", "run-e2e-tests"),
        ("../../etc/passwd", "etc-passwd"),
        ("Überprüfung", "uberprufung"),
        ("数据库", ""),
        ("one two three four five six seven eight nine", "one-two-three-four-five-six-seven-eight"),
        ("x" * 90, "x" * 40),
    ],
)
def test_a_slug_is_words_joined_by_hyphens(text, slug):
    assert kebab(text) == slug


@given(st.text(max_size=300))
def test_no_text_makes_a_slug_that_is_no_plain_name(text):
    for name in (kebab(text), skill_name(text)):
        assert re.fullmatch(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*)?", name)
        assert len(name) <= 64


def test_a_skill_is_not_named_like_a_device():
    assert not skill_name("CON")


IDS = st.one_of(st.text(max_size=200), st.text("ab-_", max_size=8))


@given(IDS, IDS, st.text(max_size=50))
def test_two_sessions_never_share_a_file_and_none_climbs_out(first, second, slug):
    names = [summary_name(session, slug) for session in (first, second)]

    assert (names[0] == names[1]) == (first == second)
    assert all(is_artefact_path(f"rollout_summaries/{name}") for name in names)


def test_an_id_is_not_taken_for_a_shorter_one_with_a_slug():
    assert summary_name("a", "b-c") != summary_name("a-b", "c")
    assert summary_name("a", "b-c") == "a-b-c.md"


@pytest.mark.parametrize(
    "path",
    [
        "skills/../MEMORY.md/SKILL.md",
        "skills/a/../SKILL.md",
        "skills/./SKILL.md",
        "skills/a.b/SKILL.md",
        "skills/A/SKILL.md",
        "skills/" + "a" * 65 + "/SKILL.md",
        "skills/a/run.sh",
        "skills/a/bin/run.sh",
        "skills/a/scripts/",
        "skills/a/scripts/../run.sh",
        "skills/a/scripts/a//b",
        "skills/a/scripts/a/b/c/d",
        "skills/a/scripts/nul.sh",
        "skills/a/scripts/a:b",
        "skills/a/scripts/run.sh\n",
        "skills//SKILL.md",
        "/skills/a/SKILL.md",
        "skills\\a\\SKILL.md",
        "skills/a/SKILL.md\n",
        "rollout_summaries/../x.md",
        "rollout_summaries/.x.md",
        "learned.md",
        "notes.md",
        "",
    ],
)
def test_a_path_that_is_none_of_ours_is_refused(path):
    assert not is_artefact_path(path)
