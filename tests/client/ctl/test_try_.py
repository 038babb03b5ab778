import json
import shutil
from pathlib import Path

import pytest

from memoryd_client import wire
from memoryd_client.ctl import try_
from memoryd_client.ctl.text import unstyled
from memoryd_client.ctl.try_ import Learned, choose_question, render_learned

STUB = Path(__file__).parent / "stub_memoryd.py"
SHOWN = """\
Read 2 sessions with 6 messages by people.

/home/sam/harbor
  feedback   Keep slots in order
  project    Depths in centimetres

All projects
  user       Likes type hints

Asked: Keep slots in order

1. Keep slots in order
   feedback/slots.md · today · matched slots

1 memory of 2, 1.0 ms

Nothing was left behind.
"""


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the stub the daemon; returns where it notes what happens."""
    package = tmp_path / "path" / "memoryd"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(STUB, package / "__main__.py")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.setenv("STUB_NOTES", str(tmp_path / "notes"))
    return tmp_path / "notes"


def noted(notes: Path, what: str) -> list[str]:
    lines = notes.read_text().splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(what + " ")]


def folders(notes: Path) -> list[Path]:
    return [Path(json.loads(env)["MEMORYD_STATE_DIR"]).parents[1] for env in noted(notes, "env")]


def test_it_shows_what_would_be_remembered_and_leaves_nothing(run, stub: Path):
    code, out, err = run("try")

    assert (code, out, err) == (0, SHOWN, "")
    assert not folders(stub)[0].exists()


def test_it_shows_what_whole_sessions_taught(run, stub: Path, monkeypatch):
    monkeypatch.setenv("STUB_STATE", "taught")

    _, out, _ = run("try")
    _, whole, _ = run("try", "--json")

    assert "Whole sessions taught, of /home/sam/harbor:\n\n# What sessions taught\n\n- Lint" in out
    assert "`memories: {enabled: true}` in the settings" in out
    assert json.loads(whole)["summary"] == "# What sessions taught\n\n- Lint: `ruff`"
    memories = json.loads(noted(stub, "config")[0])["memories"]
    assert memories == {"enabled": True, "minRolloutIdleHours": 0, "maxRolloutAgeDays": 3650}


def test_the_users_own_daemon_is_not_asked(run, daemon, stub: Path):
    run("try")

    assert daemon.asked == []


def test_a_question_may_be_given(run, stub: Path):
    run("try", "--query", "who takes which slot?")

    assert noted(stub, "recall") == ["who takes which slot? in /home/sam/harbor"]


def test_one_agent_may_be_chosen(run, stub: Path):
    run("try", "--agent", "codex")

    agents = json.loads(noted(stub, "config")[0])["agents"]
    assert [name for name, agent in agents.items() if agent["enabled"]] == ["codex"]


def test_a_directory_may_be_chosen(run, stub: Path, tmp_path: Path):
    run("try", "--path", str(tmp_path))

    agents = json.loads(noted(stub, "config")[0])["agents"]
    assert agents["claude-code"] == {"enabled": True, "paths": [str(tmp_path)]}


def test_without_sessions_it_says_so_and_takes_the_sample(
    run, stub: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STUB_STATE", "empty")

    code, out, err = run("try", "--agent", "codex")

    assert (code, out) == (0, SHOWN)
    assert err == "no sessions of codex were found\nhint: here is a sample session\n"
    first, second = (json.loads(config)["agents"] for config in noted(stub, "config"))
    assert first["claude-code"]["paths"] == []
    assert list(Path(second["claude-code"]["paths"][0]).rglob("*.jsonl"))
    assert not any(folder.exists() for folder in folders(stub))


def test_when_time_is_over_it_says_how_far_it_came(
    run, stub: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STUB_STATE", "endless")

    def clock() -> float:
        # Time stands still until the daemon has told twice how far it is.
        told = stub.read_text().splitlines().count("status") if stub.exists() else 0
        return 100.0 if told >= 2 else 0.0

    slow = try_.Verb(try_._add_arguments, lambda call: try_._try(call, clock=clock))
    monkeypatch.setitem(try_.VERBS, "try", slow)

    code, out, err = run("try")

    assert code == 6
    assert "Keep slots in order" in out
    assert err.startswith("after 60 s only 2 sessions had been read\nhint: ")
    assert not folders(stub)[0].exists()


def test_json_is_one_object(run, stub: Path):
    code, out, err = run("try", "--json")

    whole = json.loads(out)
    assert (code, err) == (0, "")
    assert set(whole) == {"sessions", "human_messages", "memories", "recall", "summary"}
    assert (whole["sessions"], whole["human_messages"]) == (2, 6)
    assert [memory["title"] for memory in whole["memories"]] == [
        "Depths in centimetres",
        "Keep slots in order",
        "Likes type hints",
    ]
    assert whole["recall"]["documents"][0]["matched"] == ["slots"]


def learned(**projects: int) -> Learned:
    memories = {
        root: [wire.empty(wire.Memory, title=f"{root} {n}", type="user") for n in range(number)]
        for root, number in projects.items()
    }
    return Learned(sessions=1, human_messages=1, projects=memories, complete=True)


def test_a_long_list_is_cut_and_says_by_how_much():
    lines = [unstyled(line) for line in render_learned(learned(first=28, second=5, third=9))]

    assert lines[-1] == "… and 12 more"
    assert "second" in lines
    assert "third" not in lines
    assert sum(line.startswith("  ") for line in lines) == 30


def test_sessions_without_anything_worth_keeping_say_so():
    assert render_learned(learned()) == [
        "Read 1 session with 1 message by people.",
        "Nothing in them is worth keeping.",
    ]


def test_with_nothing_learned_only_a_given_question_is_asked():
    assert choose_question(learned(), None) == ("", "/")
    assert choose_question(learned(), "what?") == ("what?", "/")


def test_the_sample_is_a_session_of_a_person_who_teaches():
    (transcript,) = try_._SAMPLE.rglob("*.jsonl")
    records = [json.loads(line) for line in transcript.read_text().splitlines()]

    typed = [record for record in records if record.get("origin") == {"kind": "human"}]
    assert {record["cwd"] for record in records} == {"/home/sam/harbor"}
    assert {record["sessionId"] for record in records} == {transcript.stem}
    assert [record["parentUuid"] for record in records[1:]] == [r["uuid"] for r in records[:-1]]
    assert len(typed) == 4
