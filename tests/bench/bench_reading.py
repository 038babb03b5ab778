"""How fast transcripts are read, against parsing every line.

Prints MB/s of both over the same files, their ratio, and the peak memory of reading alone. `--big`
adds a transcript of 1 GB and one with a line of 100 MB, made in a temporary directory.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from memoryd.sources import ALL, Cursor, SessionFile, Source, read

STEP_BYTES = 8 * 1024 * 1024
SMALL_RUN_BYTES = 256 * 1024 * 1024


def read_all(source: Source, file: SessionFile) -> int:
    cursor, messages, more = Cursor(), 0, True
    while more:
        step = read(source, file, cursor, max_bytes=STEP_BYTES)
        cursor, more = step.cursor, step.more
        messages += len(step.messages)
    return messages


def parse_all(file: SessionFile) -> int:
    lines = 0
    with file.path.open("rb") as stream:
        for line in stream:
            try:
                orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            lines += 1
    return lines


def cpu_seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def compare(source: Source, folder: Path) -> None:
    files = plain_sessions(source, folder)
    size = sum(file.size_bytes for file in files)
    if not size:
        return
    parsed = ours = float("inf")
    for _ in range(max(1, min(20, SMALL_RUN_BYTES // size))):  # in turns: the machine is shared
        parsed = min(parsed, cpu_seconds(lambda: [parse_all(file) for file in files]))
        ours = min(ours, cpu_seconds(lambda: [read_all(source, file) for file in files]))
    mb = size / 1e6
    print(
        f"{folder.name:12} {source.agent:12} {len(files):5} files {mb:8.1f} MB"
        f"   read {mb / ours:5.0f} MB/s   orjson {mb / parsed:5.0f} MB/s"
        f"   ratio {parsed / ours:5.2f}   {peak_of(source, folder)}",
        flush=True,
    )


def plain_sessions(source: Source, root: Path) -> list[SessionFile]:
    return [file for file in source.sessions(root) if file.path.suffix == ".jsonl"]


def make_long(path: Path, size_bytes: int) -> None:
    """Write a session of many turns, mostly tool output as in real ones."""
    with path.open("wb") as stream:
        turn, parent = 0, None
        while stream.tell() < size_bytes:
            turn += 1
            steps = [
                ("user", {"role": "user", "content": f"please look at part {turn}"}),
                ("assistant", {"content": [{"type": "text", "text": "Looking. " * 20}]}),
                *[("user", tool_result(turn, n)) for n in range(8)],
            ]
            for n, (kind, message) in enumerate(steps):
                uuid = f"{turn:08x}-0000-4000-8000-{n:012x}"
                record = {
                    "parentUuid": parent,
                    "isSidechain": False,
                    "cwd": "/home/dev/project",
                    "type": kind,
                    "message": message,
                    "uuid": uuid,
                    "timestamp": "2026-01-01T00:00:00.000Z",
                }
                line = json.dumps(record, separators=(",", ":"))  # as the agent writes it
                stream.write(line.encode() + b"\n")
                parent = uuid


def tool_result(turn: int, n: int) -> dict[str, object]:
    output = f"line {turn} of the output\\n" * (20 + 60 * (n % 4))
    return {"content": [{"tool_use_id": f"t{turn}", "type": "tool_result", "content": output}]}


def make_wide(path: Path, line_bytes: int) -> None:
    """Write a session with one line of *line_bytes* between two prompts."""
    prompt = b'{"type":"user","message":{"content":"%s"},"timestamp":"2026-01-01T00:00:00Z"}\n'
    with path.open("wb") as stream:
        stream.write(prompt % b"before")
        stream.write(b'{"type":"user","message":{"content":[{"type":"tool_result","content":"')
        for _ in range(line_bytes // 1_000_000):
            stream.write(b"x" * 1_000_000)
        stream.write(b'"}]}}\n')
        stream.write(prompt % b"after")


def peak_of(source: Source, folder: Path) -> str:
    """Read *folder* in a process of its own and return what that took."""
    call = [sys.executable, __file__, "--alone", source.agent, str(folder)]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout.strip()


def read_alone(agent: str, folder: Path) -> None:
    source = next(source for source in ALL if source.agent == agent)
    messages = sum(read_all(source, file) for file in plain_sessions(source, folder))
    print(f"{messages} messages, peak RSS {peak_mb():.0f} MB")


def peak_mb() -> float:
    status = Path("/proc/self/status")
    if status.exists():  # there ru_maxrss begins with that of the process that started this one
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / 1024


def measure_big() -> None:
    with tempfile.TemporaryDirectory() as root:
        for name, make, size in (("long", make_long, 10**9), ("wide", make_wide, 10**8)):
            path = Path(root, name, f"{name}.jsonl")
            path.parent.mkdir()
            make(path, size)
            compare(ALL[0], path.parent)
            path.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--big", action="store_true")
    parser.add_argument("--alone", nargs=2, metavar=("AGENT", "DIR"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        read_alone(options.alone[0], Path(options.alone[1]))
        return
    for folder in options.folders:
        # A folder that bears an agent's name holds that agent's transcripts.
        named = [source for source in ALL if source.agent in folder.resolve().parts]
        for source in named or ALL:
            compare(source, folder)
    if options.big:
        measure_big()


if __name__ == "__main__":
    main()
