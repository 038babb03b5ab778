"""Mistakes that memory systems of this layout have made; ours must not.

In the order in which a fact meets them: format, extraction, dream, recall, forget, index.
"""

import asyncio
import itertools
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from fakes import Clock

from memoryd.config import Recall, Settings
from memoryd.database import SessionRow, open_database
from memoryd.domain import Entry, MemoryType, Patch, Scope, Speaker
from memoryd.errors import BusyError, ConflictError
from memoryd.jobs import Jobs
from memoryd.lifecycle.dream import dream
from memoryd.lifecycle.forget import forget
from memoryd.lifecycle.gate import judge
from memoryd.lifecycle.learn import learn, start_row
from memoryd.lifecycle.recall import Recaller, RecallQuery
from memoryd.memory import Projects, Store, read_cursor, read_meta, render_index
from memoryd.schedule import Dreamer, DreamGates
from memoryd.sources import source_for
from memoryd.system.pid_lock import PidLock
from memoryd.telemetry import Events, Metrics, Telemetry

HOUR = timedelta(hours=1)
LEGACY = (
    "- The gateway speaks protobuf\n"
    "  - Why: frames are smaller\n"
    "  - How to apply: generate the stubs\n"
    "- The ledger speaks plain JSON\n"
    "  - Why: auditors read it\n"
)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def projects(tmp_path, clock):
    return Projects(tmp_path / "base", local=False, worktrees="shared", clock=clock)


@pytest.fixture
def project(projects, tmp_path):
    (tmp_path / "harbor" / ".git").mkdir(parents=True)
    return projects.of(str(tmp_path / "harbor"))


@pytest.fixture
def store(project) -> Store:
    return project.store


@pytest.fixture
def database(tmp_path, clock):
    database, _ = open_database(tmp_path / "state" / "memoryd.sqlite3", now=clock())
    yield database
    database.close()


@pytest.fixture
def write(clock):
    """Write one memory file as a person or another program would, newer than those before."""
    ages = itertools.count()

    def write(store, relative, body, *, name="Note", description="about it", kind="project"):
        file = store.memory_dir / relative
        file.parent.mkdir(parents=True, exist_ok=True)
        head = f"---\nname: {name}\ndescription: {description}\ntype: {kind}\n---\n"
        file.write_text(f"{head}\n{body}\n" if body else head, encoding="utf-8")
        os.utime(file, (clock().timestamp() - 1000 + next(ages),) * 2)
        return file

    return write


@pytest.fixture
def tidy(clock):
    def tidy(store):
        store.scaffold()
        return dream(store, session=None, max_loss_percent=25, now=clock())

    return tidy


@pytest.fixture
def ask(projects, project, database, clock):
    recaller = Recaller(projects, database, settings=Recall, clock=clock)

    def ask(text):
        found = recaller.recall(RecallQuery(text=text, cwd=project.root))
        return [document.path for document in found.documents]

    return ask


@pytest.fixture
def drop(projects, project, clock):
    def drop(query=None, *, ids=None):
        return forget(project, projects, query=query, ids=ids, apply=True, limit=None, now=clock())

    return drop


@pytest.fixture
def tell(tmp_path, projects, project, database, clock):
    """Let one session grow by messages or calls of tools, and read it on; return the step."""
    source = source_for("claude-code")
    rows = {}

    def tell(*said, session="8a6f1c02-1111-4222-8333-444455556666"):
        path = tmp_path / "claude" / "p" / f"{session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            for each in said:
                records = [message(each)] if isinstance(each, str) else each
                for record in records:
                    number = file.tell()
                    record |= {
                        "uuid": f"{session}-{number}",
                        "parentUuid": None,
                        "isSidechain": False,
                        "cwd": project.root,
                        "sessionId": session,
                        "version": "2.1.219",
                        "timestamp": "2026-03-01T10:00:00.000Z",
                    }
                    file.write(json.dumps(record) + "\n")
                    file.flush()
        (found,) = [each for each in source.sessions(path.parent.parent) if each.path == path]
        row = rows.get(session) or start_row(found)
        step = learn(source, found, row, database=database, projects=projects, now=clock())
        rows[session] = step.row
        return step

    return tell


def message(text):
    return {
        "type": "user",
        "origin": {"kind": "human"},
        "message": {"role": "user", "content": text},
    }


