"""What an agent says, or shows, that it used: blocks of citations, and files of memory it read.

The parser is a function over text. `count_citations` lets each memory count once a session, however
often the transcript is read.
"""

import os
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path

from memoryd.database import Database
from memoryd.domain import Message, Speaker
from memoryd.memory import Project, Projects

from .present import public_id
from .used import ROOT_URI, count_used

_OURS = re.compile(r"<memory-citation>(.*?)(?:</memory-citation>|\Z)", re.DOTALL)
_CODEX = re.compile(r"<oai-mem-citation>(.*?)(?:</oai-mem-citation>|\Z)", re.DOTALL)
_ENTRIES = re.compile(r"<citation_entries>(.*?)(?:</citation_entries>|\Z)", re.DOTALL)
_IDS = re.compile(r"<(rollout_ids|thread_ids)>(.*?)(?:</\1>|\Z)", re.DOTALL)
_NOTE = "|note=["
_RANGE = re.compile(r"\d{1,9}-\d{1,9}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_MAX_CHARS = 1024
_MOST_CITED = 64
_MOST_COUNTED = 256


def parse_citations(text: str) -> tuple[str, ...]:
    """Return what the blocks in *text* name, each once: ids, `memory://` paths, ids of sessions.

    Lines that are of neither form are passed over.
    """
    found = (name for name in _names(text) if len(name) <= _MAX_CHARS and name.isprintable())
    return tuple(islice(dict.fromkeys(found), _MOST_CITED))


def _names(text: str) -> Iterator[str]:
    for block in _OURS.findall(text):
        yield from filter(None, map(str.strip, block.splitlines()))
    for block in _CODEX.findall(text):
        for entries in _ENTRIES.findall(block):
            yield from (f"{ROOT_URI}{path}" for path in map(_path, entries.splitlines()) if path)
        for _, ids in _IDS.findall(block):
            yield from filter(_UUID.fullmatch, map(str.strip, ids.splitlines()))


def _path(line: str) -> str:
    """Return the path of `path:start-end|note=[words]`; empty for anything else."""
    place, note, rest = line.strip().rpartition(_NOTE)
    path, _, lines = place.rpartition(":")
    is_whole = bool(note) and rest.endswith("]") and _RANGE.fullmatch(lines)
    return path.strip() if is_whole else ""


def count_citations(
    messages: Sequence[Message],
    project: Project,
    projects: Projects,
    database: Database,
    *,
    session: str,
    cwd: str,
    now: datetime,
) -> int:
    """Count what *messages* of a session cite or read, once for each memory; return how many."""
    cited = [cite for m in messages if m.speaker is Speaker.AGENT for cite in m.cites]
    read = [cite for m in messages if m.speaker is Speaker.TOOL for cite in m.cites]
    names = [name for text in cited for name in parse_citations(text)]
    names += [name for path in read if (name := _name_of(path, project, projects, cwd))]
    if not names:
        return 0
    some = islice(dict.fromkeys(names), _MOST_COUNTED)
    used = count_used(some, project, projects, database, session=session, now=now)
    return len(used.counted)


def _name_of(path: str, project: Project, projects: Projects, cwd: str) -> str | None:
    """Return what a file that was read is called here; None for one that is no memory of ours."""
    full = Path(os.path.normpath(os.path.join(cwd, path)))  # noqa: PTH118 -- text of a transcript
    root = project.store.state_dir / "root"
    if full.is_relative_to(root):
        return f"{ROOT_URI}{full.relative_to(root)}"
    for store in (project.store, projects.user):
        if full.is_relative_to(store.memory_dir):
            return public_id(store.scope, str(full.relative_to(store.memory_dir)))
    return None
