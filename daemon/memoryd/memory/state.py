"""meta.json and extract-cursor.json: what was done for a project, and how far."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path

from memoryd.domain import isoformat

from .statefile import VERSION, read_object, write_object
from .times import read_time

_META = "meta.json"
_CURSOR = "extract-cursor.json"
_MAX_OTHER_SESSIONS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """When a project was last extracted and dreamt, and what came of it.

    The names of the fields are those of the file, in snake case; None stands for a key that is
    not there. `unknown` holds the keys of others. Those from `project_root` on are ours: which
    repository this is, where it lies and on which file system, where it lay before, and which of
    its worktrees led here.
    """

    created_at: datetime
    updated_at: datetime
    last_extraction_at: datetime | None = None
    last_extraction_session_id: str | None = None
    last_extraction_touched_topics: tuple[str, ...] | None = None
    last_extraction_status: str | None = None
    last_dream_at: datetime | None = None
    last_dream_session_id: str | None = None
    last_dream_touched_topics: tuple[str, ...] | None = None
    last_dream_status: str | None = None
    recent_session_ids_since_dream: tuple[str, ...] | None = None
    project_root: str | None = None
    project_identity: str | None = None
    mount_point: str | None = None
    former_roots: tuple[str, ...] | None = None
    worktrees: tuple[str, ...] | None = None
    unknown: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCursor:
    """How far one session has been processed."""

    processed_offset: int
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractCursor:
    """How far the latest session has been processed, and in `sessions` the others."""

    updated_at: datetime
    session_id: str | None = None
    processed_offset: int | None = None
    sessions: Mapping[str, SessionCursor] = field(default_factory=dict)
    unknown: Mapping[str, object] = field(default_factory=dict)

    def offset(self, session_id: str) -> int:
        """Return how far a session has been processed; 0 for a new one."""
        if session_id == self.session_id:
            return self.processed_offset or 0
        other = self.sessions.get(session_id)
        return other.processed_offset if other else 0

    def moved(self, session_id: str, offset: int, *, now: datetime) -> "ExtractCursor":
        """Return the cursor with *session_id* as the latest session, at *offset*."""
        others = dict(self.sessions)
        if self.session_id is not None and self.processed_offset is not None:
            others[self.session_id] = SessionCursor(
                processed_offset=self.processed_offset, updated_at=self.updated_at
            )
        others.pop(session_id, None)
        newest = sorted(others, key=lambda name: others[name].updated_at, reverse=True)
        return replace(
            self,
            updated_at=now,
            session_id=session_id,
            processed_offset=offset,
            sessions={name: others[name] for name in newest[:_MAX_OTHER_SESSIONS]},
        )


def read_meta(state_dir: Path, *, now: datetime) -> Meta:
    """Read meta.json; fresh when there is none, or none that can be read (it is set aside)."""
    found = read_object(state_dir / _META, now=now) or {}
    return Meta(
        created_at=read_time(found.get("createdAt")) or now,
        updated_at=read_time(found.get("updatedAt")) or now,
        last_extraction_at=read_time(found.get("lastExtractionAt")),
        last_extraction_session_id=_string(found.get("lastExtractionSessionId")),
        last_extraction_touched_topics=_strings(found.get("lastExtractionTouchedTopics")),
        last_extraction_status=_string(found.get("lastExtractionStatus")),
        last_dream_at=read_time(found.get("lastDreamAt")),
        last_dream_session_id=_string(found.get("lastDreamSessionId")),
        last_dream_touched_topics=_strings(found.get("lastDreamTouchedTopics")),
        last_dream_status=_string(found.get("lastDreamStatus")),
        recent_session_ids_since_dream=_strings(found.get("recentSessionIdsSinceDream")),
        project_root=_string(found.get("projectRoot")),
        project_identity=_string(found.get("projectIdentity")),
        mount_point=_string(found.get("mountPoint")),
        former_roots=_strings(found.get("formerRoots")),
        worktrees=_strings(found.get("worktrees")),
        unknown=_others(found, {"version", *(_camel(entry.name) for entry in fields(Meta))}),
    )


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _strings(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(item for item in value if isinstance(item, str))


def _others(found: Mapping[str, object], known: set[str]) -> dict[str, object]:
    return {key: value for key, value in found.items() if key not in known}


def write_meta(state_dir: Path, meta: Meta) -> None:
    """Write meta.json."""
    value: dict[str, object] = {"version": VERSION}
    for entry in fields(Meta):
        found = getattr(meta, entry.name)
        if found is not None and entry.name != "unknown":
            value[_camel(entry.name)] = isoformat(found) if isinstance(found, datetime) else found
    write_object(state_dir / _META, {**value, **meta.unknown})


def read_cursor(state_dir: Path, *, now: datetime) -> ExtractCursor:
    """Read extract-cursor.json; fresh when there is none, or none that can be read."""
    found = read_object(state_dir / _CURSOR, now=now) or {}
    sessions = found.get("sessions")
    others = {
        name: cursor
        for name, value in (sessions.items() if isinstance(sessions, dict) else ())
        if (cursor := _session_cursor(value, now)) is not None
    }
    return ExtractCursor(
        updated_at=read_time(found.get("updatedAt")) or now,
        session_id=_string(found.get("sessionId")),
        processed_offset=_offset(found.get("processedOffset")),
        sessions=others,
        unknown=_others(found, {"sessionId", "processedOffset", "updatedAt", "sessions"}),
    )


def _offset(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _session_cursor(value: object, now: datetime) -> SessionCursor | None:
    if not isinstance(value, dict):
        return None
    offset = _offset(value.get("processedOffset"))
    updated = read_time(value.get("updatedAt")) or now
    return None if offset is None else SessionCursor(processed_offset=offset, updated_at=updated)


def write_cursor(state_dir: Path, cursor: ExtractCursor) -> None:
    """Write extract-cursor.json."""
    value: dict[str, object] = {}
    if cursor.session_id is not None:
        value["sessionId"] = cursor.session_id
    if cursor.processed_offset is not None:
        value["processedOffset"] = cursor.processed_offset
    value["updatedAt"] = isoformat(cursor.updated_at)
    if cursor.sessions:
        value["sessions"] = {
            name: {
                "processedOffset": other.processed_offset,
                "updatedAt": isoformat(other.updated_at),
            }
            for name, other in cursor.sessions.items()
        }
    write_object(state_dir / _CURSOR, {**value, **cursor.unknown})


def scaffold_state(
    state_dir: Path, *, now: datetime, project_root: Path | None, with_cursor: bool
) -> None:
    """Create the state files that are missing; note the project's root where it is not noted."""
    missing = not (state_dir / _META).exists()
    meta = read_meta(state_dir, now=now)
    unnoted = project_root is not None and meta.project_root is None
    if missing or unnoted:
        root = meta.project_root or (str(project_root) if project_root else None)
        write_meta(state_dir, replace(meta, project_root=root))
    if with_cursor and not (state_dir / _CURSOR).exists():
        write_cursor(state_dir, ExtractCursor(updated_at=now))
