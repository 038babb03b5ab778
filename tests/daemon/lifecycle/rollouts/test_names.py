import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts import skill_name, slug_of, summary_name
from memoryd.lifecycle.rollouts.names import file_name, is_artefact_path


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Fix: Flaky CI tests (Windows)", "fix_flaky_ci_tests_w"),
        ("../../etc/passwd", "etc_passwd"),
        ("Überprüfung", "uberprufung"),
        ("数据库", ""),
        ("nineteen letters ab cd", "nineteen_letters_ab"),
        ("x" * 90, "x" * 20),
    ],
)
def test_a_slug_is_the_first_letters_joined_by_underscores(text, slug):
    assert slug_of(text) == slug


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" Run E2E Tests! ", "run-e2e-tests"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\\x\x00", "c-windows-x"),
        ("CON", ""),
        ("…", ""),
        ("one-two " * 9, "-".join(["one-two"] * 8)),
        ("x" * 90, "x" * 64),
    ],
)
def test_a_skill_is_named_in_words_joined_by_hyphens(text, name):
    assert skill_name(text) == name


@given(st.text(max_size=300))
def test_no_text_makes_a_name_that_is_not_plain(text):
    assert re.fullmatch(r"(?:[a-z0-9]+(?:_[a-z0-9]+)*)?", slug_of(text))
    assert re.fullmatch(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*)?", skill_name(text))
    assert len(slug_of(text)) <= 20
    assert len(skill_name(text)) <= 64


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("run.sh", "scripts/run.sh"),
        (" sub\\Run_it.v2.py ", "scripts/sub/Run_it.v2.py"),
        (".env", "scripts/.env"),
        *(
            (bad, "")
            for bad in (
                *("", " ", "/etc/passwd", "C:/x", "a:b", "a\x00b", ".", "..", "../x", "a/../x"),
                *("a/./x", "a//x", "a/", "a b", "é.sh", "~/x", "\\\\host\\x", "a\nb", "a/b/c/d"),
                *("nul", "COM1.sh", "x" * 101),
            )
        ),
    ],
)
def test_a_file_of_a_skill_stays_in_its_folder(path, name):
    assert file_name("scripts", path) == name


def test_a_skill_has_no_other_folders():
    assert file_name("bin", "run.sh") == ""


@given(st.text(max_size=60))
def test_no_text_makes_a_path_that_climbs_out(path):
    if name := file_name("templates", path):
        assert is_artefact_path(f"skills/a/{name}")
        assert ".." not in name.split("/")


IDS = st.one_of(st.text(max_size=200), st.text("ab-_", max_size=8))


@given(IDS, IDS, st.text(max_size=50))
def test_two_sessions_never_share_a_file_and_none_climbs_out(first, second, slug):
    names = [summary_name(session, slug) for session in (first, second)]

    assert (names[0] == names[1]) == (first == second)
    assert all(is_artefact_path(f"rollout_summaries/{name}") for name in names)


def test_an_id_is_not_taken_for_a_shorter_one_with_a_slug():
    assert summary_name("a", "b-c") != summary_name("a-b", "c")
    assert summary_name("a", "b-c") == "a-b_c.md"


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
