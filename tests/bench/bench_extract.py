"""Scores the built-in extraction rules on a file of labelled session fragments.

    PYTHONPATH=daemon:client python tests/bench/bench_extract.py FRAGMENTS.jsonl [--show]

Each line holds `messages`, `timestamp` and labels (`expect`, `allow`, `forbid`); every fragment
starts with an empty store. `--show` prints what was missed, wrongly kept or forbidden.
"""

import argparse
import json
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memoryd.domain import Message, Patch, Speaker, fingerprint_text, parse_time
from memoryd.lifecycle.gate import judge
from memoryd.llm import propose

_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT, "tool": Speaker.TOOL}
_NEGATIONS = (
    *("no", "not", "never", "avoid", "instead of", "n't", "nie", "kein", "nicht", "nunca", "não"),
    *("jamais", "ne ", "pas", "не", "нельзя", "不", "别", "ない", "ません", "않", "지 마", "안 "),
)
_ORDINARY = (
    "please fix the failing tests in the parser",
    "can you explain how the cache works?",
    "I'm getting an error when I start the app, see the log below",
    "add a button to the settings page that resets the layout, and write a test for it",
    "ok now do the same for the other module",
    "the output is different now, we get 3 rows instead of 5. why?",
    "looks good, commit it",
    "update the docs for the new endpoint and bump the version",
)
_MAX_BODY = 400
_SPEED_S = 1.0

# What plain keyword rules reach on such fragments.
_BASELINE = {
    "all": (41.2, 17.8, 15.6, 24.8, 76.5, 6.5),
    "not hard": (40.9, 18.4, 18.4, 25.4, 68.3, 9.1),
    "hard": (41.7, 17.1, 12.2, 24.2, 88.9, 5.0),
    "English": (35.5, 28.3, 23.9, 31.5, 64.4, 10.5),
    "other": (100.0, 6.8, 6.8, 12.8, 100.0, 0.0),
}

Case = dict[str, Any]  # one line of JSON, as it stands


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """One memory as it would be written."""

    type: str
    text: str
    body: str

    def meets(self, groups: Iterable[str]) -> bool:
        """Tell whether every group has an alternative in the text."""
        return all(any(_fold(word) in self.text for word in g.split("|")) for g in groups)


