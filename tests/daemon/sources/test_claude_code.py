import json
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import Speaker, ToolCall
from memoryd.sources import ClaudeCode, Cursor, SessionFile, read
from memoryd.sources.claude_code import ClaudeDecoder

SOURCE = ClaudeCode()
HUMAN = {"origin": {"kind": "human"}, "promptSource": "typed"}


def uid(number):
    return f"{number:08d}-0000-4000-8000-000000000000"


def line(fields):
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def record(kind, number, parent, **more):
    """Build one record in the order in which the agent writes its fields."""
    head = {"parentUuid": uid(parent) if parent else None, "isSidechain": False}
    middle = {} if "message" not in more else {"message": more.pop("message")}
    if "attachment" in more:
        middle["attachment"] = more.pop("attachment")
    tail = {"uuid": uid(number), "timestamp": "2026-01-02T03:04:05.678Z", "cwd": "/w/p"}
    kinds = {} if "attachment" in middle else {"type": kind}
    late = {"type": kind} if "attachment" in middle else {}
    return line(head | kinds | middle | late | tail | more)


def user(number, text="Use tabs", parent=None, **more):
    return record("user", number, parent, message={"role": "user", "content": text}, **more)


def assistant(number, *blocks, parent=None, model="some-model", **more):
    content = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
    message = {"model": model, "role": "assistant", "content": content}
    return record("assistant", number, parent, message=message, **more)


def result(number, content="done", *, parent=None, call="call-1", failed=False, beside=()):
    block = {"type": "tool_result", "content": content, "is_error": failed, "tool_use_id": call}
    message = {"role": "user", "content": [block, *beside]}
    return record("user", number, parent, message=message, toolUseResult={"stdout": "x" * 50})


def queued(number, text, *, parent=None, **more):
    attachment = {"type": "queued_command", "prompt": text, "commandMode": "prompt"}
    return record("attachment", number, parent, attachment=attachment | more)


def queue(operation, content=None):
    more = {} if content is None else {"content": content}
    at = {"timestamp": "2026-01-02T03:04:05.678Z"}
    return line({"type": "queue-operation", "operation": operation} | at | more)


def call(name, call_id="call-1", **given):
    return {"type": "tool_use", "id": call_id, "name": name, "input": given}


def session(folder, data):
    path = folder / "s.jsonl"
    path.write_bytes(data)
    stat = path.stat()
    return SessionFile(
        agent=SOURCE.agent,
        session="s",
        path=path,
        size_bytes=stat.st_size,
        mtime_ns=stat.st_mtime_ns,
        inode=stat.st_ino,
    )


@pytest.fixture(name="talk")
def _talk(tmp_path):
    def read_lines(*lines):
        return read(SOURCE, session(tmp_path, b"".join(lines)), Cursor(), max_bytes=1 << 30)

    return read_lines


def typed(reading):
    return [m.text for m in reading.messages if m.speaker is Speaker.PERSON]


def standing(*readings):
    """Return what a person said and did not take back, by record."""
    texts = {}
    for reading in readings:
        texts |= {m.record: m.text for m in reading.messages if m.speaker is Speaker.PERSON}
        for name in reading.withdrawn:
            texts.pop(name, None)
    return texts


