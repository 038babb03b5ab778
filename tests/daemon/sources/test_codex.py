import json
import tempfile
from pathlib import Path

import msgspec
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import Speaker, ToolCall
from memoryd.lifecycle.citations import parse_citations
from memoryd.sources import Codex, Cursor, SessionFile, peek_cwd, read
from memoryd.sources.codex import CodexDecoder

SOURCE = Codex()
OWN = "01990000-0000-7000-8000-00000000000a"
OTHER = "01990000-0000-7000-8000-00000000000b"
AT = "2026-01-02T03:04:05.678Z"
PATCH = (
    "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: b.py\n+z\n*** End Patch"
)


def line(kind, /, **payload):
    fields = {"timestamp": AT, "type": kind, "payload": payload}
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def flat(**fields):
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def meta(thread=OWN, cwd="/w/p", **more):
    return line("session_meta", id=thread, timestamp=AT, cwd=cwd, originator="codex-tui", **more)


def event(kind, /, **more):
    return line("event_msg", type=kind, **more)


def item(kind, /, **more):
    return line("response_item", type=kind, **more)


def said(text, **more):
    return event("user_message", message=text, images=[], **more)


def replied(text):
    return event("agent_message", message=text)


def content(text, kind="input_text"):
    return [{"type": kind, "text": text}]


def user_item(text):
    return item("message", role="user", content=content(text))


def agent_item(text):
    return item("message", role="assistant", content=content(text, "output_text"))


def rolled_back(turns):
    return event("thread_rolled_back", num_turns=turns)


def session(folder, data, thread=OWN):
    path = folder / f"rollout-2026-01-02T03-04-05-{thread}.jsonl"
    path.write_bytes(data)
    return described(path, thread)


def described(path, thread=OWN):
    stat = path.stat()
    return SessionFile(
        agent=SOURCE.agent,
        session=thread,
        path=path,
        size_bytes=stat.st_size,
        mtime_ns=stat.st_mtime_ns,
        inode=stat.st_ino,
    )


@pytest.fixture(name="talk")
def _talk(tmp_path):
    def read_lines(*lines, thread=OWN):
        file = session(tmp_path, b"".join(lines), thread)
        return read(SOURCE, file, Cursor(), max_bytes=1 << 30)

    return read_lines


def typed(reading):
    return [m.text for m in reading.messages if m.speaker is Speaker.PERSON]


def replies(reading):
    return [m.text for m in reading.messages if m.speaker is Speaker.AGENT]


def standing(*readings):
    """Return what a person said and did not take back, by record."""
    texts = {}
    for reading in readings:
        texts |= {m.record: m.text for m in reading.messages if m.speaker is Speaker.PERSON}
        for name in reading.withdrawn:
            texts.pop(name, None)
    return texts


