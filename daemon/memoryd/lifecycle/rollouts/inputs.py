"""What a model is shown of a project: its sessions, what is new of them, and the memory so far."""

from collections.abc import Callable, Mapping, Sequence

from memoryd.domain import isoformat

from .inert import page, plain
from .marks import END, is_ours, without_mark
from .names import summary_name
from .owned import UNREADABLE
from .tokens import count_tokens
from .values import Changes, Rollout
from .without import without_lines

_HANDBOOK = "MEMORY.md"
_MOST_NAMED = 100
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
        "changes": _changes(changes, ranked, present, exists),
    }


def rank(rollouts: Sequence[Rollout], changes: Changes) -> list[Rollout]:
    """Return those that taught something: what the memory does not know yet is first.

    Then what was of use most often, and what is newest.
    """
    added = frozenset(changes.added)
    told = [rollout for rollout in rollouts if rollout.raw_memory and rollout.rollout_summary]
    return sorted(
        told, key=lambda r: (r.session not in added, -r.updated_at.timestamp(), r.session)
    )


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
    return _first_lines(said) or "It says nothing."


def _changes(
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


def _first_lines(text: str) -> str:
    lines: list[str] = []
    room = _PREVIOUS_TOKENS - count_tokens(_left_out(len(text)))
    told = text.splitlines()
    for line in told:
        room -= count_tokens(f"{line}\n")
        if room < 0:
            return "\n".join(
                [*lines, "", _left_out(len(told) - len(lines)).replace("more", "lines")]
            )
        lines.append(line)
    return "\n".join(lines)
