from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config import ProjectRule
from memoryd.memory import compile_rules

OFF, ON = ProjectRule(enabled=False), ProjectRule(enabled=True)


@pytest.fixture(name="is_on")
def _is_on(tmp_path):
    home = tmp_path.resolve()

    def is_on(rules, *paths):
        said = compile_rules(rules, home).get(lambda rule: rule.enabled, *paths)
        return said is not False

    is_on.home = str(home)
    return is_on


@pytest.mark.parametrize(
    ("pattern", "path", "holds"),
    [
        ("/work/app", "/work/app", True),
        ("/work/app/", "/work/app", True),
        ("/work/app", "/work/app/src/deep", True),
        ("/work/app", "/work/app2", False),
        ("/work/app", "/work", False),
        ("/work/app", "/else/work/app", False),
        ("/", "/work", True),
        ("/", "/", True),
        ("/work/*", "/work/app/src", True),
        ("/work/*", "/work", False),
        ("/work/a*p", "/work/a-x-p", True),
        ("/work/a*p", "/work/a/p", False),
        ("/work/a?p", "/work/amp", True),
        ("/work/**/secret", "/work/secret", True),
        ("/work/**/secret", "/work/a/b/secret/c", True),
        ("/work/**/secret", "/work/a/secrets", False),
        ("/work/[x].y+", "/work/[x].y+", True),
        ("/work/[x].y+", "/work/xay", False),
        ("/work/app", "C:\\work\\app", False),
        ("/work/*", "/work/a\nb", True),
    ],
)
def test_a_rule_holds_for_what_it_names_and_all_below(is_on, pattern, path, holds):
    assert is_on({pattern: OFF}, path) is not holds


def test_a_tilde_is_home(is_on):
    assert not is_on({"~/clients": OFF}, f"{is_on.home}/clients/a")
    assert not is_on({"~": OFF}, f"{is_on.home}/a")
    assert is_on({"~/clients": OFF}, "/clients/a")


def test_a_rule_may_name_a_directory_by_a_link(is_on, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")

    assert not is_on({"~/link": OFF}, f"{is_on.home}/real/src")
    assert not is_on({"~/link/*": OFF}, f"{is_on.home}/real/src")


def test_the_longest_rule_that_says_something_wins_in_any_order(is_on):
    rules = {"/w": OFF, "/w/a": ON, "/w/a/b": ProjectRule(local=True), "/w/a/c": OFF}

    for ordered in (rules, dict(reversed(rules.items()))):
        assert not is_on(ordered, "/w/x")
        assert is_on(ordered, "/w/a")
        assert is_on(ordered, "/w/a/b")
        assert not is_on(ordered, "/w/a/c/d")


def test_of_several_directories_the_first_of_which_something_is_said_counts(is_on):
    assert is_on({"/tree": ON, "/main": OFF}, "/tree", "/main")
    assert not is_on({"/main": OFF}, "/tree", "/main")


@given(st.text("/*?[]ab.~", max_size=20), st.text("/ab.\n", max_size=20))
def test_any_pattern_can_be_asked_about_any_path(pattern, path):
    rules = compile_rules({f"/{pattern}": OFF}, Path("/nonexistent"))

    assert rules.get(lambda rule: rule.enabled, f"/{path}") in (None, False)


@pytest.mark.parametrize(
    ("pattern", "path", "is_ignored"),
    [
        ("/srv/vault", "/srv/vault", True),
        ("/srv/vault/", "/srv/vault/deep/er", True),
        ("/srv/vault", "/srv/vaults", False),
        ("~/private", "/home/anna/private/x.jsonl", True),
        ("*-secret", "/srv/books-secret/x", True),
        ("*-secret", "/srv/books-secrets/x", False),
        ("a/b", "/srv/a/b/c", True),
        ("a/b", "/srv/a/c/b", False),
        ("/srv/**/tax", "/srv/x/y/tax/2026", True),
        ("*.jsonl", "/srv/x/y.jsonl", True),
        ("*.jsonl", "/srv/x/y.json", False),
    ],
)
def test_what_a_pattern_ignores_and_all_below_it_is_ignored(pattern, path, is_ignored):
    rules = compile_rules({}, Path("/home/anna"), ignore=[pattern])

    assert rules.is_ignored(path) is is_ignored


def test_what_is_ignored_is_ignored_by_every_way_that_leads_there(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (tmp_path / "link").symlink_to(vault)
    rules = compile_rules({}, tmp_path, ignore=[str(vault)])

    assert rules.is_ignored(str(tmp_path / "link"))
    assert compile_rules({}, tmp_path, ignore=[str(tmp_path / "link")]).is_ignored(str(vault))
