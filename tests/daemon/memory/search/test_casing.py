from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.casing import lower


@given(st.text())
def test_every_letter_keeps_its_place(text):
    assert [lower(character) for character in text] == list(lower(text).replace("ς", "σ"))


def test_the_i_of_any_language_is_an_i():
    assert lower("İSTANBUL ılık IRMAK Größe") == "istanbul ilik irmak größe"
