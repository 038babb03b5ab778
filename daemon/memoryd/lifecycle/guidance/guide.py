"""Who was told what: a session gets the same words every time it asks.

Prompts that begin alike are cheap, so new memories wait for the next session. What was taken back
since is no longer told, though: then a session gets new words.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import nlargest
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from memoryd.errors import ConfigError, NotReadyError
from memoryd.lifecycle.recall import last_change_ns
from memoryd.memory import Project, Projects
from memoryd.prompts import Prompts
from memoryd_client import wire

if TYPE_CHECKING:
    from .taught import Taught

K = TypeVar("K")
V = TypeVar("V")

_SESSIONS = 1_000
_PROJECTS = 64
_WARMED = 8
_NO_USES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """All that a block is made from, but for its words and how often memories were of use."""

    taught: "Taught"
    generations: tuple[int, int]
    retractions: tuple[int, int]
    token_limit: int

    def upholds(self, before: "_State") -> bool:
        """Tell whether what was told in the state *before* may still be told."""
        return (
            self.retractions == before.retractions
            and self.token_limit == before.token_limit
            and self.taught.upholds(before.taught)
        )


class Guide:
    """Tells sessions what they should know. Thread-safe, blocking.

    *token_limit* asks for the limit in force; 0 is: tell nothing.
    """

    def __init__(
        self, projects: Projects, prompts: Prompts, *, token_limit: Callable[[], int]
    ) -> None:
        self._projects = projects
        self._prompts = prompts
        self._token_limit = token_limit
        self._lock = threading.Lock()
        self._told: OrderedDict[tuple[str, str], tuple[_State, wire.Guidance]] = OrderedDict()
        self._made: OrderedDict[str, tuple[object, wire.Guidance]] = OrderedDict()
        self._roots: OrderedDict[Path, tuple[object, Taught]] = OrderedDict()

    def tell(
        self,
        project: Project,
        session: str | None,
        *,
        uses: Mapping[str, int] = _NO_USES,
        most_tokens: int | None = None,
    ) -> wire.Guidance:
        """Return the block for a session's start; without a session as it would be now.

        *uses* counts by id how often a memory was of use; *most_tokens* is what the caller has
        room for, where that is less than the limit. Raise NotReadyError when the user's own
        prompt cannot be used.
        """
        if not project.enabled:
            return _nothing("disabled")
        state = self._look(project, most_tokens)
        if not state.token_limit:
            return _nothing("no_room")
        key = (project.root, session or "")
        told = self._recall(key, state) if session else None
        if told is None:
            told = self._make(project, state, uses)
            told = self._freeze(key, state, told) if session else told
        return told

    def warm(self, is_over: Callable[[], bool]) -> None:
        """Make ready for what was used last, so that nobody's first session waits for it."""
        for project in nlargest(_WARMED, self._projects.all(), key=last_change_ns):
            if is_over():
                return
            self.tell(project, None)

    def _look(self, project: Project, most_tokens: int | None) -> _State:
        """Look at the disk; the numbers first, so that what changes meanwhile is seen later."""
        stores, limit = (project.store, self._projects.user), self._token_limit()
        for store in stores:
            store.glance()
        return _State(
            retractions=(stores[0].retractions, stores[1].retractions),
            generations=(stores[0].generation, stores[1].generation),
            taught=self._taught(project.artefacts_dir),
            token_limit=limit if most_tokens is None else min(limit, most_tokens),
        )

    def _taught(self, root: Path) -> "Taught":
        # It and what it uses take long to load, and a daemon that starts must answer first.
        from .taught import LEARNED, SUMMARY, read_taught, stamp  # noqa: PLC0415 -- see above

        stamps = (stamp(root), stamp(root / SUMMARY), stamp(root / LEARNED))
        with self._lock:
            known = self._roots.get(root)
        if known and known[0] == stamps:
            return known[1]
        taught = read_taught(root)
        self._keep(self._roots, root, (stamps, taught))
        return taught

    def _make(self, project: Project, state: _State, uses: Mapping[str, int]) -> wire.Guidance:
        from .block import blank, build  # noqa: PLC0415 -- as above

        try:
            basis = (state, blank(self._prompts), dict(uses))
            with self._lock:
                known = self._made.get(project.root)
            if known and known[0] == basis:
                return known[1]
            made = build(
                project,
                self._projects,
                state.taught,
                self._prompts,
                token_limit=state.token_limit,
                uses=uses,
            )
        except ConfigError as exc:
            raise NotReadyError(str(exc), hint="mend or remove that file") from exc
        self._keep(self._made, project.root, (basis, made))
        return made

    def _recall(self, key: tuple[str, str], now: _State) -> wire.Guidance | None:
        with self._lock:
            state, told = self._told.get(key, (None, None))
            if state is None or not now.upholds(state):
                self._told.pop(key, None)
                return None
            self._told.move_to_end(key)
            return told

    def _freeze(self, key: tuple[str, str], state: _State, made: wire.Guidance) -> wire.Guidance:
        """Keep what was made, unless the session was told something at the same time."""
        with self._lock:
            before, told = self._told.get(key, (None, made))
            if before is None or not state.upholds(before):
                self._told[key] = (state, made)
                _limit(self._told, _SESSIONS)
                return made
            return told

    def _keep(self, among: OrderedDict[K, V], key: K, value: V) -> None:
        with self._lock:
            among[key] = value
            among.move_to_end(key)
            _limit(among, _PROJECTS)


def _limit(cache: OrderedDict[K, V], most: int) -> None:
    if len(cache) > most:
        cache.popitem(last=False)


def _nothing(why: str) -> wire.Guidance:
    return wire.Guidance(text="", tokens=0, sources=[], empty=True, skipped=why)
