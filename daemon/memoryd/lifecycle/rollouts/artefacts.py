"""All files of a project's memory root as values, before anything is written."""

from collections.abc import Mapping, Sequence

from memoryd.domain import isoformat
from memoryd.redact import redact

from .inert import code, lowered, plain
from .marks import END, is_ours, marked, tail_of
from .names import BESIDE, is_artefact_path, skill_name, summary_name
from .owned import list_owned, owned_in
from .values import Artefacts, Changes, Consolidated, Rollout, Skill

_HANDBOOK = "MEMORY.md"
_SUMMARY = "memory_summary.md"
_RAW = "raw_memories.md"
_THREAD = "thread_id: "
_UPDATED = "updated_at: "


def assemble(
    rollouts: Sequence[Rollout], made: Consolidated, *, present: Mapping[str, bytes]
) -> Artefacts:
    """Return the files that *rollouts* and what was made of them give, against those *present*.

    A file that is not ours is a person's: none is written in its place, and none is taken away.
    What stands below the generated part of MEMORY.md stays there.
    """
    told = sorted((r for r in rollouts if r.raw_memory and r.rollout_summary), key=_by_session)
    owned = owned_in(present)
    files = {
        **{path: _encode(marked(redact(text).text)) for path, text in _texts(told, made).items()},
        **_beside_skills(made.skills, present, owned),
    }
    tail = tail_of(present.get(_HANDBOOK, b""))
    if made.memory_md.strip() or tail:
        body = _encode(marked(redact(made.memory_md).text))
        files[_HANDBOOK] = body + b"\n" + END.encode() + (tail or b"\n")
    mine = {
        path: data
        for path, data in files.items()
        if path not in present or path in owned or present[path] == data
    }
    if listing := list_owned(mine):
        mine[BESIDE] = listing
    return Artefacts(
        files=dict(sorted(mine.items())),
        stale=tuple(sorted(p for p in owned if p not in {*files, *mine} and is_artefact_path(p))),
        changes=compare(sessions_in(present), {r.session: isoformat(r.updated_at) for r in told}),
        seen=present,
    )


def _texts(told: Sequence[Rollout], made: Consolidated) -> dict[str, str]:
    """Return the Markdown files by path, before they are marked."""
    texts = {_summary_path(rollout): _summary_file(rollout) for rollout in told}
    if told:
        texts[_RAW] = _raw_memories(told)
    for skill in made.skills:
        if name := skill_name(skill.name):
            texts[_skill_path(name)] = skill.content
    if made.memory_summary.strip():
        texts[_SUMMARY] = made.memory_summary
    return texts


def _beside_skills(
    skills: Sequence[Skill], present: Mapping[str, bytes], owned: frozenset[str]
) -> dict[str, bytes]:
    """Return the files beside skills; none goes into the folder of one that a person wrote."""
    files: dict[str, bytes] = {}
    for skill in skills:
        name = skill_name(skill.name)
        main = _skill_path(name)
        if name and (main not in present or main in owned):
            for path, content in skill.files.items():
                text = redact(content).text.strip()
                if text:
                    files[f"skills/{name}/{path}"] = _encode(f"{text}\n")
    return files


def _skill_path(name: str) -> str:
    return f"skills/{name}/SKILL.md"


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")


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
        parts += [
            f"rollout_summary_file: {_summary_path(rollout)}",
            "",
            lowered(rollout.raw_memory.strip(), 3),
        ]
    return "\n".join(parts)
