"""Run a program to its end: fed on stdin, its output bounded, its whole process group killed."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_CHUNK = 65536
_TAIL_BYTES = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a program ended. `out` is None when it was stopped for saying too much."""

    code: int
    out: bytes | None
    complaint: str


async def run_program(
    argv: Sequence[str],
    *,
    stdin: bytes,
    env: Mapping[str, str],
    cwd: Path,
    max_out_bytes: int,
) -> Ended:
    """Run *argv* and return what it wrote to stdout and, in part, to stderr.

    Whoever waits too long cancels: the program and all it started are killed at once. Raise
    OSError when it cannot be started.
    """
    async with _started(argv, env, cwd) as process:
        stdin_pipe, stdout, stderr = process.stdin, process.stdout, process.stderr
        assert stdin_pipe is not None  # noqa: S101 -- all three are pipes
        assert stdout is not None  # noqa: S101
        assert stderr is not None  # noqa: S101
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_feed(stdin_pipe, stdin), name="program stdin")
            out = tasks.create_task(
                _read(stdout, max_out_bytes, lambda: _kill_group(process.pid)),
                name="program stdout",
            )
            complaint = tasks.create_task(_read_tail(stderr), name="program stderr")
        code = await process.wait()
    return Ended(code=code, out=out.result(), complaint=complaint.result())


@contextlib.asynccontextmanager
async def _started(
    argv: Sequence[str], env: Mapping[str, str], cwd: Path
) -> AsyncIterator[asyncio.subprocess.Process]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *argv, stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=cwd, start_new_session=True
    )
    try:
        yield process
    finally:
        # Also after a good end: what it left running is in its group, and keeps the number taken.
        _kill_group(process.pid)
        await process.wait()


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # the latter: macOS, all dead
        os.killpg(group, signal.SIGKILL)


async def _feed(pipe: asyncio.StreamWriter, data: bytes) -> None:
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its exit code says why
        pipe.write(data)
        await pipe.drain()
    pipe.close()


async def _read(
    pipe: asyncio.StreamReader, limit_bytes: int, stop: Callable[[], None]
) -> bytes | None:
    read = bytearray()
    while chunk := await pipe.read(_CHUNK):
        if len(read) <= limit_bytes:
            read += chunk
            if len(read) > limit_bytes:
                stop()  # and what is in the pipe still is read and dropped
    return bytes(read) if len(read) <= limit_bytes else None


async def _read_tail(pipe: asyncio.StreamReader) -> str:
    tail = b""
    while chunk := await pipe.read(_CHUNK):
        tail = (tail + chunk)[-_TAIL_BYTES:]
    return tail.decode("utf-8", "replace")
