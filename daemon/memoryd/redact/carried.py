"""Secrets known by what carries them: headers, addresses, command lines, seed phrases."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from .spans import Span
from .values import is_numbered, is_odd, is_placeholder, is_random, is_word


def _is_login(value: str) -> bool:
    """Tell whether *value* is the encoding of `name:password`."""
    try:
        return b":" in b64decode(value + "==")
    except ValueError:
        return False


def _is_real(value: str) -> bool:
    return not is_placeholder(value)


def _is_password(value: str) -> bool:
    return _is_real(value) and not is_word(value)


def _is_no_number(value: str) -> bool:
    return not is_placeholder(value) and not value.isdecimal()


def _is_odd_word(value: str) -> bool:
    return (is_odd(value) or is_numbered(value)) and not value.isdecimal()


def _is_any(_value: str) -> bool:
    return True


class _Carrier(NamedTuple):
    """What carries a secret: how it begins (in lower case), what follows, a test of its last group.

    *needs* is what all openings have in common, so that most texts are looked through once for it.
    """

    kind: str
    openings: tuple[bytes, ...]
    rest: re.Pattern[str]
    accepts: Callable[[str], bool]
    needs: bytes = b""


# What comes before a name and its password: "credentials: anna / …".
_CREDENTIALS: Final = (
    *(b"creds", b"credential", b"credentials", b"credenciales", b"credenciais", b"credenziali"),
)
_MYSQL: Final = (b"mysql ", b"mysqldump ", b"mysqladmin ")
_HTTPIE: Final = (b"http ", b"https ")
_POWERSHELL: Final = (b"convertto-securestring ",)
# The option of a command that is followed by a password.
_ARGUMENTS: Final = r"(?:[^\n]{0,200}?[ \t])??(?<=[ \t])"
_ARGUMENT: Final = r"[\"']?((?<=[\"'])[^\"'\n]{1,256}(?=[\"'])|[^\s\"']{1,256})"

_CARRIERS: Final = (
    _Carrier("bearer", (b"bearer",), re.compile(r"[ \t]{1,4}([\w.~+/=-]{12,})"), is_random),
    _Carrier(
        "basic-auth", (b"basic",), re.compile(r"[ \t]{1,4}([A-Za-z0-9+/]{6,4096}={0,2})"), _is_login
    ),
    _Carrier(  # of a scheme that a service made up: `SSWS`, `Api-Token`, `Token token=`
        "token",
        (b"authorization",),
        re.compile(
            r"[\"']?[ \t]{0,4}[:=,][ \t]{0,4}[\"']?[A-Za-z-]{2,20}[ \t]{1,4}(?:token=)?\"?"
            r"([\w.~+/=-]{16,})"
        ),
        is_random,
        needs=b"auth",
    ),
    _Carrier(
        "basic-auth",
        (b'"auth"', b"_auth"),
        re.compile(r"[ \t]{0,4}[:=][ \t]{0,4}\"?([A-Za-z0-9+/]{6,4096}={0,2})"),
        _is_login,
        needs=b"auth",
    ),
    _Carrier(
        "key",
        (b"x-honeycomb-team",),
        re.compile(r"[\"']?[ \t]{0,4}[:=,][ \t]{0,4}[\"']?([\w-]{16,})"),
        is_random,
    ),
    _Carrier(
        "cookie",
        (b"cookie:", b'cookie":'),
        re.compile(r"[ \t]{0,4}[\"']?([\w.-]{1,64}=[^\s;\"']+(?:; ?[\w.-]{1,64}=[^\s;\"']*)*)"),
        _is_any,
        needs=b"cookie",
    ),
    _Carrier(
        "url-password",
        (b"://",),
        re.compile(r"([^\s/?\#:@\"'`<>\[\]]{0,128}):(?!\1@)([^\s/@\"'`<>]{1,256})@(?!sha256:)"),
        _is_password,
        needs=b"://",
    ),
    _Carrier(
        "url-token",
        (b"://",),
        re.compile(r"([A-Za-z0-9_-]{20,256})(?=@|:[^\s/@\"'`<>]{1,256}@)"),
        is_random,
        needs=b"://",
    ),
    _Carrier(
        "url-token",
        (b"?code=", b"&code="),
        re.compile(r"([\w%=-]{24,512})"),
        is_random,
        needs=b"code=",
    ),
    _Carrier(
        "teams-webhook",
        (b"webhook.office.com/webhookb2/",),
        re.compile(r"([\w@/-]{36,512})"),
        _is_any,
        needs=b"://",
    ),
    _Carrier(  # a line of `.pgpass`
        "password",
        (b":5432:",),
        re.compile(r"[\w*-]{1,64}:[\w.@*-]{1,64}:([^\s:\"'`]{3,256})"),
        _is_odd_word,
    ),
    *(
        _Carrier("password", commands, re.compile(_ARGUMENTS + option + _ARGUMENT), accepts, needs)
        for needs, commands, option, accepts in (
            (b"curl", (b"curl ",), r"(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,128}:", _is_no_number),
            (b"mysql", _MYSQL, r"-p(?![ \t])", _is_no_number),
            (b"http", _HTTPIE, r"(?:-a|--auth)[ =][\"']?[^\s:\"']{1,128}:", _is_no_number),
            (b"ssh", (b"ssh-keygen ",), r"-N[ \t]", _is_real),
            (b"ssh", (b"sshpass ",), r"-p[ \t]?", _is_real),
            (b"mongo", (b"mongosh ", b"mongo ", b"mongodump "), r"-p[ \t]", _is_real),
            (b"sqlcmd", (b"sqlcmd ",), r"-P[ \t]?", _is_real),
            (b"zip ", (b"zip ",), r"-P[ \t]", _is_real),
            (
                b"htpasswd",
                (b"htpasswd ",),
                r"-[A-Za-z]?b[ \t]\S{1,128}[ \t]\S{1,128}[ \t]",
                _is_real,
            ),
            (b"ssws ", (b"ssws ",), r"(?=00)", is_random),
            (b"redis-cli", (b"redis-cli ",), r"(?:-a|--pass)[ \t=]", _is_real),
            (b"secure", _POWERSHELL, r"(?:-String[ \t])?(?=[\"'])", _is_real),
        )
    ),
    _Carrier(
        "password",
        (b"echo ",),
        re.compile(r"[\"']?([^\s\"'|]{1,256})[\"']?[ \t]{0,4}\|[ \t]{0,4}sudo[ \t]{1,4}-S\b"),
        _is_real,
        needs=b"sudo",
    ),
    _Carrier(
        "password",
        (b"machine ",),
        re.compile(r"\S{1,128}\s{1,40}login\s{1,40}\S{1,128}\s{1,40}password\s{1,40}(\S{1,256})"),
        _is_password,
        needs=b"password",
    ),
    _Carrier(
        "password",
        (b"use ", b"using ", b"enter ", b"type "),
        re.compile(
            r"[\"'`]?([^\s\"'`]{4,256})[\"'`]? (?:as|for) (?:the|your|my|a|our) (?:[\w-]{1,16} )?"
            r"password\b"
        ),
        _is_odd_word,
        needs=b"password",
    ),
    _Carrier(
        "key",
        (b"jwt.sign(", b"jwt.encode(", b"jwt.verify(", b"jwt.decode("),
        re.compile(r"[^,\n]{1,80},[ \t]?[\"']([^\"'\n]{4,256})[\"']"),
        _is_password,
        needs=b"jwt.",
    ),
    *(
        _Carrier(
            "password",
            openings,
            re.compile(
                r"[ \t]{0,4}(?:are|is|with|as|:|=)?[ \t]{0,4}"
                r"[\"'`]?[\w.@-]{1,64}[ \t]?[:/][ \t]?([^\s\"'`,;/]{4,256})"
            ),
            _is_odd_word,
            needs,
        )
        for needs, openings in (
            (b"cred", _CREDENTIALS),
            (b"log", (b"login", b"log in")),
            (b"zugangs", (b"zugangsdaten",)),
            (b"identifiants", (b"identifiants",)),
        )
    ),
    _Carrier(
        "signature",
        (b"?sig=", b"&sig=", b"x-amz-signature=", b"x-goog-signature="),
        re.compile(r"([\w%+/=-]{20,})"),
        is_random,
        needs=b"sig",
    ),
    _Carrier(
        "azure",
        (b"accountkey=", b"sharedaccesskey="),
        re.compile(r"([A-Za-z0-9+/]{40,}={0,2})"),
        _is_any,
        needs=b"key=",
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
_NEEDS: Final = frozenset(carrier.needs for carrier in _CARRIERS)


def find_carried(text: str, lowered: bytes) -> Iterator[Span]:
    """Find secrets by the header, the address or the command they stand in."""
    there = {needs for needs in _NEEDS if needs in lowered}
    for kind, openings, rest, accepts, needs in _CARRIERS:
        for opening in openings if needs in there else ():
            at = lowered.find(opening)
            while at >= 0:
                after = at + len(opening)
                match = rest.match(text, after)
                if match and accepts(match[match.lastindex or 0]):
                    yield Span(*match.span(match.lastindex or 0), kind)
                at = lowered.find(opening, match.end() if match else after)
