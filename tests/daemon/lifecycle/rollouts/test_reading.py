import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.rollouts import read_whole, without_copies
from memoryd.sources import SessionFile, source_for

CLAUDE = source_for("claude-code", commands=True)


class Transcript:
    """A Claude Code session of one branch, unless a record names another parent."""

    def __init__(self, path, session="s1"):
        self.path, self.session, self.count, self.last = path, session, 0, None

    def add(self, kind, content, *, parent=None, **rest):
        """Append a record and return its id."""
        record = {
            "type": kind,
            "uuid": f"{self.session}-{self.count}",
            "parentUuid": parent or self.last,
            "isSidechain": False,
            "cwd": "/w/harbor",
            "sessionId": self.session,
            "version": "2.1.0",
            "timestamp": f"2026-03-01T10:{self.count // 60:02}:{self.count % 60:02}.000Z",
            "message": {"role": kind, "content": content},
        }
        if kind == "user":
            record["origin"] = {"kind": "human"}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record | rest) + "\n")
        self.count, self.last = self.count + 1, record["uuid"]
        return record["uuid"]

    def said(self, text, **rest):
        return self.add("user", text, **rest)

    def replied(self, text, **rest):
        return self.add("assistant", [{"type": "text", "text": text}], **rest)

    def whole(self, **wanted):
        return read_whole(CLAUDE, self.file(), **wanted)

    def file(self):
        found = self.path.stat()
        return SessionFile(
            agent="claude-code",
            session=self.session,
            path=self.path,
            size_bytes=found.st_size,
            mtime_ns=found.st_mtime_ns,
            inode=found.st_ino,
        )


@pytest.fixture(name="transcript")
def _transcript(tmp_path):
    return Transcript(tmp_path / "s1.jsonl")


def texts(whole):
    return [message.text for message in whole.messages]


def test_a_session_is_read_from_its_start_to_its_end(transcript):
    transcript.said("Look at the pier module")
    transcript.replied("Done.")

    whole = transcript.whole()

    assert texts(whole) == ["Look at the pier module", "Done."]
    assert (whole.cwd, whole.private) == ("/w/harbor", False)


def test_what_a_shell_ran_is_read_as_well(transcript):
    transcript.said("Run the tests")
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make test"}}
    transcript.add("assistant", [call])
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "3 passed"}
    transcript.add("user", [result])

    (ran,) = [message.tool for message in transcript.whole().messages if message.tool]

    assert (ran.command, ran.output, ran.failed) == ("make test", "3 passed", False)


def test_what_the_person_took_back_is_left_out(transcript):
    first = transcript.said("Look at the pier module")
    transcript.said("We use npm here.")
    transcript.said("We use pnpm here.", parent=first)

    assert texts(transcript.whole()) == ["Look at the pier module", "We use pnpm here."]


def test_what_stands_again_after_all_is_told_once_in_its_place(transcript):
    first = transcript.said("Look at the pier module")
    transcript.said("We use npm here.")
    old = transcript.replied("npm it is.")
    transcript.said("We use pnpm here.", parent=first)
    transcript.said("No, npm was right.", parent=old)

    assert texts(transcript.whole()) == [
        "Look at the pier module",
        "We use npm here.",
        "npm it is.",
        "We use pnpm here.",
        "No, npm was right.",
    ]


def test_a_session_that_only_a_script_spoke_in_is_private(transcript):
    transcript.said("Do it", origin=None, entrypoint="sdk-py")

    assert transcript.whole().private


def test_lines_that_are_no_records_are_passed_over(transcript):
    transcript.path.write_bytes(b"\xff\xfe not json\n{\n[]\n")
    transcript.said("Look at the pier module")

    assert texts(transcript.whole()) == ["Look at the pier module"]


def test_a_transcript_that_is_gone_is_an_error(transcript):
    transcript.said("x")
    file = transcript.file()
    transcript.path.unlink()

    with pytest.raises(FileNotFoundError):
        read_whole(CLAUDE, file)


