import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts.inert import code, plain, safe_path


@given(st.text(max_size=400), st.integers(10, 100))
def test_foreign_text_becomes_one_line_without_markup(text, limit):
    line = plain(text, limit)

    assert len(line) <= limit + 2
    assert not set(line) & set("<>`\n\r\x00\x1b")


def test_a_link_loses_its_form_and_a_secret_itself():
    token = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"

    assert plain(f"see [pier](http://x) {token}", 200) == "see pier](http://x) [redacted:github]"


@pytest.mark.parametrize("path", ["", "a b.md", "a\n.md", "`a`.md", "a|b", "x" * 300])
def test_a_path_that_could_be_more_than_a_path_is_not_shown(path):
    assert safe_path(path) == ""


@given(st.text("ab`", min_size=1, max_size=10).filter(lambda text: "``" not in text))
def test_code_stays_within_its_span(text):
    assert code(text).strip("`").strip() in {text, text.strip("`")}
