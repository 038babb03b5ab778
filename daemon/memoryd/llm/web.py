"""One bounded POST to a provider's endpoint, and what its status means.

aiohttp is here already, to serve the API, and it streams and is cancelled as asyncio would have it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import aiohttp
import msgspec

from memoryd.errors import Again

from .errors import ModelError, ModelRefusedError, ModelUnavailableError
from .keys import Key

_MAX_BYTES = 2 * 1024 * 1024
_CONNECT_S = 10.0
_Reply = TypeVar("_Reply")

_REFUSED = {
    400: "the request does not suit this model",
    401: "the key is not accepted; check apiKeyEnv or apiKeyFile",
    403: "the key does not allow this model",
    404: "check baseUrl and the name of the model",
}
_PASSING = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where one model of a provider is asked, and with which key."""

    provider: str
    url: str
    key: Key
    headers: Mapping[str, str] = field(repr=False)


class RejectedError(ModelRefusedError):
    """The endpoint found fault with the request itself; *said* is its own words."""

    def __init__(self, message: str, *, hint: str, said: str) -> None:
        super().__init__(message, hint=hint, sent=False)
        self.said = said


class _Problem(msgspec.Struct):
    message: str = ""


class _Complaint(msgspec.Struct):
    error: _Problem | str | None = None


async def post(
    endpoint: Endpoint, model: str, body: Mapping[str, Any], reply: type[_Reply]
) -> _Reply:
    """Send *body* once and read the reply. Raise ModelError, saying whether to try again.

    Nothing is followed, kept or unpacked: no redirects, cookies or compression.
    """
    who = f"{endpoint.provider}/{model}"
    try:
        async with (
            aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_S),
                auto_decompress=False,
            ) as session,
            session.post(
                endpoint.url,
                data=msgspec.json.encode(body),
                headers={
                    "Content-Type": "application/json",
                    "Accept-Encoding": "identity",
                    **endpoint.headers,
                },
                allow_redirects=False,
            ) as response,
        ):
            raw = await _read(response, who)
            if response.status != 200:
                raise _failure(who, response, endpoint.key.clean(_complaint(raw)))
    except (aiohttp.ClientError, OSError) as exc:
        raise _unreachable(who, endpoint, exc) from None  # its own text may quote what we sent
    try:
        return msgspec.json.decode(raw, type=reply)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise ModelUnavailableError(
            f"{who}: the reply is not what such an endpoint says: {exc}",
            hint="check kind and baseUrl of the provider",
        ) from exc


async def _read(response: aiohttp.ClientResponse, who: str) -> bytes:
    raw = bytearray()
    too_long = (response.content_length or 0) > _MAX_BYTES
    while not too_long and (chunk := await response.content.read(65536)):
        raw += chunk
        too_long = len(raw) > _MAX_BYTES
    if too_long:
        response.close()  # the rest is not even received
        raise ModelUnavailableError(
            f"{who}: the reply is longer than {_MAX_BYTES} bytes",
            hint="check baseUrl; no answer is that long",
        )
    return bytes(raw)


def _complaint(raw: bytes) -> str:
    try:
        error = msgspec.json.decode(raw, type=_Complaint).error
    except (msgspec.MsgspecError, RecursionError):
        return raw[:500].decode("utf-8", "replace")
    return error.message if isinstance(error, _Problem) else error or ""


def _failure(who: str, response: aiohttp.ClientResponse, said: str) -> ModelError:
    status = response.status
    message = f"{who}: HTTP {status}{': ' + said if said else ''}"
    if status in _PASSING or status >= 500:
        return ModelUnavailableError(
            message,
            hint="the provider is overloaded or limits us; later calls may succeed",
            again="later",
            retry_after_s=retry_after_s(response.headers.get("Retry-After"), datetime.now(UTC)),
            sent=status >= 500,
        )
    if 300 <= status < 400:
        hint = "the endpoint moved; write its new address into baseUrl"
    else:
        hint = _REFUSED.get(status, "check the provider's settings")
    return RejectedError(message, hint=hint, said=said if status in (400, 422) else "")


def _unreachable(who: str, endpoint: Endpoint, error: Exception) -> ModelUnavailableError:
    again: Again = "no" if isinstance(error, aiohttp.InvalidURL) else "later"
    what = endpoint.key.clean(f"{type(error).__name__}: {error}")
    return ModelUnavailableError(
        f"{who}: cannot talk to {endpoint.url}: {what}",
        hint="is it running, and is there a network?",
        again=again,
        sent=not isinstance(error, aiohttp.ClientConnectorError),
    )


def retry_after_s(header: str | None, now: datetime) -> float | None:
    """Read Retry-After: seconds or a date; None when there is none to go by."""
    if not header:
        return None
    if header.strip().isdecimal() and len(header) < 10:
        return float(header)
    try:
        at = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - now).total_seconds())
