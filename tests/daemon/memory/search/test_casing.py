from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.casing import lower


@given(st.text())
def test_every_letter_keeps_a_place_of_its_own(text):
    assert len(lower(text)) == len(text)
    assert lower(lower(text)) == lower(text)


def test_the_i_of_any_language_is_an_i():
    assert lower("İSTANBUL ılık IRMAK Größe") == "istanbul ilik irmak größe"
