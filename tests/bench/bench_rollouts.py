"""Both phases over a folder of transcripts: time and peak memory beside their bounds.

    PYTHONPATH=daemon:client python tests/bench/bench_rollouts.py DIR [--times N] [--show]

`--times` takes each session that often; `--show` prints the summaries.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from memoryd.domain import Message
from memoryd.lifecycle.rollouts import (
    Rollout,
    assemble,
    consolidate,
    count_tokens,
    describe,
    digest,
    read_root,
    write_artefacts,
)
from memoryd.sources import ALL, Cursor, SessionFile, Source, read, source_for

_BOUND_S = 20
_BOUND_MB = 200
_STEP_BYTES = 8 * 1024 * 1024
_TOKENS = 5_000
_UNDATED = datetime(2026, 1, 1, tzinfo=UTC)


def sessions(root: Path) -> Iterator[tuple[Source, SessionFile]]:
    for plain in ALL:
        source = source_for(plain.agent, commands=True)
        folder = root / plain.agent
        for file in source.sessions(folder if folder.is_dir() else root) if source else ():
            yield source, file


def read_whole(source: Source, file: SessionFile) -> tuple[list[Message], str | None]:
    cursor, messages, withdrawn, more, cwd = Cursor(), [], set(), True, None
    while more:
        step = read(source, file, cursor, max_bytes=_STEP_BYTES)
        cursor, more, cwd = step.cursor, step.more, step.cwd
        messages += step.messages
        withdrawn.update(step.withdrawn)
    return [message for message in messages if message.record not in withdrawn], cwd


def first_phase(root: Path, times: int) -> dict[str, list[Rollout]]:
    projects: dict[str, list[Rollout]] = defaultdict(list)
    for source, file in sessions(root):
        for number in range(times):
            messages, cwd = read_whole(source, file)
            found = digest(messages, agent=source.agent, session=file.session, cwd=cwd)
            if number:
                found = replace(found, session=f"{file.session}{number}")
            projects[cwd or ""].append(describe(found, updated_at=found.ended or _UNDATED))
    return projects


def main() -> int:
    """Print what both phases take; return 1 beyond a bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    start = time.perf_counter()
    projects = first_phase(options.folder, options.times)
    first = time.perf_counter()
    shown: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, rollouts in enumerate(projects.values()):
            root = Path(folder, str(number), "root")
            made = consolidate(rollouts, token_limit=_TOKENS)
            artefacts = assemble(rollouts, made, present=read_root(root))
            write_artefacts(root, artefacts, token_limit=_TOKENS)
            if made.memory_summary:
                tokens = count_tokens(made.memory_summary)
                shown.append(f"\n--- {tokens} tokens\n{made.memory_summary}")
    done = time.perf_counter()
    count = sum(map(len, projects.values()))
    taught = sum(bool(r.raw_memory) for rollouts in projects.values() for r in rollouts)
    unit = 1024 if sys.platform == "linux" else 1024 * 1024
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(f"{count} sessions, {taught} taught something, {len(projects)} projects")
    print(f"first phase   {first - start:.2f} s")
    print(f"second phase  {done - first:.2f} s, files written")
    print(f"together      {done - start:.2f} s, bound {_BOUND_S} s")
    print(f"peak memory   {peak_mb:.0f} MB, bound {_BOUND_MB} MB")
    if options.show:
        print("\n".join(shown))
    return int(done - start > _BOUND_S or peak_mb > _BOUND_MB)


if __name__ == "__main__":
    sys.exit(main())
