import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import BadRequestError, DeniedError
from memoryd.system.inside import confined, is_plain, open_below, read_below, read_plain


@pytest.mark.parametrize(
    "relative", ["note.md", "feedback/no-summary.md", "pinned/a b/ü:1.md", "..a/b..", "~", "a//b"]
)
def test_a_relative_path_stays_below_the_root(tmp_path, relative):
    assert confined(tmp_path, relative) == tmp_path / relative


@pytest.mark.parametrize(
    "relative",
    [
        "",
        ".",
        "./",
        "..",
        "../note.md",
        "a/../../note.md",
        "a/../note.md",
        "/etc/passwd",
        "//etc/passwd",
        "a\\..\\b",
        "a\0b",
        "a\nb",
        "a\x1bb",
        "a\x7fb",
        "a\ud800b",
        "x" * 300,
        "a/" * 3000,
    ],
)
def test_what_is_no_plain_path_below_the_root_is_refused(tmp_path, relative):
    with pytest.raises(BadRequestError) as caught:
        confined(tmp_path, relative)

    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("target", ["..", "/etc", "../outside.md"])
@pytest.mark.parametrize("relative", ["link", "link/note.md"])
def test_a_link_that_leads_out_is_denied(tmp_path, target, relative):
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "outside.md").write_bytes(b"")
    (root / "link").symlink_to(target)

    with pytest.raises(DeniedError) as caught:
        confined(root, relative)

    assert caught.value.hint == "remove the symbolic link"


@pytest.mark.parametrize("relative", ["a", "b", "a/note.md"])
def test_links_that_lead_in_a_circle_are_denied(tmp_path, relative):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")

    with pytest.raises(DeniedError):
        confined(tmp_path, relative)


def test_links_within_the_root_and_a_root_that_is_a_link_are_fine(tmp_path):
    real = tmp_path / "real"
    (real / "feedback").mkdir(parents=True)
    (real / "alias").symlink_to("feedback")
    root = tmp_path / "root"
    root.symlink_to(real)

    assert confined(root, "alias/note.md") == root / "alias" / "note.md"
    assert confined(tmp_path / "not there yet", "a.md") == tmp_path / "not there yet" / "a.md"


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["..", ".", "a", "in", "out", "", "/", "~"]), max_size=6).map(
        "/".join
    )
)
def test_whatever_is_asked_for_is_refused_or_lies_below_the_root(tmp_path_factory, relative):
    root = tmp_path_factory.getbasetemp() / "confining"
    if not root.exists():
        (root / "a").mkdir(parents=True)
        (root / "in").symlink_to("a")
        (root / "out").symlink_to("..")

    try:
        path = confined(root, relative)
    except (BadRequestError, DeniedError):
        return
    assert Path(os.path.realpath(path)).is_relative_to(root)
    assert path != root


class TestReading:
    """What is read is a plain file inside, whatever its name says or becomes."""

    @pytest.fixture(name="root")
    def _root(self, tmp_path):
        root = tmp_path / "root"
        (root / "deep").mkdir(parents=True)
        (root / "deep" / "note.md").write_bytes(b"kept")
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "note.md").write_bytes(b"secret")
        return root

    @pytest.mark.parametrize(
        "relative",
        [
            "../outside/note.md",
            "deep/../../outside/note.md",
            "/etc/passwd",
            "/proc/self/mem",
            "//proc/self/mem",
            "deep/note.md\0",
            "deep\\note.md",
            "..\\outside\\note.md",
            "a/" * 3000,
            "x" * 5000,
            "deep/\u202enote.md\n",
            "",
            ".",
            "..",
        ],
    )
    def test_names_that_cannot_be_are_refused(self, root, relative):
        with pytest.raises((BadRequestError, DeniedError)):
            read_below(root, relative)

    @pytest.mark.parametrize(
        "relative",
        [
            "%2e%2e/outside/note.md",
            "\uff0e\uff0e/outside/note.md",
            "\u2024\u2024/outside/note.md",
            "..\u2215outside\u2215note.md",
            "..\u2044outside\u2044note.md",
            "DEEP/NOTE.MD/x",
            "deep/note.md/..note",
            "~/note.md",
            "proc/self/mem",
        ],
    )
    def test_names_that_only_look_like_a_way_out_are_just_names(self, root, relative):
        with pytest.raises(OSError, match=r"No such file|Not a directory"):
            read_below(root, relative)

    def test_a_link_inside_is_followed_and_one_that_leads_out_is_refused(self, root, tmp_path):
        (root / "alias.md").symlink_to(root / "deep" / "note.md")
        (root / "out.md").symlink_to(tmp_path / "outside" / "note.md")
        (root / "away").symlink_to(tmp_path / "outside")

        assert read_below(root, "alias.md") == b"kept"
        for relative in ("out.md", "away/note.md"):
            with pytest.raises(DeniedError, match="escapes"):
                read_below(root, relative)

    def test_a_folder_that_is_swapped_for_a_link_leads_nowhere(self, root, tmp_path, monkeypatch):
        real_open, swapped = os.open, []

        def open_late(path, flags, *args, **more):
            if path == "deep" and not swapped:
                (root / "deep").rename(root / "gone")
                (root / "deep").symlink_to(tmp_path / "outside")
                swapped.append(path)
            return real_open(path, flags, *args, **more)

        monkeypatch.setattr(os, "open", open_late)  # the moment in which another process may act

        with pytest.raises(OSError, match=r"symbolic|Not a directory"):
            read_below(root, "deep/note.md")
        assert swapped

    def test_a_pipe_a_device_and_a_folder_are_no_files_and_nobody_waits(self, root):
        os.mkfifo(root / "pipe.md")
        for place in (root / "pipe.md", root / "deep", Path("/dev/zero")):
            with pytest.raises(OSError, match="not a regular file"):
                read_plain(place, most_bytes=10)
        with pytest.raises(OSError, match="not a regular file"):
            read_below(root, "pipe.md")

    def test_a_persons_own_file_may_be_a_link_others_may_not(self, root):
        (root / "alias.md").symlink_to(root / "deep" / "note.md")

        assert read_plain(root / "alias.md", follow=True) == b"kept"
        with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
            read_plain(root / "alias.md")

    def test_no_more_is_read_than_wanted_and_no_descriptor_stays_open(self, root):
        before = count_open()

        assert read_below(root, "deep/note.md", most_bytes=2) == b"ke"
        with pytest.raises(OSError, match="regular"):
            read_below(root, "deep")

        after = count_open()
        assert after == before

    def test_a_file_with_a_second_name_is_told_from_one_without(self, root, tmp_path):
        descriptor = open_below(root, "deep/note.md")
        try:
            assert is_plain(descriptor, sole=True)
            os.link(root / "deep" / "note.md", tmp_path / "twin.md")
            assert not is_plain(descriptor, sole=True)
            assert is_plain(descriptor)
        finally:
            os.close(descriptor)


def count_open():
    """Count our open descriptors; where nobody tells, there are none."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir()) if Path("/proc/self/fd").is_dir() else 0
