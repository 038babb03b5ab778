"""Keys of providers: read when they are needed, and shown to nobody."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memoryd.model_settings import Provider
from memoryd.redact import redact

from .errors import ModelUnavailableError
from .keyring import read_keyring

_MAX_BYTES = 8192
_MAX_SHOWN = 300


def clean(foreign: str) -> str:
    """Return what somebody else said, short, on one line and without secrets."""
    plain = "".join(char if char.isprintable() else " " for char in redact(foreign).text)
    return " ".join(plain.split())[:_MAX_SHOWN]


@dataclass(frozen=True, slots=True)
class Key:
    """A key, or none; its repr does not show it."""

    value: str | None = field(repr=False)

    def clean(self, foreign: str) -> str:
        """Return what somebody else said as `clean` does, without this key."""
        return clean(foreign.replace(self.value, "[redacted:key]") if self.value else foreign)


def read_key(name: str, provider: Provider, env: Mapping[str, str], home: Path) -> Key:
    """Return the key of the provider *name*; blocks on where it is.

    Raise ModelUnavailableError.
    """
    if provider.api_key_env:
        value = env.get(provider.api_key_env, "")
        where = f"the variable {provider.api_key_env}"
    elif provider.api_key_file:
        file = home / provider.api_key_file.removeprefix("~/")  # an absolute one stands for itself
        value, where = _read(name, file), str(file)
    elif provider.api_key_keyring:
        value, where = read_keyring(name, env), "the keyring"
    else:
        return Key(None)
    value = value.strip()
    if not value or not value.isascii() or not value.isprintable():
        raise ModelUnavailableError(
            f"provider {name} has no usable key in {where}",
            hint="put the key there, on one line; a service has an environment of its own",
            sent=False,
        )
    return Key(value)


def _read(name: str, file: Path) -> str:
    try:
        fd = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            found = os.fstat(fd)
            if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid():
                raise _unusable(name, file, "it is not a file of yours")
            if found.st_mode & 0o077:
                raise _unusable(name, file, "others may read it", hint=f"chmod 600 {file}")
            return os.read(fd, _MAX_BYTES).decode("ascii", "replace")
        finally:
            os.close(fd)
    except OSError as exc:
        raise _unusable(name, file, str(exc.strerror)) from exc


def _unusable(
    name: str, file: Path, why: str, hint: str = "mend apiKeyFile"
) -> ModelUnavailableError:
    return ModelUnavailableError(
        f"cannot use the key of provider {name} in {file}: {why}", hint=hint, sent=False
    )
