import pytest

from memoryd.lifecycle.rollouts import Artefacts, faults_of
from memoryd.lifecycle.rollouts.marks import MARK

SKILL = f"---\nname: a\ndescription: What it does.\n---\n{MARK}\n# A\n"


def faults(path, text, *, limit=100):
    data = text if isinstance(text, bytes) else text.encode()
    return faults_of(Artefacts(files={path: data}), token_limit=limit)


@pytest.mark.parametrize(
    ("path", "text"),
    [("MEMORY.md", f"{MARK}\n"), ("skills/a/SKILL.md", SKILL), ("memory_summary.md", f"{MARK}\nx")],
)
def test_a_whole_file_has_no_fault(path, text):
    assert faults(path, text) == ()


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        ("../x.md", MARK, "not a file of a memory root"),
        ("learned.md", MARK, "not a file of a memory root"),
        ("MEMORY.md", "no mark", "the mark is missing"),
        ("MEMORY.md", b"\xff" + MARK.encode(), "not UTF-8"),
        ("MEMORY.md", MARK + "x" * 5_000_000, "bytes are too many"),
        ("skills/a/SKILL.md", SKILL + "x" * 70_000, "bytes are too many"),
        (
            "raw_memories.md",
            f"{MARK}\nghp_0123456789abcdefghijklmnopqrstuvwxyzAB",
            "holds a secret",
        ),
        ("memory_summary.md", MARK + " word" * 400, "more than 100 tokens"),
        ("skills/b/SKILL.md", SKILL, "its name is not that of its folder"),
        ("skills/a/SKILL.md", MARK, "there is no front matter"),
        ("skills/a/SKILL.md", f"---\n[\n---\n{MARK}\n", "the front matter cannot be read"),
        ("skills/a/SKILL.md", f"---\nname: a\n---\n{MARK}\n", "the description is missing"),
    ],
)
def test_a_fault_is_told_with_its_file(path, text, fault):
    (told,) = faults(path, text)

    assert told.startswith(f"{path}: ")
    assert fault in told


def test_a_path_to_take_away_is_checked_too():
    assert faults_of(Artefacts(files={}, stale=("learned.md",)), token_limit=1)
