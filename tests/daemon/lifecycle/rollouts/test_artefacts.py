from memoryd.lifecycle.rollouts import Consolidated, Skill, assemble, consolidate, is_ours
from memoryd.lifecycle.rollouts.marks import END, MARK

MADE = Consolidated(memory_md="# Memory", memory_summary="# Summary")


def rollout(talk, session="s1", day=0):
    return talk(session, day=day).said("Look at the pier module").ran("make test").rollout()


def test_each_file_bears_our_mark(talk):
    artefacts = assemble([rollout(talk)], MADE, present={})

    assert sorted(artefacts.files) == [
        "MEMORY.md",
        "memory_summary.md",
        "raw_memories.md",
        "rollout_summaries/s1-look_at_the_pier_mod.md",
    ]
    assert all(is_ours(data) for data in artefacts.files.values())


def test_a_file_without_our_mark_is_neither_replaced_nor_taken_away(talk):
    theirs = {"memory_summary.md": b"mine", "skills/x/SKILL.md": b"mine", "notes.md": b"mine"}

    artefacts = assemble([rollout(talk)], MADE, present=theirs)

    assert not theirs.keys() & artefacts.files.keys()
    assert artefacts.stale == ()


def test_our_files_that_nothing_gives_any_more_are_stale(talk):
    ours = f"{MARK}\n".encode()
    present = {
        "skills/x/SKILL.md": ours,
        "raw_memories.md": ours,
        "notes.md": ours,
        "learned.md": ours,
    }

    assert assemble([], Consolidated(memory_md="", memory_summary=""), present=present).stale == (
        "raw_memories.md",
        "skills/x/SKILL.md",
    )


def test_what_a_person_wrote_below_the_handbook_is_kept_to_the_byte(talk):
    tail = b"\r\n## Mine\n\xff token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n\n"
    first = assemble([rollout(talk)], MADE, present={}).files["MEMORY.md"]
    edited = first.partition(END.encode())[0] + END.encode() + tail

    again = assemble([rollout(talk)], MADE, present={"MEMORY.md": edited}).files["MEMORY.md"]

    assert again == edited
    gone = assemble(
        [], Consolidated(memory_md="", memory_summary=""), present={"MEMORY.md": edited}
    )
    assert gone.files["MEMORY.md"].endswith(tail)


def test_a_skill_cannot_name_a_path(talk):
    skills = tuple(
        Skill(name=name, content="---\nname: x\n---\ntext") for name in ("../../x", "a/b", "..", "")
    )
    made = Consolidated(memory_md="m", memory_summary="s", skills=skills)

    paths = [p for p in assemble([rollout(talk)], made, present={}).files if "skills" in p]

    assert paths == ["skills/a-b/SKILL.md", "skills/x/SKILL.md"]


def test_sessions_are_told_as_added_retained_or_removed(talk):
    before = [rollout(talk, session) for session in ("s1", "s2", "s3")]
    present = assemble(before, MADE, present={}).files
    after = [rollout(talk, "s1"), rollout(talk, "s2", day=1), rollout(talk, "s4")]

    changes = assemble(after, MADE, present=present).changes

    assert (changes.added, changes.retained, changes.removed) == (("s2", "s4"), ("s1",), ("s3",))


def test_the_same_sessions_give_the_same_bytes_again(talk):
    rollouts = [rollout(talk, session) for session in ("s1", "s2")]
    made = consolidate(rollouts, token_limit=1_000)
    first = assemble(rollouts, made, present={})

    second = assemble(rollouts[::-1], made, present=first.files)

    assert second.files == first.files
    assert second.stale == ()
