"""The part of a session that a model is shown: whole messages, within a limit of tokens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .lines import Line, render_line

_MARK_TOKENS = 16  # what the mark of a gap costs


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """The lines of one speaker in order; *dropped* of them were not even gathered."""

    lines: tuple[Line, ...]
    dropped: int = 0
    first_dropped: int | None = None


@dataclass(frozen=True, kw_only=True)  # without slots, which leave no place for what is cached
class Slice:
    """Lines in the order of the session. `left_out` of them are missing, the first after `gap`."""

    lines: tuple[Line, ...]
    left_out: int = 0
    gap: int = 0

    @cached_property
    def labels(self) -> Mapping[str, Line]:
        """Return the lines by the short names a model knows them by."""
        return {f"{line.speaker.value[0]}{n}": line for n, line in enumerate(self.lines, 1)}

    def find(self, record: str) -> Line | None:
        """Return the line of that label, or of that record of the session."""
        found = self.labels.get(record)
        return found or next((line for line in self.lines if line.record == record), None)

    def render(self) -> str:
        """Return one JSON object a line, and one that says how many are missing."""
        shown = [render_line(line, label) for label, line in self.labels.items()]
        if self.left_out:
            shown.insert(self.gap, f'{{"left_out": {self.left_out}}}')
        return "\n".join(shown)


def fit(tiers: Sequence[Tier], *, limit: int) -> Slice:
    """Return what fits into *limit* tokens: of each tier both ends, earlier tiers first."""
    left = limit - _MARK_TOKENS
    kept: list[Line] = []
    gone: list[int] = []
    dropped = 0
    for tier in tiers:
        chosen = keep_ends([line.tokens for line in tier.lines], left)
        kept += [tier.lines[at] for at in chosen]
        left -= sum(tier.lines[at].tokens for at in chosen)
        taken = frozenset(chosen)
        gone += [line.order for at, line in enumerate(tier.lines) if at not in taken]
        gone += [] if tier.first_dropped is None else [tier.first_dropped]
        # The first of those that were dropped has its order in `gone`.
        dropped += max(0, tier.dropped - 1)
    lines = tuple(sorted(kept, key=lambda line: line.order))
    first = min(gone, default=0)
    return Slice(
        lines=lines,
        left_out=len(gone) + dropped,
        gap=sum(line.order < first for line in lines),
    )


def keep_ends(sizes: Sequence[int], room: int) -> list[int]:
    """Return which of *sizes* fit into *room*, taken from both ends, about as much from each."""
    low, high = 0, len(sizes)
    head = tail = 0
    while low < high:
        front = head <= tail
        for from_front in (front, not front):  # if the one does not fit, perhaps the other does
            size = sizes[low] if from_front else sizes[high - 1]
            if head + tail + size <= room:
                break
        else:
            break
        if from_front:
            low, head = low + 1, head + size
        else:
            high, tail = high - 1, tail + size
    return [*range(low), *range(high, len(sizes))]
