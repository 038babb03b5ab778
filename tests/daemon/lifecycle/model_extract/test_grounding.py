from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.model_extract.grounding import (
    is_grounded,
    is_same_matter,
    restates,
    supported,
    tells_again,
)

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The team deploys on Thursdays after review", "we deploy thursdays, after the review"),
        ("Port 8443 is the admin port", "admin is on port 8443"),
        ("Die Rechnungen prüft Frau Sommer", "rechnungen werden von frau sommer geprüft"),
        ("Контракты проверяет юрист Анна", "все контракты проверяет Анна, наш юрист"),
        ("合同由法务部门审核", "合同都要法务部门先审核"),
        ("契約は法務部が確認する", "契約は必ず法務部に確認してもらう"),
        ("The freeze starts 2026-03-06", "the freeze starts on friday"),
    ],
)
def test_what_was_said_in_other_words_is_grounded(summary, said):
    assert is_grounded(summary, [said], at=AT)


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("Kubernetes upgrades happen on Sundays", "we deploy thursdays, after the review"),
        ("Port 9443 is the admin port", "admin is on port 8443"),
        ("The freeze starts 2026-03-07", "the freeze starts on friday"),
        ("数据库每天备份", "合同都要法务部门先审核"),
        ("!!!", "we deploy thursdays"),
    ],
)
def test_what_was_not_said_is_not_grounded(summary, said):
    assert not is_grounded(summary, [said], at=AT)


def test_a_reason_may_be_told_freely_but_not_be_made_up():
    said = ["we deploy thursdays because support is staffed then"]
    summary = "The team deploys on Thursdays"

    assert supported("support is staffed that day", summary, said, at=AT)
    assert supported("compliance demands evidence", summary, said, at=AT) is None
    assert supported("support costs 400 less", summary, said, at=AT) is None
    assert supported(None, summary, said, at=AT) is None


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("deploys happen on Thursdays", "deploys happen on Thursdays after the stand-up", True),
        ("deploys happen on Thursdays", "deploys never happen on Thursdays", False),
        ("the admin port is 8443", "the admin port is 9443", False),
        ("deploys happen on Thursdays after the stand-up", "deploys happen", False),
        ("releases are cut from trunk", "invoices go to the auditors", False),
    ],
)
def test_a_fact_is_restated_only_by_what_holds_all_of_it(old, new, same):
    assert restates(old, new) is same


def test_two_facts_are_on_one_matter_when_they_share_what_they_tell():
    assert is_same_matter("packages are installed with npm", "packages now come through pnpm")
    assert not is_same_matter("packages are installed with npm", "invoices go to the auditors")


def test_one_message_may_hold_two_facts():
    assert tells_again("we always install packages with pnpm", "Packages are installed with pnpm")
    assert not tells_again("deploys are on Friday", "deploys go through the blue gateway")
    assert not tells_again("packages are installed with npm", "packages are not installed with npm")


@given(old=st.text(max_size=80), new=st.text(max_size=80))
def test_any_two_texts_are_compared(old, new):
    assert is_grounded(new, [old], at=AT) in {True, False}
    assert restates(old, new) in {True, False}
    assert tells_again(old, new) == tells_again(new, old)
