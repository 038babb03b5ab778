from memoryd.lifecycle.dream.neighbours import Neighbours, words_of

TEXTS = {
    "redis": "We use Redis for sessions.",
    "tests": "We run the tests with tox.",
    "brief": "We keep answers brief.",
    "chinese": "提交之前运行全部测试",
}


def filled(texts):
    near = Neighbours(texts.values())
    for name, text in texts.items():
        near.add(name, near.rarest(text))
    return near


def test_texts_that_share_rare_words_are_near():
    near = filled(TEXTS)

    assert near.near(near.rarest("Sessions live in Redis"))[0] == "redis"
    assert near.near(near.rarest("运行测试")) == ["chinese"]
    assert near.near(near.rarest("Something else")) == []


def test_a_word_that_everybody_uses_makes_no_neighbours():
    near = filled({str(number): f"shared word{number}" for number in range(100)})

    assert near.near(["shared"]) == []
    assert near.near(["shared", "word7"]) == ["7"]


def test_a_script_without_spaces_is_cut_into_pairs():
    assert words_of("运行全部 tests") == ("运行", "行全", "全部", "tests")
