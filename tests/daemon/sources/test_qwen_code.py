import json
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import Speaker, ToolCall
from memoryd.sources import Cursor, QwenCode, SessionFile, read
from memoryd.sources.qwen_code import QwenDecoder

SOURCE = QwenCode()
SESSION = "00000000-0000-4000-8000-00000000000a"
FILES_FOLLOW = "\n--- Content from referenced files ---\n"


def uid(number):
    return f"{number:08d}-0000-4000-8000-000000000000"


def record(kind, number, parent=None, **more):
    """Build one record in the order in which the agent writes its fields."""
    fields = {
        "uuid": uid(number),
        "parentUuid": uid(parent) if parent else None,
        "sessionId": SESSION,
        "timestamp": "2026-01-02T03:04:05.678Z",
        "type": kind,
        **more,
    }
    fields.setdefault("cwd", "/w/p")
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def parts(*given):
    listed = [{"text": part} if isinstance(part, str) else part for part in given]
    return {"role": "user", "parts": listed}


def user(number, *texts, parent=None, provenance="real_user", **more):
    more |= {} if provenance is None else {"provenance": provenance}
    return record("user", number, parent, message=parts(*(texts or ("Use vite",))), **more)


def assistant(number, *given, parent=None):
    message = parts(*(given or (f"Reply {number}",)))
    return record("assistant", number, parent, provenance="assistant_output", message=message)


def call(name, call_id="c1", **args):
    return {"functionCall": {"id": call_id, "name": name, "args": args}}


def result(number, name="write_file", *, parent=None, status="success", response=None):
    response = response or {"output": "done"}
    part = {"functionResponse": {"id": "c1", "name": name, "response": response}}
    more = {"toolCallResult": {"callId": "c1", "status": status}}
    return record("tool_result", number, parent, message=parts(part), **more)


def system(number, subtype, parent=None, **payload):
    return record("system", number, parent, subtype=subtype, systemPayload=payload)


def command(number, raw, parent=None, **payload):
    given = {"phase": "invocation", "rawCommand": raw} | payload
    return system(number, "slash_command", parent, **given)


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
        reading = talk(user(1, "Use vite"))

        (message,) = reading.messages
        assert (message.text, message.record) == ("Use vite", uid(1))
        assert message.speaker is Speaker.PERSON
        assert message.at.isoformat() == "2026-01-02T03:04:05.678000+00:00"
        assert (reading.cwd, reading.private) == ("/w/p", False)

    @pytest.mark.parametrize("provenance", ["real_user", None])
    def test_a_person_is_named_or_nobody_is(self, talk, provenance):
        assert typed(talk(user(1, provenance=provenance))) == ["Use vite"]

    @pytest.mark.parametrize(
        "provenance", ["goal_control", "goal_runtime", "system", "tool_result", "made_up"]
    )
    def test_any_other_provenance_is_a_machine(self, talk, provenance):
        assert typed(talk(user(1, provenance=provenance))) == []

    def test_words_typed_in_the_middle_of_a_turn_are_a_persons(self, talk):
        reading = talk(user(1), user(2, "And tabs", parent=1, subtype="mid_turn_user_message"))

        assert typed(reading) == ["Use vite", "And tabs"]

    @pytest.mark.parametrize(
        "subtype",
        [
            "notification",
            "cron",
            "background_task_completed",
            "goal_runtime",
            "agent_bootstrap",
            "agent_launch_prompt",
            "made_up",
        ],
    )
    def test_any_other_subtype_is_a_machine(self, talk, subtype):
        assert typed(talk(user(1, subtype=subtype))) == []

    @pytest.mark.parametrize("mark", [{"isSidechain": True}, {"agentId": "a1"}])
    def test_sub_agents_say_nothing(self, talk, mark):
        reading = talk(user(1, cwd="/w/aside", **mark), user(2, "And tabs"))

        assert typed(reading) == ["And tabs"]
        assert reading.cwd == "/w/p"

    def test_a_session_that_another_one_started_is_private(self, talk):
        reading = talk(system(1, "parent_session"), user(2))

        assert reading.private
        assert typed(reading) == []

    def test_what_was_shown_goes_before_what_was_sent(self, talk):
        payload = {"displayText": "Use vite", "hookContext": "a hook"}

        reading = talk(user(1, "Use vite, expanded", "more", systemPayload=payload))

        assert typed(reading) == ["Use vite"]

    def test_an_empty_payload_is_no_harm(self, talk):
        assert typed(talk(user(1, systemPayload=None), user(2, "And tabs", systemPayload={})))

    @pytest.mark.parametrize(
        "given",
        [
            ("See @a.py", f"{FILES_FOLLOW}Content from @a.py:\n", "never do this"),
            (f"See @a.py{FILES_FOLLOW}never do this",),
        ],
    )
    def test_bodies_of_files_are_not_typed(self, talk, given):
        texts = typed(talk(user(1, *given)))

        assert texts == ["See @a.py"]

    @pytest.mark.parametrize(
        "block",
        [
            "<memoryd>- Use webpack</memoryd>",
            "&lt;memoryd&gt;- Use webpack&lt;/memoryd&gt;",
            "<system-reminder>be brief</system-reminder>",
            "<hook_context>a hook</hook_context>",
            "<qwen:hook-context>a hook</qwen:hook-context>",
        ],
    )
    def test_blocks_that_machines_put_in_are_left_out(self, talk, block):
        assert typed(talk(user(1, "Use vite", block), user(2, block))) == ["Use vite"]

    def test_parts_may_be_plain_strings(self, talk):
        message = {"role": "user", "parts": ["Use", "vite"]}

        assert typed(talk(record("user", 1, message=message))) == ["Use\nvite"]

    @pytest.mark.parametrize("message", [None, {}, {"parts": None}, {"parts": []}])
    def test_a_prompt_without_parts_says_nothing(self, talk, message):
        reading = talk(record("user", 1, message=message))

        assert (typed(reading), reading.bad_lines) == ([], 0)

    def test_a_fork_shares_its_records_with_its_source(self, talk):
        forked = {"forkedFrom": {"sessionId": SESSION, "messageUuid": uid(1)}}

        source = talk(user(1), assistant(2, parent=1))
        fork = talk(user(1, **forked), assistant(2, parent=1), user(3, "And tabs", parent=2))

        assert [m.record for m in source.messages] == [m.record for m in fork.messages][:2]
        assert typed(fork) == ["Use vite", "And tabs"]

    def test_records_without_ids_are_told_apart_by_time_and_text(self, talk):
        lines = [
            b'{"type":"user","timestamp":"2026-01-02T03:04:05Z","message":{"parts":["a"]}}\n',
            b'{"type":"user","timestamp":"2026-01-02T03:04:06Z","message":{"parts":["a"]}}\n',
        ]

        first, second = talk(*lines).messages

        assert first.record != second.record
        assert talk(lines[0]).messages[0].record == first.record


