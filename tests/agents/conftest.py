"""A person's machine with one real agent on it, a real daemon, and a scripted model."""

import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from agents.clis import AGENTS, LOG, Agent
from agents.model_server import Asked, ModelServer, served
from agents.terminal import opened
from service.conftest import House, make_house, wait_until  # noqa: F401 -- a fixture

from memoryd_client import Client

_INSTALLED = Path(os.environ.get("MEMORYD_AGENTS") or "~/.cache/memoryd-agents").expanduser()
_PATH = os.pathsep.join([str(_INSTALLED / "node_modules" / ".bin"), os.environ["PATH"]])
# Of the daemon and of these tests; what an agent starts has to do without.
_OURS = re.compile(r"MEMORYD_|PYTHON|CLAUDE_CONFIG_DIR|CODEX_HOME|QWEN_HOME")


@dataclass(eq=False)
class Desk:
    """One person with one agent. `home` is lived in: there is a configuration already."""

    agent: Agent
    program: str
    house: House
    model: ModelServer
    project: Path
    runs: list[subprocess.CompletedProcess[str]] = field(default_factory=list)

    @property
    def home(self) -> Path:
        return Path(self.house.env["HOME"])

    @property
    def env(self) -> dict[str, str]:
        return {name: value for name, value in self.house.env.items() if not _OURS.match(name)}

    def client(self) -> Client:
        return self.house.client(self.project)

    def say(self, prompt: str, *, resume: str | None = None) -> Asked:
        """Run the agent with *prompt* to its end; return the first request made about it."""
        run = subprocess.run(
            [self.program, *self.agent.argv(prompt, resume)],
            env=self.env,
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        self.runs.append(run)
        assert run.returncode == 0, run.stdout + run.stderr
        return self.model.about(prompt)[0]

    def talk(self, *prompts: str) -> None:
        """Sit down at the agent, enter *prompts* one after the other, and leave."""
        with opened([self.program, *self.agent.at_terminal], env=self.env, cwd=self.project) as tty:
            tty.until(lambda: self.agent.ready.encode() in tty.seen)
            for prompt in prompts:
                turns = self.started().count("Stop")
                tty.enter(prompt, done=lambda turns=turns: self.started().count("Stop") > turns)
            tty.until_still()

    def session_of(self, prompt: str) -> str:
        """Return the session in which *prompt* was said."""
        for file in self.agent.transcripts(self.home):
            if prompt in file.read_text():
                return file.stem[-36:]
        pytest.fail(f"no transcript has {prompt!r}")

    def learnt(self, words: str) -> None:
        """Wait until a memory says *words*."""
        client = self.client()
        wait_until(lambda: any(words in memory.description for memory in client.memories()))

    def started(self) -> list[str]:
        """Return which of the person's own hooks and servers were started, in order."""
        log = self.home / LOG
        return log.read_text().split() if log.exists() else []


@cache
def _version(program: str, path: str) -> str:
    said = subprocess.run(
        [program, "--version"],
        env={"PATH": path, "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    ).stdout
    found = re.search(r"\d+\.\d+\.\d+\S*", said)
    return found[0] if found else "?"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with served() as server:
        yield server


@pytest.fixture(params=AGENTS, ids=lambda agent: agent.name)
def desk(request, make_house: Callable[[], House], model: ModelServer) -> Desk:  # noqa: F811
    agent: Agent = request.param
    program = shutil.which(agent.program, path=_PATH)
    if program is None:
        pytest.skip(f"{agent.program} is not installed: tests/agents/install.sh {agent.program}")
    request.node.user_properties.append(("version", _version(program, _PATH)))
    house = make_house()
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "QWEN_HOME"):
        del house.env[name]  # everything where a person has it
    house.env |= {"PATH": _PATH, "TERM": "xterm-256color", **agent.env(model.url)}
    project = house.project()
    agent.live_in(Path(house.env["HOME"]), model.url, project)
    return Desk(agent, program, house, model, project)


_WORDS = {"passed": "yes", "failed": "**no**", "error": "**no**", "xfailed": "partly"}
_COLUMNS = "abcdef"


def pytest_terminal_summary(terminalreporter) -> None:
    """Print what the README shows: agent by column."""
    cells: dict[tuple[str, str], list[str]] = defaultdict(list)
    versions: dict[str, str] = {}
    for outcome, word in _WORDS.items():
        for report in terminalreporter.getreports(outcome):
            if named := re.search(r"tests/agents/.*::test_([a-f])_\w+\[(.+)\]", report.nodeid):
                cells[named[2], named[1]].append(word)
                versions |= {named[2]: dict(report.user_properties).get("version", "?")}
    if not cells:
        return
    terminalreporter.section("agents")
    terminalreporter.write_line(f"| | version | {' | '.join(_COLUMNS)} |")
    terminalreporter.write_line("| --- " * (len(_COLUMNS) + 2) + "|")
    for agent, version in sorted(versions.items()):
        row = [max(cells[agent, column], key=_worst, default="") for column in _COLUMNS]
        terminalreporter.write_line(f"| {agent} | {version} | {' | '.join(row)} |")


def _worst(cell: str) -> int:
    return ("yes", "partly", "**no**").index(cell)
