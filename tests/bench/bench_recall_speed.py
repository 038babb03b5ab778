"""How fast and how lean is the search index? In-process figures, a bound beside each.

python tests/bench/bench_recall_speed.py [MEMORIES...]

The memories are made up: words drawn as language draws them, a few very often and most hardly
ever. CPU time stands beside wall time for machines that are shared. For up to 10,000 memories
it is also measured how long a store of as many files takes to be read, indexed and written to.
"""

import gc
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path

from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.lifecycle.view import View
from memoryd.memory import Store, new_document
from memoryd.memory.search import Query, Searchable, SearchIndex

BOUND_MS = {1_000: 3.0, 10_000: 3.0, 100_000: 15.0}
SIZES = (1_000, 10_000)
MOST_FILES = 10_000
COLD_BOUND = "bound 2 s at 10,000"
APPLY_BOUND = "bound 20 ms at 1,000"
WRITES = 20
VOCABULARY = 40_000
QUERIES = 300
Times = tuple[float, float]  # wall and CPU, in milliseconds
SYLLABLES = (
    "ka",
    "to",
    "ri",
    "ne",
    "mo",
    "sul",
    "ver",
    "pan",
    "di",
    "gos",
    "lem",
    "ta",
    "bru",
    "qui",
)


def main(sizes: Sequence[int]) -> int:
    for size in sizes or SIZES:
        measure(size)
        if size <= MOST_FILES:
            with tempfile.TemporaryDirectory() as directory:
                measure_store(Path(directory), size)
    return 0


def measure(size: int) -> None:
    words = Words(random.Random(size))
    memories = [memory(words, number) for number in range(size)]
    seconds = build(memories)[1]
    used = memory_of(memories)
    index = build(memories)[0]
    index.read_ahead(index.ids())  # as a daemon does when it has started
    bound = f"bound {BOUND_MS[size]:.0f} ms" if size in BOUND_MS else ""
    print(f"\n{size:,} memories of {len(memories[0].body)} characters")
    print(f"  build          {seconds:8.2f} s    {seconds / size * 1e6:8.0f} µs a memory")
    print(f"  memory         {used / 1e6:8.1f} MB   {used / size:8.0f} bytes a memory")
    for label, lengths in (("short prompts", (4, 12)), ("long prompts", (150, 600))):
        prompts = [words.text(words.random.randint(*lengths)) for _ in range(QUERIES)]
        queries = [Query(text=prompt) for prompt in prompts]
        print_times(label, [timed(partial(index.search, query)) for query in queries], bound)
    print_times("put again", [timed(partial(index.put, each)) for each in memories], "")


def measure_store(directory: Path, size: int) -> None:
    words = Words(random.Random(size))
    for number in range(size):
        write_file(directory / "memory", words, number)
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # nothing is known to it yet
        wall, cpu = pool.apply(read_store, (directory,))
    print(f"  cold start     {wall / 1e3:8.2f} s    CPU {cpu / 1e3:.2f} s   {COLD_BOUND}")
    store = open_store(directory)
    store.apply([patch(words)], operation="extract", by="bench")  # learns what is there
    times = [
        timed(partial(store.apply, [patch(words)], operation="extract", by="bench"))
        for _ in range(WRITES)
    ]
    print_times("apply a patch", times, APPLY_BOUND)


def write_file(memory_dir: Path, words: "Words", number: int) -> None:
    made = memory(words, number)
    document = new_document(
        [Entry(summary=made.body)],
        type=made.type,
        relative=f"{made.type}/memory-{number}.md",
        at=made.updated,
        title=made.title,
        description=made.description,
    )
    path = memory_dir / document.relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(document.raw)


def read_store(directory: Path) -> Times:
    view = View(project=open_store(directory), user=open_store(directory / "none"))
    return timed(view.refresh)


def open_store(directory: Path) -> Store:
    return Store(
        directory / "memory", directory, Scope.PROJECT, clock=partial(datetime.now, tz=UTC)
    )


def patch(words: "Words") -> Patch:
    return Patch(type=MemoryType.PROJECT, scope=Scope.PROJECT, entry=Entry(summary=words.text(12)))


class Words:
    """Texts of made-up words with the frequencies of a natural language."""

    def __init__(self, chance: random.Random) -> None:
        self.random = chance
        parts = (chance.choices(SYLLABLES, k=chance.randint(2, 4)) for _ in range(VOCABULARY))
        self._words = ["".join(part) for part in parts]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(VOCABULARY)))

    def text(self, count: int) -> str:
        return " ".join(self.random.choices(self._words, cum_weights=self._weights, k=count))


def memory(words: Words, number: int) -> Searchable:
    return Searchable(
        id=f"project/memory-{number}.md",
        type=list(MemoryType)[number % 4],
        title=words.text(4),
        description=words.text(8),
        body=words.text(120),
        updated=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number),
    )


def build(memories: Sequence[Searchable]) -> tuple[SearchIndex, float]:
    gc.collect()
    start = time.perf_counter()
    index = SearchIndex()
    for each in memories:
        index.put(each)
    return index, time.perf_counter() - start


def memory_of(memories: Sequence[Searchable]) -> int:
    tracemalloc.start()
    index, _ = build(memories)
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(index) == len(memories)
    return used


def timed(work: Callable[[], object]) -> Times:
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return (time.perf_counter() - wall) * 1e3, (time.thread_time() - cpu) * 1e3


def print_times(label: str, times: Sequence[Times], bound: str) -> None:
    wall, cpu = zip(*times, strict=True)
    print(
        f"  {label:<14} p50 {statistics.median(wall):6.2f} ms   p95 {p95(wall):6.2f} ms   "
        f"CPU p95 {p95(cpu):6.2f} ms   {bound}"
    )


def p95(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main([int(argument) for argument in sys.argv[1:]]))
