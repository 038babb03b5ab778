import asyncio
import json
import os
import sys
import tempfile

import msgspec
import pytest

from memoryd.llm.answers import json_schema
from memoryd.llm.command import Command
from memoryd.llm.errors import ModelRefusedError, ModelUnavailableError
from memoryd.llm.values import Request, Turn


class Found(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[str]


class Open(msgspec.Struct):
    facts: list[str] = []


# It writes down how it was called, then does what its test says.
SCRIPT = """#!{python} -I
import json, os, sys
prompt = sys.stdin.read()
files = {{}}
for folder, _, names in os.walk({scratch!r}):
    for name in names:
        files[name] = open(os.path.join(folder, name)).read()
seen = dict(argv=sys.argv[1:], prompt=prompt, cwd=os.getcwd(), inside=os.listdir("."),
            env=dict(os.environ), files=files)
open({log!r}, "w").write(json.dumps(seen) + "\\n")
{then}
"""


@pytest.fixture(name="cli")
def _cli(tmp_path, monkeypatch):
    """A command of that name in a directory of its own, and how to ask it."""
    log, scratch = tmp_path / "seen.json", tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))

    class Cli:
        home = tmp_path / "home"

        def __init__(self, name, then="", env=None):
            program = tmp_path / "bin" / name
            program.parent.mkdir(exist_ok=True)
            script = SCRIPT.format(
                python=sys.executable, log=str(log), scratch=str(scratch), then=then
            )
            program.write_text(script)
            program.chmod(0o755)
            self.home.mkdir(exist_ok=True)
            base = {"PATH": f"{program.parent}:{os.defpath}", "HOME": str(self.home)}
            self.cwd = tmp_path / "state" / "worker"
            self.command = Command(
                "mine", name, env=base | (env or {}), home=self.home, cwd=self.cwd
            )
            self.program = program

        async def ask(self, text="the text", model=None, schema=Found):
            return await self.command.complete(
                Request(
                    model=model,
                    system="Find facts.",
                    turns=(Turn("user", text),),
                    schema=json_schema(schema),
                    max_output_tokens=100,
                )
            )

        def left(self):
            return [*scratch.iterdir(), *self.home.iterdir(), *self.cwd.iterdir()]

        def seen(self):
            return json.loads(log.read_text())

    return Cli


CLAUDE_SAYS = json.dumps(
    {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "duration_ms": 1200,
        "num_turns": 1,
        "result": '{"facts":[]}',
        "session_id": "0",
        "usage": {"input_tokens": 4, "cache_read_input_tokens": 6, "output_tokens": 9},
    }
)
SAYS = {
    "claude": f"print({CLAUDE_SAYS!r})",
    "codex": (
        "file = sys.argv[sys.argv.index('-o') + 1]\n"
        "open(file, 'w').write('{\"facts\":[]}')\n"
        "print('tokens used: 5')"
    ),
    "gemini": "print('{\"facts\":[]}')",
    "qwen": "print('{\"facts\":[]}')",
}
KEY = {"GEMINI_API_KEY": "k"}


@pytest.mark.parametrize("name", SAYS)
async def test_the_answer_is_what_the_model_said(cli, name):
    completion = await cli(name, SAYS[name], KEY).ask()

    assert completion.text.strip() == '{"facts":[]}'
    tokens = (10, 9) if name == "claude" else (None, None)
    assert (completion.input_tokens, completion.output_tokens) == tokens


@pytest.mark.parametrize("name", SAYS)
async def test_all_that_is_asked_goes_through_stdin_and_nothing_through_arguments(cli, name):
    here = cli(name, SAYS[name], KEY)

    await here.ask("a private ü word", model="big-1")

    seen = here.seen()
    assert "Find facts." in seen["prompt"]
    assert "a private ü word" in seen["prompt"]
    assert '"facts"' in seen["prompt"]
    assert "private" not in " ".join(seen["argv"])
    assert "Find facts" not in " ".join(seen["argv"])
    assert "big-1" in seen["argv"]


@pytest.mark.parametrize("name", SAYS)
async def test_it_runs_in_one_empty_directory_and_leaves_nothing(cli, name):
    here = cli(name, SAYS[name], KEY)

    await here.ask()
    await here.ask()

    seen = here.seen()
    assert (seen["cwd"], seen["inside"]) == (str(here.cwd), [])
    assert here.cwd.stat().st_mode & 0o777 == 0o500
    assert here.left() == []


@pytest.mark.parametrize("name", SAYS)
async def test_a_worker_is_marked_and_knows_of_no_session_service_or_settings_of_ours(cli, name):
    ties = (
        "CLAUDECODE",
        "CLAUDE_CODE_ENTRYPOINT",
        "QWEN_CODE_X",
        "GEMINI_SESSION_ID",
        "CODEX_THREAD",
        "NOTIFY_SOCKET",
        "MEMORYD_BASE_DIR",
    )
    kept = {"CLAUDE_CODE_OAUTH_TOKEN": "t", "CLAUDE_CODE_USE_BEDROCK": "1", "LANG": "C"}
    env = KEY | dict.fromkeys(ties, "x") | kept
    here = cli(name, SAYS[name], env)

    await here.ask()

    seen = here.seen()["env"]
    assert seen["MEMORYD_WORKER"] == "1"
    assert not set(ties) & set(seen)
    assert kept.items() <= seen.items()
    assert seen["PATH"].split(":")[0] == str(here.program.parent)


async def test_a_worker_starts_no_workers(cli):
    here = cli("claude", SAYS["claude"], {"MEMORYD_WORKER": "1"})

    with pytest.raises(ModelRefusedError, match="inside a worker"):
        await here.ask()


