from datetime import UTC, datetime

from memoryd.memory.register import Record, Register, record_of, register_of
from memoryd.memory.state import Meta

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def record(key, root, **more):
    return Record(key=key, root=root, updated_at=NOW, **more)


def test_a_project_is_found_by_its_root_and_its_identity():
    one, two = record("a", "/a", identity="i"), record("b", "/b", identity="i")
    register = register_of([one, two])

    assert register.at("/a") is one
    assert register.at("/a/src") is None
    assert sorted(each.key for each in register.of_identity("i")) == ["a", "b"]
    assert register.of_identity("other") == []
    assert list(register) == [one, two]


def test_a_repository_is_found_from_below_each_place_it_had():
    one = record("a", "/a", identity="i", former_roots=("/old",), worktrees=("/fix",))
    register = register_of([one])

    assert register.around("/a/src/deep") == ("/a", one)
    assert register.around("/old") == ("/old", one)
    assert register.around("/fix/src") == ("/fix", one)
    assert register.around("/older") is None


def test_without_a_repository_a_directory_has_nothing_below_it():
    assert register_of([record("a", "/a")]).around("/a/src") is None


def test_the_nearest_place_wins_and_a_root_that_is_precedes_one_that_was():
    was = record("a", "/a", identity="i", former_roots=("/x",))
    inner, there = record("b", "/a/lib", identity="j"), record("c", "/x", identity="k")

    for records in ([was, inner, there], [there, inner, was]):
        register = register_of(records)
        assert register.around("/a/lib/src") == ("/a/lib", inner)
        assert register.around("/x/src") == ("/x", there)


def test_what_has_become_of_a_record_replaces_it():
    register = Register()
    register.put(record("a", "/old", identity="i"))
    moved = record("a", "/new", identity="j", former_roots=("/old",))

    register.put(moved)

    assert register.at("/old") is None
    assert register.at("/new") is moved
    assert register.around("/old/src") == ("/old", moved)
    assert register.of_identity("i") == []
    assert register.of_identity("j") == [moved]


def test_a_directory_that_names_no_root_is_no_record():
    assert record_of("a", Meta(created_at=NOW, updated_at=NOW)) is None
