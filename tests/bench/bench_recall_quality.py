"""How good is recall? Measures ranking and gate on files given on the command line.

    python tests/bench/bench_recall_quality.py [--semantic MODEL] FILE_OR_DIRECTORY...

Knows four shapes by their content: labelled prompts of several projects ("projects" in the JSON),
labelled prompts over one small store ("relevantIds" in its cases), a directory of coding sessions
with questions (questions.json, sessions.json), and a list of long conversations with questions.
The first two are measured as users meet recall, the others as ranking alone. MODEL is what the
setting recall.semantic takes; without it recall goes by words. What a model has embedded is kept
for the next run in the directory for temporary files.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from memoryd.domain import MemoryType
from memoryd.memory.search import Meanings, Query, Searchable, SearchIndex, open_meanings

Case = Mapping[str, Any]  # Any: labelled data as it comes from JSON

COLUMNS = ("Score", "R@5", "Top-1", "NR prec", "NR rec", "Forbid", "Prec", "Docs")
BEYOND_WORDS = ("paraphrase", "cross-lingual")  # what a search by words cannot find
BASELINES = {
    "scoped": {
        "always NONE": (36.8, 0.0, 0.0, 36.8, 100.0, 0.0, None, 0.00),
        "substring scorer": (14.4, 39.6, 27.2, 34.7, 15.3, 9.7, 6.6, 4.19),
        "weighted-field scorer": (19.9, 51.7, 29.8, 76.9, 18.0, 29.0, 8.9, 4.18),
        "BM25, FTS5 porter": (22.4, 52.0, 36.1, 45.9, 25.2, 32.3, 10.3, 3.66),
        "BM25, score >= 10": (47.6, 31.6, 29.3, 46.7, 82.9, 12.9, 37.9, 0.58),
    },
    "pooled": {
        "always NONE": (36.8, 0.0, 0.0, 36.8, 100.0, 0.0, None, 0.00),
        "substring scorer": (13.0, 33.9, 23.0, 34.7, 15.3, 16.1, 5.6, 4.19),
        "weighted-field scorer": (16.7, 43.5, 24.6, 85.7, 16.2, 35.5, 7.0, 4.37),
        "BM25, FTS5 porter": (18.1, 48.4, 32.5, 42.9, 18.9, 38.7, 8.9, 3.91),
        "BM25, score >= 10": (37.4, 35.4, 29.3, 48.9, 61.3, 29.0, 18.7, 1.33),
    },
}
RANK_BASELINES = {
    "sessions of coding": {
        "any@1": 80.0,
        "any@5": 96.6,
        "frac@5": 90.7,
        "all@5": 85.1,
        "MRR": 87.6,
    },
    "conversations, by session": {
        "any@1": 68.9,
        "any@5": 92.1,
        "any@10": 96.8,
        "frac@1": 64.1,
        "all@1": 60.7,
        "frac@5": 87.3,
        "all@5": 82.7,
        "frac@10": 93.5,
        "all@10": 89.8,
        "MRR": 79.1,
    },
    "conversations, by turn": {
        "any@1": 33.3,
        "any@5": 58.0,
        "any@10": 65.9,
        "frac@10": 60.8,
        "MRR": 44.6,
    },
}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--semantic", default="off", metavar="MODEL")
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE_OR_DIRECTORY")
    asked = parser.parse_args(argv)
    cache = Path(tempfile.gettempdir()) / f"bench_recall_quality.{asked.semantic}.sqlite3"
    meanings = open_meanings(asked.semantic, cache)
    try:
        for path in asked.paths:
            print(f"\n=== {path.name}")
            measure(path, meanings)
    finally:
        if meanings:
            meanings.close()
    return 0


def measure(path: Path, meanings: Meanings | None) -> None:
    if path.is_dir():
        measure_coding_sessions(path, meanings)
        return
    data = read_json(path)
    if isinstance(data, list):
        measure_conversations(data, meanings)
    elif "projects" in data:
        measure_prompts(data, meanings)
    else:
        measure_small_store(data, meanings)


def filled(memories: Iterable[Searchable], meanings: Meanings | None) -> SearchIndex:
    index = SearchIndex(meanings.of_index() if meanings else None)
    for memory in memories:
        index.put(memory)
    if meanings:
        meanings.join()
    return index


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


# --- prompts of several projects ---------------------------------------------------------------


def measure_prompts(data: Case, meanings: Meanings | None) -> None:
    today = datetime.fromisoformat(data["reference_date"]).date()
    for mode in ("scoped", "pooled"):
        indexes = {
            project["id"]: filled(candidates(data["docs"], project["id"], mode), meanings)
            for project in data["projects"]
        }
        returned = {
            case["id"]: ids(indexes[case["project"]], case["query"], today)
            for case in data["cases"]
        }
        print(f"\n{mode:<35}" + "".join(f"{column:>9}" for column in COLUMNS))
        for name, row in BASELINES[mode].items():
            print_row(name, row)
        print_row("this index", figures(data["cases"], returned))
        by_words = [case for case in data["cases"] if case["category"] not in BEYOND_WORDS]
        print_row("… without paraphrase, cross-lingual", figures(by_words, returned))
        for field in ("category", "lang"):
            print_slices(field, data["cases"], returned)


def candidates(docs: Iterable[Case], project: str, mode: str) -> Iterable[Searchable]:
    for doc in docs:
        if mode == "pooled" or doc["scope"] == "user" or doc["project"] == project:
            yield Searchable(
                id=doc["id"],
                type=MemoryType(doc["type"]),
                title=doc["name"],
                description=doc["description"],
                body=doc["body"],
                updated=datetime.fromisoformat(doc["mtime"]),
            )


def ids(index: SearchIndex, text: str, today: date | None = None) -> list[str]:
    return [hit.id for hit in index.search(Query(text=text, today=today)).hits]


def print_slices(field: str, cases: Sequence[Case], returned: Mapping[str, list[str]]) -> None:
    print(f"\nby {field}")
    for value in sorted({case[field] for case in cases}):
        slice_ = [case for case in cases if case[field] == value]
        print_row(f"  {value} ({len(slice_)})", figures(slice_, returned))


def print_row(name: str, row: Sequence[float | None], *, digits: int = 2) -> None:
    cells = (
        f"{'—':>9}" if value is None else f"{value:>9.{digits if place == 7 else 1}f}"
        for place, value in enumerate(row)
    )
    print(f"{name:<35}" + "".join(cells))


def figures(cases: Sequence[Case], returned: Mapping[str, list[str]]) -> list[float | None]:
    positive = [case for case in cases if case["relevant"]]
    negative = [case for case in cases if not case["relevant"]]
    guarded = [case for case in cases if case["forbidden"]]
    silent = [case for case in cases if not returned[case["id"]]]
    found = sum(len(met(case, returned)) for case in cases)
    counted = sum(len(judged(case, returned)) for case in cases)
    return [
        percent(score(case, returned) for case in cases),
        percent(len(met(case, returned)) / len(case["relevant"]) for case in positive),
        percent(is_first_right(case, returned) for case in positive),
        percent(not case["relevant"] for case in silent),
        percent(not returned[case["id"]] for case in negative),
        percent(bool(set(returned[case["id"]]) & set(case["forbidden"])) for case in guarded),
        100 * found / counted if counted else None,
        sum(len(returned[case["id"]]) for case in cases) / len(cases),
    ]


def percent(values: Iterable[float]) -> float | None:
    listed = list(values)
    return 100 * sum(listed) / len(listed) if listed else None


def met(case: Case, returned: Mapping[str, list[str]]) -> set[str]:
    return set(returned[case["id"]]) & set(case["relevant"])


def judged(case: Case, returned: Mapping[str, list[str]]) -> set[str]:
    return set(returned[case["id"]]) - set(case.get("acceptable") or ())


def is_first_right(case: Case, returned: Mapping[str, list[str]]) -> bool:
    first = returned[case["id"]][:1]
    wanted = [case["ideal_first"]] if case["ideal_first"] else case["relevant"]
    return bool(first) and first[0] in wanted


def score(case: Case, returned: Mapping[str, list[str]]) -> float:
    if set(returned[case["id"]]) & set(case["forbidden"]):
        return 0.0
    if not case["relevant"]:
        return float(not returned[case["id"]])
    size = len(judged(case, returned)) + len(case["relevant"])
    return 2 * len(met(case, returned)) / size


# --- one small store ---------------------------------------------------------------------------


def measure_small_store(data: Case, meanings: Meanings | None) -> None:
    docs = (
        document(doc["id"], doc["title"], doc["description"], doc["body"], doc["type"])
        for doc in data["docs"]
    )
    index = filled(docs, meanings)
    print(f"\n{'category':<24}{'n':>4}{'R@5':>8}{'top-1':>8}{'silent':>8}   missed")
    for category in dict.fromkeys(case["category"] for case in data["cases"]):
        cases = [case for case in data["cases"] if case["category"] == category]
        returned = {case["id"]: ids(index, case["query"]) for case in cases}
        wanted = [case for case in cases if case["relevantIds"]]
        cells = (
            percent(
                len(set(returned[c["id"]]) & set(c["relevantIds"])) / len(c["relevantIds"])
                for c in wanted
            ),
            percent(returned[c["id"]][:1] == c["relevantIds"][:1] for c in wanted),
            percent(not returned[c["id"]] for c in cases if not c["relevantIds"]),
        )
        missed = [c["id"] for c in cases if returned[c["id"]][:1] != c["relevantIds"][:1]]
        text = "".join(f"{'—':>8}" if cell is None else f"{cell:>8.1f}" for cell in cells)
        print(f"{category:<24}{len(cases):>4}{text}   {' '.join(missed)}")


def document(
    id_: str, title: str, description: str, body: str, type_: str = MemoryType.PROJECT
) -> Searchable:
    return Searchable(
        id=id_,
        type=MemoryType(type_),
        title=title,
        description=description,
        body=body,
        updated=datetime(2026, 1, 1, tzinfo=UTC),
    )


# --- ranking alone -----------------------------------------------------------------------------

Ranked = tuple[set[str], list[str]]


def measure_coding_sessions(path: Path, meanings: Meanings | None) -> None:
    sessions = []
    for session in read_json(path / "sessions.json"):
        about = session["metadata"]
        said = [message["content"] for message in session["messages"]]
        text = "\n".join([f"{about['date']} {about['project']}", *said])
        sessions.append(document(session["sessionId"], "", "", text))
    index = filled(sessions, meanings)
    asked: list[tuple[str, Ranked]] = [
        (question["questionType"], (set(question["haystackSessionIds"]), ranked))
        for question in read_json(path / "questions.json")
        if question["haystackSessionIds"]
        for ranked in [rank(index, question["question"])]
    ]
    print_ranking("sessions of coding", asked)


def measure_conversations(conversations: Sequence[Case], meanings: Meanings | None) -> None:
    for unit in ("session", "turn"):
        asked: list[tuple[str, Ranked]] = []
        for conversation in conversations:
            said = pieces(conversation["conversation"], unit)
            index = filled((document(id_, "", "", text) for id_, text in said), meanings)
            for question in conversation["qa"]:
                gold = gold_ids(question["evidence"], unit)
                if gold:
                    answer = gold, rank(index, question["question"])
                    asked.append((f"category {question['category']}", answer))
        print_ranking(f"conversations, by {unit}", asked)


def pieces(conversation: Case, unit: str) -> Iterable[tuple[str, str]]:
    for key, turns in conversation.items():
        if not (number := re.fullmatch(r"session_(\d+)", key)):
            continue
        said = {
            turn["dia_id"]: f"{turn['speaker']}: {turn['text']} {turn.get('blip_caption', '')}"
            for turn in turns
        }
        date = conversation[f"{key}_date_time"]
        if unit == "turn":
            yield from said.items()
        else:
            yield f"D{number[1]}", "\n".join([date, *said.values()])


def gold_ids(evidence: Iterable[str], unit: str) -> set[str]:
    found = (place for text in evidence for place in re.findall(r"D:?(\d+):(\d+)", text))
    return {f"D{session}" if unit == "session" else f"D{session}:{turn}" for session, turn in found}


def rank(index: SearchIndex, text: str) -> list[str]:
    return [hit.id for hit in index.search(Query(text=text, limit=100, bar=0.0)).hits]


def print_ranking(name: str, asked: Sequence[tuple[str, Ranked]]) -> None:
    columns = [*(f"{kind}@{k}" for k in (1, 5, 10) for kind in ("any", "frac", "all")), "MRR"]
    baseline = RANK_BASELINES[name]
    print(f"\n{name:<35}" + "".join(f"{column:>9}" for column in columns))
    print_row("plain BM25", [baseline.get(column) for column in columns], digits=1)
    slices: dict[str, list[Ranked]] = {"all": [answer for _, answer in asked]}
    for label, answer in asked:
        slices.setdefault(label, []).append(answer)
    for label, answers in slices.items():
        print_row(f"  {label} ({len(answers)})", rank_figures(answers), digits=1)


def rank_figures(answers: Sequence[Ranked]) -> list[float]:
    cells = []
    for k in (1, 5, 10):
        shares = [len(gold & set(ranked[:k])) / len(gold) for gold, ranked in answers]
        cells += [
            percent(share > 0 for share in shares),
            percent(shares),
            percent(share == 1 for share in shares),
        ]
    firsts = [
        next((1 / place for place, id_ in enumerate(ranked, 1) if id_ in gold), 0.0)
        for gold, ranked in answers
    ]
    return [cell or 0.0 for cell in [*cells, percent(firsts)]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
