"""What a model is shown of a project: its sessions, what is new of them, and the memory so far."""

from collections.abc import Callable, Mapping, Sequence

from memoryd.domain import isoformat

from .inert import lowered, page, plain
from .marks import END, is_ours, without_mark
from .names import summary_name
from .owned import UNREADABLE
from .tokens import count_tokens
from .values import Changes, Rollout
from .without import without_lines

_HANDBOOK = "MEMORY.md"
_MOST_NAMED = 40
_RAW_TOKENS, _SUMMARY_TOKENS, _PREVIOUS_TOKENS, _GONE_TOKENS = 20_000, 12_000, 10_000, 3_000


def show(
    ranked: Sequence[Rollout],
    *,
    present: Mapping[str, bytes],
    changes: Changes,
    exists: Callable[[str], bool],
    is_gone: Callable[[str], bool],
) -> dict[str, str]:
    """Return the texts by their names in the prompt."""
    return {
        "raw_memories": _fitting([_part(r, r.raw_memory) for r in ranked], _RAW_TOKENS),
        "rollout_summaries": _fitting(
            [_part(r, r.rollout_summary) for r in ranked], _SUMMARY_TOKENS
        ),
        "previous_memory": _previous(present.get(_HANDBOOK), is_gone),
        "changes": "\n".join(
            [
                *_sessions(changes),
                *_files(ranked, exists),
                *_removed(changes, present, is_gone),
            ]
        ),
    }


def rank(rollouts: Sequence[Rollout], changes: Changes) -> list[Rollout]:
    """Return those that taught something: what the memory does not know yet is first.

    Then what was of use most often, and what is newest.
    """
    added = frozenset(changes.added)
    told = [rollout for rollout in rollouts if rollout.raw_memory and rollout.rollout_summary]

    def order(rollout: Rollout) -> tuple[bool, int, float, str]:
        known = rollout.session not in added
        return known, -rollout.uses, -rollout.updated_at.timestamp(), rollout.session

    return sorted(told, key=order)


def _previous(data: bytes | None, is_gone: Callable[[str], bool]) -> str:
    """Return what MEMORY.md says now, as many of its first lines as fit."""
    if data is None:
        return "There is no memory yet."
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = UNREADABLE.decode()
    if text == UNREADABLE.decode():
        return "Unknown: the file is there, but it cannot be read. That does not mean it is empty."
    said = without_lines(page(without_mark(text.partition(END)[0])), is_gone)
    return _first_lines(lowered(said, 3)) or "It says nothing."


def _sessions(changes: Changes) -> list[str]:
    return [
        f"- added, or went on since: {_listed(changes.added)}",
        f"- retained: {_listed(changes.retained)}",
        f"- removed: {_listed(changes.removed)}",
    ]


def _files(ranked: Sequence[Rollout], exists: Callable[[str], bool]) -> list[str]:
    written = dict.fromkeys(p.path for r in ranked if r.digest for p in r.digest.places)
    lost = [path for path in written if not exists(path)]
    return [f"- files that sessions wrote and that are gone: {_listed(lost)}"] if lost else []


def _removed(
    changes: Changes, present: Mapping[str, bytes], is_gone: Callable[[str], bool]
) -> list[str]:
    """Return what the memory may know of removed sessions only, so that it can be told apart."""
    said = (without_lines(_summary_of(session, present), is_gone) for session in changes.removed)
    parts = [lowered(text, 4) for text in said if text]
    return (
        ["", "What removed sessions had said:", "", _fitting(parts, _GONE_TOKENS)] if parts else []
    )


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    named = [plain(each, 200) for each in names[:_MOST_NAMED]]
    return ", ".join([*named, *([f"and {more} more"] if more > 0 else [])]) or "none"


def _summary_of(session: str, present: Mapping[str, bytes]) -> str:
    stem = summary_name(session, "").removesuffix(".md")
    for path, data in present.items():
        name = path.removeprefix("rollout_summaries/")
        if name != path and name.startswith((f"{stem}.", f"{stem}-")) and is_ours(data):
            return page(without_mark(data.decode("utf-8", "replace")))
    return ""


def _part(rollout: Rollout, text: str) -> str:
    session = plain(rollout.session, 200)
    return f"### Session {session}, {isoformat(rollout.updated_at)}\n\n{lowered(page(text), 4)}"


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


def _first_lines(text: str) -> str:
    lines = text.splitlines()
    room = _PREVIOUS_TOKENS - count_tokens(_left_out(len(lines)))
    for at, line in enumerate(lines):
        room -= count_tokens(f"{line}\n")
        if room < 0:
            return "\n".join([*lines[:at], "", _left_out(len(lines) - at)])
    return text
