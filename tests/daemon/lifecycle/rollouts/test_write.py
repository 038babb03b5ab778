import stat

import pytest

from memoryd.errors import BadRequestError, ConflictError, DeniedError
from memoryd.lifecycle.rollouts import (
    Artefacts,
    Consolidated,
    Skill,
    assemble,
    commit,
    consolidate,
    read_root,
    recover,
    stage,
    write_artefacts,
)
from memoryd.lifecycle.rollouts.owned import UNREADABLE

LIMIT = 5_000
HEAD = "---\nname: check\ndescription: How to check.\n---\n"


def made(root, *sessions):
    rollouts = [session.rollout() for session in sessions]
    return assemble(rollouts, consolidate(rollouts, token_limit=LIMIT), present=read_root(root))


@pytest.fixture
def root(tmp_path):
    return tmp_path / "projects" / "harbor" / "root"


@pytest.fixture
def old(talk):
    return talk("s1").said("We always use pnpm in this repo.").ran("make test")


@pytest.fixture
def new(talk):
    return talk("s2", day=1).said("Never push on Fridays.").ran("make lint")


def left_beside(root):
    return [path.name for path in root.parent.iterdir() if path != root]


def test_files_are_written_for_their_owner_alone(root, old):
    artefacts = made(root, old)

    assert write_artefacts(root, artefacts, token_limit=LIMIT) == ()

    assert read_root(root) == dict(artefacts.files)
    for path in root.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert left_beside(root) == []


def test_what_is_stale_goes_and_what_is_a_persons_stays(root, old, new):
    write_artefacts(root, made(root, old), token_limit=LIMIT)
    (root / "learned.md").write_bytes(b"- lesson\n")
    (root / "rollout_summaries" / "mine.md").write_bytes(b"mine")

    write_artefacts(root, made(root, new), token_limit=LIMIT)

    assert (root / "learned.md").read_bytes() == b"- lesson\n"
    assert sorted(path.name for path in (root / "rollout_summaries").iterdir()) == [
        "mine.md",
        "s2-never_push_on_friday.md",
    ]


def test_folders_that_became_empty_go(root, old):
    write_artefacts(root, made(root, old), token_limit=LIMIT)

    write_artefacts(root, made(root), token_limit=LIMIT)

    assert list(root.iterdir()) == []


def test_a_file_that_somebody_changed_meanwhile_is_left_alone(root, old, new):
    write_artefacts(root, made(root, old), token_limit=LIMIT)
    artefacts = made(root, new)
    (root / "MEMORY.md").write_bytes(b"edited")

    assert write_artefacts(root, artefacts, token_limit=LIMIT) == ("MEMORY.md",)

    assert (root / "MEMORY.md").read_bytes() == b"edited"


def test_faulty_artefacts_change_nothing(root, old):
    write_artefacts(root, made(root, old), token_limit=LIMIT)
    before = read_root(root)

    with pytest.raises(BadRequestError, match="the mark is missing"):
        write_artefacts(root, Artefacts(files={"MEMORY.md": b"x"}), token_limit=LIMIT)

    assert read_root(root) == before
    assert left_beside(root) == []


def test_what_is_staged_and_not_committed_changes_nothing_yet(root, old, new):
    write_artefacts(root, made(root, old), token_limit=LIMIT)
    before = read_root(root)

    stage(root, made(root, new), token_limit=LIMIT)

    assert read_root(root) == before
    with pytest.raises(ConflictError):
        stage(root, made(root, new), token_limit=LIMIT)


@pytest.mark.parametrize("moved", range(6))
def test_a_swap_that_was_cut_off_is_finished(root, old, new, moved):
    write_artefacts(root, made(root, old), token_limit=LIMIT)
    artefacts = made(root, new)
    stage(root, artefacts, token_limit=LIMIT)
    ready = root.parent / ".root.ready"
    for path in sorted(artefacts.files)[:moved]:
        (root / path).parent.mkdir(exist_ok=True)
        (ready / path).rename(root / path)

    assert recover(root)

    assert read_root(root) == dict(artefacts.files)
    assert left_beside(root) == []
    assert not recover(root)


def test_files_that_were_not_complete_are_swept(root, old):
    write_artefacts(root, made(root, old), token_limit=LIMIT)
    before = read_root(root)
    half = root.parent / ".root-0123456789ab.staged"
    half.mkdir()
    (half / "MEMORY.md").write_bytes(b"half")

    assert not recover(root)

    assert read_root(root) == before
    assert left_beside(root) == []


def test_nothing_staged_commits_nothing(root):
    assert commit(root) == ()
    assert not root.exists()


def test_a_plan_of_another_version_is_refused(root, old):
    stage(root, made(root, old), token_limit=LIMIT)
    plan = root.parent / ".root.ready" / "plan.json"
    plan.write_bytes(plan.read_bytes().replace(b'"version":1', b'"version":2'))

    with pytest.raises(DeniedError, match="another version"):
        commit(root)


