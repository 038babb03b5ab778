"""Hatch's hook: man pages and completions are made when the wheel is, and lie under share/."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_HERE = Path(__file__).parent


class ShellHook(BuildHookInterface[Any]):  # Any: no configuration of its own
    """Writes the files to a temporary directory, and tells hatch where each belongs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 -- hatch's names
        sys.path[:0] = [str(_HERE), str(_HERE.parent)]
        try:
            from describe import shared_files  # noqa: PLC0415 -- found by the path above

            self._made = tempfile.TemporaryDirectory()
            for place, text in shared_files(self.metadata.version).items():
                file = Path(self._made.name) / place.replace("/", "-")
                file.write_text(text, encoding="utf-8")
                build_data["shared_data"][str(file)] = f"share/{place}"
        finally:
            del sys.path[:2]

    def finalize(self, *_: object) -> None:
        self._made.cleanup()
