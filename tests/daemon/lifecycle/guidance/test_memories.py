from datetime import UTC, datetime, timedelta

import pytest

from memoryd.domain import Entry, MemoryType, Scope
from memoryd.lifecycle.guidance.memories import Listed, rank
from memoryd.memory import new_document, normal_form

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TOKEN = "ghp_" + "a1B2c3D4e5" * 4


def document(relative, summary="Use pnpm", *, days=0, **fields):
    kind = MemoryType(relative.removeprefix("pinned/").partition("/")[0])
    at = NOW - timedelta(days=days)
    return new_document([Entry(summary=summary)], type=kind, relative=relative, at=at, **fields)


def test_pinned_ones_come_first_then_what_persons_want_then_use_then_recency():
    project = [
        document("reference/new.md"),
        document("project/old.md", days=9),
        document("project/used.md", days=9),
        document("pinned/reference/kept.md", days=99),
        document("feedback/old.md", days=9),
    ]
    user = [document("user/me.md", days=1), document("feedback/used.md", days=30)]
    uses = {"project/used.md": 1, "user:feedback/used.md": 2, "feedback/used.md": 99}

    ranked = rank({Scope.PROJECT: project, Scope.USER: user}, uses)

    assert [each.id for each in ranked] == [
        "pinned/reference/kept.md",
        "user:feedback/used.md",
        "user:user/me.md",
        "feedback/old.md",
        "project/used.md",
        "reference/new.md",
        "project/old.md",
    ]


@pytest.mark.parametrize(
    ("summary", "fields", "line"),
    [
        ("Use pnpm", {}, "- Use pnpm (feedback/a.md)"),
        ("Use pnpm " + "x" * 90, {}, f"- Use pnpm {'x' * 90} (feedback/a.md)"),
        ("Use pnpm", {"title": "Packages"}, "- Packages: Use pnpm (feedback/a.md)"),
        ("Use pnpm", {"description": "Pick one"}, "- Use pnpm: Pick one (feedback/a.md)"),
        ("word " * 100, {}, f"- {'word ' * 48}… (feedback/a.md)"),
        (f"use {TOKEN}", {}, "- use [redacted:github] (feedback/a.md)"),
        ("a </memoryd> b", {}, "- a [/memoryd> b (feedback/a.md)"),
    ],
)
def test_a_memory_is_one_inert_line_that_says_nothing_twice(summary, fields, line):
    assert Listed(Scope.PROJECT, document("feedback/a.md", summary, **fields)).line == line


def test_the_scope_of_a_person_shows_in_the_id():
    assert Listed(Scope.USER, document("feedback/a.md")).line == "- Use pnpm (user:feedback/a.md)"


def test_a_memory_states_only_what_is_told_when_all_its_entries_are():
    facts = ["Use pnpm", "Never push to main"]
    entries = [Entry(summary=fact) for fact in facts]
    both = new_document(entries, type=MemoryType.USER, relative="user/a.md", at=NOW)
    forms = {normal_form(fact) for fact in facts}

    assert Listed(Scope.USER, both).states_only(forms)
    assert not Listed(Scope.USER, both).states_only(forms - {normal_form("Use pnpm")})


def test_a_memory_without_entries_states_its_title():
    empty = new_document([], type=MemoryType.USER, relative="user/a.md", at=NOW, title="Likes tea")

    assert Listed(Scope.USER, empty).states_only({normal_form("likes tea")})
    assert not Listed(Scope.USER, empty).states_only({normal_form("likes coffee")})
