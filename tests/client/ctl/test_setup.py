import json
from pathlib import Path

import pytest

CONFIGS = {
    ".claude/settings.json": '{\n\t// mine\n\t"autoMemoryEnabled": false,\n}\n',
    ".codex/config.toml": "# mine\r\nmodel = 'x'\r\n",
    ".codex/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}',
    ".qwen/settings.json": "{}",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with the folders of all three agents."""
    home = tmp_path / "home"
    for name, text in CONFIGS.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(text.encode())
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "QWEN_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("CLAUDE_CODE_DISABLE_AUTO_MEMORY", raising=False)
    monkeypatch.setenv("MEMORYD_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", "/nothing")
    return home


def snapshot(home: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(home)): path.read_bytes() if path.is_file() else None
        for path in sorted(home.rglob("*"))
    }


def test_all_that_are_here_are_set_up_and_taken_back_to_the_byte(run, home: Path):
    before = snapshot(home)

    code, out, err = run("setup", "--yes")

    assert (code, err) == (0, "")
    assert "Claude Code: 5 files created.\n" in out
    assert "Codex: 4 files changed or created.\n" in out
    assert "Qwen Code: 4 files created.\n" in out
    assert "trust the new hooks" in out
    assert (home / ".claude/commands/recall.md").exists()
    assert (home / ".qwen/extensions/memoryd/hooks/hooks.json").exists()
    assert run("setup", "--remove", "--yes")[0] == 0
    assert snapshot(home) == before


def test_a_second_time_there_is_nothing_to_do(run, home: Path):
    run("setup", "--yes")
    before = snapshot(home)

    code, out, err = run("setup")

    assert (code, err) == (0, "")
    assert out.count("nothing to do") == 3
    assert snapshot(home) == before


def test_every_change_is_shown_before_anything_is_asked_or_written(run, home: Path):
    before = snapshot(home)

    code, out, err = run("setup", "codex")

    assert (code, err) == (2, "nothing was written: nobody is there to ask\nhint: add --yes\n")
    assert f"  --- {home}/.codex/config.toml\n  +++ {home}/.codex/config.toml\n" in out
    assert "  +[mcp_servers.memoryd]\n" in out
    assert f"  --- /dev/null\n  +++ {home}/.codex/skills/recall/SKILL.md\n" in out
    assert "Claude" not in out
    assert snapshot(home) == before


@pytest.mark.parametrize("more", [(), ("--yes",), ("--json",), ("--remove",)])
def test_a_dry_run_writes_nothing(run, home: Path, more: tuple[str, ...]):
    before = snapshot(home)

    assert run("setup", "--dry-run", *more)[0] == 0
    assert snapshot(home) == before

    run("setup", "--yes")
    before = snapshot(home)
    assert run("setup", "--dry-run", *more)[0] == 0
    assert snapshot(home) == before


@pytest.mark.parametrize(("answer", "code", "written"), [("y\n", 0, True), ("\n", 1, False)])
def test_on_a_terminal_a_person_decides(
    run_on_screen, home: Path, answer: str, code: int, *, written: bool
):
    found, _, err = run_on_screen("setup", "codex", stdin=answer)

    assert found == code
    assert err.endswith("Write it? [y/N] ")
    assert (home / ".codex/skills/recall/SKILL.md").exists() == written


def test_what_cannot_be_read_is_left_alone_and_told_while_the_others_go_on(run, home: Path):
    (home / ".codex/hooks.json").write_text("{ half")

    code, out, err = run("setup", "--yes")

    assert code == 1
    assert err.startswith(f"Codex: {home}/.codex/hooks.json is not JSON: line 1: ")
    assert "or add by hand:\n" in err
    assert "hook.py codex SessionStart" in err
    assert (home / ".codex/hooks.json").read_text() == "{ half"
    assert "Codex: 3 files changed or created.\n" in out
    assert "Qwen Code: 4 files created.\n" in out


def test_what_cannot_be_written_is_told_while_the_others_go_on(run, home: Path):
    (home / ".claude/skills").write_text("a file where a directory should be")

    code, out, err = run("setup", "--yes")

    assert code == 1
    assert f"{home}/.claude/skills/memoryd" in err
    assert "Codex: 4 files changed or created.\n" in out


def test_what_the_user_took_out_stays_out_until_the_agent_is_named(run, home: Path):
    run("setup", "--yes")
    (home / ".codex/hooks.json").write_text("{}")

    code, _, err = run("setup", "--yes")

    assert code == 0
    assert err == (
        f"Codex: memoryd's part of {home}/.codex/hooks.json was taken out by hand, "
        "and stays so\nhint: `memoryctl setup codex` writes it again\n"
    )
    assert (home / ".codex/hooks.json").read_text() == "{}"
    run("setup", "codex", "--yes")
    assert "hook.py codex Stop" in (home / ".codex/hooks.json").read_text()


def test_two_memories_are_told_and_nothing_is_switched_off(run, home: Path):
    (home / ".codex/config.toml").write_text("[features]\nmemories = true\n")

    _, out, _ = run("setup", "--yes")

    assert out.count("warning: ") == 2
    assert "warning: Codex keeps a memory of its own" in out
    assert "warning: Qwen Code keeps a memory of its own" in out
    assert "memories = true" in (home / ".codex/config.toml").read_text()
    assert (home / ".qwen/settings.json").read_text() == "{}"


def test_several_versions_are_told(run, home: Path, monkeypatch: pytest.MonkeyPatch):
    folders = [home / "bin" / version for version in ("1.0.0", "2.0.0")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"version": folder.name}))
        (folder / "codex").touch(mode=0o755)
    monkeypatch.setenv("PATH", ":".join(map(str, folders)))

    _, out, _ = run("setup", "codex", "--dry-run")

    assert "Codex 1.0.0: 4 files to write\n" in out
    assert "warning: several versions are installed (1.0.0, 2.0.0)" in out


def test_json_tells_each_file_of_each_agent(run, home: Path):
    code, out, _ = run("setup", "--json", "--yes", "codex")

    (agent,) = json.loads(out)["agents"]
    assert code == 0
    assert agent == {
        "agent": "codex",
        "found": True,
        "files": [
            {"path": f"{home}/.codex/hooks.json", "action": "change"},
            {"path": f"{home}/.codex/config.toml", "action": "change"},
            {"path": f"{home}/.codex/skills/recall/SKILL.md", "action": "create"},
            {"path": f"{home}/.codex/skills/memoryd/SKILL.md", "action": "create"},
        ],
        "warnings": [],
        "status": "done",
    }
    assert json.loads(run("setup", "--json")[1])["agents"][1]["status"] == "unchanged"


def test_json_without_yes_only_plans(run, home: Path):
    before = snapshot(home)

    code, out, _ = run("setup", "--json")

    assert code == 2
    assert {agent["status"] for agent in json.loads(out)["agents"]} == {"planned"}
    assert snapshot(home) == before


def test_an_agent_that_is_not_here_is_not_set_up(run, tmp_path: Path, home: Path, monkeypatch):
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("HOME", str(empty))

    code, out, err = run("setup", "codex", "--yes")

    assert code == 4
    assert f"Codex: not here (no codex on PATH, no {empty}/.codex)\n" in out
    assert "none of these agents is here" in err
    assert list(empty.iterdir()) == []


def test_an_unknown_agent_is_refused(run, home: Path):
    code, out, err = run("setup", "codexx")

    assert (code, out) == (2, "")
    assert err == "there is no agent 'codexx'\nhint: one of claude-code, codex, qwen-code\n"
