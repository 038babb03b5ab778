"""Secrets known by what carries them: headers, addresses, command lines, seed phrases."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from .spans import Span
from .values import is_odd, is_placeholder, is_random


def _is_login(value: str) -> bool:
    """Tell whether *value* is the encoding of `name:password`."""
    try:
        return b":" in b64decode(value + "==")
    except ValueError:
        return False


def _is_real(value: str) -> bool:
    return not is_placeholder(value)


def _is_no_number(value: str) -> bool:
    return not is_placeholder(value) and not value.isdecimal()


def _is_any(_value: str) -> bool:
    return True


class _Carrier(NamedTuple):
    """What carries a secret: how it begins (in lower case), what follows, a test of group 1."""

    kind: str
    openings: tuple[bytes, ...]
    rest: re.Pattern[str]
    accepts: Callable[[str], bool]


_CARRIERS: Final = (
    _Carrier("bearer", (b"bearer",), re.compile(r"[ \t]{1,4}([\w.~+/=-]{12,})"), is_random),
    _Carrier(
        "basic-auth", (b"basic",), re.compile(r"[ \t]{1,4}([A-Za-z0-9+/]{6,4096}={0,2})"), _is_login
    ),
    _Carrier(
        "cookie",
        (b"cookie:", b'cookie":'),
        re.compile(r"[ \t]{0,4}[\"']?([\w.-]{1,64}=[^\s;\"']+(?:; ?[\w.-]{1,64}=[^\s;\"']*)*)"),
        _is_any,
    ),
    _Carrier(
        "url-password",
        (b"://",),
        re.compile(r"[^\s/?\#:@\"'`<>\[\]]{0,128}:([^\s/@\"'`<>]{1,256})@(?!sha256:)"),
        _is_real,
    ),
    _Carrier("url-token", (b"://",), re.compile(r"([A-Za-z0-9_-]{20,256})@"), is_random),
    _Carrier(
        "password",
        (b"curl ",),
        re.compile(
            r"[^\n]{0,200}?(?<=[ \t])(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,128}:([^\s\"']{1,256})"
        ),
        _is_no_number,
    ),
    _Carrier(
        "password",
        (b"creds", b"credential", b"credentials", b"login", b"log in"),
        re.compile(
            r"[ \t]{0,4}(?:are|is|with|as|:|=)?[ \t]{0,4}"
            r"[\"'`]?[\w.@-]{1,64}[ \t]?[:/][ \t]?([^\s\"'`,;/]{4,256})"
        ),
        is_odd,
    ),
    _Carrier(
        "signature",
        (b"?sig=", b"&sig=", b"x-amz-signature=", b"x-goog-signature="),
        re.compile(r"([\w%+/=-]{20,})"),
        is_random,
    ),
    _Carrier(
        "azure",
        (b"accountkey=", b"sharedaccesskey="),
        re.compile(r"([A-Za-z0-9+/]{40,}={0,2})"),
        _is_any,
    ),
    _Carrier(
        "seed-phrase",
        (b"seed", b"mnemonic", b"recovery", b"backup"),
        re.compile(
            r"(?:[ _-]?(?:phrase|words))?[\"']?[ \t]{0,4}(?::|=|is|are)\s{0,4}[\"'`]?"
            r"((?:[a-z]{3,8}[ ,\t]{1,3}){11,23}[a-z]{3,8})\b",
            re.IGNORECASE,
        ),
        _is_any,
    ),
)


def find_carried(text: str, lowered: bytes) -> Iterator[Span]:
    """Find secrets by the header, the address or the command they stand in."""
    for kind, openings, rest, accepts in _CARRIERS:
        for opening in openings:
            at = lowered.find(opening)
            while at >= 0:
                after = at + len(opening)
                match = rest.match(text, after)
                if match and accepts(match[1]):
                    yield Span(*match.span(1), kind)
                at = lowered.find(opening, match.end() if match else after)
