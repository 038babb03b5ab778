"""What is private stays unread: blocks a person marked, directories and transcripts ignored."""

import json
import subprocess
import sys

import pytest

import memoryd_client.hook
from memoryd_client import DeniedError


def _told(house) -> str:
    files = [*house.base.rglob("*"), *house.state.rglob("*")]
    return "\n".join(path.read_text(errors="replace") for path in files if path.is_file())


def test_what_stands_in_private_tags_is_learnt_nowhere_and_what_stands_beside_it_is(house):
    project = house.project()
    house.transcript(project).say(
        "<private>Always page Wilhelmina first. Our merger is called Nightjar.</private>"
        " Always run the linter before you commit in this repository.",
        "Remember that the staging database is reset every Monday.\n<PRIVATE>\nRemember that"
        " Wilhelmina is ill.\n<private>Remember that Nightjar closes in May.</private>\n</PRIVATE>",
        "Remember that images are built on the builder host. <private>And remember that Nightjar"
        " is a secret. Remember that Wilhelmina knows.",
    )
    house.start(MEMORYD_LOG_LEVEL="debug")
    client = house.client(project)

    client.wait(client.extract(force=True).job)
    client.remember("The pier is painted in spring. <private>Wilhelmina pays for it.</private>")
    client.learn("Use the green crane first. <private>Nightjar owns the red one.</private>")
    (pier,) = client.forget("pier").candidates
    client.edit(pier.id, updated=pier.updated, description="a pier <private>Nightjar</private>")

    told = _told(house)
    assert [word for word in ("Wilhelmina", "Nightjar") if word in told] == []
    kept = ("linter before", "reset every Monday", "builder host", "pier is painted", "green crane")
    assert [words for words in kept if words not in told] == []


@pytest.fixture(name="hook")
def _hook(house):
    def hook(event: str, **said: str) -> bytes:
        return subprocess.run(
            [sys.executable, "-I", "-S", memoryd_client.hook.__file__, "codex", event],
            input=json.dumps(said).encode(),
            env=house.env | {"MEMORYD_SOCKET": str(house.socket)},
            capture_output=True,
            timeout=120,
            check=True,
        ).stdout

    return hook


def test_an_ignored_directory_is_not_read_and_gets_nothing(house, hook):
    secret, plain = house.project("vault-books"), house.project("harbor")
    house.config.write_text("privacy: {ignore: ['vault-*']}\n")
    house.transcript(secret).say("Always run the linter before you commit in this repository.")
    house.transcript(plain).say("Remember that releases are cut from the trunk branch.")
    house.start()
    client, hidden = house.client(plain), house.client(secret / "deep")

    client.wait(client.extract(everywhere=True).job)
    start = hook("SessionStart", session_id="s1", cwd=str(secret), source="startup")
    prompt = hook("UserPromptSubmit", session_id="s1", cwd=str(secret), prompt="which branch?")

    assert (start, prompt) == (b"", b"")
    assert len(house.memory_files()) == 1
    assert client.recall("which branch are releases cut from?").documents
    assert hidden.recall("which branch are releases cut from?").documents == []
    assert client.status().skipped["extract"]["ignored"] == 1
    with pytest.raises(DeniedError):
        hidden.remember("The ledger is kept in the cellar.")


def test_an_ignored_transcript_is_not_read_until_it_is_ignored_no_more(house, wait_until):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say("Always run the linter before you commit in this repository.")
    house.config.write_text(f"privacy: {{ignore: [{json.dumps(str(transcript.path))}]}}\n")
    house.start()
    client = house.client(project)
    client.wait(client.extract(force=True).job)
    ignored = client.status().skipped["extract"]
    files = house.memory_files()

    house.config.write_text("privacy: {ignore: []}\n")
    client.reload()

    wait_until(lambda: len(house.memory_files()) == 1)
    assert ignored["ignored"] == 1
    assert files == []


def test_a_pattern_that_would_take_back_another_is_refused(house):
    house.config.write_text("privacy: {ignore: ['!vault-books']}\n")

    checked = house.run("memoryd", "check-config")

    assert checked.returncode != 0
    assert "privacy.ignore" in checked.stdout + checked.stderr