class TestPrompts:
    def test_a_prompt_is_a_persons_with_its_id_and_time(self, talk):
        (message,) = talk(user(1, "Use tabs")).messages

        assert (message.speaker, message.text, message.record) == (
            Speaker.PERSON,
            "Use tabs",
            uid(1),
        )
        assert message.at.isoformat() == "2026-01-02T03:04:05.678000+00:00"

    def test_the_first_directory_is_the_launch_directory(self, talk):
        assert talk(user(1), user(2, cwd="/w/other")).cwd == "/w/p"

    @pytest.mark.parametrize("origin", [None, {"kind": "human"}])
    def test_a_human_origin_or_none_is_a_person(self, talk, origin):
        assert typed(talk(user(1, origin=origin))) == ["Use tabs"]

    @pytest.mark.parametrize(
        "kind", ["task-notification", "auto-continuation", "peer", "channel", "made-up"]
    )
    def test_any_other_origin_is_a_machine(self, talk, kind):
        assert typed(talk(user(1, origin={"kind": kind}))) == []

    @pytest.mark.parametrize("source", ["typed", "queued", "sdk", None])
    def test_a_prompt_may_be_entered_in_several_ways(self, talk, source):
        assert typed(talk(user(1, promptSource=source, entrypoint="claude-desktop")))

    @pytest.mark.parametrize("source", ["system", "suggestion_accepted"])
    def test_the_agents_own_texts_are_not_typed(self, talk, source):
        prompt = user(1, promptSource=source, origin={"kind": "human"})

        assert typed(talk(prompt)) == []

    @pytest.mark.parametrize(
        "mark",
        [
            {"isMeta": True},
            {"isCompactSummary": True},
            {"isVisibleInTranscriptOnly": True},
            {"toolUseResult": {"stdout": "x"}},
            {"toolUseResult": "Error"},
            {"isSidechain": True},
        ],
    )
    def test_a_marked_record_is_no_prompt(self, talk, mark):
        reading = talk(user(1, **HUMAN, **mark), user(2, "And this"))

        assert typed(reading) == ["And this"]

    @pytest.mark.parametrize(
        "text",
        [
            "<local-command-caveat>x</local-command-caveat>",
            "<local-command-stdout>x</local-command-stdout>",
            "<local-command-stderr>x</local-command-stderr>",
            "<bash-input>ls</bash-input>",
            "<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>",
            "<bash-stderr>x</bash-stderr>",
            "<task-notification>x</task-notification>",
            "<system-reminder>x</system-reminder>",
            '<teammate-message teammate_id="a">x</teammate-message>',
            "<ci-monitor-event>x</ci-monitor-event>",
            "<user-memory-input>x</user-memory-input>",
            "Caveat: The messages below were generated by the user",
            "[Request interrupted by user]",
            "[Request interrupted by user for tool use]",
            "This session is being continued from a previous conversation that ran out",
            "Base directory for this skill: /x",
        ],
    )
    @pytest.mark.parametrize("stamp", [{}, HUMAN], ids=["old", "stamped"])
    @pytest.mark.parametrize("as_blocks", [True, False])
    def test_wrappers_are_no_prompts(self, talk, text, stamp, as_blocks):
        content = [{"type": "text", "text": text}] if as_blocks else text

        assert typed(talk(user(1, content, **stamp))) == []

    def test_pasted_markup_is_a_persons_when_the_record_says_so(self, talk):
        assert typed(talk(user(1, "<div>centre this</div>", **HUMAN)))
        assert not typed(talk(user(1, "<div>centre this</div>")))

    @pytest.mark.parametrize(
        "block",
        [
            "<ide_opened_file>The user opened a.py</ide_opened_file>",
            "<ide_selection>lines 1 to 2</ide_selection>",
            "<system-reminder>be brief</system-reminder>",
        ],
    )
    def test_context_beside_a_prompt_is_left_out(self, talk, block):
        blocks = [
            {"type": "text", "text": block},
            {"type": "image", "source": {"type": "base64", "data": "AAAA"}},
            {"type": "text", "text": f"Use tabs {block}"},
        ]

        assert typed(talk(user(1, blocks))) == ["Use tabs"]

    @pytest.mark.parametrize(
        "block",
        [
            "<memoryd>- Use spaces</memoryd>",
            '<memoryd kind="recall">- Use spaces</memoryd>',
            "&lt;memoryd&gt;- Use spaces&lt;/memoryd&gt;",
            "<memoryd>- Use spaces, cut off",
        ],
    )
    def test_our_own_block_is_never_read_back(self, talk, block):
        prompt = user(1, f"Use tabs\n{block}")

        assert typed(talk(prompt, user(2, block))) == ["Use tabs"]

    def test_an_image_alone_says_nothing(self, talk):
        assert talk(user(1, [{"type": "image", "source": {"data": "AAAA"}}])).messages == ()