class TestPrompts:
    def test_a_prompt_is_a_persons_with_its_time_and_place(self, talk):
        reading = talk(meta(), said("Use tabs"))

        (message,) = reading.messages
        assert (message.speaker, message.text) == (Speaker.PERSON, "Use tabs")
        assert message.offset == len(meta())
        assert message.at.isoformat() == "2026-01-02T03:04:05.678000+00:00"
        assert (reading.cwd, reading.private) == ("/w/p", False)

    def test_items_that_repeat_an_event_are_not_counted(self, talk):
        lines = [user_item("Use tabs"), said("Use tabs"), replied("OK."), agent_item("OK.")]

        more = [user_item("More"), said("More"), agent_item("Sure."), replied("Sure.")]

        reading = talk(meta(), *lines, *more)

        assert typed(reading) == ["Use tabs", "More"]
        assert replies(reading) == ["OK.", "Sure."]

    def test_a_reply_may_come_as_an_item_before_its_event(self, talk):
        reading = talk(meta(), said("Use tabs"), agent_item("OK."), replied("OK."))

        assert replies(reading) == ["OK."]

    def test_without_events_items_count(self, talk):
        lines = [user_item("Use tabs"), agent_item("OK."), user_item("More"), agent_item("Sure.")]

        reading = talk(meta(), *lines)

        assert typed(reading) == ["Use tabs", "More"]
        assert replies(reading) == ["OK.", "Sure."]

    @pytest.mark.parametrize(
        "text",
        [
            "# AGENTS.md instructions for /w/p\n\n<INSTRUCTIONS>\nbe brief\n</INSTRUCTIONS>",
            "<environment_context>\n<cwd>/w/p</cwd>\n</environment_context>",
            "<ENVIRONMENT_CONTEXT>\n<cwd>/w/p</cwd>\n</ENVIRONMENT_CONTEXT>",
            "<user_instructions>be brief</user_instructions>",
            "<turn_aborted>\nstopped\n</turn_aborted>",
            "<skill>\nbe brief\n</skill>",
            "<user_shell_command>ls</user_shell_command>",
            "<subagent_notification>{}</subagent_notification>",
            "<image name=[Image #1]>",
            "Another language model started to solve this problem and left a summary",
        ],
    )
    def test_injected_items_are_nobodys_words(self, talk, text):
        reading = talk(meta(), user_item(text), user_item("Use tabs"), agent_item("OK."))

        assert typed(reading) == ["Use tabs"]

    @pytest.mark.parametrize("with_event", [True, False])
    @pytest.mark.parametrize(
        "text",
        ["<permissions instructions>ask</permissions instructions>", "Always ask", "# Rules"],
    )
    def test_what_a_developer_says_is_never_a_persons(self, talk, text, with_event):
        injected = item("message", role="developer", content=content(text))
        prompt = said("Use tabs") if with_event else user_item("Use tabs")

        reading = talk(meta(), injected, prompt, injected, agent_item("OK."), injected)

        assert typed(reading) == ["Use tabs"]
        assert replies(reading) == ["OK."]

    @pytest.mark.parametrize(
        "context",
        [
            "# Files mentioned by the user:\n\n## a.py: /w/p/a.py\n",
            "# Context from my IDE setup:\n\n## Active file: a.py\n",
            "# Review findings:\n\n- never do this\n",
        ],
    )
    def test_the_request_stands_behind_its_heading(self, talk, context):
        text = f"{context}\n## My request for Codex:\nUse tabs\n"

        assert typed(talk(meta(), said(text), said(context))) == ["Use tabs"]

    def test_a_heading_without_context_is_a_persons(self, talk):
        text = "Explain\n## My request for Codex:\nwhat it means"

        assert typed(talk(meta(), said(text))) == [text]

    @pytest.mark.parametrize(
        "block",
        ["<memoryd>- Use spaces</memoryd>", "&lt;memoryd&gt;- Use spaces&lt;/memoryd&gt;"],
    )
    def test_our_own_block_is_never_read_back(self, talk, block):
        assert typed(talk(meta(), said(f"Use tabs\n{block}"), said(block))) == ["Use tabs"]

    def test_a_message_of_another_kind_is_not_typed(self, talk):
        context = said("<x>", kind="environment_context")

        assert typed(talk(meta(), context, said("Use tabs", kind="plain"))) == ["Use tabs"]

    def test_the_same_words_in_two_turns_are_two_records(self, talk):
        reading = talk(meta(), said("Go on"), replied("OK."), said("Go on"), replied("OK."))

        assert len({m.record for m in reading.messages}) == 4

    def test_a_compaction_is_passed_over(self, talk):
        history = [{"type": "message", "role": "user", "content": content("Use spaces")}]
        compacted = line("compacted", message="Use spaces", replacement_history=history)

        reading = talk(meta(), said("Use tabs"), compacted, event("context_compacted"))

        assert typed(reading) == ["Use tabs"]

    def test_without_a_header_the_last_turn_tells_the_directory(self, talk):
        lines = [
            line("turn_context", cwd="/w/a"),
            said("Use tabs"),
            line("turn_context", cwd="/w/b"),
        ]

        reading = talk(*lines)

        assert (reading.cwd, typed(reading)) == ("/w/b", ["Use tabs"])

    def test_the_launch_directory_is_found_at_the_head(self, tmp_path):
        assert peek_cwd(SOURCE, session(tmp_path, meta() + said("Use tabs"))) == "/w/p"