def called(path, *, call="t1", failed=False):
    """Return the records of an agent that writes a file, and of what came of it."""
    use = {"type": "tool_use", "id": call, "name": "Write", "input": {"file_path": str(path)}}
    result = {"type": "tool_result", "tool_use_id": call, "content": "done", "is_error": failed}
    return [
        {"type": "assistant", "message": {"role": "assistant", "content": [use]}},
        {"type": "user", "message": {"role": "user", "content": [result]}},
    ]


def entries(store):
    """Return what is remembered: summary to reason."""
    store.refresh()
    return {
        entry.summary: entry.why
        for document in store.documents().values()
        for entry in document.entries
    }


def index(store):
    return (store.memory_dir / "MEMORY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("names", [("feature_1", "feature-1"), ("项目", "测试")])
def test_two_projects_whose_paths_share_a_key_share_no_memory(names, projects, tmp_path, write):
    stores = []
    for name in names:
        (tmp_path / name / ".git").mkdir(parents=True)
        stores.append(projects.of(str(tmp_path / name)).store)
        projects.scaffold(projects.of(str(tmp_path / name)))
    write(stores[0], "project/a.md", "The gateway speaks protobuf")

    assert entries(stores[0])
    assert not entries(stores[1])
    assert stores[0].state_dir != stores[1].state_dir


def test_a_file_with_windows_line_ends_is_a_memory_and_keeps_them(store, write):
    file = write(store, "project/a.md", "The gateway speaks protobuf\n\nWhy: frames are smaller")
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    assert entries(store) == {"The gateway speaks protobuf": "frames are smaller"}
    store.edit("project/a.md", by="person", title="Wire format")
    assert file.read_bytes().count(b"\r\n") == file.read_bytes().count(b"\n")


def test_a_front_matter_is_read_as_the_yaml_it_is(store, write):
    write(
        store, "project/a.md", "It is a fact", name='"Wire: format"', description=">\n  two\n  rows"
    )

    store.refresh()

    (document,) = store.documents().values()
    assert (document.title, document.description) == ("Wire: format", "two rows")


def test_a_file_that_is_no_memory_is_reported_and_hides_no_other(store, write):
    write(store, "project/a.md", "The gateway speaks protobuf")
    bad = store.memory_dir / "project" / "bad.md"
    bad.write_bytes(b"\xff\xfe no front matter")

    assert entries(store)
    assert list(store.unreadable()) == ["project/bad.md"]


def test_the_two_hundred_and_first_memory_is_found_like_the_first(store, write, ask):
    for number in range(205):
        write(store, f"project/n{number}.md", f"Room {number} is named after bird {number}")
    write(store, "project/old.md", "The gateway speaks protobuf to billing")
    os.utime(store.memory_dir / "project" / "old.md", (1, 1))

    assert len(entries(store)) == 206
    assert ask("what does the gateway speak to billing?") == ["project/old.md"]


def test_each_of_two_facts_in_one_file_keeps_its_own_reason_through_a_dream(store, write, tidy):
    file = write(store, "project/wire.md", LEGACY)
    write(store, "project/again.md", "the ledger speaks plain json.")

    assert tidy(store).deduped_entries == 1

    assert set(entries(store).values()) == {"frames are smaller", "auditors read it"}
    assert entries(store)["The gateway speaks protobuf"] == "frames are smaller"
    assert "generate the stubs" in file.read_text()


def test_each_of_the_facts_left_keeps_its_own_reason_when_one_is_forgotten(store, write, drop):
    write(store, "project/wire.md", LEGACY + "- The mailer speaks SMTP\n")

    drop("mailer")

    assert entries(store) == {
        "The gateway speaks protobuf": "frames are smaller",
        "The ledger speaks plain JSON": "auditors read it",
    }


@pytest.mark.parametrize("label", ["Why:", "**Why:**", "**Why**:", "why:"])
def test_a_reason_is_read_however_its_label_is_set_in_bold(label, store, write):
    write(store, "project/a.md", f"The gateway speaks protobuf\n\n{label} frames are smaller")

    assert entries(store) == {"The gateway speaks protobuf": "frames are smaller"}


def test_a_second_paragraph_survives_every_way_a_file_is_written_anew(store, write, drop, tidy):
    file = write(
        store,
        "project/a.md",
        "- The gateway speaks protobuf\n\nSee chapter nine.\n\n- The old fact",
    )
    write(store, "project/b.md", "the gateway speaks PROTOBUF.")

    tidy(store)
    drop("old fact")

    assert any(
        "See chapter nine." in path.read_text() for path in store.memory_dir.rglob("[ab].md")
    )
    assert "old fact" not in file.read_text()


def test_tool_calls_do_not_make_messages_be_read_again(tell, store, tmp_path):
    calls = [called(tmp_path / f"{n}.py", call=f"t{n}") for n in range(4)]
    tell("Remember that the gateway speaks protobuf.", *calls, "thanks")
    before = index(store)

    again = tell(*calls, "and now the tests please")

    assert [speaker for speaker in again.speakers if speaker == "person"] == ["person"]
    assert again.extraction.rejected == {}
    assert index(store) == before


def test_two_sessions_that_take_turns_are_each_read_on_from_where_they_were(tell, store, clock):
    first, second = (f"8a6f1c02-1111-4222-8333-44445555666{n}" for n in range(2))
    tell("Remember that the gateway speaks protobuf.", session=first)
    tell("Remember that the ledger speaks plain JSON.", session=second)

    steps = [tell("thanks", session=session) for session in (first, second, first)]

    assert [len(step.speakers) for step in steps] == [1, 1, 1]
    cursor = read_cursor(store.state_dir, now=clock())
    assert (cursor.offset(first), cursor.offset(second)) == (3, 2)


def test_a_write_of_the_agent_that_failed_mutes_nobody(tell, store):
    step = tell(
        "Remember that the gateway speaks protobuf.",
        called(store.memory_dir / "project" / "a.md", failed=True),
    )

    assert step.extraction.created == 1


def test_a_write_of_the_agent_mutes_its_own_turn_and_no_other(tell, store):
    step = tell(
        "Remember that the mailer speaks SMTP.",
        "Remember that the gateway speaks protobuf.",
        called(store.memory_dir / "project" / "a.md"),
        "Remember that the ledger speaks plain JSON.",
    )

    assert step.extraction.rejected["memory_tool"] == 1
    assert sorted(summary.split()[1] for summary in entries(store)) == ["ledger", "mailer"]


@pytest.mark.parametrize("text", ["记住网关使用什么协议？", "Remember what the gateway speaks？"])
def test_a_question_mark_of_full_width_asks(text, tell):
    assert tell(text).extraction.patches == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("网关与计费之间使用什么协议？", "question"),
        ("网关使用协议缓冲", ""),
        ("the service now uses gRPC", ""),
    ],
)
def test_the_gate_judges_alike_whoever_proposes(text, reason):
    patch = Patch(type=MemoryType.PROJECT, scope=Scope.PROJECT, entry=Entry(summary=text))

    assert judge(patch, speaker=Speaker.PERSON).reason == reason


