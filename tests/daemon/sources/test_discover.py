import os
import shutil
import sys

import pytest
from fakes import no_descriptors_left

from memoryd.sources import ALL, ClaudeCode, Codex, QwenCode, source_for
from memoryd.sources.discover import Rules, find_sessions

THREAD = "01990000-0000-7000-8000-00000000000a"
ROLLOUT = f"rollout-2026-01-02T03-04-05-{THREAD}.jsonl"


def put(path, data=b"{}\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def found(source, root):
    return sorted(file.path.relative_to(root).as_posix() for file in source.sessions(root))


def test_each_source_is_found_by_its_name():
    assert [source_for(source.agent) for source in ALL] == list(ALL)
    assert source_for("nobody") is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (ClaudeCode(), [".claude/projects", ".config/claude/projects"]),
        (QwenCode(), [".qwen/projects"]),
        (Codex(), [".codex/sessions", ".codex/archived_sessions"]),
    ],
)
def test_without_settings_the_home_directory_counts(tmp_path, source, expected):
    assert source.roots({}, tmp_path) == tuple(tmp_path / part for part in expected)


@pytest.mark.parametrize(
    ("source", "variable", "parts"),
    [
        (ClaudeCode(), "CLAUDE_CONFIG_DIR", ["projects"]),
        (QwenCode(), "QWEN_HOME", ["projects"]),
        (QwenCode(), "QWEN_RUNTIME_DIR", ["projects"]),
        (Codex(), "CODEX_HOME", ["sessions", "archived_sessions"]),
    ],
)
class TestConfigured:
    def test_the_environment_names_the_directory(self, tmp_path, source, variable, parts):
        elsewhere = tmp_path / "elsewhere"
        expected = tuple(elsewhere / part for part in parts)

        assert source.roots({variable: str(elsewhere)}, tmp_path / "home") == expected

    def test_a_tilde_is_the_home_directory(self, tmp_path, source, variable, parts):
        expected = tuple(tmp_path / "own" / part for part in parts)

        assert source.roots({variable: "~/own"}, tmp_path) == expected
        assert source.roots({variable: "~"}, tmp_path / "home")[0] == tmp_path / "home" / parts[0]

    def test_an_empty_value_is_none(self, tmp_path, source, variable, parts):
        assert source.roots({variable: ""}, tmp_path) == source.roots({}, tmp_path)

    def test_a_folder_without_the_parts_is_itself_the_root(self, tmp_path, source, variable, parts):
        assert source.roots({variable: str(tmp_path)}, tmp_path / "home") == (tmp_path,)

    def test_one_of_the_parts_is_enough(self, tmp_path, source, variable, parts):
        (tmp_path / parts[-1]).mkdir()
        expected = tuple(tmp_path / part for part in parts)

        assert source.roots({variable: str(tmp_path)}, tmp_path / "home") == expected


def test_the_runtime_directory_goes_before_the_home_of_qwen(tmp_path):
    env = {"QWEN_HOME": str(tmp_path / "a"), "QWEN_RUNTIME_DIR": str(tmp_path / "b")}

    assert QwenCode().roots(env, tmp_path) == (tmp_path / "b" / "projects",)


def test_main_transcripts_of_claude_are_found_and_all_else_is_not(tmp_path):
    put(tmp_path / "-w-p" / "main.jsonl")
    put(tmp_path / "-w-p" / "agent-12.jsonl")
    put(tmp_path / "-w-p" / "history.jsonl")
    put(tmp_path / "-w-p" / "main.jsonl.tmp")
    put(tmp_path / "-w-p" / "notes.md")
    put(tmp_path / "-w-p" / "main" / "subagents" / "journal.jsonl")
    put(tmp_path / "-w-p" / "main" / "tool-results" / "a.jsonl")
    put(tmp_path / "-w-p" / "main" / "remote-agents" / "b.jsonl")
    put(tmp_path / "-w-p" / "memory" / "c.jsonl")

    assert found(ClaudeCode(), tmp_path) == ["-w-p/main.jsonl"]


def test_a_web_export_is_known_by_its_head(tmp_path):
    put(tmp_path / "export.json", b'{"loglines": []}')
    put(tmp_path / "settings.json", b'{"theme": "dark"}')

    assert found(ClaudeCode(), tmp_path) == ["export.json"]


def test_sessions_of_qwen_lie_in_chats_below_projects(tmp_path):
    root = tmp_path / "projects"
    put(root / "-w-p" / "chats" / "s.jsonl")
    put(root / "-w-p" / "chats" / "s.runtime.json")
    put(root / "-w-p" / "chats" / "agent-1.jsonl")
    put(root / "-w-p" / "chats" / "subagents" / "x.jsonl")
    put(root / "-w-p" / "other.jsonl")

    assert found(QwenCode(), root) == ["-w-p/chats/s.jsonl"]


def test_sessions_of_qwen_lie_anywhere_in_other_folders(tmp_path):
    put(tmp_path / "copied" / "s.jsonl")
    put(tmp_path / "usage_record.jsonl")

    assert found(QwenCode(), tmp_path / "copied") == ["s.jsonl"]
    assert found(QwenCode(), tmp_path) == ["copied/s.jsonl"]


def test_rollouts_are_found_and_helpers_beside_them_are_not(tmp_path):
    put(tmp_path / "2026" / "01" / "02" / ROLLOUT)
    put(tmp_path / "2026" / "01" / "02" / "rollout-compress-1.tmp")
    put(tmp_path / "history.jsonl")
    put(tmp_path / "session_index.jsonl")

    assert found(Codex(), tmp_path) == [f"2026/01/02/{ROLLOUT}"]


