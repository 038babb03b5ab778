"""What a service needs of the environment it is installed from, and what it must not inherit."""

import os
from collections.abc import Mapping
from pathlib import Path

# Directories and files, never secrets: without these a service would not be where its clients
# look, or not look where the agents write.
PLACES = (
    "MEMORYD_BASE_DIR",
    "MEMORYD_STATE_DIR",
    "MEMORYD_CONFIG",
    "MEMORYD_SOCKET",
    "QWEN_CODE_MEMORY_BASE_DIR",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "QWEN_HOME",
    "QWEN_RUNTIME_DIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
)
_WORKER = "MEMORYD_WORKER"
# What agents set in the shells that they run commands in.
_IN_AGENT = (
    "CLAUDECODE",
    "CODEX_CI",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "GEMINI_CLI",
    "QWEN_CODE",
)
# More that belongs to one session of an agent. A login, such as CLAUDE_CODE_OAUTH_TOKEN, does not.
_OF_A_SESSION = frozenset(
    {
        *_IN_AGENT,
        "CLAUDE_CODE_CHILD_SESSION",
        "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_CODE_SESSION_ID",
        "CLAUDE_CODE_SSE_PORT",
        "CLAUDE_PID",
        "CLAUDE_PROJECT_DIR",
    }
)
_OF_A_SERVICE = ("LISTEN_", "NOTIFY_", "WATCHDOG_", "JOURNAL_", "INVOCATION_ID", "XPC_")


def places(env: Mapping[str, str]) -> dict[str, str]:
    """Return the places that are set, as absolute paths."""
    return {name: _absolute(env[name]) for name in PLACES if env.get(name)}


def left_behind(env: Mapping[str, str]) -> list[str]:
    """Return the settings in the environment that a service will not see."""
    return sorted(
        name
        for name in env
        if name.startswith(("MEMORYD_", "QWEN_CODE_MEMORY_")) and name not in (*PLACES, _WORKER)
    )


def inside_of(env: Mapping[str, str]) -> str | None:
    """Return the variable that shows that an agent runs us, None when none does."""
    return next((name for name in (_WORKER, *_IN_AGENT) if env.get(name)), None)


def untied(env: Mapping[str, str]) -> dict[str, str]:
    """Return *env* without what ties a process to a service manager or to an agent's session."""
    return {
        name: value
        for name, value in env.items()
        if not name.startswith(_OF_A_SERVICE) and name not in _OF_A_SESSION
    }


def _absolute(path: str) -> str:
    return path if path.startswith("~/") else os.fspath(Path(path).absolute())