def test_a_short_chinese_statement_is_kept(tell, store):
    tell("记住：网关使用协议缓冲")

    assert list(entries(store)) == ["网关使用协议缓冲"]


def test_what_holds_from_now_on_is_not_taken_for_temporary(tell, store):
    tell("Remember that the service now uses gRPC.")

    assert any("now uses gRPC" in summary for summary in entries(store))


def test_facts_without_latin_letters_get_files_that_tell_them_apart(tell, store):
    tell("记住：网关使用协议缓冲", "记住：账本每周一备份一次")

    stems = {file.stem for file in store.memory_dir.rglob("*.md")} - {"MEMORY"}
    assert len(stems) == 2
    assert not any(stem.startswith("memory") for stem in stems)


def test_what_cannot_be_written_is_read_again_and_not_lost(tell, store):
    store.state_dir.mkdir(parents=True)
    (store.state_dir / "memory").write_text("in the way")
    with pytest.raises(OSError, match="memory"):
        tell("Remember that the gateway speaks protobuf.")
    (store.state_dir / "memory").unlink()

    assert tell("thanks").extraction.created == 1


@pytest.mark.parametrize("noted", ["the day before", "2999-01-01T00:00:00.000Z", 17, None])
async def test_a_last_dream_that_is_no_time_or_lies_ahead_does_not_end_all_dreams(
    noted, project, projects, database, clock
):
    store = project.store
    store.scaffold()
    meta = store.state_dir / "meta.json"
    meta.write_text(json.dumps(json.loads(meta.read_text()) | {"lastDreamAt": noted}))
    (store.memory_dir / "gate.md").write_text(
        "---\nname: Gate\ndescription: d\ntype: project\n---\n\nThe gate opens at six.\n"
    )
    for number in range(5):
        database.save(session_row(number, project, clock), [])
    jobs = Jobs(clock=clock, on_change=lambda job: None)

    with ThreadPoolExecutor(1) as executor:
        dreamer = Dreamer(
            database=database,
            projects=projects,
            telemetry=Telemetry(events=Events(), metrics=Metrics("1")),
            jobs=jobs,
            executor=executor,
            gates=DreamGates(database=database, settings=Settings, clock=clock),
            settings=Settings,
            clock=clock,
        )
        asked = await dreamer.dream_if_due(dreamer.place(project))
        async with asyncio.timeout(20):
            await jobs.ended(asked.job)
            await jobs.close(0)

    assert asked.skipped is None
    assert read_meta(store.state_dir, now=clock()).last_dream_at == clock()


