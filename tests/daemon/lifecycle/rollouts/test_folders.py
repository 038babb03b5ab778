import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts.folders import within


@pytest.mark.parametrize(
    ("cwd", "path", "folder", "inside"),
    [
        ("/w/p", "/w/p/src/a.py", "", "src/a.py"),
        ("/w/p", "src/a.py", "", "src/a.py"),
        ("/w/p", "a.py", "src", "src/a.py"),
        ("/w/p", "..", "src", ""),
        ("/w/p", "/w/p", "", ""),
        ("/w/p", "../q/a.py", "", None),
        ("/w/p", "/w/pq/a.py", "", None),
        ("/w/p", "~/a.py", "", None),
        ("/w/p", "$HOME/a.py", "", None),
        ("/", "/a.py", "", "a.py"),
        (None, "src/a.py", "", "src/a.py"),
        (None, "/w/p/a.py", "", None),
        ("C:\\w\\p", "c:\\W\\p\\src\\a.py", "", "src/a.py"),
        ("C:\\w\\p", "D:\\w\\p\\a.py", "", None),
    ],
)
def test_a_path_is_told_from_the_project(cwd, path, folder, inside):
    assert within(cwd, path, folder) == inside


@given(st.text("ab./\\~:", max_size=30), st.text("ab./", max_size=12))
def test_no_path_leads_out(path, folder):
    inside = within("/w/p", path, folder)

    assert inside is None or ".." not in inside.split("/")
