"""How long a dream over a thousand memories takes, and that it stays within its bound.

Run: python tests/bench/bench_dream.py
"""

import random
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

from memoryd.domain import Entry, MemoryType, SourceRef
from memoryd.lifecycle.dream import check, diff, plan
from memoryd.memory import Document, is_same_fact, new_document

_NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
_BOUND_S = 2.0
_MEMORIES = 1000
_PARTS = ["importer", "gateway", "mailer", "scheduler", "report", "search", "billing", "login"]
_THINGS = ["queue", "cache", "table", "bucket", "token", "index", "worker", "header", "batch"]
_ACTS = ["is tested by", "must not touch", "belongs to", "writes to", "is reviewed by", "waits for"]
_WHO = ["Maria", "the platform team", "Ann", "the night shift", "Wei", "the auditors"]


def _fact(random_: random.Random) -> str:
    part, thing, act, who = (random_.choice(words) for words in (_PARTS, _THINGS, _ACTS, _WHO))
    return f"The {part} {thing} {random_.randrange(400)} {act} {who}."


def _store(seed: int) -> dict[str, Document]:
    random_ = random.Random(seed)
    documents: dict[str, Document] = {}
    said: list[str] = []
    for number in range(_MEMORIES):
        facts = [_fact(random_) for _ in range(random_.choice([1, 1, 1, 2, 5]))]
        match number % 10:
            case 0 if said:
                facts[0] = random_.choice(said).upper()
            case 1 if said:
                facts[-1] = random_.choice(said).replace("The ", "Our ")
            case 2:
                facts[0] = f"We no longer use the {random_.choice(_THINGS)} {number}."
            case 3:
                facts[0] = f"The {random_.choice(_PARTS)} release {number} ships next Friday."
            case 4:
                facts[0] = f"部署{number}之前先运行全部测试，并通知值班同事。"
        said += facts
        kind = random_.choice(list(MemoryType))
        at = _NOW - timedelta(hours=number)
        path = f"{kind}/memory-{number}.md"
        documents[path] = new_document(
            [Entry(summary=fact, why="it broke twice") for fact in facts],
            type=kind,
            relative=path,
            at=at,
            sources=[SourceRef(agent="codex", session="s", record=f"r{number}", at=at)],
        )
    return documents


def main() -> None:
    """Print what dreams and their checks take: the first compiles the words of all languages."""
    for name, seed in (("first dream", 1), ("other store", 2)):
        documents = _store(seed)
        start = time.process_time()
        made = plan(documents, alike=is_same_fact, max_loss_percent=25)
        planned = time.process_time()
        faults = check(made, documents, alike=is_same_fact, max_loss_percent=25)
        shown = len(diff(made, documents).splitlines())
        checked = time.process_time()
        kinds = Counter(str(operation.kind) for operation in made.operations)
        facts = sum(len(document.entries) for document in documents.values())
        print(f"{name}: {len(documents)} memories, {facts} facts")
        print(f"  plan          {planned - start:.2f} s: {dict(kinds)}, {len(made.changes)} files")
        print(f"  check, diff   {checked - planned:.2f} s: {len(faults)} faults, {shown} lines")
        print(f"  together      {checked - start:.2f} s, bound {_BOUND_S} s")


if __name__ == "__main__":
    main()
