"""Checks of the daemon itself: does it answer, is it whole, does the loop turn."""

from collections.abc import Iterator
from datetime import datetime

from memoryd_client.errors import UnsafeSocketError
from memoryd_client.locate import check_length

from .values import Facts, Finding, Level

_JUMP_S = 300.0


def check_running(facts: Facts) -> Iterator[Finding]:
    """Check that a daemon answers and can do all of its work."""
    daemon = facts.daemon
    if daemon.status is None:
        what = daemon.trouble or "it does not answer"
        yield Finding(check="daemon", level="fail", detail=what, remedy=daemon.hint)
        return
    status = daemon.status
    told = {trouble.what for trouble in status.errors}
    for reason in status.reasons:
        if reason not in told:
            yield Finding(check="daemon", level="warn", detail=f"not ready: {reason}")
    for trouble in status.errors:
        level: Level = "fail" if trouble.what in status.reasons else "warn"
        detail = f"{trouble.what}: {trouble.detail}"
        yield Finding(check="daemon", level=level, detail=detail, remedy=trouble.hint or "")
    if not (status.reasons or status.errors):
        detail = f"memoryd {status.version} serves (pid {status.pid})"
        yield Finding(check="daemon", level="ok", detail=detail)


def check_version(facts: Facts) -> Iterator[Finding]:
    """Check that the daemon is the one that is installed."""
    running = facts.daemon.version
    if running and running != facts.installed:
        yield Finding(
            check="version",
            level="warn",
            detail=f"memoryd {running} runs and {facts.installed} is installed",
            remedy="`memoryctl restart` has the new one take over",
        )
    elif running:
        yield Finding(check="version", level="ok", detail=f"{running} runs, as installed")


def check_loop(facts: Facts) -> Iterator[Finding]:
    """Check that what is said in a session is learnt, recalled and forgotten."""
    proof = facts.proof
    if proof is None:
        detail = "not tried, since no daemon answers"
        yield Finding(check="loop", level="warn", detail=detail, remedy="start it, then ask again")
        return
    for step in proof.steps:
        if not step.ok:
            detail = f"the step `{step.step}` failed: {step.detail}"
            yield Finding(check="loop", level="fail", detail=detail, remedy=step.remedy or "")
    if proof.ok:
        took_s = sum(step.duration_ms for step in proof.steps) / 1000
        detail = f"a fact was learnt, recalled and forgotten again in {took_s:.1f} s"
        yield Finding(check="loop", level="ok", detail=detail)


def check_socket(facts: Facts) -> Iterator[Finding]:
    """Check that only we can reach the socket."""
    folder, socket = facts.socket_folder, facts.socket
    troubles = list(_socket_troubles(facts))
    for detail, remedy in troubles:
        yield Finding(check="socket", level="fail", detail=detail, remedy=remedy)
    if not troubles:
        state = "" if socket.kind == "socket" else ", which is not there now"
        detail = f"{socket.path}{state} in a directory of mode {folder.mode:04o}"
        yield Finding(check="socket", level="ok", detail=detail)


def _socket_troubles(facts: Facts) -> Iterator[tuple[str, str]]:
    folder, socket = facts.socket_folder, facts.socket
    try:
        check_length(socket.path)
    except UnsafeSocketError as exc:
        yield str(exc), exc.hint
    if folder.kind == "missing":
        if not folder.writable:
            yield f"{folder.path} is not there and cannot be made", "set MEMORYD_SOCKET"
        return
    if folder.kind != "dir":
        yield f"{folder.path} is not a directory (it is a {folder.kind})", "move it away"
    elif folder.uid != facts.uid:
        yield f"{folder.path} belongs to uid {folder.uid}", "set MEMORYD_SOCKET to a place of yours"
    elif folder.mode & 0o077:
        yield (
            f"{folder.path} is open to other users (mode {folder.mode:04o})",
            f"chmod 700 {folder.path}",
        )
    if socket.kind not in ("socket", "missing"):
        yield f"{socket.path} is not a socket (it is a {socket.kind})", "move it away"
    elif socket.kind == "socket" and socket.mode & 0o177:
        yield f"{socket.path} has mode {socket.mode:04o}", f"chmod 600 {socket.path}"


def check_lock(facts: Facts) -> Iterator[Finding]:
    """Check that the lock file that lies there is the one that the daemon holds."""
    lock, status = facts.lock, facts.daemon.status
    again = "restart memoryd: a second one could start beside it"
    if status and lock.place.kind == "missing":
        detail = f"{lock.place.path} is gone, though memoryd runs"
        yield Finding(check="lock", level="fail", detail=detail, remedy=again)
    elif lock.held is not None and lock.place.inode not in lock.held:
        detail = f"{lock.place.path} is not the file that memoryd holds: it was replaced"
        yield Finding(check="lock", level="fail", detail=detail, remedy=again)
    elif lock.place.kind not in ("file", "missing"):
        detail = f"{lock.place.path} is not a file (it is a {lock.place.kind})"
        yield Finding(check="lock", level="fail", detail=detail, remedy="move it away")
    elif status:
        how = "is held" if lock.held else "is there"
        yield Finding(check="lock", level="ok", detail=f"{lock.place.path} {how}")


def check_announced(facts: Facts) -> Iterator[Finding]:
    """Check that `daemon.json` names the daemon that answers."""
    told, status = facts.announced, facts.daemon.status
    if told is None:
        if status:
            detail = "no daemon.json says where the daemon is"
            remedy = "restart memoryd, should clients not find it"
            yield Finding(check="daemon.json", level="warn", detail=detail, remedy=remedy)
        return
    if status is None and not told.alive:
        yield Finding(
            check="daemon.json",
            level="warn",
            detail=f"{told.place.path} is left of a daemon that is gone (pid {told.pid})",
            remedy="nothing to do: the next start writes it anew",
        )
    elif not facts.daemon.running and told.socket == facts.socket.path:
        yield Finding(
            check="daemon.json",
            level="fail",
            detail=f"the process that it names (pid {told.pid}) is there and does not answer",
            remedy="`memoryctl restart`; should that not help, end the process by its number",
        )
    elif status and (told.pid, told.socket) != (status.pid, status.socket):
        yield Finding(
            check="daemon.json",
            level="warn",
            detail=f"it names pid {told.pid} on {told.socket}; pid {status.pid} answers here",
            remedy="compare MEMORYD_STATE_DIR and MEMORYD_SOCKET here and where it was started",
        )


def check_clock(facts: Facts) -> Iterator[Finding]:
    """Check that the clock is not behind what was done."""
    late = [(facts.database.changed_s, f"{facts.database.path} was written")]
    status = facts.daemon.status
    if status:
        runs = ((kind, run) for kind, run in status.last.items() if run)
        late += [(_seconds(run.at), f"the last {kind} was") for kind, run in runs]
    if status and facts.announced and facts.announced.pid == status.pid:
        late.append((facts.announced.started_s + status.uptime_s, "the daemon's own clock stands"))
    ahead = [(at_s - facts.now_s, what) for at_s, what in late]
    worst_s, what = max(ahead)
    if worst_s > _JUMP_S:
        yield Finding(
            check="clock",
            level="warn",
            detail=f"by the clock {what} {worst_s / 60:,.0f} min in the future",
            remedy="set the clock right (`timedatectl set-ntp true`); what is due waits until then",
        )
    else:
        yield Finding(check="clock", level="ok", detail="nothing was done in the future")


def _seconds(at: str) -> float:
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return 0.0