class TestThreads:
    def test_a_header_repeated_with_the_same_id_changes_nothing(self, talk):
        lines = [said("one"), replied("OK."), said("two"), rolled_back(1), said("three")]
        once = talk(meta(), *lines)

        again = talk(meta(), *[part for each in lines for part in (each, meta(cwd="/w/other"))])

        assert [m.record for m in again.messages] == [m.record for m in once.messages]
        assert again.withdrawn == once.withdrawn
        assert again.cwd == "/w/p"

    def test_a_fork_shares_the_records_that_it_replays(self, talk):
        history = [meta(OTHER, "/w/other"), said("one"), replied("OK."), said("two")]
        source = talk(*history, thread=OTHER)

        fork = talk(meta(forked_from_id=OTHER), *history, said("three"))

        shared = [m.record for m in source.messages]
        assert [m.record for m in fork.messages][:3] == shared
        assert typed(fork) == ["one", "two", "three"]
        assert fork.messages[-1].record not in shared
        assert fork.cwd == "/w/p"

    def test_words_of_two_threads_are_two_records(self, talk):
        first = talk(meta(), said("Use tabs"))
        second = talk(meta(OTHER), said("Use tabs"), thread=OTHER)

        assert first.messages[0].record != second.messages[0].record

    @pytest.mark.parametrize(
        "more",
        [
            {"source": {"subagent": {"thread_spawn": {"parent_thread_id": OTHER}}}},
            {"source": {"subagent": "review"}},
            {"source": {"internal": "memory"}},
            {"source": "exec"},
            {"source": "mcp"},
            {"source": "cli", "thread_source": "subagent"},
            {"memory_mode": "disabled"},
        ],
    )
    def test_threads_of_machines_and_those_kept_out_of_memories_are_private(self, talk, more):
        reading = talk(meta(**more), said("Use tabs"), replied("OK."), user_item("More"))

        assert reading.private
        assert reading.messages == ()

    def test_a_script_is_known_by_its_originator(self, talk):
        header = meta().replace(b"codex-tui", b"codex_exec")

        assert talk(header, said("Use tabs")).private

    @pytest.mark.parametrize(
        "more",
        [
            {},
            {"source": "cli"},
            {"source": "vscode", "thread_source": "user"},
            {"source": None, "thread_source": None},
            {"memory_mode": "enabled"},
        ],
    )
    def test_other_threads_are_a_persons(self, talk, more):
        assert not talk(meta(**more), said("Use tabs")).private

    def test_a_thread_may_be_taken_out_of_memories_later_and_back(self, talk):
        off, on = meta(memory_mode="disabled"), meta(memory_mode="enabled")

        assert talk(meta(), said("one"), off, said("two")).private
        reading = talk(meta(), said("one"), off, said("two"), on, said("three"))

        assert not reading.private
        assert typed(reading) == ["one", "three"]

    def test_a_fork_does_not_take_over_what_its_source_wished(self, talk):
        replayed = meta(OTHER, memory_mode="disabled")

        assert not talk(meta(forked_from_id=OTHER), replayed, said("one")).private


class TestRollback:
    @pytest.mark.parametrize(
        ("turns", "left"),
        [(1, ["one", "two"]), (2, ["one"]), (3, []), (9, []), (0, ["one", "two", "three"])],
    )
    def test_it_takes_back_the_last_turns(self, talk, turns, left):
        reading = talk(
            meta(), said("one"), replied("OK."), said("two"), said("three"), rolled_back(turns)
        )

        assert list(standing(reading).values()) == left

    def test_it_counts_turns_without_words(self, talk):
        reading = talk(meta(), said("one"), said(""), rolled_back(1))

        assert list(standing(reading).values()) == ["one"]

    def test_words_said_again_after_it_stand(self, talk):
        reading = talk(meta(), said("one"), said("two"), rolled_back(1), said("two"))

        assert list(standing(reading).values()) == ["one", "two"]
        assert reading.withdrawn == ()

    def test_it_counts_items_where_there_are_no_events(self, talk):
        lines = [user_item("one"), agent_item("OK."), user_item("two"), agent_item("OK.")]

        assert list(standing(talk(meta(), *lines, rolled_back(1))).values()) == ["one"]


class TestWrites:
    @pytest.mark.parametrize(
        ("output", "failed"),
        [
            ("Success. Updated the following files:\nM src/a.py", False),
            ('{"output":"done","metadata":{"exit_code":0}}', False),
            ("Exit code: 0\nWall time: 1 s", False),
            ("apply_patch verification failed", True),
            ('{"output":"no","metadata":{"exit_code":1}}', True),
        ],
    )
    @pytest.mark.parametrize("kind", ["custom_tool_call", "function_call"])
    def test_a_patch_is_told_when_its_result_is_there(self, talk, kind, output, failed):
        given = (
            {"input": PATCH}
            if kind == "custom_tool_call"
            else {"arguments": json.dumps({"input": PATCH})}
        )
        wrote = item(kind, name="apply_patch", call_id="c1", **given)

        reading = talk(
            meta(), said("Go"), wrote, item(f"{kind}_output", call_id="c1", output=output)
        )

        assert [m.tool for m in reading.messages if m.tool] == [
            ToolCall(name="apply_patch", path="src/a.py", failed=failed),
            ToolCall(name="apply_patch", path="b.py", failed=failed),
        ]
        assert len({m.record for m in reading.messages}) == 3

    def test_the_event_that_ends_a_patch_counts_once(self, talk):
        wrote = item("custom_tool_call", name="apply_patch", call_id="c1", input=PATCH)
        ended = event("patch_apply_end", call_id="c1", success=True)
        output = item("custom_tool_call_output", call_id="c1", output="Exit code: 0")

        reading = talk(meta(), said("Go"), wrote, ended, output)

        assert [m.tool.failed for m in reading.messages if m.tool] == [False, False]

    def test_other_calls_are_not_told(self, talk):
        ran = item("function_call", name="exec_command", call_id="c1", arguments='{"cmd":"ls"}')
        output = item("function_call_output", call_id="c1", output="Exit code: 0")

        assert len(talk(meta(), said("Go"), ran, output).messages) == 1


