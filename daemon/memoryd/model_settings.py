"""The settings of models: who serves them, which role is which model, what may be spent."""

import re
from typing import Annotated, Literal

import msgspec

Role = Literal["default", "smol"]

# No user, password or query: what is in an address is shown and logged.
_Url = Annotated[str, msgspec.Meta(pattern=r"^https?://[^\s/?#@]+(/[^\s?#@]*)?$", max_length=500)]
_Variable = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
_File = Annotated[str, msgspec.Meta(pattern=r"^(/|~/)[^\0]*$")]
_Calls = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
_Tokens = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
_CLIS = ("claude", "codex", "gemini", "qwen")
_KEYS = ("apiKeyEnv", "apiKeyFile", "apiKeyKeyring")
_ROLE = re.compile(r"[^\s/]+(/[^\s\0-]\S{0,199})?")


class _Section(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True
):
    """A part of the settings; unknown keys are errors."""


class Provider(_Section, frozen=True, kw_only=True, omit_defaults=True):
    """Who serves models: an endpoint on the network, or an agent's own command."""

    kind: Literal["openai", "anthropic", "command"]
    base_url: _Url | None = None
    api_key_env: _Variable | None = None
    api_key_file: _File | None = None
    api_key_keyring: bool = False
    command: str | None = None
    timeout_seconds: Annotated[float, msgspec.Meta(ge=1, le=3600)] = 120


class Roles(_Section, frozen=True, kw_only=True):
    """Which model does what, as provider/model; None: none. `smol` is then `default`."""

    default: str | None = None
    smol: str | None = None


class Models(_Section, frozen=True, kw_only=True):
    """The models there are; without a role there is no model, and rules do all work."""

    providers: dict[str, Provider] = {}
    roles: Roles = Roles()


class Limits(_Section, frozen=True, kw_only=True, omit_defaults=True):
    """What one role may spend in any hour and any 24 hours; None: no limit of its own."""

    calls_per_hour: _Calls | None = None
    calls_per_day: _Calls | None = None
    tokens_per_hour: _Tokens | None = None
    tokens_per_day: _Tokens | None = None


class RoleLimits(_Section, frozen=True, kw_only=True):
    """Limits of single roles."""

    default: Limits = Limits()
    smol: Limits = Limits()

    def of(self, role: Role) -> Limits:
        """Return the limits of *role*."""
        return self.smol if role == "smol" else self.default


class Budget(_Section, frozen=True, kw_only=True):
    """What all roles together may spend in any hour and any 24 hours, and what single ones may."""

    calls_per_hour: _Calls = 20
    calls_per_day: _Calls = 200
    tokens_per_hour: _Tokens = 500_000
    tokens_per_day: _Tokens = 2_000_000
    roles: RoleLimits = RoleLimits()


def find_fault(models: Models) -> tuple[str, tuple[str, ...]] | None:
    """Return what does not fit together in these settings, and the key where it shows."""
    for name, provider in models.providers.items():
        if found := _provider_fault(provider):
            message, key = found
            return message, ("models", "providers", name, key)
    for role in ("default", "smol"):
        chosen: str | None = getattr(models.roles, role)
        complaint = None if chosen is None else _role_fault(chosen, models.providers)
        if complaint:
            return complaint, ("models", "roles", role)
    return None


def _provider_fault(provider: Provider) -> tuple[str, str] | None:
    if provider.kind == "command":
        return _command_fault(provider)
    if provider.command is not None:
        return f"a provider of kind {provider.kind} runs no command; remove this", "command"
    given = [key for key in _KEYS if _given(provider, key)]
    if len(given) > 1:
        return f"{given[0]} says already where the key is; remove one of them", given[1]
    return None


def _command_fault(provider: Provider) -> tuple[str, str] | None:
    if provider.command is None:
        return f"a command is missing: one of {', '.join(_CLIS)}", "kind"
    if not re.fullmatch(rf"((/|~/)([^\0]*/)?)?({'|'.join(_CLIS)})", provider.command):
        return f"expected one of {', '.join(_CLIS)}, or the absolute path of one", "command"
    for key in ("baseUrl", *_KEYS):
        if _given(provider, key):
            return f"{provider.command} logs in by itself; remove this", key
    return None


def _given(provider: Provider, key: str) -> bool:
    return key in msgspec.to_builtins(provider)  # which leaves out what is as by default


def _role_fault(chosen: str, providers: dict[str, Provider]) -> str | None:
    if not _ROLE.fullmatch(chosen):
        return "expected provider/model, such as local/qwen3"
    name, _, model = chosen.partition("/")
    if name not in providers:
        return f"there is no provider {name!r} under models.providers"
    if not model and providers[name].kind != "command":
        return f"expected {name}/ and the name of a model there"
    if not model and str(providers[name].command).endswith("gemini"):
        return f"expected {name}/ and a model; without one gemini asks two to choose"
    return None
