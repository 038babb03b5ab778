"""Sessions told step by step, as their messages."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from fakes import Clock, Elapsed

from memoryd.config import Settings
from memoryd.database import open_database
from memoryd.domain import Message, Speaker, ToolCall
from memoryd.lifecycle.rollouts import Rollout, SessionDigest, describe, digest
from memoryd.llm import Models, open_models
from memoryd.model_settings import Models as ModelSettings
from memoryd.model_settings import Provider, Roles
from memoryd.prompts import Prompts
from memoryd.telemetry import Events, Metrics, Telemetry


@dataclass
class Talk:
    """One session under /w/harbor; each step is a minute after the last."""

    session: str = "s1"
    cwd: str | None = "/w/harbor"
    start: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    messages: list[Message] = field(default_factory=list)

    def said(self, text):
        return self._add(Speaker.PERSON, text)

    def replied(self, text):
        return self._add(Speaker.AGENT, text)

    def wrote(self, path, *, failed=False):
        return self._add(Speaker.TOOL, "", ToolCall(name="Write", path=path, failed=failed))

    def ran(self, command, output="", *, failed=False, tool="Bash"):
        call = ToolCall(name=tool, command=command, output=output, failed=failed)
        return self._add(Speaker.TOOL, "", call)

    def digest(self) -> SessionDigest:
        return digest(self.messages, agent="codex", session=self.session, cwd=self.cwd)

    def rollout(self) -> Rollout:
        return describe(self.digest(), updated_at=self.start)

    def _add(self, speaker, text, tool=None):
        number = len(self.messages)
        self.messages.append(
            Message(
                speaker=speaker,
                text=text,
                record=f"{self.session}-{number}",
                at=self.start + timedelta(minutes=number),
                offset=number,
                tool=tool,
            )
        )
        return self


@pytest.fixture
def talk():
    """Return what starts a session; *day* moves it on by days."""

    def start(session="s1", *, day=0, cwd="/w/harbor"):
        begin = datetime(2026, 3, 2, 9, 0, tzinfo=UTC) + timedelta(days=day)
        return Talk(session=session, cwd=cwd, start=begin)

    return start


@pytest.fixture
def prompts(tmp_path) -> Prompts:
    return Prompts(tmp_path / "config" / "prompts")


@pytest.fixture
def models_at(tmp_path):
    """Return what opens the models of a scripted endpoint."""
    database, _ = open_database(tmp_path / "state" / "memoryd.sqlite3", now=Clock().now)

    def models_at(url) -> Models:
        elapsed = Elapsed()
        providers = {"local": Provider(kind="openai", base_url=url, timeout_seconds=60)}
        roles = Roles(default="local/large", smol="local/small")
        return open_models(
            Settings(models=ModelSettings(providers=providers, roles=roles)),
            {"HOME": "/nonexistent", "MEMORYD_STATE_DIR": str(tmp_path / "state")},
            database,
            Clock(),
            telemetry=Telemetry(events=Events(), metrics=Metrics("1")),
            elapsed=elapsed,
            sleep=elapsed.sleep,
            chance=lambda: 0.5,
        )

    yield models_at
    database.close()
