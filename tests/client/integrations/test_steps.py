import json
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryd_client.integrations import (
    Edit,
    FileError,
    Records,
    Step,
    perform,
    plan_removals,
    plan_setups,
)
from memoryd_client.integrations.hook_entries import HookEntries
from memoryd_client.integrations.own_file import OwnFile
from memoryd_client.integrations.toml_server import TomlServer

HOOK = {"type": "command", "command": "/py /v/memoryd_client/hook.py codex Stop /s", "timeout": 5}
SERVER = {"command": "/memoryctl", "args": ["/memoryd_client/mcp/__main__.py", "/s"]}


class Home:
    """A home with three files to set up, and what was done to them."""

    def __init__(self, root: Path) -> None:
        self.root = root / "home"
        self.state = root / "state" / "setup"
        self.root.mkdir()
        self.own = self.root / "skills" / "recall" / "SKILL.md"
        self.hooks = self.root / "hooks.json"
        self.toml = self.root / "config.toml"

    def edits(self, *, version: int = 1) -> Sequence[Edit]:
        return (
            OwnFile(self.own, f"text {version}".encode()),
            HookEntries(self.hooks, {"Stop": {**HOOK, "timeout": version}}),
            TomlServer(self.toml, {**SERVER, "command": f"/memoryctl{version}"}),
        )

    def setup(self, *, version: int = 1, asked: bool = False) -> list[Step]:
        records = Records(self.state)
        steps = plan_setups("codex", self.edits(version=version), records, asked=asked)
        for step in steps:
            if step.does:
                perform(step, records)
        return steps

    def remove(self) -> list[Step]:
        records = Records(self.state)
        steps = plan_removals("codex", self.edits(), records)
        for step in steps:
            if step.action != "failed":
                perform(step, records)
        return steps

    def snapshot(self) -> dict[str, bytes | None]:
        return {
            str(path): path.read_bytes() if path.is_file() else None
            for path in sorted(self.root.rglob("*"))
        }


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def actions(steps: Sequence[Step]) -> dict[str, str]:
    return {step.path.name: step.action for step in steps}


def test_a_set_up_home_is_taken_back_with_nothing_left(home: Home):
    assert set(actions(home.setup()).values()) == {"create"}
    assert set(actions(home.remove()).values()) == {"delete"}

    assert home.snapshot() == {}
    assert not home.state.exists()


def test_a_second_set_up_and_a_second_removal_do_nothing(home: Home):
    home.setup()
    before = home.snapshot()

    assert set(actions(home.setup()).values()) == {"unchanged"}
    assert home.snapshot() == before
    home.remove()
    assert set(actions(home.remove()).values()) == {"unchanged"}


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    hooks=st.sampled_from(
        [
            None,
            "",
            "{}",
            '{"hooks": {}}',
            '{\n // c\n "hooks": {"Stop": [],},\n}',
            '{"ü": 1}\r\n\r\n',
        ]
    ),
    toml=st.sampled_from([None, "", "# c", "a = 1\r\n[b]\r\n", "\n\n[mcp_servers.x]\ny = 'ü'"]),
    versions=st.lists(st.integers(1, 3), min_size=1, max_size=2),
)
def test_what_was_there_comes_back_to_the_byte_after_any_set_ups(
    tmp_path_factory, hooks: str | None, toml: str | None, versions: list[int]
):
    home = Home(tmp_path_factory.mktemp("home"))
    for path, text in ((home.hooks, hooks), (home.toml, toml)):
        if text is not None:
            path.write_bytes(text.encode())
    before = home.snapshot()

    for version in versions:
        steps = home.setup(version=version)
        assert "failed" not in actions(steps).values()
    home.remove()

    assert home.snapshot() == before
    assert not home.state.exists()


def test_a_newer_version_writes_its_own_part_anew(home: Home):
    home.hooks.write_text('{"a": 1}')
    home.setup(version=1)

    steps = home.setup(version=2)

    assert set(actions(steps).values()) == {"change"}
    assert home.own.read_text() == "text 2"
    assert "/memoryctl2" in home.toml.read_text()
    assert home.hooks.read_text().count("hook.py") == 1


def test_removal_keeps_what_the_user_added_since(home: Home):
    home.toml.write_text("a = 1\n")
    home.setup()
    home.toml.write_text(home.toml.read_text() + "[b]\nc = 1\n")
    hooks = json.loads(home.hooks.read_text())
    hooks["more"] = True
    home.hooks.write_text(json.dumps(hooks))
    (home.own.parent / "mine.md").write_text("mine")

    home.remove()

    assert home.toml.read_text() == "a = 1\n[b]\nc = 1\n"
    assert json.loads(home.hooks.read_text()) == {"more": True}
    assert list(home.own.parent.iterdir()) == [home.own.parent / "mine.md"]


def test_a_file_that_was_made_goes_although_somebody_formatted_it_since(home: Home):
    home.setup()
    home.hooks.write_text(json.dumps(json.loads(home.hooks.read_text()), indent=8))

    home.remove()

    assert not home.hooks.exists()


