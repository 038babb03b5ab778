"""Run a program of somebody else's to its end, within a time."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

NOT_STARTED, TOO_LONG = 127, 124


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a program ended; NOT_STARTED and TOO_LONG are codes of ours."""

    code: int
    out: str = ""
    complaint: str = ""

    @property
    def ok(self) -> bool:
        return self.code == 0

    @property
    def why(self) -> str:
        """What it complained about, on one line."""
        return " ".join((self.complaint or self.out).split()) or f"exit code {self.code}"


def run(argv: Sequence[str], env: Mapping[str, str], *, timeout_s: float) -> Ran:
    """Run *argv*, found on PATH, without a terminal; never raise for how it went."""
    try:
        done = subprocess.run(  # noqa: PLW1510 -- the code is the result
            argv,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
        )
    except subprocess.TimeoutExpired:
        return Ran(code=TOO_LONG, complaint=f"{argv[0]} did not end within {timeout_s:.0f} s")
    except OSError as exc:
        return Ran(code=NOT_STARTED, complaint=f"{argv[0]}: {exc.strerror}")
    return Ran(
        code=done.returncode,
        out=done.stdout.decode("utf-8", "replace"),
        complaint=done.stderr.decode("utf-8", "replace"),
    )
