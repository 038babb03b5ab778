"""How much of what is labelled as secret goes, and how much of the rest stays."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from memoryd.redact import redact

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Line:
    """One labelled text: what has to go stands at the odd places of *parts*."""

    label: str
    kind: str
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(self.parts)

    @property
    def is_right(self) -> bool:
        kept = map(re.escape, self.parts[::2])
        return (
            re.fullmatch(r"\[redacted:[a-z-]+\]".join(kept), self.redacted, re.DOTALL) is not None
        )

    @property
    def redacted(self) -> str:
        return redact(self.text).text


def read(name: str) -> list[Line]:
    lines = []
    for raw in (HERE / name).read_text(encoding="utf-8").split("\n"):
        if raw and not raw.startswith("#"):
            label, kind, text = raw.split("\t", 2)
            text = text.replace("¦", "").replace("⏎", "\n").replace("␛", "\x1b")
            lines.append(Line(label, kind, tuple(re.split("[⟪⟫]", text))))
    return lines


LINES = read("labelled.tsv") + read("held_out.tsv")
SECRET = [line for line in LINES if line.label == "secret"]
HARMLESS = [line for line in LINES if line.label == "harmless"]


def table(lines: Iterable[Line]) -> str:
    """Tell for each kind how many are right, and show the others."""
    lines = list(lines)
    right, all_ = Counter(line.kind for line in lines if line.is_right), Counter()
    all_.update(line.kind for line in lines)
    rows = [f"{kind:20} {right[kind]:3} of {n}" for kind, n in all_.items() if right[kind] < n]
    wrong = [f"{line.text!r}\n  {line.redacted!r}" for line in lines if not line.is_right]
    return "\n".join(["", *rows, *wrong])


def test_the_lines_are_many_of_many_kinds_and_half_of_them_harmless():
    assert len(LINES) >= 900
    assert len({line.kind for line in SECRET}) >= 40
    assert len(HARMLESS) >= len(SECRET)
    assert all(len(line.parts) % 2 == 1 for line in LINES)
    assert all(len(line.parts) > 1 for line in SECRET)
    assert all(len(line.parts) == 1 for line in HARMLESS)


def test_of_the_secrets_98_percent_go_whole_and_the_words_around_them_stay():
    right = sum(line.is_right for line in SECRET)

    assert right / len(SECRET) >= 0.98, table(SECRET)


def test_of_the_harmless_lines_at_most_half_a_percent_is_touched():
    wrong = sum(not line.is_right for line in HARMLESS)

    assert wrong / len(HARMLESS) <= 0.005, table(HARMLESS)


@pytest.mark.parametrize("line", SECRET, ids=lambda line: line.kind)
def test_nothing_of_a_secret_is_left_in_what_is_redacted_again_and_again(line: Line):
    once = line.redacted

    assert redact(once).text == once
