from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.memory.names import slug_for, split_id, title_for


def test_a_long_summary_is_cut_to_seventy_two_characters():
    assert title_for("a" * 72) == "a" * 72
    assert title_for("a" * 73) == "a" * 69 + "..."


def test_a_slug_is_lower_case_words_with_hyphens():
    assert slug_for("No summary, at the END!") == "no-summary-at-the-end"


def test_a_slug_keeps_other_scripts_readable_and_distinct():
    assert slug_for("回答要简短。") == "回答要简短"
    assert slug_for("Отвечай кратко") == "отвечай-кратко"
    assert slug_for("हिन्दी में") == "हिन्दी-में"
    assert slug_for("项目") != slug_for("测试")


def test_composed_and_decomposed_letters_give_one_slug():
    assert slug_for("Cafe\N{COMBINING ACUTE ACCENT}") == slug_for("Café") == "café"


def test_a_summary_without_letters_gives_a_slug_all_the_same():
    assert slug_for("!!!") == slug_for("") == "memory"


def test_an_id_is_a_path_or_a_path_and_an_index():
    assert split_id("user/a.md") == ("user/a.md", None)
    assert split_id("user/a.md:12") == ("user/a.md", 12)
    assert split_id("user/a:1.md") == ("user/a:1.md", None)
    assert split_id("user/a.md:x") == ("user/a.md:x", None)


@settings(deadline=None)
@given(st.text(max_size=400))
def test_a_slug_is_a_short_file_name(summary):
    slug = slug_for(summary)

    assert 0 < len(slug) <= 80
    assert len(slug.encode()) <= 200
    assert not set(slug) & set("/\\.: \n\0")
    assert slug_for(slug) == slug
