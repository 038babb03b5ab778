"""Where we are found: the lock that keeps a second daemon away, the socket that clients come to.

Somebody who tidies up may remove their files under a daemon that runs for months.
"""

import asyncio
import contextlib
from dataclasses import dataclass

import structlog

from memoryd.errors import AlreadyRunningError, CannotServeError
from memoryd.system.listen import Listener
from memoryd.system.lock import InstanceLock
from memoryd_client import wire

from .parts import Parts
from .state import Service

log = structlog.get_logger(__name__)

_LOOK_S = 60.0
_TROUBLE = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Both, as we hold them."""

    lock: InstanceLock
    listener: Listener

    def mend(self) -> bool:
        """Take again what is lost; tell whether anything was.

        Nothing is done to the socket without the lock: it would be another daemon's. Raise
        AlreadyRunningError when there is one, CannotServeError when it cannot be had. Blocking.
        """
        lost_lock = not self.lock.is_found()
        if lost_lock:
            self.lock.take()
        lost_socket = not self.listener.is_found()
        if lost_socket:
            self.listener.publish_again()
        if lost_lock or lost_socket:
            log.warning("files were gone and are made anew", lock=lost_lock, socket=lost_socket)
        return lost_lock or lost_socket


async def look_after(place: Place, service: Service, parts: Parts) -> None:
    """Keep the place, until the stop; give it up for good when another daemon has it.

    Looks once a minute, and at each reload.
    """
    while not await _stops(service):
        try:
            mended = await asyncio.to_thread(place.mend)
        except AlreadyRunningError as exc:
            log.error("another memoryd has taken over, stopping", error=str(exc))  # noqa: TRY400 -- its traceback tells nothing
            service.end(because=exc)
        except CannotServeError as exc:
            _note(service, parts, exc)
        else:
            if parts.health.troubles.pop(_TROUBLE, None):
                service.changed.set()
            if mended:  # the parts that are open work on what is gone
                service.build_anew()


async def _stops(service: Service) -> bool:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LOOK_S):
            await service.look.wait()
    service.look.clear()
    return service.stop.is_set()


def _note(service: Service, parts: Parts, error: CannotServeError) -> None:
    trouble = wire.Trouble(
        what="the socket or the lock is lost", detail=str(error), hint=error.hint
    )
    if parts.health.troubles.get(_TROUBLE) != trouble:
        log.error("cannot take back what is lost", error=str(error))
        parts.health.troubles[_TROUBLE] = trouble
        service.changed.set()
