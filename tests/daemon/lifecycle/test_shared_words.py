import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.shared_words import numbers, share, telling


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("Deploys go through the blue gateway", "we deploy through the blue gateway, always"),
        ("Die Freigaben macht Uwe", "übrigens: Freigaben macht immer Uwe"),
        ("Релизы собираются из ветки stable", "релиз собираем из ветки stable"),
        ("发布分支是 stable", "以后发布分支用 stable 这个"),
        ("リリースは金曜日に行う", "リリースは毎週金曜日です"),
        ("배포는 금요일에 한다", "배포는 항상 금요일입니다"),
        ("النشر يتم يوم الخميس", "النشر عندنا يوم الخميس دائما"),
    ],
)
def test_what_was_said_in_other_forms_of_its_words_is_shared(summary, said):
    assert share(summary, [said]) >= 0.5


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The cache is kept in Redis", "we deploy through the blue gateway"),
        ("缓存放在内存里", "以后发布分支用 stable 这个"),
        ("It is this", "we deploy through the blue gateway"),
        ("...", "we deploy"),
        ("Something", ""),
    ],
)
def test_what_was_not_said_is_not_shared(summary, said):
    assert share(summary, [said]) < 0.5


def test_words_that_tell_nothing_count_only_when_there_are_no_others():
    assert telling("do it") == {"do", "it"}
    assert telling("do it quickly") == {"quick"}


def test_numbers_are_words_with_a_digit():
    assert numbers("Port 8443 of v2.1 on node-7, not 八") == {"8443", "v2", "1", "7"}


@given(text=st.text(), more=st.lists(st.text(), max_size=3))
def test_a_text_shares_all_it_tells_with_itself(text, more):
    assert share(text, [*more, text]) == (1.0 if telling(text) else 0.0)
    assert 0.0 <= share(text, more) <= 1.0
