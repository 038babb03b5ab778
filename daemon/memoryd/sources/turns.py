"""Where a talk branches: which of a person's turns were taken back.

Records form a tree. Most of its forks mean nothing (parallel tool calls, hooks, the leaf that a
quit leaves behind). A rewind is a prompt that hangs where an earlier prompt hangs already: that
one and all turns after it were taken back. If soon after a record follows that is not below the
new prompt, the old branch goes on after all, and its turns stand again.
"""

from dataclasses import dataclass

import msgspec

from .claude_skip import Skipped

_MAX_TURNS = 150
_MAX_NOTICES = 16
_MAX_WATCHED = 50
_MAX_ID_CHARS = 64
# A second root after a longer talk is another talk in the same file, not a first prompt reworded.
_MAX_TURNS_FROM_ROOT = 3
_ROOT = ""


class _Turn(msgspec.Struct, array_like=True):
    uuid: str
    # The record by which its message was told.
    record: str
    parent: str
    # The step above, past all notices.
    anchor: str
    offset: int


class _Tree(msgspec.Struct):
    turns: list[_Turn] = []
    # Records since the last step that are none (hooks, progress, local commands): their parents.
    notices: dict[str, str] = {}
    # The last step of the talk and its parent.
    last: tuple[str, str] = ("", "")
    # After a rewind, for a while: the turns that were left, and the steps that may go on there.
    left: list[_Turn] = []
    tips: list[str] = []
    watched: int = 0


class _Place(msgspec.Struct, rename="camel"):
    uuid: str | None = None
    parent_uuid: str | None = None


_PLACE = msgspec.json.Decoder(_Place)


@dataclass(frozen=True, slots=True)
class Branching:
    """What a record does to earlier turns: records taken back, offsets of those that stand again.

    *known* says that the record came before and says nothing new.
    """

    withdrawn: tuple[str, ...] = ()
    again: tuple[int, ...] = ()
    known: bool = False


NO_BRANCHING = Branching()


class Turns:
    """The turns of one session that stand."""

    def __init__(self, state: object) -> None:
        self._tree = msgspec.convert(state, _Tree) if state else _Tree()
        # Who is met again is found in a list; that nobody is, which is the rule, is known at once.
        self._met = {name for turn in self._tree.turns for name in _names(turn)}
        # Lines that were passed over and are decoded only if it turns out that they matter.
        self._step: tuple[bytes, int] | None = None
        self._notices: Skipped | None = None

    @property
    def watching(self) -> bool:
        """True for a while after a rewind: then no record is to be passed over."""
        return bool(self._tree.left)

    def state(self) -> object:
        """Return JSON values, bounded whatever the length of the session."""
        self._settle_step()
        self._settle_notices()
        return msgspec.to_builtins(self._tree)

    def passed(self, skipped: Skipped) -> None:
        """Pass records that were not decoded."""
        if skipped.step >= 0:
            self._step, self._notices, self._tree.notices = (skipped.block, skipped.step), None, {}
        if skipped.notices >= 0:
            self._settle_notices()
            self._notices = skipped

    def notice(self, uuid: str | None, parent: str | None) -> None:
        """Pass a record that is no step of the talk."""
        self._settle_notices()
        notices = self._tree.notices
        if uuid and len(uuid) <= _MAX_ID_CHARS and len(notices) < _MAX_NOTICES:
            notices[uuid] = (parent or _ROOT)[:_MAX_ID_CHARS]

    def step(self, uuid: str | None, parent: str | None) -> tuple[int, ...]:
        """Pass a step of the talk; return the offsets of turns that stand again."""
        tree = self._tree
        anchor = self._anchor(parent or _ROOT) if tree.left else _ROOT
        tree.last, tree.notices = (uuid or "", parent or _ROOT), {}
        self._step = self._notices = None
        if not tree.left:
            return ()
        if parent and anchor in tree.tips:
            return self._revive()
        tree.watched += 1
        if tree.watched > _MAX_WATCHED:
            tree.left, tree.tips = [], []
        return ()

    def turn(
        self, uuid: str | None, parent: str | None, offset: int, *, record: str, opens: bool
    ) -> Branching:
        """Pass a person's words, told as *record*.

        *opens* when they are a prompt, which alone can be a rewind.
        """
        if not uuid or len(uuid) > _MAX_ID_CHARS:
            return NO_BRANCHING
        tree, parent = self._tree, (parent or _ROOT)[:_MAX_ID_CHARS]
        turn = _Turn(uuid, record, parent, self._anchor(parent), offset)
        place: int | None = None
        met = not self._met.isdisjoint(_names(turn))
        for at, other in enumerate(tree.turns if met else ()):
            if other.uuid == uuid:
                return Branching(known=True)
            if place is None and (other.parent == parent or other.anchor == turn.anchor):
                place = at
        withdrawn: tuple[str, ...] = ()
        again: tuple[int, ...] = ()
        if opens and place is not None and self._is_rewind(turn):
            withdrawn = self._leave(place, turn)
        else:
            again = self.step(uuid, parent or None)
        tree.turns.append(turn)
        self._met.update(_names(turn))
        del tree.turns[:-_MAX_TURNS]
        return Branching(withdrawn=withdrawn, again=again) if withdrawn or again else NO_BRANCHING

    def _anchor(self, parent: str) -> str:
        self._settle_notices()
        notices = self._tree.notices
        for _ in range(len(notices)):
            parent = notices.get(parent, parent)
        return parent

    def _is_rewind(self, turn: _Turn) -> bool:
        """Tell a rewind from a file whose records name no parents, or that holds several talks."""
        if turn.anchor != _ROOT:
            return True
        self._settle_step()
        return bool(self._tree.last[1]) and len(self._tree.turns) <= _MAX_TURNS_FROM_ROOT

    def _leave(self, place: int, turn: _Turn) -> tuple[str, ...]:
        self._settle_step()
        tree = self._tree
        tree.left, tree.turns = tree.turns[place:], tree.turns[:place]
        tree.tips = [tree.last[0], *(left.uuid for left in tree.left)]
        tree.watched, tree.last, tree.notices = 0, (turn.uuid, turn.parent), {}
        return tuple(left.record for left in tree.left)

    def _revive(self) -> tuple[int, ...]:
        tree = self._tree
        left, tree.left, tree.tips = tree.left, [], []
        tree.turns = sorted([*tree.turns, *left], key=lambda turn: turn.offset)
        return tuple(turn.offset for turn in left)

    def _settle_step(self) -> None:
        if self._step:
            (block, at), self._step = self._step, None
            place, _ = _place_at(block, at)
            self._tree.last = (place.uuid or "", place.parent_uuid or _ROOT)

    def _settle_notices(self) -> None:
        skipped, self._notices = self._notices, None
        at = skipped.notices if skipped else 0
        while skipped and at < skipped.end and len(self._tree.notices) < _MAX_NOTICES:
            place, at = _place_at(skipped.block, at)
            self.notice(place.uuid, place.parent_uuid)


def _names(turn: _Turn) -> tuple[str, ...]:
    """Return what a turn shares with the one it repeats, or with the one it takes back."""
    return (f"uuid {turn.uuid}", f"parent {turn.parent}", f"anchor {turn.anchor}")


def _place_at(block: bytes, at: int) -> tuple[_Place, int]:
    """Return the ids of the line at *at* and where it ends."""
    end = block.find(b"\n", at) + 1 or len(block)
    try:
        return _PLACE.decode(block[at:end]), end
    except (ValueError, RecursionError):  # only its head was looked at
        return _Place(), end
