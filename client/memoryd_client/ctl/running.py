"""`memoryctl start`, `stop`, `restart`: through the service manager, or without one."""

import contextlib
import json
from collections.abc import Mapping

from memoryd_client.client import Client
from memoryd_client.errors import MemorydError, NotRunningError, TimedOutError
from memoryd_client.locate import socket_path, state_dir

from .service import wait_until_gone
from .supervisor import (
    Supervisor,
    SupervisorError,
    doubling,
    inside_of,
    installed,
    start_daemon,
    supervisor_of,
)
from .verbs import OK, Call, Verb, no_arguments

_SERVING_S = 30.0


class NotHereError(MemorydError):
    """A daemon must not be started from where we are."""


def _start(call: Call) -> int:
    env = caller_env(call)
    refuse_worker(env)
    if serves(call.client):
        return _tell(call, started=False, manager=None)
    supervisor = _supervisor(call, env)
    return _tell(call, started=_bring_up(call, env, supervisor), manager=supervisor)


def _stop(call: Call) -> int:
    supervisor = _supervisor(call, caller_env(call))
    if supervisor and supervisor.runs():
        supervisor.stop()  # or it might be started again
        body = b'{"stopping": true}'
    else:
        call.client.shutdown()
        body = call.client.transport.last
    wait_until_gone(call.client)
    if call.terminal.json:
        call.terminal.print_json(body)
    else:
        call.terminal.say("memoryd has stopped.")
    return OK


def _restart(call: Call) -> int:
    env = caller_env(call)
    refuse_worker(env)
    supervisor = _supervisor(call, env)
    if supervisor and supervisor.runs():
        supervisor.start(afresh=True)
        wait_until_serving(call.client)
    else:
        if supervisor is None:
            _refuse_agent(env)  # before it is stopped, not after
        with contextlib.suppress(NotRunningError):
            call.client.shutdown()
            wait_until_gone(call.client)
        _bring_up(call, env, supervisor)
    return _tell(call, started=True, manager=supervisor)


def caller_env(call: Call) -> Mapping[str, str]:
    """Return the environment that says where the daemon is that is meant."""
    socket = call.args.socket
    return {**call.env, "MEMORYD_SOCKET": socket} if socket else call.env


def refuse_worker(env: Mapping[str, str]) -> None:
    """Raise NotHereError for an agent that runs as memoryd's own model."""
    if env.get("MEMORYD_WORKER"):
        raise NotHereError(
            "an agent that works for memoryd must not start it (MEMORYD_WORKER is set)",
            hint="run it in a terminal of your own",
        )


def serves(client: Client) -> bool:
    """Tell whether a daemon answers."""
    with contextlib.suppress(NotRunningError):
        return client.ping()
    return False


def wait_until_serving(client: Client) -> None:
    """Return once a daemon answers; raise TimedOutError when none does so in time."""
    for _ in doubling(_SERVING_S):
        if serves(client):
            return
    raise TimedOutError(
        f"memoryd was started, but does not answer after {_SERVING_S:.0f} s",
        hint="`memoryctl status` tells where it is looked for",
    )


def _supervisor(call: Call, env: Mapping[str, str]) -> Supervisor | None:
    """Return the manager that we have installed this very daemon with, if it can be reached."""
    supervisor = supervisor_of(env)
    mark = installed(supervisor)
    if mark is None or mark.socket != str(socket_path(env)):
        return None
    try:
        supervisor.check()
    except SupervisorError as exc:
        call.terminal.trouble(f"going on without {supervisor.name}: {exc}", "")
        return None
    return supervisor


def _bring_up(call: Call, env: Mapping[str, str], supervisor: Supervisor | None) -> bool:
    if supervisor:
        supervisor.start(afresh=False)
        wait_until_serving(call.client)
        return True
    _refuse_agent(env)
    return start_daemon(state_dir(env), env, lambda: _serves_yet(call.client))


def _serves_yet(client: Client) -> bool:
    with contextlib.suppress(TimedOutError):  # a busy machine
        return serves(client)
    return False


def _refuse_agent(env: Mapping[str, str]) -> None:
    variable = inside_of(env)
    if variable:
        raise NotHereError(
            f"this shell is an agent's ({variable} is set): what it starts lives in the agent's "
            "sandbox and ends with it",
            hint="run it in a terminal of your own, or have it started at login: "
            "`memoryctl install`",
        )


def _tell(call: Call, *, started: bool, manager: Supervisor | None) -> int:
    by = manager.name if manager else None
    if call.terminal.json:
        told = {"running": True, "started": started, "manager": by}
        call.terminal.print_json(json.dumps(told).encode())
    elif not started:
        call.terminal.say("memoryd runs already.")
    else:
        call.terminal.say(f"memoryd runs, looked after by {by}." if by else "memoryd runs.")
    return OK


VERBS = {
    "start": Verb(no_arguments, _start),
    "stop": Verb(no_arguments, _stop),
    "restart": Verb(no_arguments, _restart),
}