@pytest.mark.parametrize("step_bytes", [1, 100, 1000, 10**6])
def test_in_whatever_steps_it_is_read_a_session_is_the_same(transcript, step_bytes):
    first = transcript.said("Look at the pier module")
    for number in range(20):
        transcript.said(f"And at number {number}.")
        transcript.replied(f"Number {number} is fine.")
    transcript.said("Once more, from the start.", parent=first)

    assert transcript.whole(step_bytes=step_bytes) == transcript.whole()


def test_of_a_long_session_the_beginning_the_end_and_the_persons_words_stay(transcript):
    for number in range(100):
        transcript.said(f"ask {number}")
        transcript.replied(f"answer {number}, at some length" + "." * 2_000)

    told = texts(transcript.whole(most_chars=50_000))

    assert sum(map(len, told)) < 60_000
    assert [text for text in told if text.startswith("ask")] == [f"ask {n}" for n in range(100)]
    answers = [int(text.split(",")[0].split()[1]) for text in told if text.startswith("answer")]
    assert answers == sorted(answers)
    assert answers[:3] == [0, 1, 2]
    assert answers[-10:] == list(range(90, 100))
    assert 50 not in answers


def test_words_of_a_person_without_end_take_no_more_room_than_there_is(transcript):
    for number in range(300):
        transcript.said(f"line {number} " + "x" * 1_000)

    told = texts(transcript.whole(most_chars=20_000))

    assert sum(map(len, told)) < 2 * 20_000
    assert told[0].startswith("line 0 ")
    assert told[-1].startswith("line 299 ")


def test_one_message_that_is_longer_than_all_room_stays_when_it_is_the_last(transcript):
    transcript.said("Look at the pier module")
    transcript.replied("x" * 5_000)

    assert [len(text) for text in texts(transcript.whole(most_chars=1_000))][-1] == 5_000


def test_a_transcript_that_is_written_anew_meanwhile_is_read_anew(transcript):
    for number in range(3):
        transcript.said(f"We use npm here, {number}.")
    after = Transcript(transcript.path.with_name("after"), "s2")
    after.said("We use pnpm here.")

    class Source:
        """One whose transcript is written anew when the first part of it was read."""

        def __getattr__(self, name):
            return getattr(CLAUDE, name)

        def decoder(self, file, state):
            decoder = CLAUDE.decoder(file, state)
            told = decoder.state

            def state_and_rewrite():
                transcript.path.write_bytes(after.path.read_bytes())
                return told()

            decoder.state = state_and_rewrite
            return decoder

    assert texts(read_whole(Source(), transcript.file(), step_bytes=1)) == ["We use pnpm here."]


def message(number, speaker, *, record=None):
    return Message(
        speaker=speaker,
        text=f"text {number}",
        record=record or f"r{number}",
        at=datetime(2026, 3, 1, tzinfo=UTC),
        offset=number,
    )


def test_a_turn_that_another_session_holds_goes_with_all_that_answered_it():
    person, agent, tool = Speaker.PERSON, Speaker.AGENT, Speaker.TOOL
    said = [message(n, who) for n, who in enumerate([agent, person, agent, tool, person, agent])]

    own = without_copies(said, {"r1"})

    assert [each.record for each in own] == ["r0", "r4", "r5"]


def test_nothing_copied_nothing_left_out():
    said = [message(0, Speaker.PERSON), message(1, Speaker.AGENT)]

    assert without_copies(said, set()) == said


SPEAKERS = st.sampled_from(tuple(Speaker))


@given(st.lists(st.tuples(SPEAKERS, st.booleans()), max_size=30))
def test_whatever_was_copied_the_rest_is_told_in_order(steps):
    said = [message(number, who) for number, (who, _) in enumerate(steps)]
    copied = {m.record for m, (_, is_copy) in zip(said, steps, strict=True) if is_copy}

    own = without_copies(said, copied)

    assert [m for m in said if m in own] == own
    persons = {m.record for m in said if m.speaker is Speaker.PERSON}
    assert {m.record for m in own} & persons == persons - copied
