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
    """What carries a secret: how it begins (in lower case), what follows, a test of its last group."""

    kind: str
    openings: tuple[bytes, ...]
    rest: re.Pattern[str]
    accepts: Callable[[str], bool]


# What comes before a name and its password: "credentials: anna / …".
_LOGINS: Final = (
    *(b"creds", b"credential", b"credentials", b"login", b"log in", b"zugangsdaten"),
    *(b"identifiants", b"credenciales", b"credenciais", b"credenziali", b"inloggegevens"),
)
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
    ),
    _Carrier(
        "basic-auth",
        (b'"auth"', b"_auth"),
        re.compile(r"[ \t]{0,4}[:=][ \t]{0,4}\"?([A-Za-z0-9+/]{6,4096}={0,2})"),
        _is_login,
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
    ),
    _Carrier(
        "url-password",
        (b"://",),
        re.compile(r"([^\s/?\#:@\"'`<>\[\]]{0,128}):(?!\1@)([^\s/@\"'`<>]{1,256})@(?!sha256:)"),
        _is_password,
    ),
    _Carrier(
        "url-token",
        (b"://",),
        re.compile(r"([A-Za-z0-9_-]{20,256})(?=@|:[^\s/@\"'`<>]{1,256}@)"),
        is_random,
    ),
    _Carrier("url-token", (b"?code=", b"&code="), re.compile(r"([\w%=-]{24,512})"), is_random),
    _Carrier(
        "teams-webhook",
        (b"webhook.office.com/webhookb2/",),
        re.compile(r"([\w@/-]{36,512})"),
        _is_any,
    ),
    _Carrier(  # a line of `.pgpass`
        "password",
        (b":5432:",),
        re.compile(r"[\w*-]{1,64}:[\w.@*-]{1,64}:([^\s:\"'`]{3,256})"),
        _is_odd_word,
    ),
    *(
        _Carrier("password", (command,), re.compile(_ARGUMENTS + option + _ARGUMENT), accepts)
        for command, option, accepts in (
            (b"curl ", r"(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,128}:", _is_no_number),
            (b"mysql ", r"-p(?![ \t])", _is_no_number),
            (b"mysqldump ", r"-p(?![ \t])", _is_no_number),
            (b"mysqladmin ", r"-p(?![ \t])", _is_no_number),
            (b"http ", r"(?:-a|--auth)[ =][\"']?[^\s:\"']{1,128}:", _is_no_number),
            (b"https ", r"(?:-a|--auth)[ =][\"']?[^\s:\"']{1,128}:", _is_no_number),
            (b"ssh-keygen ", r"-N[ \t]", _is_real),
            (b"convertto-securestring ", r"(?:-String[ \t])?(?=[\"'])", _is_real),
            (b"sshpass ", r"-p[ \t]?", _is_real),
            (b"redis-cli ", r"(?:-a|--pass)[ \t=]", _is_real),
        )
    ),
    _Carrier(
        "password",
        (b"echo ",),
        re.compile(r"[\"']?([^\s\"'|]{1,256})[\"']?[ \t]{0,4}\|[ \t]{0,4}sudo[ \t]{1,4}-S\b"),
        _is_real,
    ),
    _Carrier(
        "password",
        (b"machine ",),
        re.compile(r"\S{1,128}\s{1,40}login\s{1,40}\S{1,128}\s{1,40}password\s{1,40}(\S{1,256})"),
        _is_password,
    ),
    _Carrier(
        "password",
        (b"use ", b"using ", b"enter ", b"type "),
        re.compile(
            r"[\"'`]?([^\s\"'`]{4,256})[\"'`]? (?:as|for) (?:the|your|my|a|our) (?:[\w-]{1,16} )?"
            r"(?:password|passphrase|passcode|token|secret)\b"
        ),
        _is_odd_word,
    ),
    _Carrier(
        "key",
        (b"jwt.sign(", b"jwt.encode(", b"jwt.verify(", b"jwt.decode("),
        re.compile(r"[^,\n]{1,80},[ \t]?[\"']([^\"'\n]{4,256})[\"']"),
        _is_password,
    ),
    _Carrier(
        "password",
        _LOGINS,
        re.compile(
            r"[ \t]{0,4}(?:are|is|with|as|:|=)?[ \t]{0,4}"
            r"[\"'`]?[\w.@-]{1,64}[ \t]?[:/][ \t]?([^\s\"'`,;/]{4,256})"
        ),
        _is_odd_word,
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
                if match and accepts(match[match.lastindex or 0]):
                    yield Span(*match.span(match.lastindex or 0), kind)
                at = lowered.find(opening, match.end() if match else after)
