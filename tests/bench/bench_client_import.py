"""What the client costs a process that uses it: `python tests/bench/bench_client_import.py`.

Prints medians of 20 runs each: a bare interpreter, one that imports the client, and one that also
makes a recall and ignores errors, with the daemon answering, down, hung and talking garbage. The
last column is the call itself.
"""

import contextlib
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

RUNS = 20
_IMPORT = "from memoryd_client import Client"
_RECALL = f"""{_IMPORT}
import time
started = time.perf_counter()
Client(on_error="ignore").recall("which database?")
print((time.perf_counter() - started) * 1000)
"""
_ANSWER = (
    b"HTTP/1.1 200 OK\r\nMemoryd-Api: 1\r\nMemoryd-Api-Min: 1\r\nConnection: close\r\n\r\n"
    b'{"strategy":"none","documents":[],"prompt":"","docs_scanned":0,"duration_ms":0.1}'
)


def time_ms(code: str, env: dict[str, str]) -> tuple[float, float]:
    """Return the median time of a new interpreter that runs *code*, and of what *code* timed."""
    whole, inside = [], []
    for _ in range(RUNS):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, check=True, stdout=subprocess.PIPE
        )
        whole.append((time.perf_counter() - started) * 1000)
        inside.append(float(done.stdout or 0))
    return statistics.median(whole), statistics.median(inside)


@contextlib.contextmanager
def serve(path: Path, answer: bytes | None) -> Iterator[None]:
    """Answer every connection on *path* with the same bytes; None: never."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        threading.Thread(target=_answer_all, args=(listener, answer), daemon=True).start()
        yield
    path.unlink()


def _answer_all(listener: socket.socket, answer: bytes | None) -> None:
    open_ones = []
    with contextlib.suppress(OSError):  # the listener was closed: the run is over
        while True:
            connection, _ = listener.accept()
            connection.recv(65_536)
            if answer is None:
                open_ones.append(connection)
            else:
                connection.sendall(answer)
                connection.close()


def main() -> None:
    """Measure and print."""
    source = Path(__file__).parents[2] / "client"
    with tempfile.TemporaryDirectory(prefix="m", dir="/tmp") as folder:
        path = Path(folder, "s")
        env = {"PYTHONPATH": str(source), "MEMORYD_SOCKET": str(path)}
        bare, _ = time_ms("pass", env)
        print(f"{'':28} {'process':>10}  {'over bare':>10}  {'call':>10}")
        _show("bare interpreter", (bare, 0.0), bare)
        _show("import Client", time_ms(_IMPORT, env), bare)
        _show("recall, daemon down", time_ms(_RECALL, env), bare)
        for title, answer in (("answers", _ANSWER), ("garbage", b"\x00" * 64), ("hung", None)):
            with serve(path, answer):
                _show(f"recall, daemon {title}", time_ms(_RECALL, env), bare)


def _show(title: str, took_ms: tuple[float, float], bare_ms: float) -> None:
    whole, inside = took_ms
    print(f"{title:28} {whole:7.1f} ms  {whole - bare_ms:7.1f} ms  {inside:7.1f} ms")


if __name__ == "__main__":
    main()
