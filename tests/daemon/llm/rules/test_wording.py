from hypothesis import given
from hypothesis import strategies as st

from memoryd.llm.rules.wording import fold_letters, is_unspaced


def test_case_accents_and_widths_are_folded():
    assert fold_letters("Über É Ñ ё ＡＢ１ don’t") == "uber e n е ab1 don't"


def test_scripts_without_spaces_are_told_from_others():
    assert is_unspaced("用 tab")
    assert is_unspaced("한국어")
    assert not is_unspaced("über ёлка")


@given(st.text())
def test_folding_keeps_every_letter_in_its_place(text):
    assert len(fold_letters(text)) == len(text)
