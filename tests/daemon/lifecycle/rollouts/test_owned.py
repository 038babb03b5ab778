import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import NotReadyError
from memoryd.lifecycle.rollouts.marks import MARK
from memoryd.lifecycle.rollouts.owned import UNREADABLE, is_listing, list_owned, owned_in

SCRIPT = "skills/check/scripts/run.sh"
MARKED = f"{MARK}\n\nx\n".encode()


def root(**changes):
    files = {SCRIPT: b"make\n", "skills/check/SKILL.md": MARKED}
    return {**files, ".generated.json": list_owned(files)} | changes


def test_what_bears_the_mark_or_is_as_it_was_listed_is_ours():
    assert owned_in(root()) == {SCRIPT, "skills/check/SKILL.md", ".generated.json"}


@pytest.mark.parametrize("data", [b"make -k\n", b"", MARKED, UNREADABLE])
def test_a_script_that_somebody_changed_is_theirs(data):
    assert SCRIPT not in owned_in(root(**{SCRIPT: data}))


def test_a_script_that_was_never_listed_is_a_persons():
    assert "skills/check/scripts/mine.sh" not in owned_in(
        root(**{"skills/check/scripts/mine.sh": b"make\n"})
    )


def test_markdown_is_not_ours_for_being_listed():
    listed = list_owned({SCRIPT: b"make\n"}).replace(SCRIPT.encode(), b"notes.md")

    assert "notes.md" not in owned_in({"notes.md": b"make\n", ".generated.json": listed})


@pytest.mark.parametrize("listing", [b"", b"[]", b"{", b'{"version":0,"files":[]}', b"[" * 9_999])
def test_from_a_damaged_list_nothing_is_ours(listing):
    assert SCRIPT not in owned_in(root(**{".generated.json": listing}))
    assert not is_listing(listing)


def test_a_list_of_the_future_is_refused_and_nothing_is_taken_for_ours():
    listing = b'{"version": 99, "kept": {"a": 1}}'

    with pytest.raises(NotReadyError, match=r"\.generated\.json .* version 99"):
        owned_in(root(**{".generated.json": listing}))

    assert not is_listing(listing)


def test_without_files_there_is_no_list():
    assert list_owned({"skills/check/SKILL.md": MARKED}) == b""


@given(st.binary(max_size=200))
def test_no_bytes_make_anything_ours(listing):
    assert owned_in({SCRIPT: b"make\n", ".generated.json": listing}) <= {".generated.json"}