class TestFlat:
    HEAD = flat(id=OWN, timestamp=AT, instructions="be brief", git={})

    def test_bare_items_are_read(self, talk):
        context = "<environment_context>\nCurrent working directory: /w/p\n</environment_context>"
        reading = talk(
            self.HEAD,
            flat(record_type="state"),
            flat(type="message", role="user", content=content(context)),
            flat(type="message", role="user", content=content("Use tabs")),
            flat(record_type="state"),
            flat(type="message", role="assistant", content=content("OK.", "output_text")),
        )

        assert typed(reading) == ["Use tabs"]
        assert replies(reading) == ["OK."]
        assert (reading.private, reading.bad_lines) == (False, 0)

    @pytest.mark.parametrize("head", [{"source": "exec"}, {"source": "exec", "cwd": None}])
    def test_bare_items_of_a_private_thread_say_nothing(self, talk, head):
        bare = flat(type="message", role="user", content=content("Use tabs"))

        assert talk(meta(**head), bare).messages == ()

    def test_a_developers_message_is_nobodys(self, talk):
        message = flat(type="message", role="developer", content=content("Always ask"))

        assert talk(self.HEAD, message).messages == ()


def test_an_archived_thread_goes_on_where_the_live_one_ended(tmp_path):
    head = meta() + said("one")
    first = read(SOURCE, session(tmp_path, head), Cursor(), max_bytes=1 << 30)
    packed = tmp_path / f"rollout-2026-01-02T03-04-05-{OWN}.jsonl.zst"
    packed.write_bytes(zstandard.ZstdCompressor().compress(head + said("two")))

    second = read(SOURCE, described(packed), first.cursor, max_bytes=1 << 30)

    assert typed(second) == ["two"]
    assert not second.restarted


_WORDS = st.sampled_from(["one", "two", "<environment_context>x</environment_context>", ""])
_ANY_LINE = st.one_of(
    st.builds(said, _WORDS),
    st.builds(replied, _WORDS),
    st.builds(user_item, _WORDS),
    st.builds(agent_item, _WORDS),
    st.builds(rolled_back, st.integers(0, 3)),
    st.sampled_from(
        [
            meta(),
            meta(OTHER),
            meta(memory_mode="disabled"),
            meta(memory_mode="enabled"),
            line("turn_context", cwd="/w/b"),
            line("compacted", message="one", replacement_history=[]),
            event("token_count", info={}),
            item("reasoning", summary=[], encrypted_content="x" * 99),
            item("message", role="developer", content=content("Always ask")),
            item("function_call", name="exec_command", call_id="c1", arguments="{}"),
            item("custom_tool_call", name="apply_patch", call_id="c1", input=PATCH),
            item("custom_tool_call_output", call_id="c1", output="Exit code: 0"),
            event("patch_apply_end", call_id="c1", success=False),
            flat(type="message", role="user", content=content("one")),
        ]
    ),
)
_ANY_TALK = st.builds(
    lambda head, rest: [*head, *rest],
    st.sampled_from([[meta()], [], [meta(source="exec")], [meta(), said("one")]]),
    st.lists(_ANY_LINE, max_size=20),
)


def messages_of(readings):
    return [message for reading in readings for message in reading.messages]


@settings(max_examples=150, deadline=None)
@given(_ANY_TALK, st.integers(1, 1_000))
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


@settings(max_examples=80, deadline=None)
@given(_ANY_TALK, st.lists(st.integers(0, 4_000), max_size=4))
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


class Careful(Codex):
    """The same source, but each line is decoded."""

    def decoder(self, file, state):
        return CarefulDecoder(file.session, state)


class CarefulDecoder(CodexDecoder):
    def skip(self, block, at):
        return at