class TestCommands:
    @pytest.mark.parametrize("name", ["deploy", "team:review", "compact"])
    @pytest.mark.parametrize("name_first", [True, False])
    def test_what_follows_a_command_is_typed(self, talk, name, name_first):
        parts = [
            f"<command-name>/{name}</command-name>",
            f"<command-message>{name}</command-message>",
        ]
        parts = parts if name_first else parts[::-1]
        text = "\n".join([*parts, "<command-args>keep the notes</command-args>"])

        assert typed(talk(user(1, text))) == ["keep the notes"]

    @pytest.mark.parametrize("name", ["exit", "model", "clear", "mcp", "forget"])
    def test_commands_to_the_tool_say_nothing(self, talk, name):
        text = f"<command-name>/{name}</command-name><command-args>some words</command-args>"

        assert typed(talk(user(1, text))) == []

    def test_a_command_without_words_says_nothing(self, talk):
        text = "<command-name>/deploy</command-name><command-args></command-args>"

        assert typed(talk(user(1, text))) == []


class TestResults:
    FEEDBACK = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected. "
        "To tell you how to proceed, the user said:\nUse the other one"
        "\n\nNote: The user's next message may contain a correction"
    )

    @pytest.mark.parametrize("as_blocks", [True, False])
    def test_what_a_person_said_when_rejecting_is_theirs(self, talk, as_blocks):
        content = [{"type": "text", "text": self.FEEDBACK}] if as_blocks else self.FEEDBACK
        head = user(1, "Go on") + assistant(2, "Well", parent=1)

        reading = talk(head, result(3, content, parent=2, failed=True))

        assert typed(reading) == ["Go on", "Use the other one"]

    @pytest.mark.parametrize(
        ("content", "failed"),
        [
            ("the user said:\nUse the other one", True),
            (FEEDBACK, False),
            ("The user doesn't want to proceed with this tool use. STOP", True),
        ],
        ids=["other error", "no error", "no words"],
    )
    def test_other_results_are_nobodys_words(self, talk, content, failed):
        reading = talk(user(1, "Go on"), result(2, content, parent=1, failed=failed))

        assert typed(reading) == ["Go on"]

    @pytest.mark.parametrize("as_blocks", [True, False])
    def test_a_foreign_tool_cannot_speak_for_a_person_by_an_error(self, talk, as_blocks):
        content = [{"type": "text", "text": self.FEEDBACK}] if as_blocks else self.FEEDBACK
        called = assistant(2, call("mcp__notes__get", query="x" * 300), parent=1)

        reading = talk(user(1, "Go on"), called, result(3, content, parent=2, failed=True))

        assert typed(reading) == ["Go on"]

    def test_words_beside_a_result_are_a_persons(self, talk):
        interrupted = {"type": "text", "text": "[Request interrupted by user for tool use]"}
        words = {"type": "text", "text": "Use tabs"}

        reading = talk(user(1, "Go on"), result(2, parent=1, beside=(interrupted, words)))

        assert typed(reading) == ["Go on", "Use tabs"]

    @pytest.mark.parametrize("failed", [True, False])
    def test_a_write_is_told_when_its_result_is_there(self, talk, failed):
        wrote = assistant(2, call("Write", file_path="/w/p/a.py", content="x" * 300), parent=1)

        reading = talk(user(1), wrote, result(3, parent=2, failed=failed))

        (message,) = [m for m in reading.messages if m.speaker is Speaker.TOOL]
        assert message.tool == ToolCall(name="Write", path="/w/p/a.py", failed=failed)
        assert message.text == ""
        assert message.offset == len(user(1) + wrote)

    def test_each_parallel_write_meets_its_own_result(self, talk):
        lines = [
            user(1),
            assistant(2, call("Edit", "one", file_path="/a"), parent=1),
            assistant(3, call("Edit", "two", file_path="/b"), parent=2),
            result(4, parent=3, call="two"),
            result(5, parent=2, call="one", failed=True),
        ]

        calls = [m.tool for m in talk(*lines).messages if m.tool]

        assert [(c.path, c.failed) for c in calls] == [("/b", False), ("/a", True)]

    def test_a_write_without_result_and_other_tools_are_not_told(self, talk):
        lines = [
            user(1),
            assistant(2, call("Bash", "one", command="ls"), parent=1),
            result(3, parent=2, call="one"),
            assistant(4, call("Write", "two", file_path="/a"), parent=3),
        ]

        assert not [m for m in talk(*lines).messages if m.tool]


