"""Print the reliability table: each scenario so many times, what was lost, how soon it was right.

`python tests/reliability/run.py [tries] [words of scenarios]` runs them against real daemons; the
crash points are those of every operation, at each of its steps. MEMORYD_TEST_STOPPED_S=600 has the
suspended daemon stand still for ten minutes.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
Row = tuple[str, int, int, int, float]


def crash_points() -> Iterator[Row]:
    """Yield one row: the program fails where anything is lost or doubled."""
    ran = subprocess.run(
        [sys.executable, HERE / "crash_points.py", "1"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    rows = [line.split("\t") for line in ran.stdout.splitlines()]
    yield f"killed before a step of {len(rows)} operations", sum(int(r[1]) for r in rows), 0, 0, 0.0


def scenarios(tries: int, words: str) -> Iterator[Row]:
    """Yield a row for each scenario that came right; what failed is told on stderr."""
    with tempfile.NamedTemporaryFile() as table:
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", HERE.parent / "service/test_recovery.py"),
                *("-k", words),
            ],
            env={
                **os.environ,
                "MEMORYD_TEST_TRIES": str(tries),
                "MEMORYD_TEST_TABLE": table.name,
            },
            stdout=sys.stderr,
            check=False,
        )
        for line in Path(table.name).read_text(encoding="utf-8").splitlines():
            name, tried, lost, doubled, recovered_s = json.loads(line)
            yield name.removeprefix("test_").replace("_", " "), tried, lost, doubled, recovered_s


def main(tries: int, words: str) -> None:
    """Print the table, in the form that tests/README.md shows."""
    print("| scenario | tries | lost | doubled | recovered in |")
    print("| --- | ---: | ---: | ---: | ---: |")
    rows = [*scenarios(tries, words), *(() if words else crash_points())]
    for name, tried, lost, doubled, recovered_s in rows:
        recovered = f"{recovered_s:.1f} s" if recovered_s >= 0.05 else "at once"
        print(f"| {name} | {tried} | {lost} | {doubled} | {recovered} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, " ".join(sys.argv[2:]))