@settings(max_examples=150, deadline=None)
@given(_ANY_TALK)
def test_passing_over_lines_changes_nothing(lines):
    with tempfile.TemporaryDirectory() as folder:
        file = session(Path(folder), b"".join(lines))
        reading = read(SOURCE, file, Cursor(), max_bytes=1 << 30)

        careful = read(Careful(), file, Cursor(), max_bytes=1 << 30)

    assert reading.messages == careful.messages
    assert reading.withdrawn == careful.withdrawn
    assert reading.private == careful.private


def test_lines_without_words_are_passed_over():
    decoder = CodexDecoder(OWN, {})
    for each in (meta(), said("one")):
        decoder.decode(each, 0)
    wordless = [
        event("token_count", info={}),
        item("reasoning", summary=[], encrypted_content="x" * 99),
        item("function_call", name="exec_command", call_id="c1", arguments="{}"),
        item("function_call_output", call_id="c1", output="x"),
        user_item("one"),
        line("compacted", message="one"),
    ]
    block = b"".join(wordless)

    assert decoder.skip(block + said("two"), 0) == len(block)


class TestShellCommands:
    RUN = item(
        "function_call",
        name="exec_command",
        call_id="c1",
        arguments=json.dumps({"cmd": "make test", "workdir": "/w/p"}),
    )

    def told(self, folder, output, source=None):
        ended = item("function_call_output", call_id="c1", output=output)
        file = session(folder, b"".join((meta(), said("Go"), self.RUN, ended)))
        reading = read(source or Codex(commands=True), file, Cursor(), max_bytes=1 << 20)
        return [message.tool for message in reading.messages if message.tool]

    @pytest.mark.parametrize(
        ("output", "failed"),
        [
            ("Chunk ID: 1\nProcess exited with code 0\nOutput:\nok", False),
            ("Exit code: 1\nWall time: 1 s\nOutput:\nok", True),
            ('{"output":"ok","metadata":{"exit_code":1}}', True),
        ],
    )
    def test_a_command_is_told_with_its_end(self, tmp_path, output, failed):
        (call,) = self.told(tmp_path, output)

        assert (call.command, call.output, call.failed) == ("cd /w/p && make test", "ok", failed)

    def test_a_command_that_still_runs_is_not_told(self, tmp_path):
        assert not self.told(tmp_path, "Process running with session ID 7")

    def test_commands_are_told_only_when_asked_for(self, tmp_path):
        assert not self.told(tmp_path, "Exit code: 0\nOutput:\nok", Codex())


ID = "0199a213-81c0-7800-8aa1-bbab2a035a53"
BLOCK = (
    "<oai-mem-citation>\n<citation_entries>\nMEMORY.md:1-2|note=[x]\n</citation_entries>\n"
    f"<rollout_ids>\n{ID}\n</rollout_ids>\n</oai-mem-citation>"
)


@pytest.mark.parametrize("reply", [replied, agent_item])
def test_what_a_reply_cites_is_told_and_is_no_text(talk, reply):
    reading = talk(meta(), said("Go on"), reply(f"Done.\n\n{BLOCK}"))

    told = reading.messages[-1]
    assert (told.speaker, told.text, told.cites) == (Speaker.AGENT, "Done.", (BLOCK,))


def test_a_reply_with_a_block_is_the_same_reply_without_it(talk):
    reading = talk(
        meta(), said("Go on"), agent_item(f"Done.\n\n{BLOCK}"), replied("Done."), said("Thanks")
    )

    assert [(m.text, len(m.cites)) for m in reading.messages] == [
        ("Go on", 0),
        ("Done.", 1),
        ("Thanks", 0),
    ]


@pytest.mark.parametrize("key", ["rollout_ids", "rolloutIds"])
def test_citations_that_the_recorder_took_out_of_the_text_are_told(talk, key):
    cited = {"entries": [{"path": "MEMORY.md", "line_start": 1}], key: [ID]}
    event_line = event("agent_message", message="Done.", memory_citation=cited)

    told = talk(meta(), said("Go on"), event_line).messages[-1]

    assert parse_citations("".join(told.cites)) == ("memory://root/MEMORY.md", ID)


@pytest.mark.parametrize("cited", [None, [], "x", {"entries": [{}]}, {"entries": 5}])
def test_citations_of_an_unknown_shape_are_none(talk, cited):
    event_line = event("agent_message", message="Done.", memory_citation=cited)

    told = talk(meta(), said("Go on"), event_line).messages[-1]

    assert (told.text, told.cites) == ("Done.", ())
