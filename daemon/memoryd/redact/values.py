"""Whether a value that was named as a secret is one, or a placeholder, a reference or a word."""

import re
from typing import Final

from .nouns import words
from .spans import MARK

# A value is judged by its beginning; the rest teaches nothing and may be endless.
_LOOK: Final = 256

_BLANK: Final = re.compile(r"(?i)[x*.•…_?#~-]+|.*(?:xxxx|\*\*\*|\.\.\.|…).*")
_TEMPLATE: Final = re.compile(
    r"\$\w+|\$[{(].*|<.*>?|\{.*|%\w+%|%\(.*|%[sdr@]|.*(?:\$\{\w|\{\{|<[\w -]+>).*|\[[\w .:-]*\]?"
)
_FILL_IN: Final = re.compile(
    r"(?i)(?:change|replace|fill|enter|insert|put|paste|add|set)[ _-]?"
    r"(?:me|it|this|in|your|here)\b.*|(?:.*[ _-])?your[ _-].*|.*[_-]here"
    r"|(?:example|placeholder|dummy|sample)(?:[ _-].*)?"
)
_REFERENCE: Final = re.compile(
    r"(?:os|sys|process|env|ENV|import\.meta|config|settings|secrets|vault|self|this|keyring)"
    r"[.\[(:].*|[a-z][a-z0-9+.-]{0,20}://.*|arn:.*|ref\+.*|!(?i:env|ref|secret|sub|vault|getatt)\b.*"
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"
)
_PATH: Final = re.compile(r"(?:~|\.{0,2})/(?:[\w@.-]{0,40}/)*[\w@.-]{0,40}|[A-Za-z]:\\.*")
# Keys that their issuers mean to be seen by everybody.
_OPEN: Final = re.compile(r"pk_(?:live|test)_.*|pk\.eyJ.*|sb_publishable_.*")
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CODE: Final = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)[^\W\d]\w*)+|\w+(?:\.\w+)*[(\[].*")

# Names with digits in them that everybody says, ordinals, amounts and versions.
_TECHNICAL: Final = re.compile(
    r"(?i)v?\d+|\d+(?:st|nd|rd|th|ms|s|m|h|d|kb?|mb?|gb?|tb?|px|bits?|bytes?|min|fa|chars?)"
    r"|v\d+\w{0,6}|sha\d*|md\d|argon2(?:id?|d)?|pbkdf2|oauth\d?\w?|base\d\d(?:url)?|utf\d+|x\d{2,4}"
    r"|(?:ed|x)25519|[rhep]s\d{3}|aes\d*|https?\d?|s3|ec2|ipv\d|py(?:thon)?\d*|k8s|i18n|l10n|e2e"
    r"|(?:var)?char\d+|u?int\d+|float\d+|u2f|fido2|pkcs\d+|p12|auth0|neo4j|log4j|web3|mp\d|win\d\d|amd64|arm64|es\d{1,4}|h\d|\d+x\d+"
)
_SYMBOL: Final = re.compile(r"\w[!@#$%^&*+=?~]+\w|^[!@#$%^&*+=?~]\w{3}")
_WEDGED: Final = re.compile(r"[^\W\d_][-_.]\d{2,}(?:[-_.][^\W\d_]|!)")
_LETTER: Final = re.compile(r"[^\W\d_]")
_DIGIT: Final = re.compile(r"\d")
_NUMBERED: Final = re.compile(r"[^\W\d_]+\d{1,2}")
_HYPHENED: Final = re.compile(r"(?:[^\W\d_]{3,}-)+\d{1,4}[!?]?")
_STANDARDS: Final = words(
    "rfc iso nist cve gpt pep din windows python node phase step level version v"
)
_SPLIT: Final = re.compile(r"[-_./:,\s]+")
_CLAUSE: Final = re.compile(r"[|:;,]")
_TURN: Final = re.compile(r"[a-z][A-Z]|[A-Z][a-z]")

# What stands where a password would, and says something about it or about its type.
_WORDS: Final = words(
    "a an and any anything are array as ask asked auto automatic automatically bad basic bearer",
    "blank bool boolean bytes case change changed changeit changeme char checked confirm",
    "confirmation copied correct credential credentials current default defined deleted",
    "deprecated disabled empty enabled encrypted env environment error expired external false",
    "field file fixed flag forgot forgotten from generated hash hashed here hidden ignored in",
    "incorrect input int integer invalid it kept key leaked literal login lost managed masked",
    "match missing mutable name new nil no none not null number object off old omitted on only",
    "option optional options or passed passphrase passwd password passwords plain plaintext",
    "private prompt prompted protected public random read readonly redacted rejected removed",
    "required reset rotated safe same saved secret secrets secretstr secure sensitive set shared",
    "shown static stored str strict string strong symbol text that the there this token tokens",
    "tbd todo true type undefined unique unknown unset updated user username valid value varchar",
    "void weak with wrong yes",
    "contraseña clave falsch geheim kennwort korrekt leer mdp nein obrigatório oui passwort",
    "requerida requis richtig senha vacía vazia vide",
)


def is_placeholder(value: str) -> bool:
    """Tell whether *value* stands for a secret, or points to where it is kept."""
    head = value[:_LOOK]
    return head.startswith(MARK) or any(
        pattern.fullmatch(head)
        for pattern in (_BLANK, _TEMPLATE, _FILL_IN, _REFERENCE, _PATH, _EMAIL, _OPEN)
    )


def is_code(value: str) -> bool:
    """Tell whether *value*, unquoted, is an expression: an attribute, a call, a subscript."""
    return _CODE.fullmatch(value[:_LOOK]) is not None


def is_word(value: str) -> bool:
    """Tell whether *value* speaks about a secret: `required`, `string`, `stored`."""
    return _CLAUSE.split(value[:_LOOK], 1)[0].strip(".!*").lower() in _WORDS


def is_odd(value: str) -> bool:
    """Tell whether *value* is no word of a language, as passwords tend to be: `hunter2`."""
    head = value[:_LOOK].rstrip("?.")
    if head.isdecimal():
        return len(head) >= 4
    if _SYMBOL.search(head):
        return True
    if _DIGIT.search(head) is None:
        return False
    return _WEDGED.search(head) is not None or any(
        _is_mixed(part) and not _TECHNICAL.fullmatch(part)
        for part in _SPLIT.split(head.rstrip("!"))
    )


def is_numbered(value: str) -> bool:
    """Tell whether *value* is words and a number, `blue-parrot-12`, and no name of a standard."""
    head = value[:_LOOK]
    return (
        _HYPHENED.fullmatch(head) is not None
        and _TECHNICAL.fullmatch(head.replace("-", "")) is None
        and head.partition("-")[0].lower() not in _STANDARDS
    )


def is_random(value: str) -> bool:
    """Tell whether *value* looks drawn by a machine, as keys and tokens are: `3fG9xQ2b`."""
    head = value[:_LOOK]
    if len(head) < 6 or " " in head:
        return False
    if len(_TURN.findall(head)) * 4 >= len(head) >= 20:
        return True
    if _DIGIT.search(head) is None:
        return False
    return any(
        len(part) >= 6
        and _is_mixed(part)
        and not _NUMBERED.fullmatch(part)
        and not _TECHNICAL.fullmatch(part)
        for part in _SPLIT.split(head)
    )


def _is_mixed(part: str) -> bool:
    return _LETTER.search(part) is not None and _DIGIT.search(part) is not None
