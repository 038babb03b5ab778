"""Claude Code: a plugin folder that it loads by itself, so that no settings change."""

from collections.abc import Mapping
from pathlib import Path

from .base import Agent, Edit
from .launch import HOOK_MARK, Launch
from .plugin_files import DESCRIPTION, SERVER, VERSION, json_file, skill
from .settings import is_off, lookup, read_settings

NAME = "claude-code"
# Seconds. SessionEnd has 1.5 of them by default, and an error is shown when they are over.
_TIMEOUTS = {"SessionStart": 5, "UserPromptSubmit": 5, "Stop": 5, "SessionEnd": 3}


def _edits(folder: Path, launch: Launch) -> list[Edit]:
    plugin = folder / "skills" / SERVER
    groups = {event: [{"hooks": [hook]}] for event, hook in launch.hooks(NAME, _TIMEOUTS).items()}
    manifest = {"name": SERVER, "version": VERSION, "description": DESCRIPTION}
    return [
        json_file(plugin / ".claude-plugin" / "plugin.json", manifest),
        json_file(plugin / "hooks" / "hooks.json", {"hooks": groups}),
        json_file(plugin / ".mcp.json", {"mcpServers": {SERVER: launch.mcp_server()}}),
        # Commands of a plugin have its name before theirs; these are /recall and /memoryd.
        skill("recall", folder / "commands" / "recall.md"),
        skill("memoryd", folder / "commands" / "memoryd.md"),
    ]


def _warnings(folder: Path, env: Mapping[str, str]) -> list[str]:
    path = folder / "settings.json"
    settings = read_settings(path)
    warnings = []
    if not is_off(settings, "autoMemoryEnabled") and not env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY"):
        warnings.append(
            "Claude Code keeps a memory of its own beside memoryd's; to turn that off, set "
            f'"autoMemoryEnabled": false in {path}'
        )
    if lookup(settings, "disableAllHooks") is True:
        warnings.append(f'"disableAllHooks" in {path} keeps memoryd\'s hooks from running')
    if lookup(settings, "enabledPlugins", f"{SERVER}@skills-dir") is False:
        warnings.append(f"the plugin {SERVER} is switched off in {path}")
    if HOOK_MARK in str(lookup(settings, "hooks")):
        warnings.append(
            f"{path} has hooks of memoryd too: every memory will be given twice; take them out"
        )
    return warnings


CLAUDE_CODE = Agent(
    name=NAME,
    title="Claude Code",
    program="claude",
    folder_variable="CLAUDE_CONFIG_DIR",
    folder_name=".claude",
    edits=_edits,
    warnings=_warnings,
    note="It takes effect in the next session; /recall and /memoryd are there then.",
)
