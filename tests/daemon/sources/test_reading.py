import json

import msgspec
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import Speaker
from memoryd.sources import ClaudeCode, Codex, Cursor, QwenCode, SessionFile, peek_cwd, read

SOURCE = ClaudeCode()
PLENTY = 1 << 30


def prompt(name, text="Use tabs", **more):
    record = {"type": "user", "uuid": name, "cwd": "/w/p", "message": {"content": text}, **more}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def session(path, data=None, source=SOURCE):
    if data is not None:
        path.write_bytes(data)
    stat = path.stat()
    return SessionFile(
        agent=source.agent,
        session="s",
        path=path,
        size_bytes=stat.st_size,
        mtime_ns=stat.st_mtime_ns,
        inode=stat.st_ino,
    )


def take(file, cursor=None, **limits):
    return read(SOURCE, file, cursor or Cursor(), **{"max_bytes": PLENTY, **limits})


def records(reading):
    return [message.record for message in reading.messages]


@pytest.fixture(name="path")
def _path(tmp_path):
    return tmp_path / "s.jsonl"


def test_messages_stand_at_their_lines(path):
    first = prompt("a")

    reading = take(session(path, first + prompt("b")))

    assert [(m.record, m.offset) for m in reading.messages] == [("a", 0), ("b", len(first))]
    assert reading.cursor.offset == path.stat().st_size
    assert (reading.cwd, reading.more, reading.restarted) == ("/w/p", False, False)


def test_an_empty_file_says_nothing(path):
    reading = take(session(path, b""))

    assert reading.messages == ()
    assert (reading.cursor.offset, reading.more, reading.restarted) == (0, False, False)


def test_a_torn_last_line_is_read_when_it_is_whole(path):
    torn = prompt("b")
    first = take(session(path, prompt("a") + torn[:20]))
    assert records(first) == ["a"]
    assert first.bad_lines == 0

    second = take(session(path, prompt("a") + torn), first.cursor)

    assert records(second) == ["b"]
    assert not second.restarted


def test_a_whole_last_line_without_newline_is_read_once(path):
    first = take(session(path, prompt("a") + prompt("b").rstrip()))
    assert records(first) == ["a", "b"]

    second = take(session(path, prompt("a") + prompt("b") + prompt("c")), first.cursor)

    assert records(second) == ["c"]
    assert (second.bad_lines, second.restarted) == (0, False)


def test_nothing_new_leaves_the_cursor_as_it_is(path):
    first = take(session(path, prompt("a")))

    again = take(session(path), first.cursor)

    assert again.messages == ()
    assert again.cursor == first.cursor


@pytest.mark.parametrize(
    "line",
    [
        prompt("b").replace(b"\n", b"\r\n"),
        b"\0\0\0\0" + prompt("b"),
        b"\xef\xbb\xbf" + prompt("b"),
        b"\n\r\n  \n" + prompt("b"),
        b"\0\0\0\n" + prompt("b"),
        prompt("b").replace(b"tabs", b"\xff\xfe"),
        prompt("b").replace(b"tabs", rb"\ud83d"),
        prompt("b").replace(b"tabs", b"\x01"),
    ],
    ids=["crlf", "nuls", "bom", "blank", "nul line", "utf8", "surrogate", "control"],
)
def test_a_line_that_can_be_saved_is_no_damage(path, line):
    reading = take(session(path, prompt("a") + line + prompt("c")))

    assert records(reading) == ["a", "b", "c"]
    assert reading.bad_lines == 0
    for message in reading.messages:
        assert message.text.encode("utf-8")


def test_two_objects_on_one_line_are_both_read_at_its_offset(path):
    reading = take(session(path, prompt("a") + prompt("b").rstrip() + prompt("c") + prompt("d")))

    assert records(reading) == ["a", "b", "c", "d"]
    assert reading.messages[1].offset == reading.messages[2].offset == len(prompt("a"))
    assert reading.bad_lines == 0


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[1, 2]",
        b"7",
        b'"text"',
        b'{"type":',
        prompt("x")[5:].rstrip(),
        b'{"type":"user","message":7}',
        b'{"type":"user","uuid":{},"message":{"content":"x"}}',
        b'{"type":"user","message":' + b'{"a":' * 50_000,
        b"\xff\xfe\xfd",
    ],
    ids=["words", "list", "number", "string", "half", "tail", "type", "id", "deep", "bytes"],
)
def test_a_bad_line_costs_one_line(path, line):
    reading = take(session(path, prompt("a") + line + b"\n" + prompt("b")))

    assert records(reading) == ["a", "b"]
    assert reading.bad_lines == 1
    assert reading.cursor.offset == path.stat().st_size


