"""What persons typed in real sessions, counted by reading them, is what the sources say.

The sessions are not part of this project: MEMORYD_SAMPLES names a folder that has them, one
sub-folder an agent.
"""

import csv
import os
from pathlib import Path

import pytest

from memoryd.domain import Speaker
from memoryd.sources import Cursor, read, source_for

SAMPLES = os.environ.get("MEMORYD_SAMPLES")
COUNTS = Path(__file__).with_name("sample_counts.tsv")

pytestmark = pytest.mark.skipif(not SAMPLES, reason="MEMORYD_SAMPLES names no folder of sessions")


def counted() -> dict[str, tuple[int, int]]:
    with COUNTS.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {row["file"]: (int(row["person"]), int(row["withdrawn"])) for row in rows}


def test_every_sample_is_read_and_its_persons_are_counted_right():
    root = Path(SAMPLES)
    found = {}
    for agent in ("claude-code", "codex", "qwen-code"):
        source = source_for(agent)
        for file in source.sessions(root / agent):
            reading = read(source, file, Cursor(), max_bytes=1 << 40)
            persons = sum(message.speaker is Speaker.PERSON for message in reading.messages)
            name = str(file.path.relative_to(root))
            found[name] = (persons, len(reading.withdrawn))
            assert reading.oversize_lines == 0

    assert found == counted()
