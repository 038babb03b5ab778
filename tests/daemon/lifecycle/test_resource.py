import os
from dataclasses import replace
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd.errors import BadRequestError, DeniedError, MemorydError, NotFoundError
from memoryd.lifecycle.resource import File, Folder, read_resource

SECRET = b"outside"


@pytest.fixture(name="root")
def _root(project, tmp_path):
    """A memory root with files, beside others that are nobody's business."""
    root = project.artefacts_dir
    (root / "skills" / "check").mkdir(parents=True)
    (root / "memory_summary.md").write_bytes(b"# Summary\r\n\xff")
    (root / "MEMORY.md").write_bytes(b"# Handbook\n")
    (root / "skills" / "check" / "SKILL.md").write_bytes(b"# Check\n")
    (root / "skills" / "check" / "run me.sh").write_bytes(b"echo\n")
    (root / ".memoryd-1.tmp").write_bytes(b"half")
    (root.parent / "x").write_bytes(SECRET)
    (root.parent / "MEMORY.md").write_bytes(SECRET)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.md").write_bytes(SECRET)
    return root


@pytest.mark.parametrize(
    ("uri", "data", "media"),
    [
        ("memory://root", b"# Summary\r\n\xff", "text/markdown"),
        ("memory://root/", b"# Summary\r\n\xff", "text/markdown"),
        ("memory://root/MEMORY.md", b"# Handbook\n", "text/markdown"),
        ("memory://root/skills/check/SKILL.md", b"# Check\n", "text/markdown"),
        ("memory://root/skills/check/run%20me.sh", b"echo\n", "text/plain"),
        ("memory://root/%4dEMORY.md", b"# Handbook\n", "text/markdown"),
        ("memory://root/skills%2Fcheck%2fSKILL.md", b"# Check\n", "text/markdown"),
    ],
)
def test_a_file_comes_as_it_is(project, root, uri, data, media):
    assert read_resource(uri, project) == File(data, media)


def test_a_directory_is_its_names_without_hidden_ones(project, root):
    assert read_resource("memory://root/skills", project) == Folder(("check",))
    assert read_resource("memory://root/skills/check/", project) == Folder(
        ("SKILL.md", "run me.sh")
    )


@pytest.mark.parametrize(
    "uri",
    [
        "memory://root/../x",
        "memory://root/%2e%2e/x",
        "memory://root/%2E%2e%2Fx",
        "memory://root/skills/../../x",
        "memory://root//etc/passwd",
        "memory://root/%2fetc/passwd",
        "memory://root/..%5cx",
        "memory://root/a%00b",
        "memory://root/.",
        "memory://root/a%zz",
        "memory://root/a%",
        "memory://root/%ff",
        "memory://root/\ud800",
        "memory://root/a?b",
        "memory://root/a#b",
        "memory://root/" + "a" * 300,
        "memory:/root/MEMORY.md",
        "file:///etc/passwd",
        "/etc/passwd",
        "",
    ],
)
def test_an_address_that_cannot_be_is_refused(project, root, uri):
    with pytest.raises(BadRequestError):
        read_resource(uri, project)


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("memory://other", "'other'"),
        ("memory://other/MEMORY.md", "'other'"),
        ("memory://", "''"),
        ("memory:///MEMORY.md", "''"),
        ("memory://Root/MEMORY.md", "'Root'"),
        ("memory://%72oot/MEMORY.md", "'%72oot'"),
        ("memory://root%2fMEMORY.md", "'root%2fMEMORY.md'"),
        ("memory://memory/feedback/x.md", "'memory'"),
        ("memory://root?x", "'root?x'"),
    ],
)
def test_another_namespace_is_refused_by_name(project, root, uri, name):
    with pytest.raises(BadRequestError, match="unknown namespace") as caught:
        read_resource(uri, project)

    assert name in str(caught.value)


def test_what_is_not_there_is_not_found(project, root):
    for uri in (
        "memory://root/no.md",
        "memory://root/MEMORY.md/x",
        "memory://root/no/way/SKILL.md",
    ):
        with pytest.raises(NotFoundError, match="memory file not found"):
            read_resource(uri, project)


def test_a_project_without_a_root_has_none_yet(project):
    with pytest.raises(NotFoundError, match="not available for this project yet"):
        read_resource("memory://root", project)


