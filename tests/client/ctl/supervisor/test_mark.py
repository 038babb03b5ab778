from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.ctl.supervisor.mark import Mark, read_mark

paths = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def as_unit(mark):
    return "\n".join(f"# {line}" for line in mark.lines()).encode()


def as_xml(mark):
    return "\n".join(f"<!-- {line} -->" for line in mark.lines()).encode()


@given(st.builds(Mark, paths, st.lists(paths).map(tuple)))
def test_a_mark_is_read_as_it_was_written_in_any_comment(mark):
    assert read_mark(b"[Unit]\n" + as_unit(mark) + b"\nA=b\n") == mark
    assert read_mark(b"<?xml?>\n" + as_xml(mark) + b"\n<plist>\n") == mark


@given(st.builds(Mark, paths, st.lists(paths).map(tuple)))
def test_a_mark_cannot_end_the_comment_it_stands_in(mark):
    assert not any("--" in line or "\n" in line for line in mark.lines())


@given(st.binary())
def test_any_other_file_is_not_ours(content):
    assert read_mark(content) is None


def test_a_mark_of_which_half_was_deleted_is_a_mark_still():
    assert read_mark(as_unit(Mark("/s", ("/d",))).splitlines()[0]) == Mark("")