async def test_claude_runs_without_tools_hooks_servers_and_transcript(cli):
    here = cli("claude", SAYS["claude"])

    await here.ask()

    argv = here.seen()["argv"]
    assert {"-p", "--safe-mode", "--no-session-persistence", "--strict-mcp-config"} <= set(argv)
    assert argv[argv.index("--tools") + 1] == ""
    assert argv[argv.index("--setting-sources") + 1] == ""


async def test_codex_starts_none_of_the_servers_that_are_configured(cli):
    here = cli("codex", SAYS["codex"])
    (here.home / ".codex").mkdir()
    servers = "[mcp_servers.docs]\ncommand='x'\n[mcp_servers.other_1.env]\nA='1'\n"
    (here.home / ".codex" / "config.toml").write_text(servers)

    await here.ask()

    seen = here.seen()
    assert {"mcp_servers.docs.enabled=false", "mcp_servers.other_1.enabled=false"} <= set(
        seen["argv"]
    )
    assert {"--ephemeral", "hooks", "shell_tool", "read-only"} <= set(seen["argv"])
    assert json.loads(seen["files"]["schema.json"])["required"] == ["facts"]


@pytest.mark.parametrize(
    "config", ["[mcp_servers.'a.b']\ncommand='x'\n", "[[[", "\x00", "a = " + "[" * 5000]
)
async def test_codex_is_not_run_when_its_servers_cannot_all_be_switched_off(cli, config):
    home = cli.home / "of-codex"
    here = cli("codex", SAYS["codex"], {"CODEX_HOME": str(home)})
    home.mkdir()
    (home / "config.toml").write_text(config)

    with pytest.raises(ModelUnavailableError, match="MCP server"):
        await here.ask()

    with pytest.raises(FileNotFoundError):
        here.seen()


async def test_codex_gets_no_schema_that_its_endpoint_would_refuse(cli):
    here = cli("codex", SAYS["codex"])

    await here.ask(schema=Open)

    assert "--output-schema" not in here.seen()["argv"]


async def test_codex_that_writes_no_answer_has_said_nothing(cli):
    assert (await cli("codex", "print('ok')").ask()).text == ""


async def test_gemini_has_a_home_that_is_thrown_away_with_its_transcript(cli):
    then = "open(os.environ['GEMINI_CLI_HOME'] + '/.gemini/chat', 'w').write('x'); print('{}')"
    here = cli("gemini", then, KEY)

    await here.ask()

    seen = here.seen()
    own = json.loads(seen["files"]["settings.json"])
    assert own["hooksConfig"] == {"enabled": False}
    assert own["tools"] == {"core": ["none"]}
    assert seen["env"]["GEMINI_CLI_HOME"].endswith("/home")
    assert here.left() == []


async def test_gemini_without_a_key_is_not_run(cli):
    with pytest.raises(ModelUnavailableError, match="GEMINI_API_KEY"):
        await cli("gemini", SAYS["gemini"]).ask()


async def test_a_command_that_is_not_there_is_told_with_what_to_do(tmp_path):
    command = Command("mine", "~/bin/claude", env={"PATH": ""}, home=tmp_path, cwd=tmp_path)

    with pytest.raises(ModelUnavailableError, match="no program") as caught:
        await command.complete(
            Request(model=None, system="", turns=(), schema={}, max_output_tokens=1)
        )

    assert str(tmp_path / "bin" / "claude") in str(caught.value)
    assert "absolute path" in caught.value.hint


async def test_a_command_that_cannot_be_started_is_told(cli):
    here = cli("qwen")
    here.program.write_text("#!/nonexistent/node\n")

    with pytest.raises(ModelUnavailableError, match="cannot start"):
        await here.ask()


async def test_a_place_that_cannot_be_made_is_told(cli):
    here = cli("qwen", SAYS["qwen"])
    here.cwd.parent.write_text("a file in its place")

    with pytest.raises(ModelUnavailableError, match="cannot start"):
        await here.ask()


async def test_a_command_that_fails_is_told_on_one_line_without_secrets(cli):
    secret = "sk-ant-api03-" + "Zq81nFd0aVc7" * 8
    then = f"sys.stderr.write('not logged in:\\n\\x1b[31m {secret}'); sys.exit(2)"

    with pytest.raises(ModelUnavailableError) as caught:
        await cli("qwen", then).ask()

    assert "qwen ended with 2: not logged in:" in str(caught.value)
    assert str(caught.value).isprintable()
    assert "Zq81nFd0aVc7" not in str(caught.value)


async def test_claude_says_in_its_reply_what_is_wrong(cli):
    reply = json.dumps({"type": "result", "is_error": True, "result": "Invalid API key"})

    with pytest.raises(ModelRefusedError, match="Invalid API key"):
        await cli("claude", f"print({reply!r}); sys.exit(1)").ask()


async def test_claude_that_replies_in_another_form_is_told(cli):
    with pytest.raises(ModelUnavailableError, match="its own JSON"):
        await cli("claude", "print('hello')").ask()


async def test_a_command_that_never_stops_talking_is_stopped(cli):
    with pytest.raises(ModelUnavailableError, match="wrote more than"):
        await cli("qwen", "while True: print('x' * 1000)").ask()


async def test_who_gives_up_leaves_no_process_and_no_directory(cli, tmp_path):
    os.mkfifo(tmp_path / "began")
    here = cli(
        "qwen", f"open({str(tmp_path / 'began')!r}, 'w').close(); import time; time.sleep(600)"
    )
    asking = asyncio.create_task(here.ask())
    await asyncio.to_thread((tmp_path / "began").read_text)

    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking

    assert here.left() == []