class TestReplies:
    def test_text_is_the_agents_and_thinking_is_not(self, talk):
        reading = talk(
            user(1),
            assistant(2, {"type": "thinking", "thinking": "hm" * 80, "signature": "s"}, parent=1),
            assistant(3, "Tabs it is.", parent=2),
            assistant(4, {"type": "thinking", "thinking": "hm"}, "And done.", parent=3),
        )

        replies = [m.text for m in reading.messages if m.speaker is Speaker.AGENT]
        assert replies == ["Tabs it is.", "And done."]

    def test_blocks_of_one_record_have_their_own_ids(self, talk):
        reading = talk(user(1), assistant(2, "One.", "Two.", parent=1))

        assert [m.record for m in reading.messages] == [uid(1), uid(2), f"{uid(2)}#1"]

    @pytest.mark.parametrize("mark", [{"model": "<synthetic>"}, {"isApiErrorMessage": True}])
    def test_an_error_notice_is_not_the_agents_words(self, talk, mark):
        assert len(talk(user(1), assistant(2, "API Error: 500", parent=1, **mark)).messages) == 1

    def test_sub_agents_in_the_same_file_say_nothing(self, talk):
        aside = assistant(2, "x", parent=1, isSidechain=True)

        assert len(talk(user(1), aside, user(3, "Do it", 2, isSidechain=True)).messages) == 1


class TestQueue:
    WORDS = "and no deploys on Fridays"

    @pytest.mark.parametrize("as_blocks", [True, False])
    def test_a_prompt_typed_in_the_middle_of_a_turn_is_a_persons(self, talk, as_blocks):
        prompt = [{"type": "text", "text": self.WORDS}] if as_blocks else self.WORDS

        assert typed(talk(user(1), queued(2, prompt, parent=1))) == ["Use tabs", self.WORDS]

    @pytest.mark.parametrize(
        "more",
        [
            {"commandMode": "task-notification"},
            {"origin": {"kind": "task-notification"}},
            {"origin": {"kind": "peer"}},
            {"type": "edited_text_file"},
        ],
    )
    def test_other_attachments_are_not(self, talk, more):
        assert typed(talk(user(1), queued(2, self.WORDS, parent=1, **more))) == ["Use tabs"]

    @pytest.mark.parametrize(
        "delivery",
        [
            [queue("dequeue"), user(3, WORDS, 2)],
            [assistant(3, "Go", parent=2), queue("dequeue"), user(4, WORDS, 3)],
            [queue("remove"), queued(3, WORDS, parent=2)],
            [queue("remove", WORDS), queued(3, WORDS, parent=2)],
            [queued(3, WORDS, parent=2), queue("remove", WORDS)],
            [assistant(3, "Go", parent=2), queue("remove"), queued(4, WORDS, parent=3)],
            [result(3, parent=2), queued(4, WORDS, parent=3), queue("remove")],
            [assistant(3, "Go", parent=2)],
            [queue("remove")],
        ],
        ids=[
            "next turn",
            "told before the next turn",
            "mid-turn",
            "mid-turn by text",
            "attachment first",
            "told before mid-turn",
            "after a result",
            "never delivered",
            "removed and never delivered",
        ],
    )
    def test_queued_words_are_counted_once(self, talk, delivery):
        head = [user(1), assistant(2, "Well", parent=1), queue("enqueue", self.WORDS)]

        reading = talk(*head, *delivery, assistant(9, "Then", parent=4))

        assert typed(reading) == ["Use tabs", self.WORDS]
        assert self.WORDS in standing(reading).values()

    def test_the_same_words_in_a_later_turn_are_new(self, talk):
        reading = talk(
            user(1),
            queue("enqueue", self.WORDS),
            queue("dequeue"),
            user(2, self.WORDS, 1),
            assistant(3, "Yes", parent=2),
            user(4, self.WORDS, 3),
        )

        assert typed(reading) == ["Use tabs", self.WORDS, self.WORDS]

    def test_words_taken_back_to_the_editor_do_not_stand(self, talk):
        reading = talk(
            user(1),
            queue("enqueue", self.WORDS),
            assistant(2, "Go", parent=1),
            queue("popAll"),
            assistant(3, "Then", parent=2),
        )

        assert list(standing(reading).values()) == ["Use tabs"]

    def test_words_taken_back_and_sent_after_all_stand(self, talk):
        reading = talk(
            user(1),
            queue("enqueue", self.WORDS),
            assistant(2, "Go", parent=1),
            queue("popAll"),
            user(3, self.WORDS, 2),
        )

        assert list(standing(reading).values()) == ["Use tabs", self.WORDS]

    def test_words_told_from_the_queue_are_new_when_they_are_said_again(self, talk):
        reading = talk(
            user(1),
            queue("enqueue", self.WORDS),
            assistant(2, "Go", parent=1),
            queue("remove"),
            user(3, "Now this", 2),
            assistant(4, "Go", parent=3),
            user(5, self.WORDS, 4),
        )

        assert typed(reading) == ["Use tabs", self.WORDS, "Now this", self.WORDS]

    def test_a_queued_notice_is_nobodys_words(self, talk):
        notice = "<task-notification>done</task-notification>"

        reading = talk(user(1), queue("enqueue", notice), queue("remove"), assistant(2, "Go"))

        assert typed(reading) == ["Use tabs"]

    def test_of_a_queued_command_only_the_words_count(self, talk):
        lines = [queue("enqueue", "/deploy keep it"), queue("enqueue", "/model x"), queue("remove")]

        assert typed(talk(user(1), *lines, assistant(2, "Go", parent=1))) == [
            "Use tabs",
            "keep it",
        ]


