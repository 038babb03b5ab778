import stat

import pytest

from memoryd.errors import BadRequestError, ConflictError, DeniedError
from memoryd.lifecycle.rollouts import (
    Artefacts,
    assemble,
    commit,
    consolidate,
    read_root,
    recover,
    stage,
    write_artefacts,
)

LIMIT = 5_000


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
    with pytest.raises(DeniedError):
        write_artefacts(root, made(root, old), token_limit=LIMIT)
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
