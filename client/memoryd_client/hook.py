"""What agents run at their events: stdin goes to the daemon, the daemon's answer to stdout.

It runs before every prompt, so it is a file of its own that loads next to nothing and knows
nothing of agents: `python -I -S hook.py AGENT EVENT SOCKET`. Whatever goes wrong, it is silent
and exits with 0, since some agents refuse the prompt otherwise.
"""
# ruff: noqa: BLE001, PTH120, S110 -- see above: nothing is loaded, nothing is said

# The bare modules: `socket` and `signal` alone would double the time this takes.
import _signal  # type: ignore[import-not-found]  # typed as signal
import _socket
import os
import sys

_DEADLINE_S = 0.9  # after the interpreter has started: a second in all
_MAX_BODY = 1 << 20  # what the API takes
_MAX_REPLY = 1 << 20
_CHUNK = 1 << 16
_STDIN, _STDOUT = 0, 1


def run(agent: str, event: str, socket: str) -> None:
    """Relay one event and end the process with 0, within a second."""
    try:
        # An agent that works for memoryd itself must not be answered, or it would never end.
        if "MEMORYD_WORKER" not in os.environ:
            _signal.signal(_signal.SIGALRM, _give_up)
            _signal.setitimer(_signal.ITIMER_REAL, _DEADLINE_S)
            relay(agent, event, socket)
    except BaseException:
        pass
    os._exit(0)


def _give_up(*_: object) -> None:
    os._exit(0)


def relay(agent: str, event: str, socket: str) -> None:
    """Send stdin as the body of *event* to the daemon, and write what it answers to stdout."""
    body = _read_all(_STDIN)
    if len(body) > _MAX_BODY or not _is_private(os.path.dirname(socket)):
        return
    head, _, answer = _ask(agent, event, socket, body).partition(b"\r\n\r\n")
    if not _is_whole(head.lower(), len(answer)):
        return
    while answer:
        answer = answer[os.write(_STDOUT, answer) :]


def _read_all(fd: int) -> bytes:
    parts = []
    size = 0
    while size <= _MAX_BODY and (part := os.read(fd, _CHUNK)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)


def _ask(agent: str, event: str, socket: str, body: bytes) -> bytes:
    request = (
        f"POST /v1/hook?agent={_plain(agent)}&event={_plain(event)} HTTP/1.0\r\n"
        "Host: memoryd\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(socket)
    connection.sendall(request.encode() + body)
    parts = []
    size = 0
    while part := connection.recv(_CHUNK):
        parts.append(part)
        size += len(part)
        if size > _MAX_REPLY:
            return b""
    return b"".join(parts)


def _is_whole(head: bytes, size: int) -> bool:
    """Tell whether a reply says that all went well, and that its body has this size."""
    status, *fields = head.split(b"\r\n")
    return status.split(b" ", 2)[1:2] == [b"200"] and b"content-length: %d" % size in fields


def _plain(name: str) -> str:
    """Return *name* as it may stand in a request line."""
    return "".join(char for char in name if char.isascii() and (char.isalnum() or char in "-_."))


def _is_private(directory: str) -> bool:
    """Tell whether nobody else can have put the socket there."""
    found = os.lstat(directory)
    is_directory = found.st_mode & 0o170000 == 0o040000
    return is_directory and found.st_uid == os.geteuid() and not found.st_mode & 0o077


if __name__ == "__main__":
    run(*sys.argv[1:4]) if len(sys.argv) == 4 else os._exit(0)