class TestReplies:
    def test_text_is_the_agents_and_thought_is_not(self, talk):
        thought = {"text": "hm", "thought": True}
        signed = {"text": "hm", "thought": "signature"}

        reading = talk(user(1), assistant(2, thought, signed, "OK.", call("read_file"), "Done."))

        replies = [m for m in reading.messages if m.speaker is Speaker.AGENT]
        assert [m.text for m in replies] == ["OK.", "Done."]
        assert len({m.record for m in replies}) == 2

    @pytest.mark.parametrize(
        ("status", "response", "failed"),
        [
            ("success", {"output": "done"}, False),
            ("error", {"output": "done"}, True),
            ("cancelled", {"output": "done"}, True),
            ("success", {"error": "no such file"}, True),
        ],
    )
    def test_a_write_is_told_when_its_result_is_there(self, talk, status, response, failed):
        wrote = call("write_file", file_path="/w/p/a.ts", content="x")

        reading = talk(user(1), assistant(2, wrote), result(3, status=status, response=response))

        (tool,) = [m.tool for m in reading.messages if m.tool]
        assert tool == ToolCall(name="write_file", path="/w/p/a.ts", failed=failed)

    def test_other_tools_are_not_told(self, talk):
        reading = talk(user(1), assistant(2, call("read_file", path="/a")), result(3, "read_file"))

        assert len(reading.messages) == 1

    @pytest.mark.parametrize(
        "subtype", ["ui_telemetry", "chat_compression", "custom_title", "file_history_snapshot"]
    )
    def test_system_records_say_nothing(self, talk, subtype):
        compressed = {"compressedHistory": [{"role": "user", "parts": [{"text": "Use npm"}]}]}

        assert typed(talk(user(1), system(2, subtype, 1, **compressed))) == ["Use vite"]


