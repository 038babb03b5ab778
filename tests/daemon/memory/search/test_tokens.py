import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.tokens import keys_of, normalise, pieces, scan, tokens


def shared(one: str, other: str) -> set[str]:
    return set(tokens(one)) & set(tokens(other))


def test_han_and_kana_become_overlapping_bigrams() -> None:
    assert tokens("会议记录") == ["会议", "议记", "记录"]
    assert tokens("ログイン") == ["ログ", "グイ", "イン"]


@pytest.mark.parametrize(("one", "other"), [("會議記錄", "会议记录"), ("認証", "认证")])
def test_the_shapes_of_han_characters_meet(one: str, other: str) -> None:
    assert set(tokens(other)) <= set(tokens(one))
    assert tokens(one)[0] == one[:2]


def test_a_lone_han_character_is_a_key_of_its_own_and_no_part_of_others() -> None:
    assert tokens("部") == ["部"]
    assert "部" not in tokens("部署")


def test_characters_outside_the_basic_plane_pair_up_by_code_point() -> None:
    assert tokens("𠮷野家") == ["𠮷野", "野家"]


@pytest.mark.parametrize("text", ["ตัวอย่าง", "ឧទាហរណ៍", "ຕົວຢ່າງ", "ဥပမာ", "설정"])
def test_scripts_without_spaces_become_bigrams(text: str) -> None:
    assert all(len(key) == 2 for key in tokens(text))
    assert shared(text[:4], text)


def test_mixed_scripts_are_cut_at_the_border() -> None:
    assert tokens("重跑gen-itgc后") == ["重跑", "genitgc", "gen", "itgc", "后"]


def test_full_width_forms_are_the_plain_ones() -> None:
    assert tokens("ＱＷＥＮ　ＡＰＩ") == tokens("QWEN API")
    assert shared("ｻｰﾊﾞｰ", "サーバー")


@pytest.mark.parametrize("word", ["हिन्दी", "தமிழ்", "সময়"])
def test_vowel_signs_do_not_cut_a_word(word: str) -> None:
    assert tokens(word) == [normalise(word)]


def test_an_accented_word_is_found_with_and_without_accents() -> None:
    assert shared("mécanique", "mecanique")
    assert tokens("mécanique")[0] != tokens("mecanique")[0]


@pytest.mark.parametrize("typed", ["Größen", "Groessen", "Grossen", "GRÖSSEN"])
def test_an_umlaut_may_be_spelled_out_or_left_out(typed: str) -> None:
    assert shared(typed, "größen")


def test_a_breve_makes_another_cyrillic_letter() -> None:
    assert not shared("мой", "мои")


@pytest.mark.parametrize(
    ("identifier", "whole", "part"),
    [
        ("max_open_files", "maxopenfiles", "open"),
        ("maxOpenFiles", "maxopenfiles", "open"),
        ("max-open-files", "maxopenfiles", "open"),
        ("HTTPServer", "httpserver", "http"),
        ("E1234", "e1234", "1234"),
        ("--dry-run", "dryrun", "run"),
        ("v1.20.3", "v1.20.3", "20"),
        ("v1.20.3", "1.20.3", "20"),
        ("src/net/Socket.java", "src/net/socket.java", "socket"),
        ("C++", "c++", "c"),
        ("don't", "dont", "don"),
    ],
)
def test_an_identifier_is_kept_whole_and_in_parts(identifier: str, whole: str, part: str) -> None:
    keys = tokens(f"see {identifier}.")

    assert whole in keys
    assert part in keys or len(part) == 1


def test_the_ways_to_join_words_are_one() -> None:
    assert tokens("max_open_files")[0] == tokens("maxOpenFiles")[0] == tokens("max-open-files")[0]


def test_versions_that_differ_by_a_point_stay_apart() -> None:
    assert not shared("1.12", "11.2")


@pytest.mark.parametrize(
    "text", ["\ud800lone\udfff", "a\x00b", "🙂🙃", "", "   ", "\u200b", "…", "._/"]
)
def test_odd_characters_survive(text: str) -> None:
    assert all(tokens(text))


def test_invisible_characters_do_not_cut_a_word() -> None:
    assert tokens("pass\u200bword\ufeff") == tokens("password")


def test_right_to_left_words_keep_their_order() -> None:
    assert tokens("שלום עולם") == ["שלום", "עולם"]
    assert shared("مَرْحَبًا", "مرحبا")


def test_a_key_has_a_bounded_length() -> None:
    assert all(len(key) <= 64 for key in tokens("a" * 500 + " " + "b-" * 500 + "1" * 500))


@given(st.text())
def test_every_token_points_at_a_place_in_the_text(text: str) -> None:
    plain = normalise(text)

    for token in scan(plain):
        assert 0 <= token.start < token.end <= len(plain)
        assert token.keys
        assert all(token.keys)


@given(st.text())
def test_cutting_a_text_twice_gives_the_same(text: str) -> None:
    assert tokens(text) == tokens(normalise(text))


@given(st.text(alphabet="aA1_-./é漢か\u0301 '", max_size=200))
def test_keys_carry_no_capitals_and_no_spaces(text: str) -> None:
    for key in tokens(text):
        assert key == key.casefold()
        assert " " not in key


@given(st.text() | st.text(alphabet="aA1v_-./,(+#é漢か\u0301 \u200b'", max_size=200))
def test_the_pieces_of_a_text_hold_the_keys_that_a_scan_yields(text: str) -> None:
    text = normalise(text)

    keys = [key for piece in pieces(text) for key in keys_of(piece)]

    assert keys == [token.keys for token in scan(text)]