def step(number, parent):
    return assistant(number, f"Reply {number}", parent=parent)


class TestBranches:
    def test_a_rewind_takes_back_the_turns_after_it(self, talk):
        reading = talk(
            user(1, "one"),
            step(2, 1),
            user(3, "two", 2),
            step(4, 3),
            user(5, "three", 4),
            step(6, 5),
            user(7, "two, reworded", 2),
            step(8, 7),
        )

        assert list(standing(reading).values()) == ["one", "two, reworded"]
        assert set(reading.withdrawn) == {uid(3), uid(5)}

    def test_a_first_prompt_reworded_is_a_rewind(self, talk):
        reading = talk(user(1, "one"), step(2, 1), user(3, "one, reworded"), step(4, 3))

        assert list(standing(reading).values()) == ["one, reworded"]

    def test_a_branch_that_goes_on_after_all_stands(self, talk):
        reading = talk(
            user(1, "one"),
            step(2, 1),
            user(3, "two", 2),
            step(4, 3),
            user(5, "aside", 2),
            user(6, "three", 4),
            step(7, 6),
        )

        assert {"one", "two", "three"} <= set(standing(reading).values())
        assert reading.withdrawn == ()

    @pytest.mark.parametrize(
        "block",
        [
            {"type": "thinking", "thinking": "hm" * 50},
            {"type": "tool_use", "id": "x", "name": "Bash", "input": {"command": "x" * 99}},
        ],
    )
    def test_a_branch_that_goes_on_without_words_stands_too(self, talk, block):
        reading = talk(
            user(1, "one"),
            step(2, 1),
            user(3, "two", 2),
            step(4, 3),
            user(5, "aside", 2),
            assistant(6, block, parent=4),
        )

        assert "two" in standing(reading).values()

    def test_notices_between_do_not_hide_a_rewind(self, talk):
        reading = talk(
            user(1, "one"),
            step(2, 1),
            record("system", 3, 2, subtype="turn_duration", data="x" * 99),
            user(4, "two", 3),
            step(5, 4),
            user(6, "two, reworded", 2),
        )

        assert list(standing(reading).values()) == ["one", "two, reworded"]

    @pytest.mark.parametrize(
        "leaf",
        [
            "<command-name>/exit</command-name><command-args></command-args>",
            "<local-command-stdout>Bye!</local-command-stdout>",
            "[Request interrupted by user]",
        ],
    )
    def test_the_leaf_that_a_quit_leaves_behind_takes_nothing_back(self, talk, leaf):
        reading = talk(
            user(1, "one"),
            step(2, 1),
            user(3, leaf, 2),
            user(4, "two", 2),
            step(5, 4),
        )

        assert list(standing(reading).values()) == ["one", "two"]
        assert reading.withdrawn == ()

    def test_parallel_calls_and_notices_are_no_rewind(self, talk):
        reading = talk(
            user(1, "one"),
            assistant(2, call("Bash", "a", command="x" * 200), parent=1),
            assistant(3, call("Bash", "b", command="x" * 200), parent=2),
            result(4, parent=2, call="a"),
            result(5, parent=3, call="b"),
            record("progress", 6, 3, data={"type": "hook"}),
            record("system", 7, 5, subtype="turn_duration"),
            user(8, "two", 7),
            record("system", 9, 5, subtype="local_command"),
            user(10, "three", 8),
        )

        assert list(standing(reading).values()) == ["one", "two", "three"]

    def test_copies_of_a_record_are_told_once(self, talk):
        once = user(1, "one") + step(2, 1) + user(3, "two", 2) + step(4, 3)

        reading = talk(once, user(3, "two", 2), user(5, "three", 4))

        assert typed(reading) == ["one", "two", "three"]
        assert reading.withdrawn == ()

    def test_a_compaction_is_no_rewind_and_says_nothing(self, talk):
        summary = "This session is being continued from a previous conversation"

        reading = talk(
            user(1, "one"),
            step(2, 1),
            record("system", 3, None, subtype="compact_boundary", logicalParentUuid=uid(2)),
            user(4, summary, 3, isCompactSummary=True, isVisibleInTranscriptOnly=True),
            user(5, "two", 4),
        )

        assert list(standing(reading).values()) == ["one", "two"]


