"""Where a talk branches: which of a person's turns were taken back.

Records form a tree. Most of its forks mean nothing (parallel tool calls, hooks, the leaf that a
quit leaves behind). A rewind is a prompt that hangs where an earlier prompt hangs already: that
one and all turns after it were taken back. If soon after a record follows that is not below the
new prompt, the old branch goes on after all, and its turns stand again.
"""

from dataclasses import dataclass

import msgspec

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
    # Records that are no step of the talk (hooks, progress, local commands): what they hang on.
    notices: dict[str, str] = {}
    chained: bool = False
    # The last step of the talk.
    last: str = ""
    # After a rewind, for a while: the turns that were left, and the steps that may go on there.
    left: list[_Turn] = []
    tips: list[str] = []
    watched: int = 0


class _Place(msgspec.Struct):
    uuid: str | None = None


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
        # A line that was passed over and is decoded only if it turns out to matter.
        self._last_line: tuple[bytes, int] | None = None

    @property
    def watching(self) -> bool:
        """True for a while after a rewind: then every record is to be passed to `step`."""
        return bool(self._tree.left)

    def state(self) -> object:
        """Return JSON values, bounded whatever the length of the session."""
        self._trim_notices()
        self._settle_last()
        return msgspec.to_builtins(self._tree)

    def passed(self, block: bytes, at: int) -> None:
        """Pass a step that was not decoded, the line at *at* of *block*."""
        self._last_line = (block, at)
        self._tree.chained = True

    def notice(self, uuid: str | None, parent: str | None) -> None:
        """Pass a record that is no step of the talk."""
        if uuid and len(uuid) <= _MAX_ID_CHARS:
            notices = self._tree.notices
            notices[uuid] = (parent or _ROOT)[:_MAX_ID_CHARS]
            if len(notices) > 8 * _MAX_NOTICES:
                self._trim_notices()

    def step(self, uuid: str | None, parent: str | None) -> tuple[int, ...]:
        """Pass a step of the talk; return the offsets of turns that stand again."""
        tree = self._tree
        tree.chained = tree.chained or parent is not None
        tree.last, self._last_line = (uuid or "")[:_MAX_ID_CHARS], None
        if not tree.left:
            return ()
        if parent and self._anchor(parent) in tree.tips:
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
        for at, other in enumerate(tree.turns):
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
        del tree.turns[:-_MAX_TURNS]
        return Branching(withdrawn=withdrawn, again=again) if withdrawn or again else NO_BRANCHING

    def _anchor(self, parent: str) -> str:
        notices = self._tree.notices
        if parent not in notices:
            return parent
        self._trim_notices()
        for _ in range(len(notices)):
            parent = notices.get(parent, parent)
        return parent

    def _trim_notices(self) -> None:
        notices = self._tree.notices
        for uuid in list(notices)[:-_MAX_NOTICES]:
            del notices[uuid]

    def _is_rewind(self, turn: _Turn) -> bool:
        tree = self._tree
        return turn.anchor != _ROOT or (tree.chained and len(tree.turns) <= _MAX_TURNS_FROM_ROOT)

    def _leave(self, place: int, turn: _Turn) -> tuple[str, ...]:
        self._settle_last()
        tree = self._tree
        tree.left, tree.turns = tree.turns[place:], tree.turns[:place]
        tree.tips = [tree.last, *(left.uuid for left in tree.left)]
        tree.watched, tree.last = 0, turn.uuid
        return tuple(left.record for left in tree.left)

    def _revive(self) -> tuple[int, ...]:
        tree = self._tree
        left, tree.left, tree.tips = tree.left, [], []
        tree.turns = sorted([*tree.turns, *left], key=lambda turn: turn.offset)
        return tuple(turn.offset for turn in left)

    def _settle_last(self) -> None:
        if self._last_line is None:
            return
        (block, at), self._last_line = self._last_line, None
        try:
            place = _PLACE.decode(block[at : block.find(b"\n", at) + 1 or len(block)])
        except (ValueError, RecursionError):  # only its head was looked at
            place = _Place()
        self._tree.last = (place.uuid or "")[:_MAX_ID_CHARS]