def session_row(number, project, clock):
    return SessionRow(
        agent="claude-code",
        session=f"s{number}",
        path=f"/sessions/s{number}.jsonl",
        project=project.root,
        cwd=project.root,
        size=1,
        inode=number,
        mtime_ns=int(clock().timestamp() * 1e9),
        state={},
    )


def test_a_dream_of_more_than_an_hour_is_not_joined_by_a_second_one(store):
    store.scaffold()
    hours_ago = time.time() - 7200
    with PidLock(store.lock_path, stale_after=HOUR):
        os.utime(store.lock_path, (hours_ago, hours_ago))

        assert PidLock(store.lock_path, stale_after=HOUR).is_held()
        with pytest.raises(BusyError), PidLock(store.lock_path, stale_after=HOUR):
            pytest.fail("two hold one lock")


def test_a_duplicate_is_found_wherever_in_its_file_it_stands(store, write, tidy):
    write(store, "project/a.md", "The ledger speaks plain JSON\n\nWhy: auditors read it")
    other = write(
        store, "project/b.md", "- The gateway speaks protobuf\n- the ledger speaks plain json\n"
    )

    done = tidy(store)

    assert done.deduped_entries == 1
    assert {fact.casefold(): why for fact, why in entries(store).items()} == {
        "the gateway speaks protobuf": None,
        "the ledger speaks plain json": "auditors read it",
    }
    assert other.exists()


def test_a_file_goes_only_when_each_of_its_facts_stands_elsewhere(store, write, tidy):
    write(store, "project/a.md", "- The gateway speaks protobuf\n- The mailer speaks SMTP\n")
    write(store, "project/b.md", "The gateway speaks protobuf")

    tidy(store)

    assert set(entries(store)) == {"The gateway speaks protobuf", "The mailer speaks SMTP"}


def test_a_third_duplicate_merges_with_what_the_second_left(store, write, tidy):
    fact = "The gateway speaks protobuf"
    write(store, "project/a.md", f"{fact}\n\nHow to apply: generate the stubs")
    write(store, "project/b.md", f"{fact}\n\nWhy: frames are smaller")
    write(store, "project/c.md", fact)

    assert tidy(store).deduped_entries == 2

    (document,) = store.documents().values()
    (entry,) = document.entries
    assert (entry.why, entry.how_to_apply) == ("frames are smaller", "generate the stubs")


def test_a_file_in_an_old_format_that_nobody_has_to_change_keeps_its_bytes(store, write, tidy):
    file = write(store, "project/wire.md", "# Wire\n\n" + LEGACY)
    before = file.read_bytes()

    assert tidy(store).status == "noop"

    assert file.read_bytes() == before


def test_a_memory_with_an_empty_body_comes_through_whole(store, write, tidy):
    file = write(store, "project/empty.md", "")
    write(store, "project/a.md", "The gateway speaks protobuf")
    write(store, "project/b.md", "The gateway speaks protobuf.")
    before = file.read_bytes()

    assert tidy(store).deduped_entries == 1
    assert file.read_bytes() == before
    edited = store.edit("project/empty.md", by="person", body="The mailer speaks SMTP")

    assert file.read_text().startswith("---\nname: Note\n")
    assert edited.body == "The mailer speaks SMTP"


def test_a_body_that_the_front_matter_repeats_is_changed_below_it(store, write):
    fact = "The gateway speaks protobuf"
    file = write(store, "project/a.md", fact, name=fact, description=fact)

    store.edit("project/a.md", by="person", body="The gateway speaks Thrift")

    head, body = file.read_text().rsplit("---\n", 1)
    assert head.count(fact) == 2
    assert body.strip() == "The gateway speaks Thrift"


def test_a_prompt_that_shares_nothing_with_memory_gets_nothing(store, write, ask):
    for number, fact in enumerate(("protobuf", "plain JSON", "SMTP", "Thrift", "gRPC", "SOAP")):
        write(store, f"project/{number}.md", f"Service number {number} speaks {fact}")

    assert ask("please rename this variable to something shorter") == []


