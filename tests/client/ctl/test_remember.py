import json


def test_the_words_are_one_text(run, daemon, memory):
    daemon.on("POST /v1/remember", memory(), status=201)

    code, out, err = run(
        "remember", "use", "pnpm", "--why", "speed", "--how", "always", "--type", "feedback",
        "--scope", "user",
    )  # fmt: skip

    assert (code, out, err) == (0, "remembered feedback/use-pnpm.md (feedback, project)\n", "")
    assert daemon.asked[-1].body == {
        "text": "use pnpm",
        "cwd": "/home/it",
        "type": "feedback",
        "scope": "user",
        "why": "speed",
        "how_to_apply": "always",
    }


def test_a_text_may_begin_with_a_dash(run, daemon, memory):
    daemon.on("POST /v1/remember", memory(), status=201)

    run("remember", "--", "--force", "is for emergencies")

    assert daemon.asked[-1].body["text"] == "--force is for emergencies"


def test_a_dash_reads_the_text_from_stdin(run, daemon, memory):
    daemon.on("POST /v1/remember", memory(), status=201)

    run("remember", "-", stdin="first\nsecond\n")

    assert daemon.asked[-1].body["text"] == "first\nsecond"


def test_a_known_text_says_where_it_went(run, daemon, memory):
    daemon.on("POST /v1/remember", {"memory": memory(), "merged_into": "feedback/use-pnpm.md"})

    assert run("remember", "x")[:2] == (0, "known already, merged into feedback/use-pnpm.md\n")


def test_a_rejected_text_is_4_with_the_reason(run, daemon):
    daemon.on("POST /v1/remember", {"rejected": {"code": "secret", "detail": "it holds a key"}})

    assert run("remember", "x") == (
        4,
        "",
        "not remembered: it holds a key\nhint: the reason is `secret`\n",
    )


def test_json_is_the_reply_as_it_came(run, daemon):
    body = {"rejected": {"code": "secret", "detail": "it holds a key"}}
    daemon.on("POST /v1/remember", body)

    code, out, _ = run("remember", "x", "--json")

    assert (code, json.loads(out)) == (4, body)


LEARNED = {
    "lesson": "- Migrate first",
    "known": False,
    "path": "memory://root/learned.md",
    "file": "/b/learned.md",
}


def test_a_lesson_is_kept_and_its_place_is_said(run, daemon):
    daemon.on("POST /v1/learn", LEARNED, status=201)

    assert run("learn", "Migrate", "first", "--context", "fresh clone") == (
        0,
        "learned: Migrate first\nto take it back, delete its line in /b/learned.md\n",
        "",
    )
    assert daemon.asked[-1].body == {
        "text": "Migrate first",
        "context": "fresh clone",
        "cwd": "/home/it",
    }


def test_a_lesson_that_stood_there_and_one_that_had_to_go_are_named(run, daemon):
    daemon.on("POST /v1/learn", LEARNED | {"known": True, "dropped": ["- Old one"]})

    _, out, _ = run("learn", "-", stdin="Migrate first\n")

    assert out.splitlines()[:2] == [
        "known already, now first: Migrate first",
        "dropped to make room: Old one",
    ]


def test_a_rejected_lesson_is_4_with_the_reason(run, daemon):
    rejected = {"code": "empty", "detail": "it says nothing"}
    daemon.on("POST /v1/learn", {"known": False, "rejected": rejected})

    assert run("learn", "…") == (
        4,
        "",
        "not learned: it says nothing\nhint: the reason is `empty`\n",
    )
