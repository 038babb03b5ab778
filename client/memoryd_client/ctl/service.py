"""`memoryctl reload`, `version`: the daemon itself."""

import contextlib
import json
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from memoryd_client import wire
from memoryd_client.client import Client
from memoryd_client.errors import (
    NotRunningError,
    ProtocolError,
    TimedOutError,
    VersionMismatchError,
)

from .text import count
from .verbs import OK, Call, Verb, no_arguments

_STOP_S = 30.0
_PAUSE_S = 0.1


def _reload(call: Call) -> int:
    reloaded = call.client.reload()
    if not call.print_json():
        changed = count(len(reloaded.changed), "setting")
        call.terminal.say(f"{changed} changed.", *(f"  {key}" for key in reloaded.changed))
    return OK


def wait_until_gone(client: Client, *, sleep: Callable[[float], None] = time.sleep) -> None:
    """Return once nobody serves the socket any more; raise TimedOutError after 30 s."""
    for _ in range(int(_STOP_S / _PAUSE_S)):
        try:
            client.ping()
        except NotRunningError:
            return
        except ProtocolError:  # it broke off while stopping: ask once more
            continue
        sleep(_PAUSE_S)
    raise TimedOutError(
        f"memoryd still answers {_STOP_S:.0f} s after it was told to stop",
        hint="`memoryctl status` says what it is busy with",
    )


def _version(call: Call) -> int:
    ours = {"version": own_version(), "api": wire.API}
    try:
        # Asked of a daemon of another API above all, which answers this one, too.
        with contextlib.suppress(VersionMismatchError):
            call.client.ping()
        peer = call.client.transport.peer
        daemon = {
            "version": peer.get(wire.HEADER_VERSION.lower(), "unknown"),
            "api": int(peer[wire.HEADER_API.lower()]),
        }
    except NotRunningError:
        daemon = None
    if call.terminal.json:
        call.terminal.print_json(json.dumps({"client": ours, "daemon": daemon}).encode())
        return OK
    call.terminal.say(f"memoryctl {ours['version']} (API {ours['api']})")
    told = f"{daemon['version']} (API {daemon['api']})" if daemon else "is not running"
    call.terminal.say(f"memoryd   {told}")
    return OK


def own_version() -> str:
    """Return the version that is installed."""
    try:
        return version("memoryd")
    except PackageNotFoundError:
        return "unknown (not installed)"


VERBS = {
    "reload": Verb(no_arguments, _reload),
    "version": Verb(no_arguments, _version),
}
