import os
import sys

import pytest

from memoryd.llm.errors import ModelUnavailableError
from memoryd.llm.keys import Key, clean, read_key
from memoryd.model_settings import Provider

SECRET = "Zq81nFd0aVc7Zq81"


@pytest.fixture(name="read")
def _read(tmp_path):
    def read(text, mode=0o600):
        file = tmp_path / "key"
        file.write_text(text)
        file.chmod(mode)
        return read_key("p", Provider(kind="openai", api_key_file=str(file)), {}, tmp_path)

    return read


def test_a_provider_without_a_key_has_none(tmp_path):
    assert read_key("p", Provider(kind="openai"), {}, tmp_path) == Key(None)


def test_a_key_is_read_from_its_variable_or_its_file(tmp_path, read):
    by_name = Provider(kind="openai", api_key_env="K")
    at_home = Provider(kind="openai", api_key_file="~/key")

    assert read_key("p", by_name, {"K": SECRET}, tmp_path) == Key(SECRET)
    assert read(f"{SECRET}\n") == Key(SECRET)
    assert read_key("p", at_home, {}, tmp_path) == Key(SECRET)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_file_that_others_may_read_is_refused_with_the_remedy(read, mode):
    with pytest.raises(ModelUnavailableError, match="others may read it") as caught:
        read(SECRET, mode)

    assert caught.value.hint.startswith("chmod 600 /")
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n", "two\nlines", "ü", "a\x00b"])
def test_what_cannot_be_a_key_is_refused_and_not_repeated(read, text):
    with pytest.raises(ModelUnavailableError, match="no usable key") as caught:
        read(text)

    assert str(caught.value).isprintable()


@pytest.mark.skipif(sys.platform == "darwin", reason="it has another command")
def test_a_key_is_read_from_the_keyring_when_that_is_said(tmp_path):
    program = tmp_path / "secret-tool"
    program.write_text(f'#!/bin/sh\n[ "$5" = p ] && echo {SECRET}\n')
    program.chmod(0o700)
    env = {"PATH": str(tmp_path)}

    assert read_key("p", Provider(kind="openai", api_key_keyring=True), env, tmp_path) == Key(
        SECRET
    )


def test_a_variable_that_is_not_set_is_named(tmp_path):
    provider = Provider(kind="openai", api_key_env="MY_KEY")

    with pytest.raises(ModelUnavailableError, match="the variable MY_KEY"):
        read_key("p", provider, {}, tmp_path)


@pytest.mark.parametrize("kind", ["missing", "directory", "pipe"])
def test_what_is_no_file_is_refused_at_once(tmp_path, kind):
    file = tmp_path / "key"
    if kind == "directory":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file, 0o600)

    with pytest.raises(ModelUnavailableError, match="cannot use the key of provider p"):
        read_key("p", Provider(kind="openai", api_key_file=str(file)), {}, tmp_path)


def test_a_key_shows_itself_to_nobody():
    key = Key(SECRET)

    assert SECRET not in f"{key} {key!r}"
    assert key.clean(f"bad key {SECRET}!") == "bad key [redacted:key]!"
    assert Key(None).clean("fine") == "fine"


def test_what_others_say_is_told_short_on_one_line_and_without_secrets():
    said = clean("no\n\x1b[31mway \u2028 " + "sk-ant-api03-" + "a1B2c3D4" * 12 + " x" * 500)

    assert said.startswith("no [31mway ")
    assert (said.isprintable(), len(said), "a1B2c3D4" in said) == (True, 300, False)
