"""A fact is found among many, in these words or in others."""

from datetime import UTC, datetime

import pytest

from memoryd.domain import Entry, MemoryType
from memoryd.memory import new_document
from memoryd.memory.facts import Facts

NOW = datetime(2026, 3, 4, tzinfo=UTC)
KIND = MemoryType.FEEDBACK


def document(relative, *summaries, kind=KIND):
    entries = [Entry(summary=summary) for summary in summaries]
    return new_document(entries, type=kind, relative=relative, at=NOW)


class Place:
    """Documents, and the facts told of them."""

    def __init__(self, *documents):
        self.documents = {}
        self.facts = Facts()
        for each in documents:
            self.put(each)

    def put(self, each):
        self.documents[each.relative] = each
        self.facts.put(each.relative, each)

    def remove(self, path):
        del self.documents[path]
        self.facts.put(path, None)

    def find(self, summary, kind=KIND):
        found = self.facts.find(kind, summary, self.documents)
        return found and (found[0].relative, found[1])


MANY = [document(f"feedback/{n}.md", f"Service {n} listens on port {4000 + n}") for n in range(300)]


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Never push to main", "please don't push to main!"),
        ("Use pnpm in this repository", "In this repository we use pnpm"),
        ("Run the tests with pytest -x", "The tests must be run with `pytest -x`"),
        ("使用pnpm安装依赖", "請使用 pnpm 安裝依賴"),
        ("テストはpytestで実行する", "テストは pytest で実行してください。"),
        ("npm을 쓰지 마세요", "npm을 쓰지 않습니다"),
        ("Используй pnpm в проекте", "В проекте мы используем pnpm"),
        ("N'utilise jamais npm", "n’utilisez pas npm"),
        ("👍", "👍"),
    ],
)
def test_a_fact_in_other_words_is_found_among_many(stored, said):
    place = Place(*MANY, document("feedback/a.md", "Another fact.", stored))

    assert place.find(said) == ("feedback/a.md", 1)


def test_of_facts_that_are_alike_the_same_one_is_found():
    place = Place(*MANY)

    assert place.find("our service 217 is listening on port 4217") == ("feedback/217.md", 0)
    assert place.find("our service 217 is listening on port 4218") is None


def test_words_that_differ_in_signs_only_are_compared_as_well():
    place = Place(document("feedback/a.md", "The limit is 10%"))

    assert place.find("the limit is 10%!") == ("feedback/a.md", 0)
    assert place.find("the limit is 10") is None


def test_a_fact_of_another_type_is_another():
    place = Place(document("user/a.md", "Never push to main", kind=MemoryType.USER))

    assert place.find("Never push to main") is None
    assert place.find("Don't push to main", MemoryType.USER) == ("user/a.md", 0)


def test_a_pinned_fact_comes_first_whatever_its_words():
    place = Place(
        document("feedback/a.md", "Never push to main"),
        document("pinned/feedback/b.md", "Please don't push to main"),
    )

    assert place.find("Never push to main") == ("pinned/feedback/b.md", 0)


def test_what_is_changed_or_gone_is_not_found_any_more():
    place = Place(*MANY, document("feedback/a.md", "Never push to main", "Use tabs in Makefiles"))
    place.put(document("feedback/a.md", "Use tabs in Makefiles"))

    assert place.find("don't push to main") is None
    assert place.find("Makefiles: use tabs") is None
    assert place.find("in Makefiles, use tabs") == ("feedback/a.md", 0)

    place.remove("feedback/a.md")

    assert place.find("Use tabs in Makefiles") is None


def test_nothing_is_left_of_what_is_gone():
    place = Place(*MANY)

    for each in MANY:
        place.remove(each.relative)

    assert vars(place.facts) == {"_places": {}, "_numbers": {}, "_of_path": {}, "_next": 300}
