"""What lives as long as the process, while the parts may be built anew."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from memoryd import config
from memoryd.config import Settings
from memoryd.errors import ConfigError, MemorydError
from memoryd.paths import Paths
from memoryd.system.notify import Notifier
from memoryd.telemetry import Events

VERSION = version("memoryd")


def installed_version() -> str:
    """Return which version is installed now; another one than runs, after an upgrade. Blocking."""
    try:
        return version("memoryd")
    except PackageNotFoundError:  # in the middle of an upgrade, or gone for good
        return VERSION


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def _first_id() -> int:
    # No daemon gives a thousand events a second, so no later one gives an id again.
    return int(utc_now().timestamp() * 1000)


@dataclass(slots=True, kw_only=True)
class Service:
    """One daemon: its places, the settings in force, and the wish to stop."""

    env: Mapping[str, str]
    paths: Paths
    settings: Settings
    config_error: ConfigError | None
    notifier: Notifier
    # Those who follow them go on where they were, also when the parts are built anew.
    events: Events = field(default_factory=lambda: Events(_first_id()))
    log: Events = field(default_factory=lambda: Events(_first_id()))
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    # Set by whatever the status line may have to tell of.
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    # Set when somebody may wait for our socket to be back.
    look: asyncio.Event = field(default_factory=asyncio.Event)
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    again: bool = False
    ended_because: MemorydError | None = None
    on_reload: Callable[[], object] = lambda: None  # until there are parts to reload

    def current(self) -> Settings:
        """Return the settings that are in force."""
        return self.settings

    def end_streams(self) -> None:
        """End what is being followed; its readers come again."""
        self.events.close()
        self.log.close()

    def hang_up(self) -> None:
        """Take SIGHUP, which asks for a reload."""
        self.on_reload()

    def end(self, *, because: MemorydError | None = None) -> None:
        """Stop for good, also when the parts are being built anew; *because* of an error, if so."""
        if self.again or not self.stop.is_set():
            self.notifier.send(STOPPING=1, STATUS="stopping")
        self.again = False
        self.ended_because = because
        self._end_parts()

    def build_anew(self) -> None:
        """Take the parts apart and build them again, unless we stop anyway."""
        if not self.stop.is_set():
            self.again = True
            self.notifier.tell("starting anew")
            self._end_parts()

    def _end_parts(self) -> None:
        self.stop.set()
        self.changed.set()
        self.look.set()

    def begin_again(self) -> bool:
        """Tell whether the stop was only for new settings, and if so clear it."""
        again, self.again = self.again, False
        if again:
            self.stop = asyncio.Event()
        return again


def load_settings(paths: Paths, env: Mapping[str, str]) -> tuple[Settings, ConfigError | None]:
    """Return the settings, or the defaults and what is wrong with the file."""
    try:
        return config.load(paths.config, env), None
    except ConfigError as exc:
        return Settings(), exc