class TestCommands:
    @pytest.mark.parametrize("raw", ["/deploy keep the notes", "/team:deploy keep the notes"])
    def test_what_follows_a_command_is_typed(self, talk, raw):
        assert typed(talk(command(1, raw))) == ["keep the notes"]

    @pytest.mark.parametrize("raw", ["/about", "/model some-model", "/clear now", "/forget tabs"])
    def test_commands_to_the_tool_say_nothing(self, talk, raw):
        assert typed(talk(command(1, raw))) == []

    def test_a_commands_result_is_not_typed(self, talk):
        lines = [command(1, "/deploy keep it"), command(2, "/deploy keep it", 1, phase="result")]

        assert typed(talk(*lines)) == ["keep it"]

    def test_the_prompt_that_a_command_becomes_is_not_typed(self, talk):
        expanded = user(2, "A long text that the command stands for", parent=1)

        reading = talk(command(1, "/deploy keep it", sentToModel=True), expanded)

        assert typed(reading) == ["keep it"]

    def test_a_command_sent_as_it_stands_is_told_once(self, talk):
        assert typed(talk(command(1, "/deploy keep it"), user(2, "/deploy  keep it"))) == [
            "keep it"
        ]

    def test_the_prompt_after_another_command_is_typed(self, talk):
        assert typed(talk(command(1, "/about"), user(2, "Use vite"))) == ["Use vite"]

    def test_the_prompt_after_the_reply_is_typed(self, talk):
        lines = [command(1, "/deploy keep it", sentToModel=True), assistant(2), user(3, "And tabs")]

        assert typed(talk(*lines)) == ["keep it", "And tabs"]


class TestRewind:
    HEAD = (
        user(1, "one"),
        assistant(2, parent=1),
        user(3, "two", parent=2),
        assistant(4, parent=3),
        user(5, "three", parent=4),
        assistant(6, parent=5),
    )

    def test_it_takes_back_the_turns_from_where_it_hangs(self, talk):
        reading = talk(
            *self.HEAD, system(7, "rewind", 2, truncatedCount=4), user(8, "two, reworded", parent=7)
        )

        assert reading.withdrawn == (uid(3), uid(5))
        assert list(standing(reading).values()) == ["one", "two, reworded"]

    def test_two_of_them_take_back_further(self, talk):
        reading = talk(*self.HEAD, system(7, "rewind", 4), system(8, "rewind", 2))

        assert list(standing(reading).values()) == ["one"]

    @pytest.mark.parametrize(("count", "left"), [(2, ["one", "two"]), (4, ["one"]), (6, [])])
    def test_in_a_copy_it_is_found_by_what_left_the_screen(self, talk, count, left):
        reading = talk(*self.HEAD, system(7, "rewind", 6, truncatedCount=count))

        assert list(standing(reading).values()) == left

    def test_in_a_copy_an_earlier_one_is_counted(self, talk):
        first, second = (system(n, "rewind", n - 1, truncatedCount=c) for n, c in ((7, 2), (8, 4)))

        assert standing(talk(*self.HEAD, first, second)) == {}

    def test_in_a_copy_results_are_counted(self, talk):
        lines = [
            user(1, "one"),
            assistant(2, parent=1),
            user(3, "two", parent=2),
            assistant(4, call("read_file", path="/a"), parent=3),
            result(5, "read_file", parent=4),
            assistant(6, parent=5),
            system(7, "ui_telemetry", 6),
        ]

        reading = talk(*lines, system(8, "rewind", 7, truncatedCount=4))

        assert list(standing(reading).values()) == ["one"]

    @pytest.mark.parametrize("count", [0, -1, 99, None])
    def test_one_that_hangs_nowhere_takes_nothing_back(self, talk, count):
        reading = talk(*self.HEAD, system(7, "rewind", 77, truncatedCount=count))

        assert reading.withdrawn == ()
        assert reading.bad_lines == 0


_TEXTS = st.sampled_from(["one", "two", "<memoryd>x</memoryd>", "/deploy one"])
_NUMBERS = st.integers(1, 12)
_PARENTS = st.integers(0, 12)
_ANY_LINE = st.one_of(
    st.builds(lambda n, t, p: user(n, t, parent=p), _NUMBERS, _TEXTS, _PARENTS),
    st.builds(lambda n, t, p: assistant(n, t, parent=p), _NUMBERS, _TEXTS, _PARENTS),
    st.builds(
        lambda n, p, name: assistant(n, call(name, file_path="/a"), parent=p),
        _NUMBERS,
        _PARENTS,
        st.sampled_from(["write_file", "read_file"]),
    ),
    st.builds(lambda n, p: result(n, parent=p), _NUMBERS, _PARENTS),
    st.builds(lambda n, p: system(n, "ui_telemetry", p), _NUMBERS, _PARENTS),
    st.builds(
        lambda n, p, c: system(n, "rewind", p, truncatedCount=c),
        _NUMBERS,
        _PARENTS,
        st.integers(0, 6),
    ),
    st.builds(
        lambda n, p, sent: command(n, "/deploy one", p, sentToModel=sent),
        _NUMBERS,
        _PARENTS,
        st.booleans(),
    ),
)


