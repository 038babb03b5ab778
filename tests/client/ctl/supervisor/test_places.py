from pathlib import Path

from memoryd_client.ctl.supervisor import inside_of, left_behind, places
from memoryd_client.ctl.supervisor.places import untied


def test_places_go_with_the_service_as_absolute_paths():
    env = {"MEMORYD_STATE_DIR": "state", "CODEX_HOME": "~/codex", "XDG_DATA_HOME": "", "PATH": "/b"}

    assert places(env) == {
        "MEMORYD_STATE_DIR": str(Path.cwd() / "state"),
        "CODEX_HOME": "~/codex",
    }


def test_other_settings_are_named_since_a_service_does_not_see_them():
    env = {
        "MEMORYD_LOG_LEVEL": "debug",
        "QWEN_CODE_MEMORY_LOCAL": "1",
        "MEMORYD_BASE_DIR": "/b",
        "MEMORYD_WORKER": "1",
        "HOME": "/h",
    }

    assert left_behind(env) == ["MEMORYD_LOG_LEVEL", "QWEN_CODE_MEMORY_LOCAL"]


def test_a_shell_of_an_agent_is_known_by_its_variables():
    assert inside_of({"CLAUDECODE": "1"}) == "CLAUDECODE"
    assert inside_of({"MEMORYD_WORKER": "1", "QWEN_CODE": "1"}) == "MEMORYD_WORKER"
    assert inside_of({"CODEX_HOME": "/c", "QWEN_HOME": "/q", "CLAUDECODE": ""}) is None


def test_ties_to_a_manager_or_a_session_are_cut_and_logins_kept():
    kept = {
        "PATH": "/b",
        "CLAUDE_CODE_OAUTH_TOKEN": "t",
        "QWEN_CODE_MEMORY_BASE_DIR": "/q",
        "CODEX_HOME": "/c",
    }
    ties = {
        "LISTEN_FDS": "1",
        "LISTEN_PID": "1",
        "NOTIFY_SOCKET": "/n",
        "WATCHDOG_USEC": "1",
        "JOURNAL_STREAM": "1:2",
        "INVOCATION_ID": "i",
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": "s",
    }

    assert untied(kept | ties) == kept
