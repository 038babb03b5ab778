"""All files of a project's memory root as values, before anything is written."""

from collections.abc import Mapping, Sequence

from memoryd.domain import isoformat
from memoryd.redact import redact

from .inert import code, plain
from .marks import END, is_ours, marked, tail_of
from .names import is_artefact_path, skill_name, summary_name
from .values import Artefacts, Changes, Consolidated, Rollout

_HANDBOOK = "MEMORY.md"
_SUMMARY = "memory_summary.md"
_RAW = "raw_memories.md"
_THREAD = "thread_id: "
_UPDATED = "updated_at: "


def assemble(
    rollouts: Sequence[Rollout], made: Consolidated, *, present: Mapping[str, bytes]
) -> Artefacts:
    """Return the files that *rollouts* and what was made of them give, against those *present*.

    A file without our mark is a person's: none is written in its place, and none is taken away.
    What stands below the generated part of MEMORY.md stays there.
    """
    told = sorted((r for r in rollouts if r.raw_memory and r.rollout_summary), key=_by_session)
    texts = {_summary_path(rollout): _summary_file(rollout) for rollout in told}
    if told:
        texts[_RAW] = _raw_memories(told)
    for skill in made.skills:
        if name := skill_name(skill.name):
            texts[f"skills/{name}/SKILL.md"] = skill.content
    if made.memory_summary.strip():
        texts[_SUMMARY] = made.memory_summary
    files = {
        path: marked(redact(text).text).encode("utf-8", "replace") for path, text in texts.items()
    }
    tail = tail_of(present.get(_HANDBOOK, b""))
    if made.memory_md.strip() or tail:
        body = marked(redact(made.memory_md).text).encode("utf-8", "replace")
        files[_HANDBOOK] = body + b"\n" + END.encode() + (tail or b"\n")
    mine = {path: data for path, data in files.items() if is_ours(present.get(path, data))}
    return Artefacts(
        files=dict(sorted(mine.items())),
        stale=tuple(
            sorted(
                path
                for path, data in present.items()
                if path not in files and is_artefact_path(path) and is_ours(data)
            )
        ),
        changes=compare(sessions_in(present), {r.session: isoformat(r.updated_at) for r in told}),
        seen=present,
    )


def compare(before: Mapping[str, str], now: Mapping[str, str]) -> Changes:
    """Compare sessions and when each moved last; one that moved counts as added."""
    return Changes(
        added=tuple(sorted(s for s, at in now.items() if before.get(s) != at)),
        retained=tuple(sorted(s for s, at in now.items() if before.get(s) == at)),
        removed=tuple(sorted(before.keys() - now.keys())),
    )


def sessions_in(present: Mapping[str, bytes]) -> dict[str, str]:
    """Return the sessions whose summaries lie in a memory root, and when each moved last."""
    found: dict[str, str] = {}
    for path, data in present.items():
        if path.startswith("rollout_summaries/") and is_ours(data):
            fields = data.decode("utf-8", "replace").splitlines()[:8]
            session = next((f.removeprefix(_THREAD) for f in fields if f.startswith(_THREAD)), "")
            updated = next((f.removeprefix(_UPDATED) for f in fields if f.startswith(_UPDATED)), "")
            if session:
                found[session] = updated
    return found


def _by_session(rollout: Rollout) -> str:
    return rollout.session


def _summary_path(rollout: Rollout) -> str:
    return f"rollout_summaries/{summary_name(rollout.session, rollout.slug)}"


def _summary_file(rollout: Rollout) -> str:
    return "\n".join([*_fields(rollout), "", rollout.rollout_summary.strip()])


def _fields(rollout: Rollout) -> list[str]:
    cwd = rollout.digest.cwd if rollout.digest else None
    return [
        f"{_THREAD}{plain(rollout.session, 200)}",
        f"{_UPDATED}{isoformat(rollout.updated_at)}",
        *([f"cwd: {plain(cwd, 300)}"] if cwd else []),
    ]


def _raw_memories(told: Sequence[Rollout]) -> str:
    parts = ["# Raw memories", "", "One part a session, in the order of their ids."]
    for rollout in told:
        _, *fields = _fields(rollout)
        parts += ["", f"## Thread {code(plain(rollout.session, 200))}", "", *fields]
        parts += [f"rollout_summary_file: {_summary_path(rollout)}", "", rollout.raw_memory.strip()]
    return "\n".join(parts)
