"""A terminal of its own for a program that wants one, and somebody who types into it."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

_ROWS, _COLUMNS = 50, 160
# What programs ask a terminal, and wait for: where the cursor is, and what it can do.
_QUESTIONS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[0c": b"\x1b[?62;22c"}


class Terminal:
    """The program's screen as a stream of bytes, and its keyboard."""

    def __init__(self, fd: int, process: subprocess.Popen[bytes]) -> None:
        self._fd, self._process = fd, process
        self.seen = b""

    def enter(self, text: str, *, done: Callable[[], bool]) -> None:
        """Type *text*, see it, press Enter, and wait until it is *done*."""
        self.until_still()
        seen = len(self.seen)
        os.write(self._fd, text.encode())
        # Words may come apart on a screen, so the last one stands for all.
        self.until(lambda: text.rsplit(maxsplit=1)[-1].encode() in self.seen[seen:])
        self.until_still()
        os.write(self._fd, b"\r")
        self.until(done)

    def until_still(self, still_s: float = 1.0, timeout_s: float = 45) -> None:
        """Read until something was shown and nothing more comes for *still_s*."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            if not self._read(still_s) and self.seen:
                return
        raise AssertionError(f"the screen never stood still: {self.seen[-2000:]!r}")

    def until(self, condition: Callable[[], bool], timeout_s: float = 45) -> None:
        """Read until *condition* holds."""
        end = time.monotonic() + timeout_s
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain; on the screen: {self.seen[-3000:]!r}")
            self._read(0.1)

    def _read(self, timeout_s: float) -> bool:
        if not select.select([self._fd], [], [], timeout_s)[0]:
            return False
        try:
            read = os.read(self._fd, 1 << 16)
        except OSError as exc:
            raise AssertionError(f"the program has gone: {self.seen[-3000:]!r}") from exc
        self.seen += read
        for question, answer in _QUESTIONS.items():
            for _ in range(read.count(question)):
                os.write(self._fd, answer)
        return True

    def close(self) -> None:
        """End the program as a closed window does."""
        self._process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 10
        while self._process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(AssertionError):
                self._read(0.1)
        self._process.kill()
        self._process.wait()


@contextlib.contextmanager
def opened(argv: list[str], *, env: Mapping[str, str], cwd: Path) -> Iterator[Terminal]:
    """Run *argv* in a terminal of its own until the block ends."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
    process = subprocess.Popen(
        argv, env=env, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    terminal = Terminal(ours, process)
    try:
        yield terminal
    finally:
        terminal.close()
        os.close(ours)