def test_a_root_that_is_no_directory_is_not_available(project):
    project.store.state_dir.mkdir(parents=True)
    project.artefacts_dir.write_text("a file")

    with pytest.raises(NotFoundError, match="not available for this project yet"):
        read_resource("memory://root", project)


def test_a_root_that_is_a_link_is_not_followed(project, tmp_path, root):
    moved = root.rename(tmp_path / "moved")
    root.symlink_to(moved)

    with pytest.raises(DeniedError, match="symbolic link"):
        read_resource("memory://root/MEMORY.md", project)


@pytest.mark.parametrize("way", ["file", "folder", "dangling", "relative"])
def test_a_link_that_leads_out_escapes_and_is_refused(project, root, tmp_path, way):
    target = {
        "file": tmp_path / "outside" / "a.md",
        "folder": tmp_path / "outside",
        "dangling": tmp_path / "nowhere",
        "relative": "../x",
    }[way]
    (root / "link").symlink_to(target)
    uri = "memory://root/link/a.md" if way == "folder" else "memory://root/link"

    with pytest.raises(DeniedError, match="escapes"):
        read_resource(uri, project)


def test_a_way_that_leaves_the_root_and_comes_back_is_refused(project, root, tmp_path):
    (root / "out").symlink_to(tmp_path / "outside")
    (tmp_path / "outside" / "back.md").symlink_to(root / "MEMORY.md")

    with pytest.raises(DeniedError, match="escapes"):
        read_resource("memory://root/out/back.md", project)


def test_a_link_within_the_root_is_read(project, root):
    (root / "notes.md").symlink_to("MEMORY.md")

    assert read_resource("memory://root/notes.md", project) == File(
        b"# Handbook\n", "text/markdown"
    )


def test_a_link_in_a_circle_is_refused(project, root):
    (root / "a").symlink_to("b")
    (root / "b").symlink_to("a")

    with pytest.raises(DeniedError):
        read_resource("memory://root/a", project)


def test_what_is_neither_file_nor_directory_is_refused(project, root):
    os.mkfifo(root / "pipe")

    with pytest.raises(DeniedError, match="neither a file nor a directory"):
        read_resource("memory://root/pipe", project)


def test_a_file_over_the_bound_is_refused(project, root):
    (root / "raw_memories.md").touch()
    os.truncate(root / "raw_memories.md", 4 * 1024 * 1024)
    assert len(read_resource("memory://root/raw_memories.md", project).data) == 4 * 1024 * 1024

    os.truncate(root / "raw_memories.md", 4 * 1024 * 1024 + 1)
    with pytest.raises(DeniedError, match="larger than 4 MiB"):
        read_resource("memory://root/raw_memories.md", project)


def test_where_memory_is_off_nothing_is_read(project, root):
    with pytest.raises(DeniedError, match="memory is off"):
        read_resource("memory://root", replace(project, enabled=False))


PIECES = ["..", ".", "/", "//", "%2e", "%2F", "%5c", "\\", "link", "out", "skills", "x", "a.md"]
PIECES += ["MEMORY.md", "%00", "%", "?", "~", "root", "memory://", "etc", "passwd", "%252e"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text().map(quote) | st.text())
def test_no_address_ever_reads_outside(project, root, tmp_path, path):
    for name, target in (("link", tmp_path / "outside" / "a.md"), ("out", tmp_path / "outside")):
        if not (root / name).is_symlink():
            (root / name).symlink_to(target)

    for uri in (f"memory://root/{path}", f"memory://root{path}", path):
        try:
            found = read_resource(uri, project)
        except MemorydError:
            continue
        inside = {
            file.read_bytes()
            for file in root.rglob("*")
            if not file.is_symlink() and file.is_file()
        }
        if isinstance(found, File):
            assert found.data in inside
            assert SECRET not in found.data
        else:
            assert "meta.json" not in found.entries


def test_a_file_that_has_a_second_name_is_refused(project, root, tmp_path):
    (tmp_path / "secret").write_text("key")
    (root / "skills" / "x").mkdir(parents=True, exist_ok=True)
    os.link(tmp_path / "secret", root / "skills" / "x" / "SKILL.md")

    with pytest.raises(DeniedError, match="has a second name"):
        read_resource("memory://root/skills/x/SKILL.md", project)
