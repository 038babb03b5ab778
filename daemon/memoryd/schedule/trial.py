"""One run of the doctor's session: what it is about, and what each step comes to."""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from memoryd.errors import MemorydError
from memoryd_client import wire

_STEP_S = 60.0
_SYLLABLES = ("ba", "do", "ke", "li", "mu", "na", "ro", "su", "ta", "vi", "zo", "pe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One session of ours, what it says, its project, and whether the watch told of it."""

    session: str
    word: str
    cwd: str
    path: Path
    told: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def fact(self) -> str:
        return f"the scratch server of this project is called {self.word}"


class StepFailedError(Exception):
    """A step did not come through; says why and what to do."""

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.remedy = remedy


Step = Callable[[Trial], Awaitable[str]]


def invent_word() -> str:
    """Return a word that nobody has said before."""
    return "-".join("".join(secrets.choice(_SYLLABLES) for _ in range(3)) for _ in range(2))


async def take(name: str, act: Step, trial: Trial) -> wire.ProofStep:
    """Take one step; whatever goes wrong is its result."""
    began_s = time.perf_counter()
    try:
        async with asyncio.timeout(_STEP_S):
            detail, remedy = await act(trial), None
    except StepFailedError as exc:
        detail, remedy = str(exc), exc.remedy
    except TimeoutError:
        detail, remedy = f"it took longer than {_STEP_S:.0f} s", "is the disk slow, or busy?"
    except MemorydError as exc:
        detail, remedy = str(exc), exc.hint or "`memoryctl status` says more"
    except (OSError, sqlite3.Error) as exc:
        detail = f"the disk refused: {getattr(exc, 'strerror', None) or exc}"
        remedy = "check that the state and base directories are yours, writable and have room"
    took_ms = round((time.perf_counter() - began_s) * 1000, 1)
    return wire.ProofStep(
        step=name, ok=remedy is None, detail=detail, remedy=remedy, duration_ms=took_ms
    )
