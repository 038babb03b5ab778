import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.sources.reads import CALL, path_read

MEMORY = "/b/projects/k/memory/feedback/a.md"


def raw(**given):
    return msgspec.Raw(msgspec.json.encode(given))


@pytest.mark.parametrize(
    "path", [MEMORY, "/b/memories/user/a.md", "/b/projects/k/root/MEMORY.md", ".qwen/memory/a.md"]
)
@pytest.mark.parametrize(("name", "key"), [("Read", "file_path"), ("read_file", "absolute_path")])
def test_a_file_where_memories_lie_is_told(name, key, path):
    assert path_read(name, raw(**{"limit": 5, key: path})) == path


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Write", MEMORY),
        ("Grep", MEMORY),
        ("Read", "/w/src/memory/a.py"),
        ("Read", "/w/docs/a.md"),
        ("Read", "/memory/" + "x" * 600 + ".md"),
    ],
)
def test_other_calls_and_other_files_are_not(name, path):
    assert path_read(name, raw(file_path=path)) is None


@pytest.mark.parametrize("given", [b"", b"[]", b'{"file_path":5}', b"{", b"null"])
def test_arguments_of_another_shape_are_no_path(given):
    assert path_read("Read", msgspec.Raw(given)) is None


@given(st.text(alphabet="ab/. \n\\é", max_size=60), st.sampled_from(["memory", "root", "memories"]))
def test_a_line_that_holds_such_a_call_is_recognised(text, folder):
    path = f"/{text}/{folder}/{text}.md"
    line = b'"name":"Read","input":' + msgspec.json.encode({"offset": 1, "file_path": path})

    assert path_read("Read", raw(file_path=path)) == path
    assert re.search(b'"name":"' + CALL, line)