# Within one file the agent never writes an id twice.
_ANY_TALK = st.lists(_ANY_LINE, max_size=20, unique_by=lambda line: json.loads(line)["uuid"])


def messages_of(readings):
    return [message for reading in readings for message in reading.messages]


@settings(max_examples=100, deadline=None)
@given(_ANY_TALK, st.integers(1, 1_500))
def test_many_steps_say_what_one_step_says(lines, max_bytes):
    with tempfile.TemporaryDirectory() as folder:
        file = session(Path(folder), b"".join(lines))
        whole = read(SOURCE, file, Cursor(), max_bytes=1 << 30)
        steps, cursor, more = [], Cursor(), True
        while more:
            steps.append(read(SOURCE, file, cursor, max_bytes=max_bytes))
            cursor = msgspec.json.decode(msgspec.json.encode(steps[-1].cursor), type=Cursor)
            more = steps[-1].more

    assert messages_of(steps) == list(whole.messages)
    assert standing(*steps) == standing(whole)
    assert (steps[-1].private, steps[-1].cwd) == (whole.private, whole.cwd)


@settings(max_examples=60, deadline=None)
@given(_ANY_TALK, st.lists(st.integers(0, 6_000), max_size=4))
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


class Careful(QwenCode):
    """The same source, but each line is decoded."""

    def decoder(self, file, state):
        return CarefulDecoder(state)


class CarefulDecoder(QwenDecoder):
    def skip(self, block, at):
        return at


@settings(max_examples=100, deadline=None)
@given(_ANY_TALK)
def test_passing_over_lines_changes_nothing(lines):
    with tempfile.TemporaryDirectory() as folder:
        file = session(Path(folder), b"".join(lines))
        reading = read(SOURCE, file, Cursor(), max_bytes=1 << 30)

        careful = read(Careful(), file, Cursor(), max_bytes=1 << 30)

    assert reading.messages == careful.messages
    assert reading.withdrawn == careful.withdrawn


def test_lines_without_words_are_passed_over():
    decoder = QwenDecoder({})
    decoder.decode(user(1), 0)
    block = system(2, "ui_telemetry", 1) + result(3, parent=2) + system(4, "custom_title", 3)

    assert decoder.skip(block + assistant(5, parent=4), 0) == len(block)


class TestShellCommands:
    RUN = assistant(2, call("run_shell_command", command="make test"))

    def told(self, folder, response, source=None):
        ended = result(3, "run_shell_command", response=response)
        file = session(folder, b"".join((user(1), self.RUN, ended)))
        reading = read(source or QwenCode(commands=True), file, Cursor(), max_bytes=1 << 20)
        return [message.tool for message in reading.messages if message.tool]

    @pytest.mark.parametrize(
        ("response", "failed"),
        [
            ({"output": "Output: ok\nExit Code: 0"}, False),
            ({"output": "Output: no\nExit Code: 2"}, True),
            ({"output": "ok"}, False),
            ({"error": "no such command"}, True),
        ],
    )
    def test_a_command_is_told_with_its_end(self, tmp_path, response, failed):
        (call,) = self.told(tmp_path, response)

        assert (call.command, call.failed) == ("make test", failed)
        assert call.output in response.values()

    def test_commands_are_told_only_when_asked_for(self, tmp_path):
        assert not self.told(tmp_path, {"output": "ok"}, QwenCode())


BLOCK = "<memory-citation>\nfeedback/a.md\n</memory-citation>"


def test_what_a_reply_cites_is_told_and_is_no_text(talk):
    reading = talk(user(1), assistant(2, f"Done.\n\n{BLOCK}"))

    told = reading.messages[-1]
    assert (told.speaker, told.text, told.cites) == (Speaker.AGENT, "Done.", (BLOCK,))


@pytest.mark.parametrize("key", ["absolute_path", "file_path"])
def test_a_memory_that_was_read_is_told_among_calls_that_are_passed_over(talk, key):
    path = "/b/memories/user/a.md"
    reading = talk(
        user(1),
        assistant(2, call("read_file", **{key: "/w/p/a.py"})),
        result(3, "read_file"),
        assistant(4, call("read_file", **{key: path, "limit": 9})),
        result(5, "read_file"),
    )

    (told,) = [m for m in reading.messages if m.speaker is Speaker.TOOL]
    assert (told.text, told.tool, told.cites) == ("", None, (path,))