def test_a_word_within_another_word_finds_nothing(store, write, ask):
    write(store, "project/a.md", "The ownership of the starboard terminal is settled")

    assert ask("owner term star board") == []


@pytest.mark.parametrize(
    ("fact", "prompt"),
    [
        ("网关与计费服务之间使用协议缓冲", "网关和计费服务用什么协议？"),
        ("ゲートウェイは課金サービスとの通信に圧縮を使う", "課金サービスとの通信はどうなっている?"),
        ("결제 게이트웨이는 압축된 메시지를 보낸다", "결제 게이트웨이는 무엇을 보내나요?"),
    ],
)
def test_prompts_in_chinese_japanese_and_korean_find(fact, prompt, store, write, ask):
    write(store, "project/a.md", fact, name=fact, description=fact)
    write(store, "project/b.md", "The ledger speaks plain JSON")

    assert ask(prompt) == ["project/a.md"]


def test_what_is_known_of_the_user_does_not_rank_last_for_its_type(projects, store, write, ask):
    fact = "Answers about the gateway protobuf schema come with an example"
    for kind in ("feedback", "project", "reference"):
        write(store, f"{kind}/a.md", fact, name=fact, kind=kind)
    write(projects.user, "user/a.md", fact, name=fact, kind="user")

    assert ask("gateway protobuf schema answers, with an example")[0] == "user/a.md"


def test_a_query_of_one_letter_does_not_delete_everything(store, write, drop):
    for number in range(30):
        write(store, f"project/{number}.md", f"Service number {number} speaks protobuf")

    with pytest.raises(ConflictError, match="30 entries"):
        drop("e")

    assert len(entries(store)) == 30


def test_of_two_facts_in_the_same_words_only_the_one_that_is_meant_falls(store, write, drop):
    file = write(
        store,
        "project/a.md",
        "- The port is 7000\n  - Why: of the gateway\n- The port is 7000\n  - Why: of the ledger\n",
    )

    drop(ids=["project/a.md:1"])

    assert file.read_text().count("The port is 7000") == 1
    assert entries(store) == {"The port is 7000": "of the gateway"}


def test_what_forget_cannot_do_is_loud_and_done_in_no_part(store, write, drop):
    file = write(store, "project/a.md", "The gateway speaks protobuf")
    (store.state_dir / "trash").write_text("in the way")

    with pytest.raises(OSError, match="trash"):
        drop("protobuf")

    assert file.exists()


def test_a_file_without_front_matter_is_never_deleted(store, write, drop):
    write(store, "project/a.md", "The gateway speaks protobuf")
    mine = store.memory_dir / "project" / "mine.md"
    mine.write_text("The gateway speaks protobuf\n")

    drop("protobuf")

    assert entries(store) == {}
    assert mine.read_text() == "The gateway speaks protobuf\n"


def test_the_index_is_limited_in_bytes_and_no_link_or_character_is_cut(store, write):
    for number in range(199):
        name = f"网关与计费服务之间使用的协议缓冲说明\U0001f6a2{number}" * 3
        write(store, f"project/{number}.md", f"事实{number}", name=name, description="描" * 90)
    store.refresh()

    text = render_index(store.documents().values())

    assert len(text.encode("utf-8")) <= 25_000
    *lines, _, warning = text.splitlines()
    assert lines
    assert all("](project/" in line and ".md)" in line for line in lines)
    assert str(199 - len(lines)) in warning


def test_a_title_that_is_markdown_is_escaped_in_the_index(store, write):
    write(store, "project/a.md", "It is a fact", name="'Use [x](y) and ]( here'")
    store.refresh()

    text = render_index(store.documents().values())

    assert text.startswith(r"- [Use \[x\](y) and \]( here](project/a.md)")


def test_what_a_person_wrote_into_the_index_stays(store, write, drop):
    write(store, "project/a.md", "The gateway speaks protobuf")
    mine = store.memory_dir / "mine.md"
    mine.write_text("no front matter\n")
    (store.memory_dir / "MEMORY.md").write_text(
        "# Ours\n\nRead this first.\n\n- [Mine](mine.md) — by hand\n"
    )

    drop("protobuf")

    assert index(store).startswith("# Ours\n\nRead this first.\n")
    assert "- [Mine](mine.md) — by hand" in index(store)


def test_a_memory_right_below_the_root_is_listed_in_the_index(store, write):
    store.scaffold()
    write(store, "user.md", "Writes Go by day", name="About me", kind="user")
    store.refresh()

    store.rebuild_index()

    assert "(user.md)" in index(store)
