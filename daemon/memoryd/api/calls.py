"""A request as handlers see it, and what they answer."""

from dataclasses import dataclass
from typing import NoReturn, TypeVar

from aiohttp import web

from memoryd.errors import DeniedError

from . import requests

R = TypeVar("R", bound=requests.Request)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a handler answers; *body* bytes go out as they are, all else as JSON."""

    body: object
    status: int = 200
    media: str = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One decoded request."""

    http: web.Request
    body: requests.Request
    query: requests.Request
    readonly: bool = False  # it came in where nothing may be changed


def narrow(kind: type[R], value: requests.Request) -> R:
    """Return *value* as what the route's own table says it is."""
    assert isinstance(value, kind)  # noqa: S101 -- see above
    return value


def refuse_on_readonly() -> NoReturn:
    """Raise what a caller hears who would change something over the read-only socket."""
    raise DeniedError(
        "this socket only reads, and that would change something",
        hint="the setting api.readonlySocket made this socket; call the daemon's main socket",
    )