def test_a_thread_is_named_by_the_id_in_its_file_name(tmp_path):
    put(tmp_path / ROLLOUT, b'{"type":"session_meta","payload":{"id":"other"}}\n')

    assert [file.session for file in Codex().sessions(tmp_path)] == [THREAD]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"type":"session_meta","payload":{"id":"inside"}}\n', "inside"),
        (b'{"id":"flat","timestamp":"2025-05-05T00:00:00Z"}\n', "flat"),
        (b'{"type":"event_msg","payload":{"type":"x"}}\n', "copy"),
        (b"nonsense\n", "copy"),
        (b"", "copy"),
    ],
)
def test_a_thread_whose_file_name_bears_no_id_is_named_by_its_first_line(tmp_path, line, expected):
    put(tmp_path / "copy.jsonl", line)

    assert [file.session for file in Codex().sessions(tmp_path)] == [expected]


def test_the_plain_file_goes_before_its_compressed_twin_whatever_the_sizes(tmp_path):
    put(tmp_path / "a" / f"{ROLLOUT}.zst", b"x" * 1000)
    put(tmp_path / "b" / ROLLOUT)
    put(tmp_path / "c" / f"{ROLLOUT}.zst", b"x" * 2000)

    assert found(Codex(), tmp_path) == [f"b/{ROLLOUT}"]


def test_a_compressed_thread_alone_is_found(tmp_path):
    put(tmp_path / f"{ROLLOUT}.zst")

    assert [file.session for file in Codex().sessions(tmp_path)] == [THREAD]


def test_of_two_copies_the_larger_counts(tmp_path):
    put(tmp_path / "a" / "s.jsonl", b"{}\n" * 2)
    put(tmp_path / "b" / "s.jsonl", b"{}\n" * 3)
    put(tmp_path / "c" / "s.jsonl", b"{}\n")

    assert found(ClaudeCode(), tmp_path) == ["b/s.jsonl"]


def test_a_session_says_what_the_disk_says(tmp_path):
    path = put(tmp_path / "-w-p" / "s.jsonl", b"12345")
    os.utime(path, ns=(7_000_000_000, 7_000_000_000))

    (file,) = ClaudeCode().sessions(tmp_path)

    assert (file.agent, file.session, file.path) == ("claude-code", "s", path)
    assert (file.size_bytes, file.mtime_ns) == (5, 7_000_000_000)
    assert file.inode == path.stat().st_ino


def test_a_root_that_is_missing_or_no_folder_holds_nothing(tmp_path):
    assert found(ClaudeCode(), tmp_path / "missing") == []
    assert found(ClaudeCode(), put(tmp_path / "file")) == []


def test_a_linked_folder_directly_below_the_root_is_followed(tmp_path):
    put(tmp_path / "outside" / "s.jsonl")
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "link").symlink_to(tmp_path / "outside")

    assert found(ClaudeCode(), tmp_path / "root") == ["link/s.jsonl"]


def test_a_linked_folder_further_down_is_not_followed(tmp_path):
    put(tmp_path / "outside" / "s.jsonl")
    (tmp_path / "root" / "deeper").mkdir(parents=True)
    (tmp_path / "root" / "deeper" / "link").symlink_to(tmp_path / "outside")

    assert found(ClaudeCode(), tmp_path / "root") == []


def test_a_loop_is_walked_once(tmp_path):
    put(tmp_path / "s.jsonl")
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")

    assert found(ClaudeCode(), tmp_path) == ["s.jsonl"]


def test_a_dangling_link_is_left_out(tmp_path):
    put(tmp_path / "s.jsonl")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")

    assert found(ClaudeCode(), tmp_path) == ["s.jsonl"]


def test_a_pipe_is_not_opened(tmp_path):
    put(tmp_path / "s.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.json")

    assert found(ClaudeCode(), tmp_path) == ["s.jsonl"]


def test_what_vanishes_while_walking_costs_only_itself(tmp_path):
    put(tmp_path / "first.jsonl")
    put(tmp_path / "folder" / "lost.jsonl")
    put(tmp_path / "second.jsonl")

    def remove_the_others(name):
        if name == "first.jsonl":
            (tmp_path / "second.jsonl").unlink(missing_ok=True)
            shutil.rmtree(tmp_path / "folder", ignore_errors=True)
        return True

    sessions = list(find_sessions(tmp_path, "any", Rules(is_session=remove_the_others)))

    assert [file.session for file in sessions] == ["first"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_closed_folder_costs_only_itself(tmp_path):
    put(tmp_path / "a" / "s.jsonl")
    put(tmp_path / "b" / "t.jsonl")
    (tmp_path / "b").chmod(0)

    try:
        assert found(ClaudeCode(), tmp_path) == ["a/s.jsonl"]
    finally:
        (tmp_path / "b").chmod(0o700)


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 there")
def test_a_name_that_is_not_utf8_is_left_out(tmp_path):
    put(tmp_path / "s.jsonl")
    with open(os.fsencode(tmp_path) + b"/\xff.jsonl", "wb") as file:  # noqa: PTH123 -- a raw name
        file.write(b"{}\n")

    assert found(ClaudeCode(), tmp_path) == ["s.jsonl"]


def test_a_very_deep_tree_ends(tmp_path):
    put(tmp_path.joinpath(*("d" for _ in range(12))) / "near.jsonl")
    put(tmp_path.joinpath(*("d" for _ in range(13))) / "far.jsonl")

    assert [file.session for file in ClaudeCode().sessions(tmp_path)] == ["near"]


def test_without_descriptors_left_sessions_are_not_taken_for_gone(tmp_path):
    put(tmp_path / "p" / f"{THREAD}.jsonl")

    with no_descriptors_left(), pytest.raises(OSError, match="Too many open files"):
        found(ClaudeCode(), tmp_path)

    assert len(found(ClaudeCode(), tmp_path)) == 1
