"""What each agent is given, and what its user is told."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryd_client.integrations import AGENTS, Launch
from memoryd_client.mcp.tools import TOOLS

LAUNCH = Launch(
    interpreter="/py",
    hook="/v/memoryd_client/hook.py",
    mcp="/v/memoryd_client/mcp/__main__.py",
    socket="/s",
)
SERVER = {
    "command": "/py",
    "args": ["-I", "-S", "/v/memoryd_client/mcp/__main__.py", "--socket", "/s"],
}
EVENTS = ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"]


def files_of(agent: str) -> dict[str, str]:
    folder = Path("/home/it")
    edits = AGENTS[agent].edits(folder, LAUNCH)
    return {str(one.path.relative_to(folder)): one.put(None, known=False).decode() for one in edits}


@pytest.mark.parametrize(
    ("agent", "file", "timeouts"),
    [
        ("claude-code", "skills/memoryd/hooks/hooks.json", [5, 5, 5, 3]),
        ("codex", "hooks.json", [5, 5, 5, 3]),
        ("qwen-code", "extensions/memoryd/hooks/hooks.json", [5000, 5000, 5000, 3000]),
    ],
)
def test_every_event_has_one_hook_with_the_timeout_in_the_agents_unit(
    agent: str, file: str, timeouts: list[int]
):
    hooks = json.loads(files_of(agent)[file])["hooks"]

    assert list(hooks) == EVENTS
    assert [hooks[event] for event in EVENTS] == [
        [
            {
                "hooks": [
                    {
                        "type": "command",
                        "command": "/py -I -S /v/memoryd_client/hook.py "
                        f"{agent} {event} /s || true",
                        "timeout": timeout,
                    }
                ]
            }
        ]
        for event, timeout in zip(EVENTS, timeouts, strict=True)
    ]


def test_each_agent_has_the_server_where_it_looks_for_it():
    claude = json.loads(files_of("claude-code")["skills/memoryd/.mcp.json"])
    codex = tomllib.loads(files_of("codex")["config.toml"])
    qwen = json.loads(files_of("qwen-code")["extensions/memoryd/qwen-extension.json"])

    assert claude == {"mcpServers": {"memoryd": SERVER}}
    assert codex == {"mcp_servers": {"memoryd": SERVER}}
    assert qwen["mcpServers"] == {"memoryd": {**SERVER, "trust": True}}


@pytest.mark.parametrize(
    ("agent", "recall", "memoryd"),
    [
        ("claude-code", "commands/recall.md", "commands/memoryd.md"),
        ("codex", "skills/recall/SKILL.md", "skills/memoryd/SKILL.md"),
        (
            "qwen-code",
            "extensions/memoryd/skills/recall/SKILL.md",
            "extensions/memoryd/skills/memoryd/SKILL.md",
        ),
    ],
)
def test_the_same_skills_serve_every_agent(agent: str, recall: str, memoryd: str):
    files = files_of(agent)

    for name, text in (("recall", files[recall]), ("memoryd", files[memoryd])):
        front, body = text.removeprefix("---\n").split("\n---\n")
        fields = dict(line.split(": ", 1) for line in front.splitlines())
        assert fields["name"] == name
        assert 0 < len(fields["description"]) < 250
        # What the user typed must reach no shell.
        assert not any(sign in body for sign in ("$ARGUMENTS", "{{args}}", "!`", "!{"))
    assert "`recall`" in files[recall]
    named = {
        name for name in TOOLS if f"`{name}`" in files[memoryd] or f"`{name} " in files[memoryd]
    }
    assert named == set(TOOLS)
    for verb in ("view", "clear", "rebuild"):
        assert f"`memoryctl {verb}`" in files[memoryd]


@pytest.fixture
def warnings(tmp_path: Path) -> Callable[..., list[str]]:
    """What the user of an agent is told whose settings say this."""

    def warnings(agent: str, settings: str | None, **env: str) -> list[str]:
        name = "config.toml" if agent == "codex" else "settings.json"
        if settings is not None:
            (tmp_path / name).write_text(settings)
        return AGENTS[agent].warnings(tmp_path, env)

    return warnings


@pytest.mark.parametrize("settings", [None, "", "{", "[]", "{}", '{"memory": 1}'])
@pytest.mark.parametrize(
    ("agent", "how"),
    [
        ("claude-code", '"autoMemoryEnabled": false'),
        ("qwen-code", '"enableManagedAutoMemory": false'),
    ],
)
def test_a_memory_that_is_on_by_default_is_told_with_how_to_turn_it_off(
    warnings, agent: str, how: str, settings: str | None
):
    (told,) = warnings(agent, settings)

    assert "a memory of its own" in told
    assert how in told


@pytest.mark.parametrize(
    ("agent", "settings"),
    [
        ("claude-code", '{"autoMemoryEnabled": false, // mine\n}'),
        ("qwen-code", '{"memory": {"enableManagedAutoMemory": false}}'),
        ("codex", ""),
        ("codex", "[features]\nmemories = false"),
        ("codex", "not TOML"),
        ("codex", "features = 7"),
    ],
)
def test_nothing_is_told_when_all_is_well(warnings, agent: str, settings: str):
    assert warnings(agent, settings) == []


def test_claude_code_has_a_variable_that_turns_its_memory_off(warnings):
    assert warnings("claude-code", None, CLAUDE_CODE_DISABLE_AUTO_MEMORY="1") == []


@pytest.mark.parametrize(
    ("agent", "settings", "part"),
    [
        ("codex", "[features]\nmemories = true", "memories = false"),
        ("codex", "[features]\nhooks = false", "hooks = false"),
        ("codex", "[mcp_servers.memoryd]\nenabled = false", "switched off"),
        ("claude-code", '{"disableAllHooks": true}', "disableAllHooks"),
        ("claude-code", '{"enabledPlugins": {"memoryd@skills-dir": false}}', "switched off"),
        ("claude-code", '{"hooks": {"Stop": "memoryd_client/hook.py"}}', "given twice"),
        ("qwen-code", '{"disableAllHooks": true}', "disableAllHooks"),
        ("qwen-code", '{"hooks": {"Stop": "memoryd_client/hook.py"}}', "given twice"),
    ],
)
def test_what_keeps_memoryd_from_working_is_told(warnings, agent: str, settings: str, part: str):
    assert sum(part in told for told in warnings(agent, settings)) == 1
