import threading
from datetime import UTC, datetime

import pytest

np = pytest.importorskip("numpy")

from memoryd.domain import MemoryType  # noqa: E402 -- all of this needs numpy
from memoryd.memory.search import Query, Searchable, SearchIndex  # noqa: E402
from memoryd.memory.search.meaning.background import BackgroundMeanings  # noqa: E402

THEMES = {
    "food": {"bread", "soup", "hungry", "lunch"},
    "sea": {"ship", "harbour", "sailing", "tide"},
    "music": {"violin", "song", "melody", "choir"},
}


class ThemeModel:
    """Knows what words are about: texts on one theme are close, whichever words they use."""

    name = "themes"
    dimensions = len(THEMES) + 8

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def embed(self, texts):
        self.gate.wait(10)
        self.embedded += texts
        return np.array([self.embed_prompt(text) for text in texts])

    def close(self):
        self.gate.set()

    def embed_prompt(self, text):
        words = text.lower().replace(".", " ").split()
        about = [sum(word in theme for word in words) * 3.0 for theme in THEMES.values()]
        noise = [0.1 + (len(text) * (place + 3) % 7) / 20 for place in range(8)]
        vector = np.array(about + noise, dtype=np.float32)
        return vector / np.linalg.norm(vector)


@pytest.fixture
def model():
    return ThemeModel()


@pytest.fixture
def start(tmp_path, model):
    started = []

    def begin():
        meanings = BackgroundMeanings(lambda: model, tmp_path / "cache.sqlite3")
        started.append(meanings)
        return meanings

    yield begin
    model.gate.set()
    for meanings in started:
        meanings.close()


def memory(id_: str, body: str) -> Searchable:
    return Searchable(
        id=id_,
        type=MemoryType.PROJECT,
        title="Note",
        description="",
        body=body,
        updated=datetime(2026, 3, 1, tzinfo=UTC),
    )


def fill(index: SearchIndex, *, count: int = 60) -> None:
    index.put(memory("kitchen", "Bread and soup."))
    for number in range(count):
        index.put(memory(f"other{number}", f"Entry {number} of the ledger."))


def found(index: SearchIndex, text: str, **options) -> dict[str, tuple[str, ...]]:
    return {hit.id: hit.matched for hit in index.search(Query(text=text, **options)).hits}


def test_a_memory_is_found_by_meaning_where_no_word_is_shared(start):
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index)
    meanings.join()

    matched = found(index, "hungry at lunch")

    assert list(matched) == ["kitchen"]
    assert matched["kitchen"][-1].startswith("close in meaning (")


def test_a_prompt_that_is_close_to_nothing_gets_nothing(start):
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index)
    meanings.join()

    assert found(index, "violin melody") == {}


def test_what_is_not_embedded_yet_is_found_by_words_and_nobody_waits(start, model):
    model.gate.clear()
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index)

    assert "kitchen" in found(index, "bread soup", bar=1.0)
    assert found(index, "hungry at lunch", bar=1.0) == {}


def test_what_was_embedded_once_is_not_embedded_again(start, model):
    first = start()
    fill(SearchIndex(first.of_index()))
    first.join()
    first.close()
    model.embedded.clear()

    second = start()
    index = SearchIndex(second.of_index())
    fill(index)
    second.join()

    assert model.embedded == []
    assert list(found(index, "hungry at lunch")) == ["kitchen"]


def test_a_memory_that_changed_or_went_is_no_longer_found_by_what_it_said(start):
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index)
    index.put(memory("pier", "Harbour and tide."))
    meanings.join()

    index.put(memory("kitchen", "Entry 99 of the ledger."))
    index.discard("pier")
    meanings.join()

    assert found(index, "hungry at lunch") == {}
    assert found(index, "sailing ship") == {}


def test_one_that_changes_while_it_is_embedded_is_not_placed(start, model):
    model.gate.clear()
    meanings = start()
    meaning = meanings.of_index()
    meaning.put("a", "bread soup")
    meaning.discard("a")
    model.gate.set()
    meanings.join()

    assert meaning.near("bread") == {}


def test_excluded_memories_are_not_returned_for_their_meaning(start):
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index)
    meanings.join()

    assert found(index, "hungry at lunch", exclude=frozenset({"kitchen"})) == {}


def test_why_a_close_one_was_not_returned_is_said(start):
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index, count=5)
    meanings.join()

    ranking = index.search(Query(text="hungry at lunch"), explain=True)

    reasons = {lost.id: lost.reason for lost in ranking.rejected}
    assert reasons["kitchen"].startswith("weak match: close in meaning (")


def test_without_its_model_recall_goes_by_words(tmp_path):
    def fail():
        raise ImportError("no such engine")

    meanings = BackgroundMeanings(fail, tmp_path / "cache.sqlite3")
    index = SearchIndex(meanings.of_index())
    fill(index)
    meanings.join()

    assert "kitchen" in found(index, "bread soup", bar=1.0)
    meanings.close()


def test_closing_leaves_the_rest_undone_and_later_memories_alone(start, model):
    meanings = start()
    meanings.close()
    meaning = meanings.of_index()

    meaning.put("a", "bread")

    assert model.embedded == []
    assert meaning.near("bread") == {}


def test_of_a_long_prompt_both_ends_are_read(start):
    meanings = start()
    index = SearchIndex(meanings.of_index())
    fill(index)
    meanings.join()

    assert "kitchen" in found(index, f"hungry{' x' * 20_000} lunch", bar=0.5)
