"""What a model is shown of a project: its sessions, what is new of them, and the memory so far."""

from collections.abc import Callable, Mapping, Sequence

from memoryd.domain import isoformat

from .inert import page, plain
from .marks import END, is_ours, without_mark
from .names import summary_name
from .tokens import count_tokens
from .values import Changes, Rollout

_HANDBOOK = "MEMORY.md"
_MOST_NAMED = 100
_GONE_TOKENS = 3_000


def rank(rollouts: Sequence[Rollout], changes: Changes) -> list[Rollout]:
    """Return those that taught something: what the memory does not know yet, then the newest."""
    added = frozenset(changes.added)
    told = [rollout for rollout in rollouts if rollout.raw_memory and rollout.rollout_summary]
    return sorted(
        told, key=lambda r: (r.session not in added, -r.updated_at.timestamp(), r.session)
    )


def raw_memories(ranked: Sequence[Rollout], *, token_limit: int) -> str:
    """Return what sessions taught, as many whole ones as fit."""
    parts = [_part(rollout, rollout.raw_memory) for rollout in ranked]
    return _fitting(parts, token_limit)


def rollout_summaries(ranked: Sequence[Rollout], *, token_limit: int) -> str:
    """Return the summaries of sessions, as many whole ones as fit."""
    parts = [_part(rollout, rollout.rollout_summary) for rollout in ranked]
    return _fitting(parts, token_limit)


def previous_memory(present: Mapping[str, bytes], *, token_limit: int) -> str:
    """Return what MEMORY.md says now, as many of its first lines as fit.

    That it cannot be read is said: it is not empty then.
    """
    data = present.get(_HANDBOOK)
    if data is None:
        return "There is no memory yet."
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "Unknown: the file is there, but it cannot be read."
    said = page(without_mark(text.partition(END)[0]) if is_ours(data) else text)
    return _first_lines(said, token_limit) or "It says nothing."


def changes_text(
    changes: Changes,
    ranked: Sequence[Rollout],
    present: Mapping[str, bytes],
    exists: Callable[[str], bool],
) -> str:
    """Return what is new, known and gone: sessions, what the gone ones had said, and files."""
    lines = [
        f"- {name}: {_listed(sessions)}"
        for name, sessions in (
            ("added, or went on since", changes.added),
            ("retained", changes.retained),
            ("removed", changes.removed),
        )
    ]
    written = dict.fromkeys(p.path for r in ranked if r.digest for p in r.digest.places)
    if lost := [path for path in written if not exists(path)]:
        lines.append(f"- files that sessions wrote and that are gone: {_listed(lost)}")
    gone = [text for session in changes.removed if (text := _gone(session, present))]
    if gone:
        lines += ["", "What removed sessions had said:", "", _fitting(gone, _GONE_TOKENS)]
    return "\n".join(lines)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    named = [plain(each, 200) for each in names[:_MOST_NAMED]]
    return ", ".join([*named, *([f"and {more} more"] if more > 0 else [])]) or "none"


def _gone(session: str, present: Mapping[str, bytes]) -> str:
    stem = summary_name(session, "").removesuffix(".md")
    for path, data in present.items():
        name = path.removeprefix("rollout_summaries/")
        if name != path and name.startswith((f"{stem}.", f"{stem}-")) and is_ours(data):
            return page(without_mark(data.decode("utf-8", "replace")))
    return ""


def _part(rollout: Rollout, text: str) -> str:
    session = plain(rollout.session, 200)
    return f"### Session {session}, {isoformat(rollout.updated_at)}\n\n{page(text)}"


def _fitting(parts: Sequence[str], token_limit: int) -> str:
    """Join the parts that fit, each whole, and say how many do not."""
    room = token_limit - count_tokens(_left_out(len(parts)))
    taken: list[str] = []
    for part in parts:
        cost = count_tokens(f"{part}\n\n")
        if cost <= room:
            taken.append(part)
            room -= cost
    if missing := len(parts) - len(taken):
        taken.append(_left_out(missing))
    return "\n\n".join(taken) or "None."


def _left_out(count: int) -> str:
    return f"({count} more are not shown: there was no room.)"


def _first_lines(text: str, token_limit: int) -> str:
    lines: list[str] = []
    room = token_limit - count_tokens(_left_out(len(text)))
    told = text.splitlines()
    for line in told:
        room -= count_tokens(f"{line}\n")
        if room < 0:
            return "\n".join(
                [*lines, "", _left_out(len(told) - len(lines)).replace("more", "lines")]
            )
        lines.append(line)
    return "\n".join(lines)