def test_what_the_user_changed_in_our_part_stays_until_asked(home: Home):
    home.setup()
    home.own.write_text("my words")
    home.hooks.write_text("{}")
    home.toml.unlink()
    before = home.snapshot()

    steps = home.setup(version=2)

    assert set(actions(steps).values()) == {"kept"}
    assert [step.why.partition(" was ")[2] for step in steps] == [
        "changed by hand, and stays so",
        "taken out by hand, and stays so",
        "taken out by hand, and stays so",
    ]
    assert all("`memoryctl setup codex`" in step.hint for step in steps)
    assert home.snapshot() == before
    assert set(actions(home.setup(version=2, asked=True)).values()) == {"change", "create"}
    assert home.own.read_text() == "text 2"


def test_removal_leaves_a_file_of_ours_that_the_user_rewrote(home: Home):
    home.setup()
    home.own.write_text("my words")

    steps = home.remove()

    assert actions(steps)["SKILL.md"] == "kept"
    assert home.own.read_text() == "my words"
    assert not home.toml.exists()


def test_a_file_of_the_user_where_ours_would_be_is_left_alone(home: Home):
    home.own.parent.mkdir(parents=True)
    home.own.write_text("theirs")

    steps = home.setup()
    home.remove()

    assert actions(steps) == {"SKILL.md": "failed", "hooks.json": "create", "config.toml": "create"}
    assert "did not write" in steps[0].why
    assert steps[0].hint.endswith("or add by hand:\ntext 1")
    assert home.own.read_text() == "theirs"


def test_without_the_records_our_marks_tell_what_is_ours(home: Home):
    home.hooks.write_text('{"a": 1}')
    home.setup()
    (home.state / "manifest.json").unlink()

    assert set(actions(home.setup()).values()) == {"unchanged"}
    home.remove()

    assert home.hooks.read_text() == '{"a": 1}'
    assert not home.own.exists()


def test_links_stay_links_and_their_targets_are_written(home: Home, tmp_path: Path):
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    (dotfiles / "hooks.json").write_text("{}")
    home.hooks.symlink_to(dotfiles / "hooks.json")
    home.toml.symlink_to(Path("../dotfiles/config.toml"))

    home.setup()

    assert home.hooks.is_symlink()
    assert home.toml.is_symlink()
    assert "hook.py" in (dotfiles / "hooks.json").read_text()
    assert "memoryctl1" in (dotfiles / "config.toml").read_text()
    home.remove()
    assert home.hooks.is_symlink()
    assert home.toml.is_symlink()
    assert {path.name: path.read_text() for path in dotfiles.iterdir()} == {"hooks.json": "{}"}


def test_modes_stay_and_copies_are_private(home: Home):
    home.hooks.write_text("{}")
    home.hooks.chmod(0o640)

    home.setup()

    assert stat.S_IMODE(home.hooks.stat().st_mode) == 0o640
    files = [path for path in home.state.rglob("*") if path.is_file()]
    assert len(files) == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(home.state.stat().st_mode) == 0o700


def test_a_directory_or_a_pipe_in_place_of_a_file_is_left_alone(home: Home):
    home.hooks.mkdir()
    os.mkfifo(home.toml)

    steps = home.setup()

    assert actions(steps) == {"SKILL.md": "create", "hooks.json": "failed", "config.toml": "failed"}
    assert "is not a file" in steps[2].why
    assert home.hooks.is_dir()


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """End the process, as far as can be told from outside, instead of putting a file in place."""

    def interrupt() -> None:
        real = Path.replace

        def replace(self: Path, target: Path) -> Path:
            if target.name == "hooks.json":
                raise KeyboardInterrupt
            return real(self, target)

        monkeypatch.setattr(Path, "replace", replace)

    return interrupt


def test_an_interrupted_set_up_goes_on_where_it_was(home: Home, interrupt, monkeypatch):
    home.hooks.write_text("{}")
    before = home.hooks.read_bytes()
    interrupt()
    with pytest.raises(KeyboardInterrupt):
        home.setup()
    monkeypatch.undo()
    assert home.hooks.read_bytes() == before

    steps = home.setup()

    assert actions(steps) == {
        "SKILL.md": "unchanged",
        "hooks.json": "change",
        "config.toml": "create",
    }
    home.remove()
    assert home.snapshot() == {str(home.hooks): before}


def test_a_file_that_changes_between_plan_and_writing_is_not_written(home: Home):
    records = Records(home.state)
    step = plan_setups("codex", home.edits()[1:2], records, asked=False)[0]
    home.hooks.write_text('{"theirs": 1}')

    with pytest.raises(FileError, match="has changed meanwhile"):
        perform(step, records)

    assert home.hooks.read_text() == '{"theirs": 1}'
    assert list(home.root.iterdir()) == [home.hooks]
    assert records.get(home.hooks) is None


def test_a_damaged_backup_is_not_put_back(home: Home):
    home.hooks.write_text("{}")
    home.setup()
    for backup in (home.state / "backups").iterdir():
        backup.write_text("rubbish")

    steps = home.remove()

    assert actions(steps)["hooks.json"] == "failed"
    assert "hook.py" in home.hooks.read_text()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_an_error_that_names_the_file(home: Home):
    records = Records(home.state)
    steps = plan_setups("codex", home.edits(), records, asked=False)
    home.root.chmod(0o500)

    with pytest.raises(FileError, match=r"cannot write .*SKILL\.md"):
        perform(steps[0], records)

    home.root.chmod(0o700)
    assert home.snapshot() == {}