class TestScripts:
    @pytest.mark.parametrize("entrypoint", ["sdk-cli", "sdk-py", "sdk-ts"])
    def test_one_prompt_of_a_script_is_private(self, talk, entrypoint):
        prompt = user(1, entrypoint=entrypoint, promptSource="sdk", origin={"kind": "human"})

        reading = talk(prompt, assistant(2, "Yes", parent=1))

        assert reading.private
        assert typed(reading) == []

    @pytest.mark.parametrize("entrypoint", ["sdk-cli", "sdk-py"])
    def test_a_script_may_ask_twice(self, talk, entrypoint):
        more = {"entrypoint": entrypoint}

        reading = talk(user(1, **more), step(2, 1), user(3, "More", 2, **more))

        assert reading.private

    def test_an_editor_shows_by_a_second_prompt_that_somebody_answers(self, talk):
        more = {"entrypoint": "sdk-ts"}

        reading = talk(user(1, **more), step(2, 1), user(3, "More", 2, **more))

        assert not reading.private
        assert typed(reading) == ["Use tabs", "More"]

    def test_a_typed_turn_makes_it_a_persons_session(self, talk):
        more = {"entrypoint": "sdk-cli"}

        reading = talk(user(1, **more), step(2, 1), user(3, "More", 2, **more, **HUMAN))

        assert not reading.private
        assert typed(reading) == ["More"]

    def test_that_somebody_typed_is_remembered_from_step_to_step(self, tmp_path):
        more = {"entrypoint": "sdk-cli"}
        lines = [user(1, **more, **HUMAN), step(2, 1), user(3, "More", 2, **more)]

        steps = read_in_steps(session(tmp_path, b"".join(lines)), max_bytes=1)

        assert [reading.private for reading in steps] == [False, False, False]

    @pytest.mark.parametrize("entrypoint", [None, "cli", "claude-desktop", "claude-vscode"])
    def test_other_ways_in_are_a_persons(self, talk, entrypoint):
        assert not talk(user(1, entrypoint=entrypoint)).private