def test_what_stands_before_the_damage_on_one_line_is_read(path):
    reading = take(session(path, prompt("a").rstrip() + b'{"type":\n' + prompt("b")))

    assert records(reading) == ["a", "b"]
    assert reading.bad_lines == 1


def test_a_line_over_the_limit_is_skipped_and_counted(path):
    long = prompt("x", "y" * 5_000)
    data = prompt("a") + long + prompt("b")

    reading = take(session(path, data), line_limit_bytes=1_000)

    assert records(reading) == ["a", "b"]
    assert (reading.oversize_lines, reading.bad_lines) == (1, 0)
    assert reading.messages[1].offset == len(prompt("a")) + len(long)
    assert reading.cursor.offset == len(data)


def test_a_line_over_the_limit_counts_as_a_step(path):
    file = session(path, prompt("x", "y" * 5_000) + prompt("b"))

    first = take(file, max_bytes=1, line_limit_bytes=1_000)
    second = take(file, first.cursor, max_bytes=1, line_limit_bytes=1_000)

    assert (records(first), first.more) == ([], True)
    assert (records(second), second.more) == (["b"], False)


def test_a_step_is_bounded_and_reads_at_least_one_line(path):
    file = session(path, prompt("a") + prompt("b") + prompt("c"))

    first = take(file, max_bytes=1)
    second = take(file, first.cursor, max_bytes=len(prompt("b")) + 1)

    assert (records(first), first.more) == (["a"], True)
    assert (records(second), second.more) == (["b", "c"], False)


def test_more_is_not_promised_for_a_torn_line(path):
    reading = take(session(path, prompt("a") + b'{"type":'), max_bytes=1)

    assert not reading.more


def test_a_file_cut_back_is_read_again(path):
    first = take(session(path, prompt("a") + prompt("b")))

    second = take(session(path, prompt("a")), first.cursor)

    assert second.restarted
    assert records(second) == ["a"]
    assert second.cursor.offset == len(prompt("a"))


def test_a_file_cut_to_nothing_is_restarted(path):
    first = take(session(path, prompt("a")))

    second = take(session(path, b""), first.cursor)

    assert (second.restarted, second.cursor.offset, second.messages) == (True, 0, ())
    assert not take(session(path), second.cursor).restarted


def test_a_file_rewritten_to_the_same_size_is_read_again(path):
    first = take(session(path, prompt("a") + prompt("b")))

    second = take(session(path, prompt("a") + prompt("c") + prompt("d")), first.cursor)

    assert second.restarted
    assert records(second) == ["a", "c", "d"]


def test_a_cursor_survives_json(path):
    first = take(session(path, prompt("a")))
    cursor = msgspec.json.decode(msgspec.json.encode(first.cursor), type=Cursor)

    second = take(session(path, prompt("a") + prompt("b")), cursor)

    assert (records(second), second.restarted, second.cwd) == (["b"], False, "/w/p")


def test_a_moved_file_goes_on(path, tmp_path):
    first = take(session(path, prompt("a")))
    moved = path.rename(tmp_path / "elsewhere.jsonl")

    second = take(session(moved, prompt("a") + prompt("b")), first.cursor)

    assert (records(second), second.restarted) == (["b"], False)


@pytest.mark.parametrize("first_is_packed", [True, False])
def test_a_plain_file_and_its_packed_twin_share_their_offsets(tmp_path, first_is_packed):
    def write(data, *, packed):
        if packed:
            return session(tmp_path / "s.jsonl.zst", zstandard.ZstdCompressor().compress(data))
        return session(tmp_path / "s.jsonl", data)

    first = take(write(prompt("a"), packed=first_is_packed))
    twin = write(prompt("a") + prompt("b"), packed=not first_is_packed)

    second = take(twin, first.cursor)

    assert (records(first), records(second)) == (["a"], ["b"])
    assert not second.restarted
    assert second.messages[0].offset == len(prompt("a"))


def test_a_packed_file_is_read_in_steps(tmp_path):
    data = b"".join(prompt(f"r{number}") for number in range(20))
    file = session(tmp_path / "s.jsonl.zst", zstandard.ZstdCompressor().compress(data))
    seen, cursor, steps, more = [], Cursor(), 0, True

    while more:
        reading = take(file, cursor, max_bytes=1)
        seen += records(reading)
        cursor, more, steps = reading.cursor, reading.more, steps + 1

    assert seen == [f"r{number}" for number in range(20)]
    assert 1 < steps < 20


