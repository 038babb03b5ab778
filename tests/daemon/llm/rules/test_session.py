"""What a session leaves behind, from the first word to the patch."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import MemoryType, Message, Patch, Scope, SourceRef, Speaker
from memoryd.llm import propose

WEDNESDAY = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)

USER, FEEDBACK, PROJECT, REFERENCE = MemoryType
OURS, MINE = Scope


def said(text, *, by=Speaker.PERSON, record="r1", at=WEDNESDAY):
    return Message(speaker=by, text=text, record=record, at=at, offset=0)


def learn(*messages) -> list[Patch]:
    told = [said(m, record=f"r{n}") if isinstance(m, str) else m for n, m in enumerate(messages)]
    return propose(told, agent="claude-code", session="s1")


def summaries(*messages) -> list[str]:
    return [patch.entry.summary for patch in learn(*messages)]


STATEMENTS = [
    # asked for
    ("remember that the CI cache lives on the second disk", PROJECT, OURS),
    ("please remember: invoices are rounded per line", PROJECT, OURS),
    ("note that the vendor API only accepts UTC timestamps", PROJECT, OURS),
    ("hey, can you remember that QA week is always the first of the month?", PROJECT, OURS),
    ("the gateway rejects bodies over 2 MB, remember that", PROJECT, OURS),
    ("merk dir, dass der Testserver jede Nacht neu startet", PROJECT, OURS),
    ("retiens que le serveur de test redémarre chaque nuit", PROJECT, OURS),
    ("recuerda que el servidor de pruebas se reinicia cada noche", PROJECT, OURS),
    ("lembra que o servidor de testes reinicia toda noite", PROJECT, OURS),
    ("запомни, что тестовый сервер перезапускается каждую ночь", PROJECT, OURS),
    ("记住:测试服务器每天晚上重启", PROJECT, OURS),
    ("テストサーバーは毎晩再起動されます。覚えておいてください", PROJECT, OURS),
    ("기억해 줘, 테스트 서버는 매일 밤 재시작돼", PROJECT, OURS),
    # rules
    ("always run the formatter before committing", FEEDBACK, OURS),
    ("from now on, write commit messages in English", FEEDBACK, OURS),
    ("please never edit generated files by hand", FEEDBACK, OURS),
    ("you must never log customer names", FEEDBACK, OURS),
    ("we always squash merge", FEEDBACK, OURS),
    ("stop adding comments to every line", FEEDBACK, OURS),
    ("no, use pnpm, not npm", FEEDBACK, OURS),
    ("in this repo we use tabs", FEEDBACK, OURS),
    ("don't use emojis in your answers again", FEEDBACK, MINE),
    ("could you always show the diff before applying it?", FEEDBACK, OURS),
    ("before every release run the smoke tests", FEEDBACK, OURS),
    ("bitte immer auf Deutsch antworten", FEEDBACK, MINE),
    ("nie direkt auf main pushen", FEEDBACK, OURS),
    ("ne pousse jamais sur main", FEEDBACK, OURS),
    ("usa siempre pnpm", FEEDBACK, OURS),
    ("nunca faça push direto na main", FEEDBACK, OURS),
    ("никогда не пушь в main", FEEDBACK, OURS),
    ("永远不要直接推到 main", FEEDBACK, OURS),
    ("今後は必ずpnpmを使ってください", FEEDBACK, OURS),
    ("앞으로 한국어로 답해 주세요", FEEDBACK, MINE),
    # preferences
    ("I prefer composition over inheritance", USER, MINE),
    ("i prefer short answers", FEEDBACK, MINE),
    ("we prefer explicit imports", FEEDBACK, OURS),
    ("I don't like one-letter variable names", USER, MINE),
    ("ich bevorzuge kurze Antworten", FEEDBACK, MINE),
    ("短い回答のほうが好きです", FEEDBACK, MINE),
    # roles
    ("I'm a data scientist, I know little about frontend", USER, MINE),
    ("I'm new to Kotlin", USER, MINE),
    ("I've been writing C for twenty years", USER, MINE),
    ("my timezone is UTC+9", USER, MINE),
    ("je suis développeur backend et je débute en React", USER, MINE),
    ("я бэкенд-разработчик и новичок в React", USER, MINE),
    ("我是后端开发,刚开始学 React", USER, MINE),
    # decisions
    ("we decided to drop support for Python 3.9", PROJECT, OURS),
    ("we now use uv instead of pip", PROJECT, OURS),
    ("we no longer support IE", PROJECT, OURS),
    ("we switched from Jenkins to GitHub Actions", PROJECT, OURS),
    ("wir haben uns für Postgres entschieden", PROJECT, OURS),
    ("ya no usamos Jenkins", PROJECT, OURS),
    ("我们决定改用 Postgres", PROJECT, OURS),
    ("もうJenkinsは使っていません", PROJECT, OURS),
    ("Postgres로 전환하기로 했어요", PROJECT, OURS),
    # places
    ("bugs are tracked in Linear under project PHX", REFERENCE, OURS),
    ("the runbook is at https://wiki.acme.example/runbooks/db", REFERENCE, OURS),
    ("ask in #team-infra when the cluster is down", REFERENCE, OURS),
    ("das Dashboard liegt unter https://grafana.acme.example/d/1", REFERENCE, OURS),
    ("监控面板在 https://grafana.acme.example/d/6", REFERENCE, OURS),
]


@pytest.mark.parametrize(("text", "kind", "scope"), STATEMENTS)
def test_a_statement_for_good_is_kept_with_its_type_and_scope(text, kind, scope):
    patches = learn(text)

    assert [(patch.type, patch.scope) for patch in patches] == [(kind, scope)]


ORDINARY = [
    "please fix the failing tests in the parser",
    "add a button to the settings page that resets the layout",
    "I want to add a dark mode toggle to the app",
    "make the header always visible",
    "write a function that never throws",
    "rename never_retry to skip_retry",
    "why does the build always fail on windows?",
    "the test always fails on the second run",
    "it should never have been merged",
    "we never tested this",
    "I always get a 404 here",
    "I like the second version better",
    "I prefer the first one",
    "I'm a bit confused by this output",
    "I am working on the login page right now",
    "maybe we should switch to poetry at some point",
    "what if we moved the API to Go?",
    "if we used kafka we would never lose events",
    "I think we should always validate input, what do you think?",
    "let's use sqlite for now",
    "for this task, skip the tests",
    "don't touch the config file in this commit",
    "just this once push directly to main",
    "yeah sure, because nobody ever tests on mobile",
    "remember when we changed the schema last week?",
    "remember to close the socket in the finally block",
    "save the file as notes.md",
    "note the error on line 5",
    "review https://github.com/acme/widgets/pull/12",
    "look at https://docs.python.org/3/library/re.html and list the flags",
    "the page at https://shop.acme.example/cart returns 404",
    "the readme says you should always run make first",
    "the release on Friday failed",
    "the deadline field should be optional",
    "create an event for tomorrow",
    "the PR is due today, hurry",
    "we moved the function to utils.ts",
    "the button no longer works",
    "no, that's wrong",
    "actually, keep it as it was",
    "never mind, I found it",
    "Build a page for a bakery with a map. Always show the phone number at the top.",
    "mach die Tests grün",
    "der Test schlägt immer fehl",
    "nimm erstmal die alte Version",
    "le test échoue toujours",
    "on pourrait passer à Vite",
    "la prueba siempre falla",
    "nunca funciona a la primera",
    "o teste sempre falha",
    "тест всегда падает",
    "никогда такого не видел",
    "测试总是失败",
    "先不要提交",
    "要不要换成 redis?",
    "テストがいつも落ちます",
    "今はまだコミットしないでください",
    "테스트가 항상 실패해요",
    "아직 커밋하지 마세요",
]


@pytest.mark.parametrize("text", ORDINARY)
def test_work_questions_doubts_and_remarks_leave_nothing(text):
    assert summaries(text) == []


@pytest.mark.parametrize("speaker", [Speaker.AGENT, Speaker.TOOL])
def test_only_a_person_can_state_something(speaker):
    message = said("remember that all traffic goes through the proxy", by=speaker)

    assert learn(message) == []


@pytest.mark.parametrize(
    "text",
    [
        'a customer wrote: "Always call me first. Remember that." draft a reply',
        "translate to German: Always wash your hands before dinner",
        "review this:\nwe always use tabs here\nnever push to main",
        "I get this:\n```\nnever use this in production, always call close\n```",
        "see below\n> from now on everything goes to port 8081",
        "2026-03-01 12:00:01 INFO from now on all jobs are retried",
        "explain `always use strict mode` to me",
        "# Plan\nalways write tests\n\n# Steps\nnever skip the review",
    ],
)
def test_what_was_quoted_pasted_or_logged_is_nobodys_word(text):
    assert summaries(text) == []


def test_a_sentence_is_taken_out_of_the_message_around_it():
    text = "The tests are green. We decided to keep the monolith. Please push now."

    assert summaries(text) == ["We decided to keep the monolith"]


def test_each_line_of_a_list_is_a_statement_of_its_own():
    text = "- never push to main\n- always run the linter first"

    assert summaries(text) == ["never push to main", "always run the linter first"]


def test_a_list_that_is_announced_is_kept_line_by_line():
    text = "remember:\n- the printer is on floor 2\n- guests use the blue network\n\nfix the build"

    assert summaries(text) == ["the printer is on floor 2", "guests use the blue network"]


def test_a_statement_that_is_also_asked_for_is_kept_once():
    text = "We deploy only on Tuesdays. Remember that."

    assert summaries(text) == ["We deploy only on Tuesdays"]


def test_politeness_and_openers_are_left_out_of_the_summary():
    assert summaries("ok great, please always squash the commits") == ["always squash the commits"]


@pytest.mark.parametrize(
    ("text", "summary", "why"),
    [
        (
            "never push to main because it deploys at once",
            "never push to main",
            "because it deploys at once",
        ),
        ("我更喜欢简短的回答,因为我用手机看", "我更喜欢简短的回答", "因为我用手机看"),
        (
            "ich bevorzuge kurze Antworten, weil ich am Handy lese",
            "ich bevorzuge kurze Antworten",
            "weil ich am Handy lese",
        ),
        (
            "stop adding new mocks. Because they hide real faults",
            "stop adding new mocks",
            "Because they hide real faults",
        ),
        (
            "main is deployed on every push, so never push there directly",
            "never push there directly",
            "main is deployed on every push",
        ),
    ],
)
def test_the_reason_given_is_kept_apart(text, summary, why):
    (patch,) = learn(text)

    assert (patch.entry.summary, patch.entry.why) == (summary, why)


def test_what_must_be_is_a_fact_where_the_reason_is_given():
    (patch,) = learn("the labels must be waterproof because they hang outside")

    assert (patch.type, patch.entry.summary) == (PROJECT, "the labels must be waterproof")
    assert patch.entry.why == "because they hang outside"
    assert learn("the labels must be waterproof") == []


@pytest.mark.parametrize(
    "text",
    [
        "our parser lives in src/parser.py",
        "our main() is a stub",
        "the discussion is at https://git.acme.example/acme/widgets/pull/12",
        "https://jira.acme.example/browse/ABC-12 has the details",
    ],
)
def test_what_the_repository_shows_is_not_kept(text):
    assert learn(text) == []


def test_an_aside_is_a_rule_although_a_task_is_set():
    assert summaries("Fix the header. Btw avoid inline styles.") == ["avoid inline styles"]


def test_what_follows_from_a_fact_says_how_to_apply_it():
    (patch,) = learn("I'm colour blind, so no charts in red and green")

    assert patch.entry.summary == "I'm colour blind"
    assert patch.entry.how_to_apply == "no charts in red and green"


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("the release is due by Friday", "the release is due by Friday (2026-03-13)"),
        ("the demo is next Tuesday", "the demo is next Tuesday (2026-03-17)"),
        ("die Abgabe ist am Freitag", "die Abgabe ist am Freitag (2026-03-13)"),
        ("周五之前要交付", "周五(2026-03-13)之前要交付"),
        ("support for v1 ends on 2026-12-31", "support for v1 ends on 2026-12-31"),
    ],
)
def test_a_deadline_is_kept_with_its_date_written_out(text, summary):
    (patch,) = learn(text)

    assert patch.type is PROJECT
    assert patch.entry.summary == summary


def test_a_patch_says_who_said_it_where_and_when():
    (patch,) = learn(said("never push to main", record="abc"))

    assert patch.at == WEDNESDAY
    assert patch.sources == (
        SourceRef(agent="claude-code", session="s1", record="abc", at=WEDNESDAY),
    )


def test_a_message_without_a_time_is_dated_now():
    before = datetime.now(UTC)

    (patch,) = learn(said("never push to main", at=None))

    assert before <= patch.at <= datetime.now(UTC)
    assert patch.sources[0].at is None


@pytest.mark.parametrize(
    "words", ["scratch that", "wait, forget it", "never mind", "算了", "vergiss das"]
)
def test_what_was_taken_back_is_gone_and_the_rest_stays(words):
    messages = ["we decided to keep the monolith", "from now on use four spaces", words]

    assert summaries(*messages) == ["we decided to keep the monolith"]


def test_what_is_taken_back_in_the_same_breath_leaves_earlier_words_alone():
    messages = [
        "we decided to keep the monolith",
        "From now on use four spaces. No wait, scratch that.",
    ]

    assert summaries(*messages) == ["we decided to keep the monolith"]


def test_what_is_said_after_taking_something_back_is_kept():
    message = "From now on use tabs. Scratch that. From now on use four spaces."

    assert summaries(message) == ["From now on use four spaces"]


def test_taking_back_with_nothing_said_is_harmless():
    assert summaries("scratch that") == []


def test_a_date_that_moved_replaces_the_earlier_one():
    messages = ["the audit is due on 10 April", "the audit is postponed to 24 April"]

    assert summaries(*messages) == ["the audit is postponed to 24 April (2026-04-24)"]


def test_deadlines_of_different_things_stand_side_by_side():
    messages = ["the audit is due on 10 April", "the beta launch is due on 24 April"]

    assert len(summaries(*messages)) == 2


def test_a_message_that_asks_not_to_be_kept_leaves_nothing():
    assert summaries("we decided to sell the company. don't save that") == []


def test_an_approach_of_the_agent_counts_once_the_person_accepts_it_for_good():
    offer = said("I split the change into three small branches.", by=Speaker.AGENT)

    (patch,) = learn(offer, "yes exactly, keep doing it like that")

    assert patch.type is FEEDBACK
    assert "three small branches" in patch.entry.summary
    assert "keep doing it like that" in patch.entry.summary


def test_an_answer_for_good_is_kept_with_the_question():
    offer = said("I sorted the imports. Shall I do so before every commit?", by=Speaker.AGENT)

    (patch,) = learn(offer, "yes please, every time")

    assert "every time" in patch.entry.summary
    assert "Shall I do so before every commit" in patch.entry.summary


@pytest.mark.parametrize("answer", ["ok", "looks good", "maybe, let me think", "why?", "do it"])
def test_a_mere_nod_makes_no_rule_of_the_agents_words(answer):
    offer = said("We should never use mailboxes in this code base.", by=Speaker.AGENT)

    assert learn(offer, answer) == []


def test_of_a_long_text_only_what_is_asked_for_is_kept():
    filler = "The importer reads a file and writes rows. " * 50

    assert summaries(f"We always use tabs. {filler}") == []
    assert summaries(f"{filler}\nRemember that the importer needs 4 GB") == [
        "the importer needs 4 GB"
    ]


@given(st.lists(st.tuples(st.sampled_from(Speaker), st.text(max_size=300)), max_size=4))
def test_any_text_is_read_without_harm(parts):
    messages = [said(text, by=speaker) for speaker, text in parts]

    for patch in propose(messages, agent="a", session="s"):
        assert patch.entry.summary
        assert "\x00" not in patch.entry.summary or any("\x00" in text for _, text in parts)


WORDS = [
    *("always", "never", "don't", "we", "decided", "use", "remember", "that", ":", "because", "so"),
    *(",", ".", "\n", '"', "「", "Friday", "by", "记住", "不要", "再", "from", "now", "on", "no,"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_any_heap_of_telling_words_is_read_without_harm(text):
    for patch in learn(text):
        assert patch.entry.summary == " ".join(patch.entry.summary.split())


def test_what_is_taken_back_in_the_same_message_is_not_kept():
    first = "from now on always squash commits"

    assert summaries(first, "from now on always use tabs. No, forget it.") == [first]


def test_a_reason_that_comes_first_is_told_from_the_rule():
    (patch,) = learn("因为客户不允许，所以我们一直用 Java 17")

    assert patch.entry.summary == "我们一直用 Java 17"
    assert patch.entry.why == "因为客户不允许"


def test_an_exact_date_is_kept_whatever_happens_on_it():
    assert summaries("the fair in Porto is on 3 May") == [
        "the fair in Porto is on 3 May (2026-05-03)"
    ]
