"""Sessions that memoryd writes itself, to see that it learns from sessions."""

import json
import re
from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path

from memoryd.domain import isoformat

from .claude_code import ClaudeCode

# Whose sessions they are; it is in all that may be found of them, so that nobody wonders.
DOCTOR = "doctor"
_FILE = re.compile(r"([0-9a-f]{32})\.jsonl")


class Scratch(ClaudeCode):
    """A directory of our own with sessions as Claude Code writes them; usually empty."""

    agent = DOCTOR

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def roots(self, env: Mapping[str, str], home: Path) -> tuple[Path, ...]:
        """Return the directory, whatever the environment."""
        del env, home
        return (self.folder,)

    def file_of(self, session: str) -> Path:
        """Return the transcript of a session."""
        return self.folder / f"{session}.jsonl"

    def sweep(self, *, but: Collection[str] = ()) -> None:
        """Remove all sessions *but* these; what we did not write is left alone. Raise OSError."""
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            found = _FILE.fullmatch(path.name)
            if found and found[1] not in but:
                path.unlink(missing_ok=True)


def typed_record(session: str, text: str, *, cwd: str, at: datetime) -> bytes:
    """Return the record of what a person typed."""
    person = {"origin": {"kind": "human"}, "promptSource": "typed"}
    return _record(session, "user", text, cwd=cwd, at=at, more=person)


def answer_record(session: str, text: str, *, cwd: str, at: datetime) -> bytes:
    """Return the record of what the agent answered."""
    return _record(session, "assistant", [{"type": "text", "text": text}], cwd=cwd, at=at, more={})


def _record(
    session: str,
    kind: str,
    content: object,
    *,
    cwd: str,
    at: datetime,
    more: Mapping[str, object],
) -> bytes:
    record = {
        "type": kind,
        "uuid": f"{session}-{kind}-{at.timestamp():.6f}",
        "parentUuid": None,
        "isSidechain": False,
        "userType": "external",
        "cwd": cwd,
        "sessionId": session,
        "timestamp": isoformat(at),
        "message": {"role": kind, "content": content},
        **more,
    }
    return json.dumps(record).encode() + b"\n"
