"""What the process does when it is signalled."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator

from .state import Service


@contextlib.contextmanager
def signals(service: Service) -> Iterator[None]:
    """TERM and INT stop, again hurries, a third time ends at once; HUP reloads.

    They hold from before the parts are built until they are gone, also while they are rebuilt.
    """
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if service.hurry.is_set():
            os._exit(1)
        if service.stop.is_set() and not service.again:
            service.hurry.set()
        service.end()

    # A terminal that closes sends HUP to what runs in it.
    on_hup = stop if sys.stdin is not None and sys.stdin.isatty() else service.hang_up
    handlers = {signal.SIGTERM: stop, signal.SIGINT: stop, signal.SIGHUP: on_hup}
    for number, handler in handlers.items():
        loop.add_signal_handler(number, handler)
    try:
        yield
    finally:
        for number in handlers:
            loop.remove_signal_handler(number)
