"""Keys in the keyring of the platform, read through the platform's own command."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from .errors import ModelUnavailableError

_SERVICE = "memoryd"
_PATIENCE_S = 30.0  # a person may be asked to unlock it


@dataclass(frozen=True, slots=True)
class _Tool:
    """How a key is looked up, and how a person puts one there."""

    look_up: tuple[str, ...]
    store: str


def _tool(provider: str, platform: str) -> _Tool:
    # Under these names other programs that keep passwords find and store them as well.
    if platform == "darwin":
        names = ("-s", _SERVICE, "-a", provider)
        return _Tool(
            ("security", "find-generic-password", *names, "-w"),
            f"security add-generic-password {' '.join(names)} -w",
        )
    names = ("service", _SERVICE, "username", provider)
    return _Tool(
        ("secret-tool", "lookup", *names), f"secret-tool store --label=memoryd {' '.join(names)}"
    )


def read_keyring(
    provider: str,
    env: Mapping[str, str],
    *,
    platform: str = sys.platform,
    patience_s: float = _PATIENCE_S,
) -> str:
    """Return the key that the keyring holds for *provider*; blocks, also on who must unlock it.

    Raise ModelUnavailableError. What the command says is not repeated: the key may be in it.
    """
    tool = _tool(provider, platform)
    command, *rest = tool.look_up
    program = shutil.which(command, path=env.get("PATH"))
    if program is None:
        raise _unusable(provider, f"there is no program {command}", "install it, or use apiKeyFile")
    try:
        done = subprocess.run(
            [program, *rest],
            env=dict(env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=patience_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        why = f"{command} did not answer within {patience_s:g} s"
        raise _unusable(provider, why, "unlock the keyring") from None  # it holds what was read
    except OSError as exc:
        why = f"cannot start {program}: {exc.strerror}"
        raise _unusable(provider, why, "check that you may run it") from exc
    if done.returncode != 0:
        why = f"{command} ended with {done.returncode}"
        raise _unusable(provider, why, f"put it there with `{tool.store}`, and unlock the keyring")
    return done.stdout.decode("ascii", "replace")


def _unusable(provider: str, why: str, hint: str) -> ModelUnavailableError:
    return ModelUnavailableError(
        f"cannot read the key of provider {provider} from the keyring: {why}", hint=hint, sent=False
    )
