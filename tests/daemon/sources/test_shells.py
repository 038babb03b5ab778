import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.sources.shells import command_of, ends_of, exit_code, has_run


def raw(value):
    return msgspec.Raw(json.dumps(value).encode())


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ({"command": "make test"}, "make test"),
        ({"cmd": "make test", "workdir": "/w/p"}, "cd /w/p && make test"),
        ({"command": "make test", "directory": "web"}, "cd web && make test"),
        ({"command": ["bash", "-lc", "make test"]}, "make test"),
        ({"command": ["make", "test"]}, "make test"),
        (json.dumps({"cmd": "make test"}), "make test"),
        ({"command": "x" * 1_001}, None),
        ({"command": "npm run dev", "run_in_background": True}, None),
        ({"command": "npm run dev", "is_background": True}, None),
        ({"command": ""}, None),
        ({"command": 7}, None),
        ({"pattern": "x"}, None),
        ([], None),
        ("no arguments", None),
    ],
)
def test_a_command_is_read_from_what_each_shell_tool_is_given(arguments, command):
    assert command_of(raw(arguments)) == command


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("Exit code 2\nno", None),
        ("Exit code: 2\nWall time: 1 s", 2),
        ("Chunk ID: 1\nProcess exited with code 0\nOutput:\n", 0),
        ('{"output":"x","metadata":{"exit_code":1}}', 1),
        ("Command: x\nOutput: " + "y" * 900 + "\nExit Code: 3\nSignal: (none)", 3),
        ("all is well", None),
    ],
)
def test_the_exit_code_stands_at_an_end(output, code):
    assert exit_code(output) == code


def test_what_the_agent_says_in_place_of_a_result_is_no_run():
    assert has_run("FAILED tests/a.py")
    assert not has_run("<tool_use_error>Sibling tool call errored</tool_use_error>")
    assert not has_run("The user doesn't want to proceed with this tool use.")


def test_a_long_output_keeps_its_ends():
    kept = ends_of("first" + "x" * 1_000_000 + "last")

    assert kept.startswith("first")
    assert kept.endswith("last")
    assert len(kept) < 2_000


@given(st.binary(max_size=200))
def test_any_bytes_are_a_command_or_none(data):
    command = command_of(msgspec.Raw(data))

    assert command is None or command
