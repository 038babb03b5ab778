"""The gate: what may become memory, whoever proposes it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from memoryd.domain import Entry, MemoryType, Patch, Speaker, collapse, fold
from memoryd.redact import redact

from .gate_phrases import INSTRUCTION, INSTRUCTION_UNSPACED, TEMPORARY, TEMPORARY_UNSPACED
from .orders import follows_order, gives_orders

_SHORTEST: Final = 12
_SHORTEST_CJK: Final = 6
_LONGEST: Final = 400

# Control characters that are no white space, invisible marks, text direction, tags, surrogates.
# The joiners stay: Persian, the scripts of India and emoji need them.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
_BULLET: Final = re.compile(r"\A(?:[-*+•‣·–—] )+")
_CJK: Final = re.compile(
    "[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
_QUESTION_MARKS: Final = "?？﹖︖؟\u037e፧⁇⁈⁉‽⸮᥅꘏"
_CLOSERS: Final = " \"'`”’»」』)）】]*_~!！.。…"
_GREEK: Final = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“]*“|«[^»]*»|「[^」]*」|`[^`]*`")

_MARK: Final = re.compile(r"\[redacted:[a-z0-9-]+\]")
_CLAUSE_END: Final = re.compile(
    r"[.;,!?](?:\s|(?=[\u3040-\u9fff]))|[。；，、！？]|\s(?:and|but|und|aber|et|mais|y|pero|e|mas|и|но)\s",
    re.IGNORECASE,
)
# A clause that only gives a value, "the token is [redacted:token]", says nothing without it.
_GIVES_VALUE: Final = re.compile(
    r"(?:[:=：＝—–]|\b(?:is|are|was|to|ist|lautet|est|es|é|è|это)|[是为為はが는은가이])"
    rf"\s*[\"'`“「(]*{_MARK.pattern}\W*+(?:(?:です|だ|입니다|이야|이에요)\W*+)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The cleaned patch and no reason, or no patch and the reason.

    `redacted` counts by kind the secrets that were taken out.
    """

    patch: Patch | None
    reason: str = ""
    redacted: Counter[str] = field(default_factory=Counter, compare=False)


def judge(patch: Patch, *, speaker: Speaker, said: Sequence[str] = ()) -> Verdict:
    """Judge a patch drawn from the words of *speaker*; *said* are the whole texts they stand in.

    An accepted patch comes back cleaned; judging it again gives the same patch.
    """
    redacted: Counter[str] = Counter()
    summary = _without_secrets(patch.entry.summary, redacted)
    if _MARK.search(summary) and not _states_something(summary):
        return Verdict(None, "secret", redacted)
    entry = Entry(
        summary=summary,
        why=_detail(patch.entry.why, redacted),
        how_to_apply=_detail(patch.entry.how_to_apply, redacted),
    )
    reason = _fault(entry.summary) or _overreach(patch.type, entry, speaker)
    if not reason and _leads_to_list(entry.summary, said):
        reason = "unfinished"
    if not reason and _obeys(entry, said):
        reason = "instruction"
    return Verdict(None if reason else replace(patch, entry=entry), reason, redacted)


def is_instruction(text: str) -> bool:
    """Tell whether *text* tells the memory or the agent what to do, as only a person may."""
    plain = _plain(text)
    return any(phrases.search(plain) for phrases in _INSTRUCTION)


def _without_secrets(text: str, redacted: Counter[str]) -> str:
    """Return *text* cleaned and without secrets, which are counted in *redacted*."""
    # Before the marks that some secrets are known by are cleaned away, and again without them.
    before = redact(text)
    after = redact(_clean(before.text))
    for finding in (*before.findings, *after.findings):
        redacted[finding.kind] += finding.count
    return after.text


def _fault(summary: str) -> str:
    """Return what makes *summary* no lasting statement of a fact."""
    if len(summary) < _shortest(summary):
        return "too_short"
    if len(summary) > _LONGEST:
        return "too_long"
    if _is_question(summary):
        return "question"
    # What stands in quotes is spoken about: `never leave "for now" in a comment`.
    said = _QUOTED.sub(" ", _plain(summary))
    return "temporary" if any(phrases.search(said) for phrases in _TEMPORARY) else ""


def _overreach(kind: MemoryType, entry: Entry, speaker: Speaker) -> str:
    """Return what only a person may do and *speaker*, being none, does."""
    if speaker is Speaker.PERSON:
        return ""
    if kind in (MemoryType.USER, MemoryType.FEEDBACK):
        return "not_typed"
    fields = (entry.summary, entry.why or "", entry.how_to_apply or "")
    return "instruction" if any(map(is_instruction, fields)) else ""


def _leads_to_list(summary: str, said: Sequence[str]) -> bool:
    """Tell whether a statement only says that a list follows: the facts are in the list."""
    lines = (
        collapse(line)
        for text in said
        if f"{summary}:" in collapse(text)
        for line in text.splitlines()
    )
    return any(line.endswith(f"{summary}:") for line in lines)


def _obeys(entry: Entry, said: Sequence[str]) -> bool:
    """Tell whether an entry is an order to the memory itself, or what such an order led to."""
    fields = filter(None, (entry.summary, entry.why, entry.how_to_apply))
    return any(map(gives_orders, fields)) or follows_order(entry.summary, said)


def _clean(text: str) -> str:
    return _BULLET.sub("", collapse(_UNSEEN.sub("", text)))


def _detail(text: str | None, redacted: Counter[str]) -> str | None:
    """Return a field beside the summary: cleaned, redacted, cut, or None when nothing is left."""
    shown = _without_secrets(text or "", redacted)
    if _MARK.search(shown) and not _states_something(shown):
        return None
    cut = _cut(shown)
    # A cut is a new end of a word, at which the rest may look like a secret it did not before.
    while (again := _cut(redact(cut).text)) != cut:
        cut = again
    return cut or None


def _cut(text: str) -> str:
    """Cut *text* at a word, or inside one where there is no blank for long, as in Chinese."""
    if len(text) <= _LONGEST:
        return text
    blank = text.rfind(" ", _LONGEST // 2, _LONGEST + 1)
    return text[: blank if blank > 0 else _LONGEST].rstrip()


def _shortest(text: str) -> int:
    return _SHORTEST_CJK if len(_CJK.findall(text)) * 2 >= len(text) else _SHORTEST


def _states_something(redacted: str) -> bool:
    """Tell whether *redacted* is still a statement without what was taken out."""
    clauses = _CLAUSE_END.split(redacted)
    said = " ".join(_MARK.sub("", text) for text in clauses if not _GIVES_VALUE.search(text))
    return sum(map(str.isalnum, said)) + len(_CJK.findall(said)) >= _SHORTEST


def _is_question(text: str) -> bool:
    end = text.rstrip(_CLOSERS)
    # Armenian sets its mark inside the word that asks; Greek may be typed with a semicolon.
    return (
        end.endswith(tuple(_QUESTION_MARKS))
        or "՞" in text
        or (end.endswith(";") and _GREEK.search(text) is not None)
    )


def _plain(text: str) -> str:
    return fold(text).replace("’", "'")


def _compile(
    spaced: Mapping[str, Iterable[str]], unspaced: Mapping[str, Iterable[str]]
) -> tuple[re.Pattern[str], ...]:
    words = "|".join(row for rows in spaced.values() for row in rows)
    parts = "|".join(row for rows in unspaced.values() for row in rows)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)"), re.compile(parts)


_TEMPORARY: Final = _compile(TEMPORARY, TEMPORARY_UNSPACED)
_INSTRUCTION: Final = _compile(INSTRUCTION, INSTRUCTION_UNSPACED)
