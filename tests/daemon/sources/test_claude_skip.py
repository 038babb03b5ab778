import json

import pytest

from memoryd.sources.claude_skip import skip_wordless, without_details

PARENT = "0f1e2d3c-0000-4000-8000-000000000001"


def line(kind, parent=PARENT, **more):
    record = {"parentUuid": parent, "isSidechain": False, "cwd": "/w/p", "type": kind, **more}
    record |= {"uuid": "0f1e2d3c-0000-4000-8000-000000000002", "timestamp": "2026-01-02T03:04:05Z"}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def said(kind, *blocks):
    return line(kind, message={"role": kind, "content": list(blocks)})


RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "done"}
TEXT = {"type": "text", "text": "no, tabs"}
WORDLESS = {
    "result": said("user", RESULT),
    "result, id first": said("user", {"tool_use_id": "t", "type": "tool_result", "content": "x"}),
    "result, id last": said("user", {"type": "tool_result", "content": "x", "tool_use_id": "t"}),
    "thought": said("assistant", {"type": "thinking", "thinking": "tabs?", "signature": "s"}),
    "call": said("assistant", {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}),
    "progress": line("progress", data={"type": "hook_progress"}),
    "system": line("system", subtype="turn_duration"),
    "title": b'{"type":"ai-title","aiTitle":"Tabs"}\n',
}
WORDS = {
    "prompt": line("user", message={"role": "user", "content": "use tabs"}),
    "text beside a result": said("user", RESULT, TEXT),
    "rejection": said(
        "user",
        RESULT | {"content": "The user doesn't want to proceed with this tool use. the user said:"},
    ),
    "reply": said("assistant", TEXT),
    "text beside a thought": said("assistant", {"type": "thinking", "thinking": "t"}, TEXT),
    "write": said("assistant", {"type": "tool_use", "id": "t", "name": "Write", "input": {}}),
    "queue": b'{"type":"queue-operation","operation":"enqueue","content":"use tabs"}\n',
    "other layout": b'{"uuid":"a","type":"user","message":{"content":"use tabs"}}\n',
    "no parent": line("user", parent=None, message={"role": "user", "content": "use tabs"}),
    "torn": b'{"parentUuid":"' + PARENT.encode() + b'","isSidechain":false,"cwd":"/w',
}


def skip(block, **wanted):
    return skip_wordless(block, 0, **{"results": False, **wanted})


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize("wordless", WORDLESS.values(), ids=WORDLESS)
def test_lines_without_words_are_passed_over_up_to_the_first_with_words(wordless, words):
    skipped = skip(wordless + wordless + words)

    assert skipped.end == 2 * len(wordless)


def test_a_result_that_is_waited_for_is_not_passed_over():
    block = WORDLESS["thought"] + WORDLESS["result"]

    assert skip(block, results=True).end == len(WORDLESS["thought"])


def test_the_last_step_and_the_notices_after_it_are_known():
    first, step, notice = WORDLESS["progress"], WORDLESS["call"], WORDLESS["system"]

    skipped = skip(first + step + notice + notice)

    assert skipped.step == len(first)
    assert skipped.notices == len(first + step)


def test_side_lines_are_neither_steps_nor_notices():
    skipped = skip(WORDLESS["title"])

    assert (skipped.step, skipped.notices, skipped.end) == (-1, -1, len(WORDLESS["title"]))


def test_what_a_result_repeats_for_the_screen_is_cut():
    shown = line("user", message={"content": [RESULT]}, toolUseResult={"stdout": "x" * 900})

    short = without_details(shown)

    assert json.loads(short)["message"] == {"content": [RESULT]}
    assert len(short) < 500


def test_a_line_without_result_is_not_cut():
    prompt = line("user", message={"content": "tabs"}, toolUseResult={"stdout": "x"})

    assert without_details(prompt) is prompt
