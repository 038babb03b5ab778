"""Looking at an agent's settings, to tell its user what does not go together."""

from pathlib import Path

from . import jsonc
from .files import FileError, read


def read_settings(path: Path) -> object:
    """Return what a JSON file with comments says, None when that cannot be told."""
    try:
        text = (read(path) or b"").decode("utf-8")
        return jsonc.value(text, jsonc.parse(text))
    except (FileError, ValueError):
        return None


def lookup(settings: object, *keys: str) -> object:
    """Return what stands under *keys*, None when nothing does."""
    for key in keys:
        settings = settings.get(key) if isinstance(settings, dict) else None
    return settings


def is_off(settings: object, *keys: str) -> bool:
    """Tell whether *keys* are set to false."""
    return lookup(settings, *keys) is False
