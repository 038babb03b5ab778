"""The second socket, which only reads: kept open for as long as the settings name it."""

import contextlib
import socket
from pathlib import Path
from types import TracebackType
from typing import Self

from memoryd.errors import CannotServeError
from memoryd.paths import expand
from memoryd.system.listen import listen
from memoryd_client import wire

from .state import Service


class ReadonlySocket:
    """Holds the socket over a rebuild of the parts, so that no caller finds it gone."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.socket: socket.socket | None = None
        self.trouble: wire.Trouble | None = None
        self._setting: str | None = None
        self._held = contextlib.ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._held.close()

    def follow(self, service: Service) -> None:
        """Listen where the settings say now."""
        setting = service.settings.api.readonly_socket
        if setting == self._setting and self.trouble is None:
            return
        self._held.close()
        self.socket, self.trouble, self._setting = None, None, setting
        if setting is None:
            return
        path = self.path = expand(setting, service.paths.home)
        try:
            self.socket = self._held.enter_context(listen(path, alone=True))
        except CannotServeError as exc:
            self.trouble = wire.Trouble(
                what="the read-only socket is not served",
                detail=str(exc),
                hint=f"mend api.readonlySocket, then `memoryctl reload` ({exc.hint})",
            )
