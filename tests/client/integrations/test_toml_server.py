import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.integrations import CannotEditError
from memoryd_client.integrations.toml_server import TomlServer, take_server

PATH = Path("/home/it/config.toml")
SERVER = {"command": '/a "b"/memoryctl', "args": ["/memoryd_client/mcp/__main__.py", "/ü\x7f/s"]}
EDIT = TomlServer(PATH, SERVER)
MOVED = TomlServer(
    PATH, {"command": "/new/memoryctl", "args": ["/memoryd_client/mcp/__main__.py", "/n"]}
)


def test_no_file_becomes_one_with_our_table_only():
    assert tomllib.loads(EDIT.put(None, known=False).decode()) == {
        "mcp_servers": {"memoryd": SERVER}
    }


def test_a_server_that_moved_is_set_right_where_it_is_and_keeps_what_was_added():
    old = EDIT.put(b"# top\n", known=False) + b"enabled = false # by me\n\n[other]\nx = 1\n"

    new = MOVED.put(old, known=True).decode()

    assert new.startswith('# top\n\n[mcp_servers.memoryd]\ncommand = "/new/memoryctl"\n')
    assert new.endswith("enabled = false # by me\n\n[other]\nx = 1\n")


def test_what_the_user_added_to_our_table_is_not_our_part():
    new = EDIT.put(None, known=False)

    assert EDIT.ours(new) == EDIT.ours(new + b"enabled = false\n") != ""
    assert EDIT.put(new + b"enabled = false\n", known=True) == new + b"enabled = false\n"
    assert EDIT.ours(b"") == ""


def test_taking_it_out_takes_the_tables_below_it_and_no_comment_of_what_follows():
    below = b'[mcp_servers.memoryd.tools.recall]\napproval_mode = "approve"\n'
    old = EDIT.put(b"a = 1\n", known=False) + below + b"\n# b\n[mcp_servers.b]\ncommand = 'b'\n"

    assert take_server(PATH, old) == b"a = 1\n\n# b\n[mcp_servers.b]\ncommand = 'b'\n"


def test_a_server_of_that_name_that_is_the_users_is_left_alone():
    theirs = b"[mcp_servers.memoryd]\ncommand = 'mine'\n"

    with pytest.raises(CannotEditError, match="did not write"):
        EDIT.put(theirs, known=False)
    assert take_server(PATH, theirs) == theirs


@pytest.mark.parametrize(
    ("old", "why"),
    [
        (b"a = ", "is not TOML"),
        (b"\xff", "is not UTF-8"),
        (b"mcp_servers = 1", "not a table"),
        (b"mcp_servers.memoryd = 1", "not a table"),
        (b"mcp_servers = {x = {command = 'x'}}", "cannot be changed safely"),
    ],
)
def test_a_file_of_another_shape_is_left_alone(old: bytes, why: str):
    with pytest.raises(CannotEditError, match=why):
        EDIT.put(old, known=False)


def test_a_header_inside_a_string_is_not_taken_for_ours():
    old = EDIT.put(b"a = '''\n[mcp_servers.memoryd]\n'''\n", known=False)

    with pytest.raises(CannotEditError, match="cannot be changed safely"):
        take_server(PATH, old)


LINES = st.sampled_from(
    ["# a comment", "", "[a]", "[[b]]", "[mcp_servers.x]", "  [mcp_servers.y.env]", "n = nan"]
)


@given(
    lines=st.lists(LINES, max_size=6),
    newline=st.sampled_from(["\n", "\r\n"]),
    final=st.booleans(),
)
def test_what_is_put_in_is_not_put_in_twice_and_taken_out(
    lines: list[str], newline: str, *, final: bool
):
    text = newline.join(lines) + (newline if final else "")
    old = text.encode()
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(CannotEditError):
            EDIT.put(old, known=False)
        return

    new = EDIT.put(old, known=False)

    assert new.startswith(old)
    assert tomllib.loads(new.decode())["mcp_servers"]["memoryd"] == SERVER
    assert EDIT.put(new, known=True) == new
    assert take_server(PATH, new).decode().rstrip("\r\n") == text.rstrip("\r\n")
