"""The terminal: what people see, and what they are asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from .text import safe, unstyled

_BAR_WIDTH = 24


@dataclass(slots=True, kw_only=True)
class Terminal:
    """Output to people on *out*, trouble and progress on *err*, answers from *source*."""

    out: TextIO
    err: TextIO
    source: TextIO
    env: Mapping[str, str]
    json: bool = False
    quiet: bool = False

    @property
    def talks(self) -> bool:
        """True when a person can be asked."""
        return self.source.isatty() and self.err.isatty() and not self.json

    def say(self, *lines: str) -> None:
        """Show lines to a person; silent for machines and when asked to be."""
        if not self.json and not self.quiet:
            for line in lines:
                self._write(self.out, self._styled(self.out, line) + "\n")

    def print_raw(self, text: str) -> None:
        """Print *text* byte for byte, but to a terminal only what it can show safely."""
        if not self.quiet:
            self._write(self.out, safe(text) if self.out.isatty() else text)

    def print_json(self, body: bytes) -> None:
        """Print one JSON value as it came, on a line of its own."""
        self._write(self.out, body.decode("utf-8", "replace").rstrip("\n") + "\n")
        self.out.flush()

    def trouble(self, what: str, hint: str) -> None:
        """Say what failed and what to do next."""
        self.clear_progress()
        self._write(self.err, safe(what) + "\n")
        if hint:
            self._write(self.err, f"hint: {safe(hint)}\n")

    def ask(self, question: str) -> bool:
        """Return whether a person says yes; anything else is a no."""
        self._write(self.err, f"{safe(question)} [y/N] ")
        self.err.flush()
        return self.source.readline().strip().lower() in ("y", "yes")

    def show_progress(self, done: int, total: int | None, unit: str) -> None:
        """Draw how far something is; on a terminal only."""
        if not self.err.isatty() or self.quiet:
            return
        bar = ""
        if total:
            full = min(_BAR_WIDTH, _BAR_WIDTH * done // total)
            bar = f"[{'#' * full}{'.' * (_BAR_WIDTH - full)}] "
        of = f" of {total:,}" if total else ""
        self._write(self.err, f"\r\x1b[K{bar}{done:,}{of} {safe(unit)}")
        self.err.flush()

    def clear_progress(self) -> None:
        """Remove what show_progress drew."""
        if self.err.isatty():
            self._write(self.err, "\r\x1b[K")
            self.err.flush()

    def _styled(self, stream: TextIO, line: str) -> str:
        colour = stream.isatty() and not self.env.get("NO_COLOR")
        return safe(line) if colour else unstyled(safe(line))

    def _write(self, stream: TextIO, text: str) -> None:
        encoding = stream.encoding or "utf-8"
        stream.write(text.encode(encoding, "replace").decode(encoding))
