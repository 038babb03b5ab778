"""The texts that models are asked with and sessions begin with: Markdown files with variables.

A file of the same name in the user's own directory takes the place of ours.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from memoryd.errors import ConfigError
from memoryd.system.inside import read_plain

_VARIABLE = re.compile(r"\{\{\s*([a-z0-9_]+)\s*\}\}")
_MAX_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Prompts:
    """The prompts by name; *own* is the user's directory, which need not exist."""

    own: Path

    def fill(self, name: str, **values: str) -> str:
        """Return the prompt *name* with every variable filled; blocking.

        Values are data: variables in them stay as they are. Raise ConfigError when the user's
        file cannot be read, or has other variables than ours.
        """
        text = self._read(name)
        unfilled, unknown = variables(text) - values.keys(), values.keys() - variables(text)
        if unfilled or unknown:
            raise ValueError(f"prompt {name}: {sorted(unfilled)} not filled, {sorted(unknown)}?")
        return _VARIABLE.sub(lambda found: values[found[1]], text).strip()

    def faults(self) -> list[ConfigError]:
        """Return what is wrong with the user's own files; blocking."""
        found = []
        for name in sorted(names()):
            try:
                self._read(name)
            except ConfigError as exc:
                found.append(exc)
        return found

    def _read(self, name: str) -> str:
        ours = read_ours(name)
        file = self.own / f"{name}.md"
        try:
            text = read_plain(file, most_bytes=_MAX_BYTES + 1, follow=True).decode()
        except FileNotFoundError:
            return ours
        except (OSError, UnicodeDecodeError) as exc:
            raise ConfigError(f"cannot read this prompt: {exc}", file=file) from exc
        if len(text) > _MAX_BYTES:
            raise ConfigError(f"a prompt has at most {_MAX_BYTES >> 10} KiB", file=file)
        if odd := variables(text) ^ variables(ours):
            names = ", ".join(f"{{{{{each}}}}}" for each in sorted(odd))
            raise ConfigError(f"other variables than in the prompt it replaces: {names}", file=file)
        return text


def variables(text: str) -> frozenset[str]:
    """Return the names that stand in double braces in *text*."""
    return frozenset(_VARIABLE.findall(text))


@cache
def read_ours(name: str) -> str:
    """Return our own text of the prompt *name*; as it was when first read, like the code is."""
    return (files(__name__) / f"{name}.md").read_text("utf-8")


def names() -> Iterator[str]:
    """Yield the names of all prompts."""
    for file in files(__name__).iterdir():
        if file.name.endswith(".md"):
            yield file.name.removesuffix(".md")
