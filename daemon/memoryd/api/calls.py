"""A request as handlers see it, and what they answer."""

from dataclasses import dataclass
from typing import TypeVar

from aiohttp import web

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


def narrow(kind: type[R], value: requests.Request) -> R:
    """Return *value* as what the route's own table says it is."""
    assert isinstance(value, kind)  # noqa: S101 -- see above
    return value
