"""The parts of the plugin folder that several agents read alike."""

import json
from importlib.resources import files
from pathlib import Path

from .own_file import OwnFile

# Of the folder, not of memoryd: an upgrade that changes nothing here must not change the file.
VERSION = "1.0.0"
DESCRIPTION = "Durable memory across sessions and agents, kept on this machine."
SERVER = "memoryd"


def json_file(path: Path, content: object) -> OwnFile:
    """Return a JSON file of our own."""
    return OwnFile(path, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())


def skill(name: str, path: Path) -> OwnFile:
    """Return *path* with the text of one skill, which serves as a command as well."""
    text = files(__package__).joinpath("plugin", "skills", name, "SKILL.md").read_bytes()
    return OwnFile(path, text)
