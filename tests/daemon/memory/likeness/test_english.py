import pytest

from memoryd.memory.likeness.english import base, verb_of


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("tests", "test"), ("queries", "query"), ("caches", "cache"), ("batches", "batch")),
        *(("fixes", "fix"), ("uses", "use"), ("status", "status"), ("class", "class")),
        *(("redis", "redis"), ("has", "have"), ("does", "do"), ("aws", "aws"), ("ties", "tie")),
        *(("builder", "builder"), ("staging", "staging"), ("used", "used")),
    ],
)
def test_only_the_ending_of_number_goes(word, expected):
    assert base(word) == expected


@pytest.mark.parametrize(
    ("form", "verb"),
    [
        *(("used", "use"), ("cached", "cache"), ("named", "name"), ("generated", "generate")),
        *(("required", "require"), ("configured", "configure"), ("enabled", "enable")),
        *(("deployed", "deploy"), ("tested", "test"), ("installed", "install")),
        *(("explained", "explain"), ("formatted", "format"), ("committing", "commit")),
        *(("copied", "copy"), ("written", "write"), ("built", "build"), ("run", "run")),
        *(("running", "run"), ("using", "use"), ("created", "create"), ("handled", "handle")),
        *(("deleted", "delete"), ("typed", "type"), ("defined", "define"), ("passed", "pass")),
    ],
)
def test_a_participle_leads_to_its_verb(form, verb):
    assert verb_of(form) == verb


@pytest.mark.parametrize("word", ["port", "server", "string", "ring", "thing", "slow", "pnpm", ""])
def test_other_words_lead_to_none(word):
    assert verb_of(word) is None
