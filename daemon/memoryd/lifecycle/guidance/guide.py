"""Who was told what: a session gets the same words every time it asks.

Prompts that begin alike are cheap, so new memories wait for the next session. What was taken back
since is no longer told, though: then a session gets new words.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from memoryd.errors import ConfigError, NotReadyError
from memoryd.memory import Project, Projects
from memoryd.prompts import Prompts
from memoryd_client import wire

if TYPE_CHECKING:
    from .taught import Taught

_SESSIONS = 1_000
_ROOTS = 64
_NO_USES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """What a block was made from, as far as it says whether the block still holds."""

    taught: "Taught"
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
        self._roots: OrderedDict[Path, tuple[object, Taught]] = OrderedDict()

    def tell(
        self, project: Project, session: str | None, *, uses: Mapping[str, int] = _NO_USES
    ) -> wire.Guidance:
        """Return the block for a session's start; without a session as it would be now.

        Raise NotReadyError when the user's own prompt cannot be used.
        """
        # They and what they use take long to load, and a daemon that starts must answer first.
        from .block import build, nothing  # noqa: PLC0415 -- see above

        if not project.enabled:
            return nothing(skipped="disabled")
        state = self._look(project)
        if not state.token_limit:
            return nothing(skipped="no_room")
        key = (project.root, session) if session else None
        if key and (told := self._recall(key, state)):
            return told
        try:
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
        return self._freeze(key, state, made) if key else made

    def _look(self, project: Project) -> _State:
        """Look at the disk; the numbers first, so that what changes meanwhile is seen later."""
        stores = (project.store, self._projects.user)
        for store in stores:
            store.refresh()
        return _State(
            retractions=(stores[0].retractions, stores[1].retractions),
            taught=self._taught(project.artefacts_dir),
            token_limit=self._token_limit(),
        )

    def _taught(self, root: Path) -> "Taught":
        from .taught import LEARNED, SUMMARY, read_taught, stamp  # noqa: PLC0415 -- as in tell

        stamps = (stamp(root), stamp(root / SUMMARY), stamp(root / LEARNED))
        with self._lock:
            known = self._roots.get(root)
        if known and known[0] == stamps:
            return known[1]
        taught = read_taught(root)
        with self._lock:
            self._roots[root] = (stamps, taught)
            if len(self._roots) > _ROOTS:
                self._roots.popitem(last=False)
        return taught

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
            _, told = self._told.setdefault(key, (state, made))
            if len(self._told) > _SESSIONS:
                self._told.popitem(last=False)
            return told