def main() -> int:
    """Run the bench and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fragments", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    lines = options.fragments.read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    results = [(case, store(case)) for case in cases]
    print_table(results)
    labelled = [messages_of(case) for case in cases]
    print(f"\n{messages_per_second(labelled):,.0f} of these messages/s")
    print(f"{messages_per_second([_ordinary()]):,.0f} ordinary messages/s")
    if options.show:
        show(results)
    return 0


def store(case: Case) -> list[Stored]:
    """Return the memories that *case* leaves in an empty store."""
    kept: dict[str, Stored] = {}
    for patch in propose(messages_of(case), agent="bench", session=case["id"]):
        judged = judge(patch, speaker=Speaker.PERSON).patch
        if judged is not None:
            kept.setdefault(fingerprint_text(judged.entry.summary), _stored(judged))
    return list(kept.values())


def messages_of(case: Case) -> list[Message]:
    """Return the fragment as messages, all of the time of its last one."""
    return [
        Message(
            speaker=_SPEAKERS[message["role"]],
            text=message["text"],
            record=f"{case['id']}-{number}",
            at=parse_time(case["timestamp"]),
            offset=number,
        )
        for number, message in enumerate(case["messages"])
    ]


def _stored(patch: Patch) -> Stored:
    entry = patch.entry
    body = entry.summary
    body += f"\n\nWhy: {entry.why}" if entry.why else ""
    body += f"\n\nHow to apply: {entry.how_to_apply}" if entry.how_to_apply else ""
    return Stored(
        type=patch.type, text=_fold(f"{entry.summary}\n{entry.summary}\n{body}"), body=body
    )


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def score(results: Sequence[tuple[Case, list[Stored]]]) -> dict[str, float]:
    """Return counts and percentages of one slice."""
    n: Counter[str] = Counter()
    for case, memories in results:
        good = [m for m in memories if not _is_bad(case, m)]
        items, allowed = case["expect"], case.get("allow", [])
        n["fragments"] += 1
        n["items"] += len(items)
        n["stored"] += len(memories)
        for memory in memories:
            hits = memory in good and any(memory.meets(i["summary_contains"]) for i in items)
            n["hits"] += hits
            n["spared"] += not hits and memory in good and any(map(memory.meets, allowed))
        for item in items:
            matching = [m for m in good if m.meets(item["summary_contains"])]
            types = {item["type"], *item.get("type_alt", [])}
            n["found"] += bool(matching)
            n["typed"] += any(m.type in types for m in matching)
            if matching and item.get("polarity") == "avoid":
                n["avoid"] += 1
                n["negated"] += any(w in m.text for m in matching for w in _NEGATIONS)
        if not items:
            n["none"] += 1
            n["clean"] += not memories
        if case["forbid"]:
            n["forbidding"] += 1
            n["forbidden"] += any(_fold(w) in m.text for m in memories for w in case["forbid"])
    return _percentages(n)


def _is_bad(case: Case, memory: Stored) -> bool:
    return len(memory.body) > _MAX_BODY or any(_fold(w) in memory.text for w in case["forbid"])


def _percentages(n: Counter[str]) -> dict[str, float]:
    def share(part: str, whole: int) -> float:
        return 100 * n[part] / whole if whole else 0.0

    precision = share("hits", n["stored"] - n["spared"])
    recall = share("found", n["items"])
    both = precision + recall
    return {
        "fragments": n["fragments"],
        "items": n["items"],
        "stored": n["stored"],
        "precision": precision,
        "recall": recall,
        "typed": share("typed", n["items"]),
        "F1": 2 * precision * recall / both if both else 0.0,
        "clean": share("clean", n["none"]),
        "forbidden": share("forbidden", n["forbidding"]),
        "polarity": share("negated", n["avoid"]),
    }


def print_table(results: Sequence[tuple[Case, list[Stored]]]) -> None:
    """Print every slice, with the keyword rules' figures below each."""
    slices: dict[str, Callable[[Case], bool]] = {
        "all": lambda _: True,
        "not hard": lambda case: not case.get("hard"),
        "hard": lambda case: bool(case.get("hard")),
        "English": lambda case: case["lang"] == "en",
        "other": lambda case: case["lang"] != "en",
    }
    columns = ("precision", "recall", "typed", "F1", "clean", "forbidden", "polarity")
    print(f"{'slice':10}{'n':>5}{'items':>6}{'kept':>6}" + "".join(f"{c:>11}" for c in columns))
    for name, belongs in slices.items():
        s = score([pair for pair in results if belongs(pair[0])])
        figures = "".join(f"{s[c]:11.1f}" for c in columns)
        print(f"{name:10}{s['fragments']:5.0f}{s['items']:6.0f}{s['stored']:6.0f}{figures}")
        print(f"{'  keywords':27}" + "".join(f"{x:11.1f}" for x in _BASELINE[name]))


def messages_per_second(sessions: Sequence[Sequence[Message]]) -> float:
    """Return how many messages are read in a second of processor time, tables once compiled."""
    for messages in sessions:
        propose(messages, agent="bench", session="warm")
    count, start = 0, time.process_time()
    while time.process_time() - start < _SPEED_S:
        for messages in sessions:
            propose(messages, agent="bench", session="speed")
            count += len(messages)
    return count / (time.process_time() - start)


def _ordinary() -> list[Message]:
    return [
        Message(speaker=Speaker.PERSON, text=text, record=str(n), at=None, offset=n)
        for n, text in enumerate(_ORDINARY * 100)
    ]


def show(results: Sequence[tuple[Case, list[Stored]]]) -> None:
    """Print every fragment that did not go well."""
    for case, memories in results:
        items = case["expect"]
        missed = [i for i in items if not any(m.meets(i["summary_contains"]) for m in memories)]
        wrong = [m for m in memories if not any(m.meets(i["summary_contains"]) for i in items)]
        if missed or wrong:
            print(f"\n{case['id']} {case['category']} {'hard' if case.get('hard') else ''}")
            for message in case["messages"]:
                print(f"  {message['role'][:4]}: {message['text'][:200]}")
            print(*(f"  - {item['summary_contains']}" for item in missed), sep="\n")
            print(*(f"  + {memory.type}: {memory.body!r}" for memory in wrong), sep="\n")


if __name__ == "__main__":
    raise SystemExit(main())
