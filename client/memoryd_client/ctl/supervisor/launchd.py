"""launchd, for this user's session."""

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .base import SupervisorError, doubling
from .foreign import NOT_STARTED, Ran, run
from .mark import Mark
from .plist import LABEL, render_plist
from .templates import read_template
from .unit import UnitError

_ASK_S = 10.0
_STOP_S = 40.0  # the plist allows 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Launchd:
    """`launchctl` in this environment."""

    env: Mapping[str, str]
    home: Path
    name = "launchd"
    mode = 0o644

    @property
    def file(self) -> Path:
        """The plist; launchd wants it named after its label."""
        return self.home / "Library" / "LaunchAgents" / f"{LABEL}.plist"

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the plist is, and where it sends output: launchd makes neither."""
        return self.file.parent, self._log.parent

    @property
    def _log(self) -> Path:
        return self.home / "Library" / "Logs" / "memoryd" / "launchd.log"

    def render(self, program: str, places: Mapping[str, str], mark: Mark) -> bytes:
        """Return the plist; raise UnitError for paths that XML cannot hold."""
        template = read_template("launchd", f"{LABEL}.plist")
        try:
            return render_plist(template, program, str(self.home), places, mark)
        except ValueError as exc:
            raise UnitError(
                f"a path cannot be written into a plist: {exc}", hint="use plain characters"
            ) from exc

    def check(self) -> None:
        """Raise SupervisorError when there is no launchctl."""
        if self._ctl("version").code == NOT_STARTED:
            raise SupervisorError("launchd is not here: there is no launchctl")

    def register(self) -> None:
        """Allow the label, which may have been disabled; launchd reads the folder at login."""
        self._ctl("enable", self._target)

    def unregister(self) -> None:
        """Unload the agent, which stops the daemon."""
        self.stop()

    def forget(self) -> None:
        """Remove what launchd kept of the daemon's output."""
        with contextlib.suppress(OSError):  # it wrote none
            self._log.unlink()

    def start(self, *, afresh: bool) -> None:
        """Load the agent, or start it when it is loaded."""
        if afresh:
            self.stop()
        target = self._target
        if not self._loaded(target):
            self._ctl("enable", target)
            loaded = self._ctl("bootstrap", self._domain, str(self.file))
            # It fails alike for what is loaded already, is disabled, or may not be run.
            if not loaded.ok and not self._loaded(target):
                raise SupervisorError(
                    f"launchd could not load {self.file}: {loaded.why}",
                    hint=f"`launchctl print {target}` says: {self._ctl('print', target).why}; in "
                    "tmux or over ssh, try in a terminal of the desktop",
                )
        started = self._ctl("kickstart", target)
        if not started.ok and not self.runs():
            raise SupervisorError(
                f"launchd could not start memoryd: {started.why}", hint=f"see {self._log}"
            )

    def stop(self) -> None:
        """Unload the agent; returns when the daemon has ended."""
        target = self._target
        if not self._loaded(target):
            return
        asked = self._ctl("bootout", target)  # fails, too, when it takes its time
        for _ in doubling(_STOP_S):
            if not self._loaded(target):
                return
        raise SupervisorError(
            f"launchd could not stop memoryd: {asked.why}",
            hint=f"run `launchctl bootout {target}` by hand",
        )

    def runs(self) -> bool:
        """Tell whether the agent has a process."""
        told = self._ctl("print", self._target)
        return told.ok and "\tpid = " in told.out

    def linger(self) -> None:
        """Raise SupervisorError: an agent belongs to a login."""
        raise SupervisorError(
            "launchd ends a user's agents when the user logs out",
            hint="leave out --linger; the agent is started again at the next login",
        )

    def lingers(self) -> bool | None:
        """Return None: there is no such thing."""
        return None

    @property
    def _domain(self) -> str:
        # Only a login at the screen has the first; over ssh there may be the second alone.
        uid = os.getuid()
        return f"gui/{uid}" if self._ctl("print", f"gui/{uid}").ok else f"user/{uid}"

    @property
    def _target(self) -> str:
        return f"{self._domain}/{LABEL}"

    def _loaded(self, target: str) -> bool:
        return self._ctl("print", target).ok

    def _ctl(self, *words: str) -> Ran:
        return run(["launchctl", *words], self.env, timeout_s=_ASK_S)
