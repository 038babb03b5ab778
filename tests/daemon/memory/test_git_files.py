import os
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.git_files import (
    first_commit,
    is_stand_in,
    lists_worktree,
    normalise,
    read_pointer,
    read_remote,
)

GIT = shutil.which("git")
needs_git = pytest.mark.skipif(not GIT, reason="needs git")


def git(*words, cwd):
    options = ("-c", "user.name=a", "-c", "user.email=a@b")
    done = subprocess.run(["git", *options, *words], cwd=cwd, check=True, capture_output=True)
    return done.stdout.decode().strip()


@pytest.fixture(name="remote")
def _remote(tmp_path):
    def remote(text):
        (tmp_path / "config").write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_remote(tmp_path)

    return remote


@pytest.mark.parametrize(
    "url",
    [
        "https://git.example.org/team/app.git",
        "https://git.example.org/team/app",
        "https://git.example.org/team/app/",
        "https://sam:hunter2@git.example.org/team/app.git",
        "https://token@git.example.org:8443/team/app.git",
        "HTTPS://GIT.example.org/team/app",
        "http://git.example.org/team/app.git?token=abc#x",
        "ssh://git@git.example.org:2222/team/app.git",
        "git+ssh://git@git.example.org/team/app.git",
        "git@git.example.org:team/app.git",
        "git.example.org:team/app",
        "git@git.example.org:/team/app.git",
    ],
)
def test_all_ways_to_a_repository_are_one_remote_without_credentials(url):
    assert normalise(url) == "git.example.org/team/app"


@pytest.mark.parametrize("url", ["/srv/git/app.git", "file:///srv/git/app.git", "/srv/git/app/"])
def test_a_path_of_this_machine_is_a_remote(url):
    assert normalise(url) == "/srv/git/app"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/",
        "app",
        "../app.git",
        "./a:b",
        "ext::sh -c touch% /tmp/x",
        "helper::https://git.example.org/app",
        "C:/work/app",
        "rad://zabc/app",
        "https://",
        "https://git.example.org",
        "https://git.example.org/.git",
        "https://sam:pass/word@git.example.org/app",
        "https://sam:1/word@git.example.org/app",
        "https://[::1/app",
        "https://git.example.org/a\nb",
        "https://git.example.org/" + "a" * 1000,
    ],
)
def test_what_says_nothing_elsewhere_or_may_hold_a_password_is_no_remote(url):
    assert normalise(url) is None


@given(st.text(max_size=80) | st.from_regex(r"[a-z+]{0,6}(://|:)[a-z@:/.0-9\[\]]{0,30}"))
def test_a_remote_never_carries_what_stands_before_an_at_sign(url):
    found = normalise(url)

    assert found is None or ("@" not in found and found.count("\n") == 0)


@pytest.mark.parametrize(
    "text",
    [
        '[remote "origin"]\n\turl = https://h.org/a/b.git\n',
        '[remote "origin"]\n\turl = https://h.org/a/b.git\n\turl = https://h.org/c\n',
        '[remote "up"]\n\turl = https://h.org/up\n[remote "origin"]\n\turl = h.org:a/b\n',
        '[REMOTE "origin"] URL="https://h.org/a/b.git" ; mine\n',
        '[remote "origin"]\r\n\turl = "https://h.org/"a/b.git\r\n',
        '[remote "origin"]\n\tpushurl = x\n\turl = https://h.org/a/\\\nb\n',
        '[remote "mine"]\n\turl = https://h.org/a/b # the only one\n[branch "x"]\n\turl = y\n',
        '[core]\n\tbare = false\n[remote "origin"]\n\n# url = x\n\turl = https://h.org/a/b\n',
    ],
)
def test_the_remote_is_origin_or_the_only_one(remote, text):
    assert remote(text) == "h.org/a/b"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[remote]\n\turl = https://h.org/a\n",
        '[remote "a"]\n\turl = https://h.org/a\n[remote "b"]\n\turl = https://h.org/b\n',
        '[remote "origin"]\n\tfetch = x\n',
        '[remote "origin"\n\turl = https://h.org/a\n',
        '[include]\n\tpath = elsewhere\n[url "https://h.org/"]\n\tinsteadOf = h:\n',
        b"\x00\xff\xfe" * 1000,
        b'[remote "origin"]\n\turl = https://h.org/\xff\xfe\n',
        b"x" * 2_000_000 + b'\n[remote "origin"]\n\turl = https://h.org/a\n',
        b'"' * 100_000,
        b'[remote "' + b"\\" * 100_000,
    ],
)
def test_a_configuration_that_names_no_remote_or_is_hostile_gives_none(remote, text):
    assert remote(text) is None