def test_a_file_that_is_gone_is_an_os_error(path):
    file = session(path, prompt("a"))
    path.unlink()

    with pytest.raises(FileNotFoundError):
        take(file)
    with pytest.raises(FileNotFoundError):
        peek_cwd(SOURCE, file)


def test_the_launch_directory_is_found_without_a_cursor(path):
    head = b'{"type":"summary","summary":"x"}\nnonsense\n'

    file = session(path, head + prompt("a") + prompt("b", cwd="/w/other"))

    assert peek_cwd(SOURCE, file) == "/w/p"


def test_no_launch_directory_is_none(path):
    assert peek_cwd(SOURCE, session(path, b'{"type":"summary"}\n')) is None
    assert peek_cwd(SOURCE, session(path, b"")) is None


def export(*lines):
    return json.dumps({"loglines": [json.loads(line) for line in lines]}).encode()


@pytest.fixture(name="document")
def _document(tmp_path):
    return tmp_path / "s.json"


def test_an_export_is_read_and_offsets_count_its_records(document):
    reading = take(session(document, export(prompt("a"), prompt("b"))))

    assert [(m.record, m.offset) for m in reading.messages] == [("a", 0), ("b", 1)]
    assert (reading.cursor.offset, reading.more, reading.restarted) == (2, False, False)
    assert reading.cwd == "/w/p"


def test_an_export_that_did_not_change_is_not_read_again(document):
    first = take(session(document, export(prompt("a"))))

    second = take(session(document), first.cursor)

    assert second.messages == ()
    assert (second.cursor, second.restarted) == (first.cursor, False)


def test_an_export_that_changed_is_read_whole(document):
    first = take(session(document, export(prompt("a"))))

    second = take(session(document, export(prompt("a"), prompt("b"))), first.cursor)

    assert second.restarted
    assert records(second) == ["a", "b"]


def test_a_half_written_export_waits_for_its_next_change(document):
    first = take(session(document, export(prompt("a"))))
    half = take(session(document, export(prompt("a"), prompt("b"))[:-5]), first.cursor)
    assert (half.messages, half.bad_lines) == ((), 1)
    assert half.cursor.offset == first.cursor.offset

    whole = take(session(document, export(prompt("a"), prompt("b"))), half.cursor)

    assert records(whole) == ["a", "b"]


def test_a_bad_record_of_an_export_costs_one_record(document):
    data = export(prompt("a"), b'{"type":"user","message":7}', prompt("b"))

    reading = take(session(document, data))

    assert (records(reading), reading.bad_lines) == (["a", "b"], 1)


def test_an_export_over_the_limit_is_counted_once(document):
    file = session(document, export(prompt("a", "y" * 500)))

    first = take(file, line_limit_bytes=100)
    second = take(file, first.cursor, line_limit_bytes=100)

    assert (first.messages, first.oversize_lines) == ((), 1)
    assert (second.messages, second.oversize_lines) == ((), 0)


_LINES = st.lists(
    st.one_of(
        st.sampled_from(["Use tabs", "ja \N{SNOWMAN}", "x" * 90]).map(
            lambda text: prompt("n", text)
        ),
        st.binary(max_size=30).map(lambda line: line.replace(b"\n", b"") + b"\n"),
        st.just(b"\n"),
        st.just(prompt("a").rstrip() + prompt("b")),
    ),
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(lines=_LINES, max_bytes=st.integers(1, 300), limit=st.sampled_from([100, 1_000]))
@pytest.mark.parametrize("source", [ClaudeCode(), QwenCode(), Codex()], ids=lambda s: s.agent)
def test_any_lines_are_read_the_same_in_many_steps_as_in_one(
    tmp_path_factory, source, lines, max_bytes, limit
):
    file = session(tmp_path_factory.mktemp("any") / "s.jsonl", b"".join(lines), source)
    whole = read(source, file, Cursor(), max_bytes=PLENTY, line_limit_bytes=limit)
    steps, cursor, more = [], Cursor(), True

    while more:
        steps.append(read(source, file, cursor, max_bytes=max_bytes, line_limit_bytes=limit))
        cursor, more = steps[-1].cursor, steps[-1].more

    assert [m for step in steps for m in step.messages] == list(whole.messages)
    assert sum(step.bad_lines for step in steps) == whole.bad_lines
    assert sum(step.oversize_lines for step in steps) == whole.oversize_lines
    assert cursor.offset == whole.cursor.offset
    assert not any(step.restarted for step in steps)
    assert all(message.speaker in Speaker for message in whole.messages)
