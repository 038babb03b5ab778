"""Qwen Code: an extension folder that it loads by itself, so that no settings change."""

from collections.abc import Mapping
from pathlib import Path

from .base import Agent, Edit
from .launch import HOOK_MARK, Launch
from .plugin_files import DESCRIPTION, SERVER, VERSION, json_file, skill
from .settings import is_off, lookup, read_settings

NAME = "qwen-code"
# Milliseconds in all versions: newer ones also take seconds, but only below 1000.
_TIMEOUTS = {"SessionStart": 5000, "UserPromptSubmit": 5000, "Stop": 5000, "SessionEnd": 3000}


def _edits(folder: Path, launch: Launch) -> list[Edit]:
    extension = folder / "extensions" / SERVER
    groups = {event: [{"hooks": [hook]}] for event, hook in launch.hooks(NAME, _TIMEOUTS).items()}
    manifest = {
        "name": SERVER,
        "version": VERSION,
        "description": DESCRIPTION,
        "mcpServers": {SERVER: {**launch.mcp_server(), "trust": True}},
    }
    return [
        json_file(extension / "qwen-extension.json", manifest),
        json_file(extension / "hooks" / "hooks.json", {"hooks": groups}),
        skill("recall", extension / "skills" / "recall" / "SKILL.md"),
        skill("memoryd", extension / "skills" / "memoryd" / "SKILL.md"),
    ]


def _warnings(folder: Path, _: Mapping[str, str]) -> list[str]:
    path = folder / "settings.json"
    settings = read_settings(path)
    warnings = []
    if not is_off(settings, "memory", "enableManagedAutoMemory"):
        warnings.append(
            "Qwen Code keeps a memory of its own beside memoryd's, with a model call for each "
            'turn; to turn that off, set "memory": {"enableManagedAutoMemory": false, '
            f'"enableManagedAutoDream": false}} in {path}'
        )
    if lookup(settings, "disableAllHooks") is True:
        warnings.append(f'"disableAllHooks" in {path} keeps memoryd\'s hooks from running')
    if HOOK_MARK in str(lookup(settings, "hooks")):
        warnings.append(
            f"{path} has hooks of memoryd too: every memory will be given twice; take them out"
        )
    return warnings


QWEN_CODE = Agent(
    name=NAME,
    title="Qwen Code",
    program="qwen",
    folder_variable="QWEN_HOME",
    folder_name=".qwen",
    edits=_edits,
    warnings=_warnings,
    note="It takes effect in the next session; /recall and /memoryd are there then.",
)
