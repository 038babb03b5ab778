"""systemd's manager of this user."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoryd_client.locate import RUN_USER

from .base import SupervisorError
from .foreign import NOT_STARTED, Ran, run
from .mark import Mark
from .templates import read_template
from .unit import NAME, render_unit

_SOCKET_UNIT = "memoryd.socket"
_ASK_S = 10.0
_WORK_S = 100.0  # more than what the unit allows for a start and a stop together
_LIVE = ("active", "activating", "reloading", "deactivating")
_BY_ITSELF = "`memoryctl start` starts memoryd without a service manager"


@dataclass(frozen=True, slots=True, kw_only=True)
class Systemd:
    """`systemctl --user` in this environment."""

    env: Mapping[str, str]
    data: Path
    config: Path
    name = "systemd"
    mode = 0o644

    @property
    def file(self) -> Path:
        """The unit, where those of programs that live in the home directory belong."""
        return self.data / "systemd" / "user" / NAME

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where the unit is, and where systemd notes that it is enabled."""
        return self.file.parent, self._own.parent

    @property
    def _own(self) -> Path:
        """The unit of this name that the user wrote, if any."""
        return self.config / "systemd" / "user" / NAME

    def render(self, program: str, places: Mapping[str, str], mark: Mark) -> bytes:
        """Return the unit; raise UnitError when systemd could not read it."""
        return render_unit(read_template("systemd", NAME), program, places, mark).encode()

    def check(self) -> None:
        """Raise SupervisorError when no manager answers, or another unit goes before ours."""
        asked = self._ctl("show", "--property=Version")
        if asked.code == NOT_STARTED:
            raise SupervisorError("systemd is not here: there is no systemctl", hint=_BY_ITSELF)
        if not asked.ok:
            raise SupervisorError(
                f"no systemd user manager can be reached: {asked.why}",
                hint=f"log in as this user, not through sudo or su; in a container, {_BY_ITSELF}",
            )
        if os.path.lexists(self._own):
            raise SupervisorError(
                f"systemd would heed {self._own} instead of a unit of ours",
                hint=f"`systemctl --user unmask {NAME}` if it is masked, else move that file away",
            )

    def register(self) -> None:
        """Load the unit and enable it."""
        self._must("read the units again", "daemon-reload")
        self._must("enable memoryd", "enable", NAME)

    def unregister(self) -> None:
        """Stop the daemon and disable the unit, also when no manager can be reached."""
        if self._ctl("show", "--property=Version").ok:
            self.stop()
            self._must("disable memoryd", "disable", NAME)
        wanted = self._own.parent / "default.target.wants" / NAME
        if wanted.is_symlink() and wanted.readlink() == self.file:
            wanted.unlink()
            if not any(wanted.parent.iterdir()):
                wanted.parent.rmdir()

    def forget(self) -> None:
        """Let systemd notice that the unit is gone."""
        self._ctl("daemon-reload")
        self._ctl("reset-failed", NAME)

    def start(self, *, afresh: bool) -> None:
        """Start the unit; returns when the daemon is ready."""
        self._ctl("reset-failed", NAME)  # a person may try again at once, whatever failed before
        started = self._ctl("restart" if afresh else "start", NAME, timeout_s=_WORK_S)
        if not started.ok:
            raise SupervisorError(
                f"systemd could not start memoryd: {self._why() or started.why}",
                hint=f"`systemctl --user status {NAME}` tells more",
            )

    def stop(self) -> None:
        """Stop the unit, and the socket that would start it again."""
        units = [unit for unit in (_SOCKET_UNIT, NAME) if self._state(unit) in _LIVE]
        if units:
            self._must("stop memoryd", "stop", *units)

    def runs(self) -> bool:
        """Tell whether the unit or its socket is active, or becomes so or ceases to be."""
        return any(self._state(unit) in _LIVE for unit in (NAME, _SOCKET_UNIT))

    def linger(self) -> None:
        """Have the user's manager started at boot and kept."""
        done = self._run(["loginctl", "--no-ask-password", "enable-linger"])
        if not done.ok:
            raise SupervisorError(
                f"loginctl could not switch lingering on: {done.why}",
                hint='`sudo loginctl enable-linger "$USER"` may do it',
            )

    def lingers(self) -> bool | None:
        """Tell whether the user's manager is kept."""
        asked = self._run(["loginctl", "show-user", str(os.getuid()), "-p", "Linger", "--value"])
        return {"yes": True, "no": False}.get(asked.out.strip()) if asked.ok else None

    def _state(self, unit: str) -> str:
        return self._ctl("show", "--property=ActiveState", "--value", unit).out.strip()

    def _why(self) -> str:
        """Return what the daemon said last, and how it ended."""
        shown = self._ctl("show", "--property=Result,ExecMainStatus,StatusText", NAME).out
        facts = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
        said = self._run(["journalctl", "--user", "-u", NAME, "-n", "5", "-o", "cat", "--no-pager"])
        lines = [facts.get("StatusText", ""), said.out if said.ok else ""]
        code = facts.get("ExecMainStatus", "")
        ended = [f"({facts.get('Result', '')}, exit code {code})"] if code not in ("", "0") else []
        return " ".join(" ".join([*lines, *ended]).split())

    def _must(self, what: str, *words: str) -> None:
        done = self._ctl(*words, timeout_s=_WORK_S)
        if not done.ok:
            raise SupervisorError(
                f"systemd could not {what}: {done.why}",
                hint=f"run `systemctl --user {' '.join(words)}` by hand",
            )

    def _ctl(self, *words: str, timeout_s: float = _ASK_S) -> Ran:
        return self._run(["systemctl", "--user", "--no-ask-password", *words], timeout_s=timeout_s)

    def _run(self, argv: list[str], *, timeout_s: float = _ASK_S) -> Ran:
        env = {**self.env, "LC_ALL": "C", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"}
        runtime = f"{RUN_USER}/{os.geteuid()}"
        if not env.get("XDG_RUNTIME_DIR") and os.path.isdir(runtime):  # noqa: PTH112 -- a look
            env["XDG_RUNTIME_DIR"] = runtime  # cron and some editors do not pass it on
        return run(argv, env, timeout_s=timeout_s)
