import json

from memoryd_client import wire
from memoryd_client.ctl.recall import render_recall
from memoryd_client.ctl.text import unstyled


def recalled(memory_id: str, **more: object) -> wire.RecalledMemory:
    known = {"id": memory_id, "type": "feedback", "title": "Take slots in order", "age_days": 3}
    return wire.empty(wire.RecalledMemory, **(known | more))


FOUND = wire.Recall(
    strategy="heuristic",
    documents=[
        recalled("feedback/slots.md", matched=["slot", "order", "3", "4", "5", "6"], score=7.5),
        recalled("user:user/hints.md:1", title="Type hints", age_days=0),
    ],
    prompt="…",
    docs_scanned=1_031,
    duration_ms=1.26,
    explain=wire.Explanation(
        rejected=[
            wire.RejectedMemory(id="project/depths.md", score=0.421, reason="below_the_bar"),
            wire.RejectedMemory(id="reference/dash.md", score=12.0, reason="handed_out_already"),
        ]
    ),
)
BODIES = {
    "feedback/slots.md": "Take slots in order of arrival.\n\nWhy: the crews read it so.\nb\nc\n",
    "user:user/hints.md:1": "Also in scripts.",
}
SHOWN = """\
1. Take slots in order
   feedback/slots.md · 3 days old · score 7.50 · matched slot, order, 3, 4, 5
   Take slots in order of arrival.
   Why: the crews read it so.
   b
   …

2. Type hints
   user:user/hints.md:1 · today · score 0.00
   Also in scripts.

2 memories of 1,031, 1.3 ms

Not chosen
  0.42   project/depths.md  below the bar
  12.00  reference/dash.md  handed out already
"""


def reply(*ids: str, memory, **more: object) -> dict[str, object]:
    extra = {"score": 1.0, "matched": ["pnpm"], "freshness": "", "truncated": False}
    return {
        "strategy": "heuristic",
        "documents": [memory(one) | extra for one in ids],
        "prompt": "",
        "docs_scanned": 9,
        "duration_ms": 1.0,
    } | more


def test_a_recall_shows_what_was_found_why_and_who_lost():
    assert unstyled("\n".join(render_recall(FOUND, BODIES)) + "\n") == SHOWN


def test_the_words_of_the_query_are_one_query(run, daemon, memory):
    daemon.on("POST /v1/recall", reply("a.md", memory=memory))
    daemon.on("GET /v1/memories/a.md", memory("a.md") | {"body": "B", "entries": [], "raw": ""})

    code, out, err = run(
        "recall", "--type", "user", "which", "one?", "--type", "project", "--limit", "2",
        "--session", "s", "--explain",
    )  # fmt: skip

    assert (code, err) == (0, "")
    assert "   B\n" in out
    assert daemon.asked[0].body == {
        "query": "which one?",
        "cwd": "/home/it",
        "session_id": "s",
        "limit": 2,
        "types": ["user", "project"],
        "explain": True,
    }


def test_a_memory_that_goes_meanwhile_shows_its_description(run, daemon, memory):
    daemon.on("POST /v1/recall", reply("gone.md", memory=memory))

    code, out, _ = run("recall", "x")

    assert code == 0
    assert "   the package manager\n" in out


def test_nothing_found_is_4_and_says_where_to_look(run, daemon, memory):
    daemon.on("POST /v1/recall", reply(memory=memory, explain={"rejected": []}))

    code, out, err = run("recall", "x", "--explain")

    assert code == 4
    assert out == "Nothing was near.\n"
    assert err == "nothing is remembered about that\nhint: `memoryctl list` shows all\n"


def test_where_memory_is_off_a_recall_is_4_and_says_so(run, daemon, memory):
    daemon.on("POST /v1/recall", reply(memory=memory, skipped="disabled"))

    code, _, err = run("recall", "x")

    assert code == 4
    assert err == "memory is off here\nhint: `memoryctl projects` says why\n"


def test_json_is_the_reply_as_it_came_and_asks_nothing_else(run, daemon, memory):
    body = reply("a.md", memory=memory)
    daemon.on("POST /v1/recall", body)

    code, out, _ = run("recall", "x", "--json")

    assert (code, out) == (0, json.dumps(body) + "\n")
    assert len(daemon.asked) == 1