def test_links_are_neither_followed_nor_written_through(root, old, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_bytes(b"x")
    root.mkdir(parents=True)
    (root / "rollout_summaries").symlink_to(outside)
    (root / "link.md").symlink_to(outside / "secret.md")

    assert read_root(root) == {}
    (left,) = write_artefacts(root, made(root, old), token_limit=LIMIT)
    assert left.startswith("rollout_summaries/")
    assert [path.name for path in outside.iterdir()] == ["secret.md"]


def test_a_root_that_is_a_link_is_refused(root, tmp_path):
    root.parent.mkdir(parents=True)
    root.symlink_to(tmp_path)

    for act in (read_root, recover):
        with pytest.raises(DeniedError, match="symbolic link"):
            act(root)


def test_a_plan_that_cannot_be_read_is_refused(root, old):
    stage(root, made(root, old), token_limit=LIMIT)
    (root.parent / ".root.ready" / "plan.json").write_bytes(b"{")

    with pytest.raises(DeniedError, match="cannot read"):
        commit(root)


def write_skill(root, **files):
    """Write one procedure with its files, or none."""
    skills = (Skill(name="check", content=f"{HEAD}Run it.", files=files),) if files else ()
    made = Consolidated(memory_md="m", memory_summary="s", skills=skills)
    return write_artefacts(root, assemble([], made, present=read_root(root)), token_limit=LIMIT)


def skill_files(root):
    folder = root / "skills"
    return {
        path.relative_to(folder / "check").as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "SKILL.md"
    }


def test_files_beside_a_skill_are_written_and_never_run(root):
    write_skill(root, **{"scripts/run.sh": "#!/bin/sh\nmake", "examples/a/b.txt": "b"})

    assert skill_files(root) == {"scripts/run.sh": "#!/bin/sh\nmake\n", "examples/a/b.txt": "b\n"}
    for path in (root / "skills").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_what_a_skill_has_no_more_goes_and_so_does_a_skill_that_is_no_more(root):
    write_skill(root, **{"scripts/old.sh": "1", "templates/t.md": "t"})

    write_skill(root, **{"scripts/new.sh": "2"})
    assert skill_files(root) == {"scripts/new.sh": "2\n"}

    write_skill(root)
    assert sorted(path.name for path in root.iterdir()) == ["MEMORY.md", "memory_summary.md"]


def test_a_persons_files_beside_a_skill_stay(root):
    write_skill(root, **{"scripts/run.sh": "1", "scripts/lint.sh": "1"})
    mine = {"scripts/mine.sh": "mine", "scripts/run.sh": "edited", "templates/mine.md": "mine"}
    for path, text in mine.items():
        (root / "skills" / "check" / path).parent.mkdir(exist_ok=True)
        (root / "skills" / "check" / path).write_text(text)

    write_skill(root, **{"scripts/run.sh": "2", "scripts/lint.sh": "2", "scripts/mine.sh": "2"})
    assert skill_files(root) == {**mine, "scripts/lint.sh": "2\n"}

    write_skill(root)
    assert skill_files(root) == mine


def test_nothing_is_put_beside_a_skill_that_a_person_wrote(root):
    write_skill(root, **{"scripts/run.sh": "1"})
    (root / "skills" / "check" / "SKILL.md").write_text("mine")

    write_skill(root, **{"scripts/run.sh": "2"})

    assert (root / "skills" / "check" / "SKILL.md").read_text() == "mine"
    assert skill_files(root) == {}


def test_a_file_where_a_folder_should_be_is_left_and_the_rest_is_written(root):
    (root / "skills" / "check").mkdir(parents=True)
    (root / "skills" / "check" / "scripts").write_text("mine")

    left = write_skill(root, **{"scripts/run.sh": "1", "examples/a.txt": "1"})

    assert left == ("skills/check/scripts/run.sh",)
    assert skill_files(root) == {"scripts": "mine", "examples/a.txt": "1\n"}


def test_a_folder_where_a_file_should_be_is_left(root):
    (root / "MEMORY.md").mkdir(parents=True)

    assert write_skill(root, **{"scripts/run.sh": "1"}) == ("MEMORY.md",)


def test_a_link_out_of_the_root_is_not_followed(root, tmp_path):
    (root / "skills" / "check").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (root / "skills" / "check" / "scripts").symlink_to(tmp_path / "elsewhere")

    left = write_skill(root, **{"scripts/run.sh": "1"})

    assert left == ("skills/check/scripts/run.sh",)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_cannot_be_read_is_unknown_and_neither_replaced_nor_taken_away(root):
    large = b"x" * (4 * 1024 * 1024 + 1)
    write_skill(root, **{"scripts/run.sh": "1"})
    (root / "MEMORY.md").write_bytes(large)
    (root / "skills" / "check" / "scripts" / "run.sh").write_bytes(large)

    present = read_root(root)
    write_skill(root)

    assert present["MEMORY.md"] == UNREADABLE
    assert (root / "MEMORY.md").read_bytes() == large
    assert (root / "skills" / "check" / "scripts" / "run.sh").read_bytes() == large