_TEXTS = st.sampled_from(
    ["one", "two", "<memoryd>x</memoryd>", "<command-name>/exit</command-name>", "/deploy keep"]
)
_PARENTS = st.integers(0, 12)
_NUMBERS = st.integers(1, 12)
_ANY_LINE = st.one_of(
    st.builds(user, _NUMBERS, _TEXTS, _PARENTS),
    st.builds(lambda n, t, p: assistant(n, t, parent=p), _NUMBERS, _TEXTS, _PARENTS),
    st.builds(
        lambda n, p: assistant(n, {"type": "thinking", "thinking": "x" * 99}, parent=p),
        _NUMBERS,
        _PARENTS,
    ),
    st.builds(
        lambda n, p, name: assistant(n, call(name, file_path="/a"), parent=p),
        _NUMBERS,
        _PARENTS,
        st.sampled_from(["Write", "Bash"]),
    ),
    st.builds(
        lambda n, p, failed, text: result(n, text, parent=p, failed=failed),
        _NUMBERS,
        _PARENTS,
        st.booleans(),
        st.sampled_from(["done", TestResults.FEEDBACK]),
    ),
    st.builds(lambda n, t, p: queued(n, t, parent=p), _NUMBERS, _TEXTS, _PARENTS),
    st.builds(queue, st.sampled_from(["enqueue", "remove"]), _TEXTS),
    st.builds(queue, st.sampled_from(["dequeue", "remove", "popAll"])),
    st.builds(
        lambda n, p, kind: record(kind, n, p, subtype="x", data="x" * 99),
        _NUMBERS,
        _PARENTS,
        st.sampled_from(["system", "progress"]),
    ),
    st.just(line({"type": "summary", "summary": "one"})),
)


def read_in_steps(file, max_bytes):
    steps, cursor, more = [], Cursor(), True
    while more:
        steps.append(read(SOURCE, file, cursor, max_bytes=max_bytes))
        cursor = msgspec.json.decode(msgspec.json.encode(steps[-1].cursor), type=Cursor)
        more = steps[-1].more
    return steps


def messages_of(readings):
    return [message for reading in readings for message in reading.messages]


@settings(max_examples=150, deadline=None)
@given(st.lists(_ANY_LINE, max_size=20), st.integers(1, 2_000))
def test_many_steps_say_what_one_step_says(lines, max_bytes):
    with tempfile.TemporaryDirectory() as folder:
        file = session(Path(folder), b"".join(lines))
        whole = read(SOURCE, file, Cursor(), max_bytes=1 << 30)

        steps = read_in_steps(file, max_bytes)

    assert messages_of(steps) == list(whole.messages)
    assert standing(*steps) == standing(whole)
    assert (steps[-1].private, steps[-1].cwd) == (whole.private, whole.cwd)


@settings(max_examples=100, deadline=None)
@given(st.lists(_ANY_LINE, max_size=20), st.lists(st.integers(0, 8_000), max_size=4))
def test_a_file_that_grows_says_what_it_says_when_it_is_whole(lines, cuts):
    data = b"".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        whole = read(SOURCE, session(Path(folder), data), Cursor(), max_bytes=1 << 30)
        steps, cursor = [], Cursor()
        for cut in [*sorted(cuts), len(data)]:
            file = session(Path(folder), data[:cut])
            steps.append(read(SOURCE, file, cursor, max_bytes=1 << 30))
            cursor = steps[-1].cursor

    assert messages_of(steps) == list(whole.messages)
    assert standing(*steps) == standing(whole)
    assert not any(step.restarted for step in steps)


class Careful(ClaudeCode):
    """The same source, but each line is decoded."""

    def decoder(self, file, state):
        return CarefulDecoder(state)


class CarefulDecoder(ClaudeDecoder):
    def skip(self, block, at):
        return at


