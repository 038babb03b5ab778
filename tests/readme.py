"""The command blocks of the README, by section: for the gate and for test_readme."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
_HEADING_OR_BLOCK = r"^## (.+)$|^```(\w*)\n((?:.*\n)*?)```$"


@dataclass(frozen=True)
class Block:
    """One fenced block: the heading it stands under, its language, its text."""

    section: str
    language: str
    text: str


def blocks(text: str | None = None) -> list[Block]:
    """Return all fenced blocks in order."""
    found, section = [], ""
    source = README.read_text(encoding="utf-8") if text is None else text
    for match in re.finditer(_HEADING_OR_BLOCK, source, re.MULTILINE):
        if match[1]:
            section = match[1]
        else:
            found.append(Block(section, match[2], match[3]))
    return found


if __name__ == "__main__":
    wanted, number = sys.argv[1], int(sys.argv[2])
    chosen = [block for block in blocks() if (block.section, block.language) == (wanted, "sh")]
    print(chosen[number - 1].text.strip())
