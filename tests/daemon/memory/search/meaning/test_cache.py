import stat

import pytest

np = pytest.importorskip("numpy")

from memoryd.memory.search.meaning.cache import Cache, content_key  # noqa: E402 -- needs numpy

ONE = np.array([0.6, 0.8], dtype=np.float32)
TWO = np.array([1.0, 0.0], dtype=np.float32)


@pytest.fixture
def reopened(tmp_path):
    opened = []

    def reopen(*, model="m1", most_rows=100):
        if opened:
            opened.pop().close()
        cache = Cache(tmp_path / "c.sqlite3", model=model, dimensions=2, most_rows=most_rows)
        opened.append(cache)
        return cache

    yield reopen
    for cache in opened:
        cache.close()


def test_vectors_outlive_the_process_by_content(reopened):
    reopened().put({content_key("a"): ONE, content_key("b"): TWO})

    found = reopened().get([content_key("a"), content_key("c")])

    assert list(found) == [content_key("a")]
    assert found[content_key("a")] == pytest.approx(ONE, abs=1e-3)


def test_another_model_begins_anew(reopened):
    reopened().put({content_key("a"): ONE})

    assert reopened(model="m2").get([content_key("a")]) == {}
    assert reopened(model="m1").get([content_key("a")]) == {}


def test_of_too_many_the_oldest_are_let_go(reopened):
    cache = reopened(most_rows=2)
    for text in "abc":
        cache.put({content_key(text): ONE})

    found = cache.get([content_key(text) for text in "abc"])

    assert set(found) == {content_key("b"), content_key("c")}


def test_a_file_that_is_no_database_is_begun_anew(tmp_path, reopened):
    (tmp_path / "c.sqlite3").write_bytes(b"not a database, " * 99)

    cache = reopened()
    cache.put({content_key("a"): ONE})

    assert content_key("a") in cache.get([content_key("a")])


def test_a_vector_of_another_length_is_not_used(reopened):
    cache = reopened()
    cache.put({content_key("a"): np.ones(3, dtype=np.float32)})

    assert cache.get([content_key("a")]) == {}


def test_only_the_user_may_read_it(tmp_path, reopened):
    reopened()

    assert stat.S_IMODE((tmp_path / "c.sqlite3").stat().st_mode) == 0o600


def test_texts_that_are_no_unicode_have_keys_too():
    assert content_key("\ud800") != content_key("\udfff")
