"""How each agent's command runs as nothing but a model.

No tools, hooks, plugins, MCP servers or project files, and no transcript that could come back to
us as a session; nothing is reported to anybody but the model. The person's login stays in force.
"""

import json
import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from .answers import is_closed
from .errors import ModelRefusedError, ModelUnavailableError
from .keys import clean
from .values import Completion

_MAX_CONFIG_BYTES = 1024 * 1024
_MAX_ANSWER_BYTES = 1024 * 1024
# All it is told outside of stdin, since arguments are there for everybody to see.
_ROLE = (
    "You turn one text into one JSON object. You use no tools. The instructions are in the text."
)
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
# What an agent sets for its children would make a worker believe it is one of them.
_DROPPED = ("CLAUDECODE", "CLAUDE_CODE_", "QWEN_CODE_", "GEMINI_", "CODEX_", "MEMORYD_")
_DROPPED_TOO = frozenset({"NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
_LOGINS = (
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_",
    "CODEX_API_KEY",
    "CODEX_HOME",
    "GEMINI_API_KEY",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What to run, and the files it needs in its scratch directory beforehand."""

    argv: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a command runs, for whom, and what it shall answer."""

    cli: str
    program: str
    model: str | None
    schema: dict[str, Any]  # a JSON Schema is any JSON object
    scratch: Path
    home: Path
    env: Mapping[str, str] = field(repr=False)  # it holds keys


def worker_env(env: Mapping[str, str], program: str) -> dict[str, str]:
    """Return the environment of a worker: the person's, without what ties it to any session."""
    kept = {
        name: value
        for name, value in env.items()
        if name.startswith(_LOGINS) or not (name.startswith(_DROPPED) or name in _DROPPED_TOO)
    }
    # A service's PATH is short, and what an agent runs on mostly lies beside it.
    path = os.pathsep.join([str(Path(program).parent), kept.get("PATH", os.defpath)])
    return kept | {"PATH": path, "MEMORYD_WORKER": "1", "NO_COLOR": "1"}


def recipe(setting: Setting) -> Recipe:
    """Return how to run a command; may read its configuration, so it blocks.

    Raise ModelUnavailableError when it cannot be kept apart from what is configured for it.
    """
    return {"claude": _claude, "codex": _codex, "gemini": _gemini, "qwen": _qwen}[setting.cli](
        setting
    )


def read_reply(setting: Setting, out: bytes) -> Completion:
    """Return what the model said, from stdout or the file it went to; blocks."""
    if setting.cli == "claude":
        return _read_claude(out)
    if setting.cli == "codex":
        try:
            out = _read_file(setting.scratch / "answer.txt", _MAX_ANSWER_BYTES)
        except OSError:
            out = b""
    return Completion(text=out.decode("utf-8", "replace"))


def _claude(setting: Setting) -> Recipe:
    argv = [setting.program, "-p", "--safe-mode", "--no-session-persistence", "--tools", ""]
    argv += ["--strict-mcp-config", "--setting-sources", "", "--system-prompt", _ROLE]
    argv += ["--output-format", "json", *_option("--model", setting.model)]
    quiet = ("CLAUDE_CODE_SKIP_PROMPT_HISTORY", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
    return Recipe(argv=tuple(argv), env=dict.fromkeys(quiet, "1"))


def _codex(setting: Setting) -> Recipe:
    argv = [setting.program, "exec", "--skip-git-repo-check", "--ephemeral", "--ignore-rules"]
    argv += ["-s", "read-only"]
    for feature in ("hooks", "plugins", "shell_tool", "goals", "multi_agent", "apps"):
        argv += ["--disable", feature]
    switches = ['web_search="disabled"', "skills.bundled.enabled=false"]
    switches += ["analytics.enabled=false"]
    switches += [f"model_instructions_file={json.dumps(str(setting.scratch / 'role.md'))}"]
    switches += [f"mcp_servers.{name}.enabled=false" for name in _codex_servers(setting)]
    for switch in switches:
        argv += ["-c", switch]
    files = {"role.md": _ROLE}
    if is_closed(setting.schema):
        files["schema.json"] = json.dumps(setting.schema)
        argv += ["--output-schema", str(setting.scratch / "schema.json")]
    argv += [*_option("-m", setting.model), "-o", str(setting.scratch / "answer.txt"), "-"]
    return Recipe(argv=tuple(argv), files=files)


def _codex_servers(setting: Setting) -> list[str]:
    # They can be switched off one by one only.
    home = setting.env.get("CODEX_HOME")
    file = (Path(home) if home else setting.home / ".codex") / "config.toml"
    try:
        text = _read_file(file, _MAX_CONFIG_BYTES).decode("utf-8")
        servers = tomllib.loads(text).get("mcp_servers", {})
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as exc:
        raise ModelUnavailableError(
            f"cannot tell which MCP servers codex would start: {file}: {type(exc).__name__}",
            hint="mend that file, or give the role another model",
            sent=False,
        ) from exc
    names = list(servers) if isinstance(servers, dict) else []
    if odd := next((name for name in names if not name or set(name) - _NAME), None):
        raise ModelUnavailableError(
            f"cannot switch off codex's MCP server {odd[:50]!r}: its name cannot be an option",
            hint=f"rename it in {file}",
            sent=False,
        )
    return names


def _gemini(setting: Setting) -> Recipe:
    # Its transcripts cannot be switched off: they go to a home that is thrown away.
    if not setting.env.get("GEMINI_API_KEY"):
        raise ModelUnavailableError(
            "gemini runs apart from its own home, so it needs GEMINI_API_KEY",
            hint="set GEMINI_API_KEY in the service's environment",
            sent=False,
        )
    own = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "tools": {"core": ["none"]},
        "hooksConfig": {"enabled": False},
        "skills": {"enabled": False},
        "privacy": {"usageStatisticsEnabled": False},
    }
    return Recipe(
        argv=(setting.program, *_option("-m", setting.model), "--skip-trust"),
        files={"role.md": _ROLE, "home/.gemini/settings.json": json.dumps(own)},
        env={
            "GEMINI_CLI_HOME": str(setting.scratch / "home"),
            "GEMINI_SYSTEM_MD": str(setting.scratch / "role.md"),
        },
    )


def _qwen(setting: Setting) -> Recipe:
    argv = [setting.program, "--bare", "--chat-recording=false", "--system-prompt", _ROLE]
    argv += ["--exclude-tools", "edit", "read_file", "run_shell_command", "notebook_edit"]
    # One turn: what a tool said would be in the next, which there is not.
    argv += ["get_goal", "update_goal", "--max-session-turns", "1", *_option("-m", setting.model)]
    return Recipe(argv=tuple(argv))


def _option(name: str, value: str | None) -> list[str]:
    return [name, value] if value else []


class _ClaudeUsage(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0


class _ClaudeReply(msgspec.Struct):
    result: str = ""
    is_error: bool = False
    usage: _ClaudeUsage | None = None


def _read_claude(out: bytes) -> Completion:
    try:
        reply = msgspec.json.decode(out, type=_ClaudeReply)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise ModelUnavailableError(
            f"claude did not reply in its own JSON: {exc}", hint="update claude"
        ) from exc
    if reply.is_error:
        raise ModelRefusedError(
            f"claude reports: {clean(reply.result)}", hint="run `claude -p hello` by hand"
        )
    usage = reply.usage
    if usage is None:
        return Completion(text=reply.result)
    cached = usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    return Completion(
        text=reply.result,
        input_tokens=usage.input_tokens + cached,
        output_tokens=usage.output_tokens,
    )


def _read_file(file: Path, limit_bytes: int) -> bytes:
    fd = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe must not hold us up
    with os.fdopen(fd, "rb") as opened:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(f"{file} is not a regular file")
        read = opened.read(limit_bytes + 1)
    if len(read) > limit_bytes:
        raise OSError(f"{file} is larger than {limit_bytes} bytes")
    return read
