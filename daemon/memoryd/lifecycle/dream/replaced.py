"""Which statements say that something else no longer holds."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from memoryd.domain import fold
from memoryd.llm import fold_letters

from .replaced_words import REPLACING

_NEGATED = re.compile(
    r"\b(?:not|never|avoid|no|don't|doesn't|nicht|kein\w*|nie|jamais|ne|pas|sans|nunca|no|não|nao|sem|"
    r"не|нет|никогда|без)\b|n't\b|[不别勿没無]|ない|ません|않|말\s?것|금지|禁止"
)
_UNSURE = re.compile(
    r"\?|^se\b|\b(?:may|might|could|plan\w*|consider\w*|maybe|perhaps|if|unless|until|when|except|"
    r"will|want\w*|should we|wenn|falls|vielleicht|peut-être|si|quizás?|talvez|если|может)\b|"
    r"如果|可能|也许|考虑|打算|かもしれ|もし|予定|만약|예정|아마"
)
_SENTENCE_END = re.compile(
    r"[.!?;](?=\s|$)|[。！？；]|\s[-–—]\s|\s(?:because|since|so that|due to|weil|da|"
    r"parce que|car|porque|pois|потому что|так как)\s|因为|ので|왜냐"
)
_COMMA = re.compile(r"[,、]")
_MOST_COMMAS = 3
_WHAT = r"(?P<{}>\S+(?: \S+){{0,5}}?)"
_UNSPACED_WHAT = r"\s?(?P<{}>[^,，。、]{{1,24}}?)\s?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """What no longer holds, what came in its place if that is said, and the rest of the clause."""

    old: str
    new: str
    about: str


@lru_cache(maxsize=1 << 13)  # a dream looks at each text until nothing more is to be done
def find_replaced(text: str) -> tuple[Replaced, ...]:
    """Return what the statement *text* says no longer to hold; nothing when it is in doubt."""
    folded = fold(text)
    patterns = [pattern for cue, group in _patterns() if cue.search(folded) for pattern in group]
    if not patterns or _UNSURE.search(folded):
        return ()
    return tuple(
        found
        for sentence in filter(None, map(str.strip, _SENTENCE_END.split(folded)))
        for clause in _clauses(sentence)
        for pattern in patterns
        for found in _read(pattern, clause)
    )


def _clauses(sentence: str) -> list[str]:
    """Return a sentence up to each of its first commas, and whole: what follows explains."""
    ends = [comma.start() for comma in islice(_COMMA.finditer(sentence), _MOST_COMMAS)]
    return [sentence[:end].strip() for end in (*ends, len(sentence))]


def is_negated(text: str) -> bool:
    """Tell whether a statement says no to something."""
    return _NEGATED.search(fold(text)) is not None


def is_unsure(text: str) -> bool:
    """Tell whether a statement is bound to a case, a plan or a doubt."""
    return _UNSURE.search(fold(text)) is not None


@cache
def weak_words() -> frozenset[str]:
    """Return the words that tell nothing about the matter."""
    lines = (language.weak for language in REPLACING if language.spaced)
    return frozenset(fold_letters(fold(" ".join(lines))).replace("'", "").split())


@cache
def weak_letters() -> frozenset[str]:
    """Return the letters that tell nothing in languages written without spaces."""
    return frozenset("".join(language.weak for language in REPLACING if not language.spaced))


def _read(pattern: re.Pattern[str], clause: str) -> Iterator[Replaced]:
    found = pattern.search(clause)
    if found:
        said = found.groupdict(default="")
        before = clause[: found.start()]
        if not is_negated(before):
            yield Replaced(
                old=said["old"],
                new=said.get("new", ""),
                about=f"{before} {said.get('about', '')}".strip(),
            )


@cache
def _patterns() -> list[tuple[re.Pattern[str], list[re.Pattern[str]]]]:
    """Return for each language what one of its templates needs, and the templates."""
    return [
        (
            re.compile(fold(language.cues)),
            [
                _compile(fold(line), spaced=language.spaced)
                for line in filter(None, map(str.strip, language.templates.splitlines()))
            ],
        )
        for language in REPLACING
    ]


def _compile(template: str, *, spaced: bool) -> re.Pattern[str]:
    what = _WHAT if spaced else _UNSPACED_WHAT
    for name in ("old", "new", "about"):
        template = template.replace(f"{{{name}}}", what.format(name))
    edge = r"(?<!\w)" if spaced and not template.startswith("^") else ""
    return re.compile(edge + template)
