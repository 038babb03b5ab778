"""Codex: hooks and the MCP server in its own files, skills beside those of the user.

Not as a plugin: it would ask to trust the hooks anew whenever a byte of the plugin changed.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from .base import Agent, Edit
from .files import FileError, read
from .hook_entries import HookEntries
from .launch import Launch
from .plugin_files import SERVER, skill
from .settings import lookup
from .toml_server import TomlServer

NAME = "codex"
# Seconds; it warns at every start when SessionEnd has more than 3.
_TIMEOUTS = {"SessionStart": 5, "UserPromptSubmit": 5, "Stop": 5, "SessionEnd": 3}


def _edits(folder: Path, launch: Launch) -> list[Edit]:
    return [
        HookEntries(folder / "hooks.json", launch.hooks(NAME, _TIMEOUTS)),
        TomlServer(folder / "config.toml", launch.mcp_server()),
        skill("recall", folder / "skills" / "recall" / "SKILL.md"),
        skill("memoryd", folder / "skills" / "memoryd" / "SKILL.md"),
    ]


def _warnings(folder: Path, _: Mapping[str, str]) -> list[str]:
    path = folder / "config.toml"
    try:
        settings = tomllib.loads((read(path) or b"").decode())
    except (FileError, ValueError, RecursionError):
        return []  # set-up says what is wrong with it
    warnings = []
    if lookup(settings, "features", "memories") is True:
        warnings.append(
            "Codex keeps a memory of its own beside memoryd's; to turn that off, set "
            f"`memories = false` under [features] in {path}"
        )
    if lookup(settings, "features", "hooks") is False:
        warnings.append(f"`hooks = false` in {path} keeps memoryd's hooks from running")
    if lookup(settings, "mcp_servers", SERVER, "enabled") is False:
        warnings.append(f"the MCP server {SERVER} is switched off in {path}")
    return warnings


CODEX = Agent(
    name=NAME,
    title="Codex",
    program="codex",
    folder_variable="CODEX_HOME",
    folder_name=".codex",
    edits=_edits,
    warnings=_warnings,
    note=(
        "Start `codex` once and choose to trust the new hooks: until then it leaves them out, and "
        "`codex exec` does so without a word. The skills are $recall and $memoryd."
    ),
)
