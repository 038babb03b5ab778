"""The three agents as these tests run them: headless, on loopback, in a home of their own."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.model_server import Call

# The person's own, which must be left alone: each tells in a file that it was started.
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
LOG = "started.log"


def _told(what: str) -> str:
    return f'echo {what} >> "$HOME/{LOG}"'


def _hooks() -> dict[str, Any]:
    return {
        event: [{"hooks": [{"type": "command", "command": _told(event), "timeout": 3}]}]
        for event in EVENTS
    }


_CLAUDE_KEY = "sk-ant-scripted-0123456789"
_SERVER = {"command": "/bin/sh", "args": ["-c", _told("server")]}


@dataclass(frozen=True, kw_only=True)
class Agent:
    """How one agent is run, and where it keeps what."""

    name: str
    program: str
    sessions: str  # where transcripts lie, as a pattern below the home
    live_in: Callable[[Path, str, Path], None]  # home, model, project: what is there already
    argv: Callable[[str, str | None], list[str]]  # a prompt, and the session to go on with
    at_terminal: tuple[str, ...]  # what to start it with where a person sits
    ready: str  # what its screen shows when it listens
    env: Callable[[str], dict[str, str]]  # by the address of the model
    is_context: Callable[[str, str], bool]  # by role and text: not what the person said
    calls: Callable[[str, dict[str, Any]], tuple[Call, ...]]  # what calls a tool of memoryd's
    writes: frozenset[str] = frozenset()  # configuration that it rewrites whenever it runs

    def transcripts(self, home: Path) -> set[Path]:
        """Return the transcripts there are."""
        return set(home.glob(self.sessions))


def _claude_home(home: Path, _url: str, project: Path) -> None:
    (home / ".claude").mkdir()
    settings = {"permissions": {"deny": ["Read(./.env)"]}, "hooks": _hooks()}
    (home / ".claude/settings.json").write_text(json.dumps(settings, indent=4) + "\n")
    state = {
        "hasCompletedOnboarding": True,
        "customApiKeyResponses": {"approved": [_CLAUDE_KEY[-20:]], "rejected": []},
        "projects": {str(project): {"hasTrustDialogAccepted": True}},
        "mcpServers": {"mine": _SERVER},
    }
    (home / ".claude.json").write_text(json.dumps(state, indent=2))


_CLAUDE_TOOL = "mcp__plugin_memoryd_memoryd__"


def _claude_argv(prompt: str, session: str | None) -> list[str]:
    again = ["--resume", session] if session else []
    # There is nobody to ask whether a tool may be called.
    return [*again, "--allowedTools", f"{_CLAUDE_TOOL}recall", "-p", prompt]


def _claude_env(url: str) -> dict[str, str]:
    quiet = ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_AUTOUPDATER")
    key = {"ANTHROPIC_API_KEY": _CLAUDE_KEY, "ANTHROPIC_BASE_URL": url}
    return key | dict.fromkeys(quiet, "1")


def _claude_is_context(role: str, text: str) -> bool:
    return role == "system" or "<system-reminder>" in text  # older models know no such message


def _claude_calls(tool: str, arguments: dict[str, Any]) -> tuple[Call, ...]:
    name = _CLAUDE_TOOL + tool  # which it only lists by name, until it was looked for
    search = {"query": f"select:{name}", "max_results": 5}
    return (
        Call(name="ToolSearch", arguments=search, id="toolu_search"),
        Call(name=name, arguments=arguments, id="toolu_memoryd"),
    )


def _codex_home(home: Path, url: str, project: Path) -> None:
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text(
        "# mine, in this order\n"
        'model = "scripted"\n'
        'model_provider   = "here"   # two spaces too many\n\n'
        f'[model_providers.here]\nname = "here"\nbase_url = "{url}/v1"\n'
        'wire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n\n'
        f"[mcp_servers.mine]\ncommand = {json.dumps(_SERVER['command'])}\n"
        f"args = {json.dumps(_SERVER['args'])}\n\n"
        "[analytics]\nenabled = false\n\n"
        "[features]\ndaemon_auto_start = false\n\n"
        f"[projects.{json.dumps(str(project))}]\ntrust_level = 'trusted'\n"
    )
    (home / ".codex/hooks.json").write_text(json.dumps({"hooks": _hooks()}, indent=3))


# A person trusts hooks once, in a dialogue; there is nobody to ask here.
_TRUST = "--dangerously-bypass-hook-trust"


def _codex_argv(prompt: str, session: str | None) -> list[str]:
    common = ["--skip-git-repo-check", _TRUST]
    if session:
        return ["exec", "resume", *common, session, prompt]
    return ["exec", *common, prompt]


def _codex_env(_url: str) -> dict[str, str]:
    return {"OPENAI_API_KEY": "sk-scripted"}


def _codex_calls(tool: str, arguments: dict[str, Any]) -> tuple[Call, ...]:
    return (Call(name=tool, namespace="mcp__memoryd", arguments=arguments),)


def _qwen_home(home: Path, _url: str, _project: Path) -> None:
    (home / ".qwen").mkdir()
    settings = {
        "security": {"auth": {"selectedType": "openai"}},
        # Its own memory asks a model after every turn, and is not what is tested.
        "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False},
        "hooks": _hooks(),
        "mcpServers": {"mine": _SERVER},
        "$version": 4,
    }
    text = "// mine\n" + json.dumps(settings, indent="\t") + "\n"
    (home / ".qwen/settings.json").write_text(text)


def _qwen_argv(prompt: str, session: str | None) -> list[str]:
    again = ["--resume", session] if session else []
    return [*again, "--auth-type", "openai", "-p", prompt]


def _qwen_env(url: str) -> dict[str, str]:
    return {"OPENAI_API_KEY": "sk-scripted", "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "m"}


def _qwen_is_context(role: str, text: str) -> bool:
    start, prompt = "<qwen:session-start-context", "<qwen:user-prompt-submit-context>"
    return (role == "system" and start in text) or (role == "user" and text.startswith(prompt))


def _qwen_calls(tool: str, arguments: dict[str, Any]) -> tuple[Call, ...]:
    name = f"mcp__memoryd__{tool}"  # listed by name, too, and called through another tool
    return (
        Call(name="tool_search", arguments={"query": f"select:{name}"}, id="call_search"),
        Call(name="tool_call", arguments={"name": name, "arguments": arguments}, id="call_memoryd"),
    )


AGENTS = (
    Agent(
        name="claude-code",
        program="claude",
        sessions=".claude/projects/*/*.jsonl",
        live_in=_claude_home,
        argv=_claude_argv,
        at_terminal=(),
        ready="❯",
        env=_claude_env,
        is_context=_claude_is_context,
        calls=_claude_calls,
        writes=frozenset({".claude.json"}),
    ),
    Agent(
        name="codex",
        program="codex",
        sessions=".codex/sessions/**/*.jsonl*",
        live_in=_codex_home,
        argv=_codex_argv,
        at_terminal=(_TRUST,),
        ready="›",
        env=_codex_env,
        is_context=lambda role, _: role == "developer",
        calls=_codex_calls,
    ),
    Agent(
        name="qwen-code",
        program="qwen",
        sessions=".qwen/projects/*/chats/*.jsonl",
        live_in=_qwen_home,
        argv=_qwen_argv,
        at_terminal=("--auth-type", "openai"),
        ready="Type your message",
        env=_qwen_env,
        is_context=_qwen_is_context,
        calls=_qwen_calls,
    ),
)


def places(body: dict[str, Any], words: str) -> list[tuple[str, str]]:
    """Return where *words* stand in a request: the role, and the text around them."""
    return [(role, text) for role, text in _texts(body) if words in text]


def _texts(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key in ("system", "instructions"):
        for text in _strings(body.get(key)):
            yield key, text
    for message in body.get("messages") or body.get("input") or []:
        for text in _strings(message.get("content", message.get("output"))):
            yield message.get("role") or message["type"], text


def _strings(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        yield from _strings(part.get("text") or part.get("content"))