def test_what_a_configuration_includes_is_not_read(remote, tmp_path):
    (tmp_path / "elsewhere").write_text('[remote "origin"]\n\turl = https://h.org/a\n')

    assert remote(f"[include]\n\tpath = {tmp_path}/elsewhere\n") is None


@given(st.binary(max_size=300) | st.text('[]remot"ign=url \n\\#;:/', max_size=200).map(str.encode))
def test_any_bytes_are_a_configuration(tmp_path_factory, raw):
    folder = tmp_path_factory.getbasetemp()
    (folder / "config").write_bytes(raw)

    found = read_remote(folder)

    assert found is None or "/" in found


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_not_waited_for(tmp_path, make):
    make(tmp_path / "config")
    make(tmp_path / "gitdir")

    assert read_remote(tmp_path) is None
    assert lists_worktree(str(tmp_path), "/x") is False
    with pytest.raises(OSError, match="not a regular file"):
        read_pointer(str(tmp_path / "gitdir"))


@given(st.binary(max_size=100).map(lambda raw: b"gitdir: " + raw))
def test_any_bytes_are_a_pointer_or_none(tmp_path_factory, raw):
    file = tmp_path_factory.getbasetemp() / "pointer"  # under its own name it would mark a root
    file.write_bytes(raw)

    found = read_pointer(str(file))

    assert found is None or found.startswith("/")


@needs_git
def test_the_first_commit_is_the_one_without_a_parent(tmp_path):
    git("init", cwd=tmp_path)
    git("commit", "--allow-empty", "-m", "one", cwd=tmp_path)
    first = git("rev-parse", "HEAD", cwd=tmp_path)
    git("commit", "--allow-empty", "-m", "two", cwd=tmp_path)

    assert first_commit(tmp_path / ".git", git=GIT) == first


@needs_git
def test_what_has_no_commit_or_is_no_repository_has_no_first_one(tmp_path):
    git("init", cwd=tmp_path)

    assert first_commit(tmp_path / ".git", git=GIT) is None
    assert first_commit(tmp_path / "none", git=GIT) is None
    assert first_commit(tmp_path / ".git", git=str(tmp_path / "no-git")) is None


@needs_git
def test_the_configuration_of_a_hostile_repository_runs_nothing(tmp_path):
    git("init", cwd=tmp_path)
    git("commit", "--allow-empty", "-m", "one", cwd=tmp_path)
    trap = tmp_path / "trap"
    (tmp_path / ".git" / "config").write_text(
        "[core]\n\trepositoryformatversion = 1\n"
        f"\tfsmonitor = touch {trap}\n\tsshCommand = touch {trap} #\n\tpager = touch {trap}\n"
        "[extensions]\n\tpartialClone = evil\n"
        '[remote "evil"]\n\turl = ssh://h.org/x\n\tpromisor = true\n'
        f'[alias]\n\trev-list = "!touch {trap}"\n'
    )
    objects = tmp_path / ".git" / "objects"
    for folder in objects.iterdir():
        if len(folder.name) == 2:
            shutil.rmtree(folder)  # what is missing would be fetched

    assert first_commit(tmp_path / ".git", git=GIT) is None
    assert not trap.exists()


def test_only_on_a_mac_git_may_be_a_stand_in():
    assert is_stand_in("/opt/git/bin/git") is False
