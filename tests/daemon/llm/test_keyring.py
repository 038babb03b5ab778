import os
import traceback

import pytest

from memoryd.llm.errors import ModelUnavailableError
from memoryd.llm.keyring import read_keyring

SECRET = "Zq81nFd0aVc7Zq81"
TOOLS = {"linux": "secret-tool", "darwin": "security"}
ASKED = {
    "linux": "lookup service memoryd username local",
    "darwin": "find-generic-password -s memoryd -a local -w",
}


@pytest.fixture(name="read", params=["linux", "darwin"])
def _read(tmp_path, request):
    """Read the key of `local` from a keyring whose command is the given shell script."""

    def read(script, *, mode=0o700, patience_s=20):
        program = tmp_path / TOOLS[request.param]
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(mode)
        env = {"PATH": str(tmp_path), "WHERE": str(tmp_path / "asked")}
        return read_keyring("local", env, platform=request.param, patience_s=patience_s)

    read.platform = request.param
    return read


def test_the_platforms_own_command_is_asked_for_the_key_of_this_provider(read, tmp_path):
    assert read(f'echo "$*" > "$WHERE"; echo {SECRET}').strip() == SECRET

    assert (tmp_path / "asked").read_text() == ASKED[read.platform] + "\n"


def test_a_key_that_is_not_there_is_told_with_the_command_that_puts_it_there(read):
    with pytest.raises(
        ModelUnavailableError, match=r"of provider local .* ended with 44"
    ) as caught:
        read(f"echo {SECRET}; echo {SECRET} >&2; exit 44")

    assert f"`{TOOLS[read.platform]} " in caught.value.hint
    assert "memoryd" in caught.value.hint
    assert not caught.value.sent
    assert SECRET not in caught.value.hint + "".join(traceback.format_exception(caught.value))


def test_a_keyring_that_nobody_unlocks_is_not_waited_for_for_ever(read, tmp_path):
    os.mkfifo(tmp_path / "locked")

    with pytest.raises(ModelUnavailableError, match=r"did not answer within 0\.2 s") as caught:
        read(f"echo {SECRET}; read key < {tmp_path}/locked", patience_s=0.2)

    assert caught.value.hint == "unlock the keyring"
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_a_machine_without_that_command_is_told_so(tmp_path):
    with pytest.raises(ModelUnavailableError, match="there is no program secret-tool"):
        read_keyring("local", {"PATH": str(tmp_path)}, platform="linux")


def test_a_command_that_cannot_be_started_is_told_with_the_reason(tmp_path):
    program = tmp_path / "secret-tool"
    program.write_text("#!/nowhere/sh\n")
    program.chmod(0o700)

    with pytest.raises(ModelUnavailableError, match="No such file"):
        read_keyring("local", {"PATH": str(tmp_path)}, platform="linux")
