"""The models of the roles, as the settings name them; nothing is loaded before it is asked."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memoryd import model_settings
from memoryd.config import Settings
from memoryd.database import Database, Ledger, awake_or_asleep_s
from memoryd.model_settings import Role
from memoryd.paths import Paths, locate
from memoryd.telemetry import Telemetry

from .answers import json_schema
from .asking import Asking, World
from .errors import ModelUnavailableError
from .keys import read_key
from .values import Answer, Ask, Provider, Request, Shape, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One model of one provider. `name` is None for the provider's own choice."""

    provider: str
    name: str | None
    timeout_s: float

    def __str__(self) -> str:
        return self.provider if self.name is None else f"{self.provider}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Providers:
    """The providers of the settings; the environment holds keys, so no repr shows it."""

    settings: Mapping[str, model_settings.Provider]
    env: Mapping[str, str] = field(repr=False)
    paths: Paths

    def open(self, name: str) -> Provider:
        """Return a provider ready to be asked; it may read its key from a file, so it blocks."""
        chosen = self.settings[name]
        # Most daemons ask no model, and those that do ask one kind.
        if chosen.command is not None:
            from .command import Command  # noqa: PLC0415 -- as said above

            return Command(
                name,
                chosen.command,
                env=self.env,
                home=self.paths.home,
                cwd=self.paths.state / "worker",
            )
        key = read_key(name, chosen, self.env, self.paths.home)
        if chosen.kind == "anthropic":
            from .anthropic import Anthropic  # noqa: PLC0415 -- as above

            return Anthropic(name, chosen.base_url, key)
        from .openai import OpenAI  # noqa: PLC0415 -- as above

        return OpenAI(name, chosen.base_url, key)


@dataclass(slots=True, kw_only=True)
class Models:
    """Each question is answered, or one ModelError says why not."""

    roles: Mapping[Role, Model]
    open_provider: Callable[[str], Provider]
    world: World
    _providers: dict[str, Provider] = field(default_factory=dict)

    @property
    def ledger(self) -> Ledger:
        """What was spent."""
        return self.world.ledger

    async def ask(self, role: Role, ask: Ask[Shape]) -> Answer[Shape]:
        """Ask the model of *role*; an answer in the wrong form is sent back once.

        Raise ModelUnavailableError (also when the role has no model, or time is up),
        ModelRefusedError, BadAnswerError or BudgetExhaustedError.
        """
        model = self.roles.get(role)
        if model is None:
            raise ModelUnavailableError(
                f"role {role} has no model", hint=f"set models.roles.{role}", sent=False
            )
        started_s = self.world.elapsed()
        asking = Asking(
            world=self.world,
            provider=await self._provider(model),
            role=role,
            model=str(model),
            purpose=ask.purpose,
            deadline_s=started_s + min(model.timeout_s, ask.within_s or model.timeout_s),
        )
        try:
            async with asyncio.timeout(model.timeout_s):
                value = await asking.answer(_request(model, ask), ask.schema)
        except TimeoutError as exc:
            raise ModelUnavailableError(
                f"{model}: no answer to {ask.purpose} within {model.timeout_s:g} s",
                hint="raise timeoutSeconds of the provider, or take a faster model",
            ) from exc
        return Answer(
            value=value,
            usage=asking.usage,
            model=str(model),
            duration_ms=(self.world.elapsed() - started_s) * 1000,
        )

    async def _provider(self, model: Model) -> Provider:
        found = self._providers.get(model.provider)
        if found is None:
            found = await asyncio.to_thread(self.open_provider, model.provider)
            self._providers[model.provider] = found
        return found


def open_models(
    settings: Settings,
    env: Mapping[str, str],
    database: Database,
    clock: Callable[[], datetime],
    *,
    telemetry: Telemetry,
    elapsed: Callable[[], float] = awake_or_asleep_s,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    chance: Callable[[], float] = random.random,
) -> Models | None:
    """Return the models of the settings, None when no role has one. Nothing is contacted."""
    providers = settings.models.providers
    default, smol = settings.models.roles.default, settings.models.roles.smol
    chosen: dict[Role, str | None] = {"default": default, "smol": smol or default}
    roles = {role: _model(name, providers) for role, name in chosen.items() if name}
    if not roles:
        return None
    return Models(
        roles=roles,
        open_provider=_Providers(settings=providers, env=env, paths=locate(env)).open,
        world=World(
            ledger=Ledger(database.connection, settings.budget, now=clock(), elapsed=elapsed),
            telemetry=telemetry,
            clock=clock,
            elapsed=elapsed,
            sleep=sleep,
            chance=chance,
        ),
    )


def _model(chosen: str, providers: Mapping[str, model_settings.Provider]) -> Model:
    provider, _, name = chosen.partition("/")
    timeout_s = providers[provider].timeout_seconds
    return Model(provider=provider, name=name or None, timeout_s=timeout_s)


def _request(model: Model, ask: Ask[Shape]) -> Request:
    return Request(
        model=model.name,
        system=ask.system,
        turns=(Turn("user", ask.user),),
        schema=json_schema(ask.schema),
        max_output_tokens=ask.max_output_tokens,
    )