@settings(max_examples=150, deadline=None)
@given(st.lists(_ANY_LINE, max_size=20))
def test_passing_over_lines_changes_nothing(lines):
    with tempfile.TemporaryDirectory() as folder:
        file = session(Path(folder), b"".join(lines))
        reading = read(SOURCE, file, Cursor(), max_bytes=1 << 30)

        careful = read(Careful(), file, Cursor(), max_bytes=1 << 30)

    assert reading.messages == careful.messages
    assert reading.withdrawn == careful.withdrawn
    assert (reading.private, reading.cwd) == (careful.private, careful.cwd)


def test_lines_without_words_are_passed_over():
    decoder = ClaudeDecoder({})
    decoder.decode(user(1), 0)
    wordless = [
        assistant(2, {"type": "thinking", "thinking": "hm" * 50}, parent=1),
        assistant(3, call("Bash", command="x" * 100), parent=2),
        result(4, parent=3),
        record("system", 5, 4, subtype="turn_duration", data="x" * 100),
        line({"type": "summary", "summary": "x"}),
    ]
    block = b"".join(wordless)

    assert decoder.skip(block + step(6, 5), 0) == len(block)


def commands(folder, *lines, source=None):
    file = session(folder, b"".join(lines))
    reading = read(source or ClaudeCode(commands=True), file, Cursor(), max_bytes=1 << 20)
    return [message.tool for message in reading.messages if message.tool]


class TestShellCommands:
    RUN = assistant(2, call("Bash", command="make test", description="x" * 200), parent=1)

    @pytest.mark.parametrize("failed", [True, False])
    def test_a_command_is_told_with_its_end(self, tmp_path, failed):
        told = commands(tmp_path, user(1), self.RUN, result(3, "2 passed", parent=2, failed=failed))

        assert told == [
            ToolCall(name="Bash", command="make test", output="2 passed", failed=failed)
        ]

    def test_a_command_that_did_not_run_is_not_told(self, tmp_path):
        rejected = "The user doesn't want to proceed with this tool use. It was rejected."

        assert not commands(tmp_path, user(1), self.RUN, result(3, rejected, failed=True))

    def test_commands_are_told_only_when_asked_for(self, tmp_path):
        assert not commands(tmp_path, user(1), self.RUN, result(3), source=ClaudeCode())

    def test_reading_in_steps_tells_the_same(self, tmp_path):
        file = session(tmp_path, b"".join((user(1), self.RUN, result(3, "ok", parent=2))))
        cursor, told = Cursor(), []
        for _ in range(3):
            step = read(ClaudeCode(commands=True), file, cursor, max_bytes=1)
            cursor = step.cursor
            told += [message.tool.command for message in step.messages if message.tool]

        assert told == ["make test"]


BLOCK = "<memory-citation>\nfeedback/a.md\n</memory-citation>"


def test_what_a_reply_cites_is_told_and_is_no_text(talk):
    reading = talk(user(1), assistant(2, f"Done.\n\n{BLOCK}"))

    told = reading.messages[-1]
    assert (told.speaker, told.text, told.cites) == (Speaker.AGENT, "Done.", (BLOCK,))


def test_a_person_cites_nothing(talk):
    reading = talk(user(1, f"Use tabs {BLOCK}"))

    assert [(m.text, m.cites) for m in reading.messages] == [("Use tabs", ())]


@pytest.mark.parametrize("before", [[], [{"type": "thinking", "thinking": "hm", "signature": "s"}]])
def test_a_memory_that_was_read_is_told_among_calls_that_are_passed_over(talk, before):
    path = "/b/projects/k/memory/feedback/a.md"
    reading = talk(
        user(1),
        assistant(2, call("Read", "call-0", file_path="/w/p/a.py")),
        result(3, call="call-0"),
        assistant(4, *before, call("Read", "call-1", file_path=path, limit=9)),
        result(5, call="call-1"),
    )

    (told,) = [m for m in reading.messages if m.speaker is Speaker.TOOL]
    assert (told.text, told.tool, told.cites) == ("", None, (path,))
