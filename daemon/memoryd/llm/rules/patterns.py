"""Turns a phrase of the language tables into a regular expression; `wording` explains the signs."""

import re
from collections.abc import Sequence
from itertools import dropwhile

from .wording import Wording, fold_letters

_GAPS = {"..": r"[^.,;:!?()]{0,40}?", "...": r".{0,90}?"}
_SIGNS = frozenset({"^", "$", ">", ":", *_GAPS})
_ANY_WORD, _ANY_ENDING = r"[\w'-]+", r"[\w'-]*"
_COLON = r"\s*[:：]\s*"
_PAUSE = r"[,;:(–—，；：、]\s*"


def parse_phrases(text: str) -> list[list[str]]:
    """Return the words and signs of each line of *text*.

    A lone group of words is parted, so that only its words with open ends are tried everywhere.
    """
    phrases: list[list[str]] = []
    for line in filter(None, map(str.strip, fold_letters(text).splitlines())):
        tokens = line.split()
        if len(tokens) == 1:
            words = line.split("|")
            parts = [[w for w in words if "*" not in w], [w for w in words if "*" in w]]
            phrases += [["|".join(part)] for part in parts if part]
        else:
            phrases.append(tokens)
    return phrases


def find_needs(tokens: Sequence[str], *, spaced: bool) -> list[frozenset[str]]:
    """Return groups of words of which a text with the phrase has at least one each.

    Without spaces between words, the first two letters stand for a word; a colon is one too.
    """

    def key(word: str) -> str:
        if not spaced:
            return word.partition("_")[0][:2]
        return max(re.split("[_-]", word.replace("'", "")), key=len)

    words = [
        frozenset(map(key, token.split("|")))
        for token in tokens
        if token not in _SIGNS and not token.startswith("!") and not token.endswith("?")
        if "*" not in token and ":" not in token
    ]
    return [*words, frozenset(":")] if ":" in tokens else words


def to_pattern(tokens: Sequence[str], table: Wording, *, anywhere: bool = False) -> str:
    """Return the pattern of a phrase; *anywhere*: whether or not a sentence or clause begins."""
    if anywhere:
        tokens = [token for token in tokens if token not in ("^", ">", "$")]
        tokens = list(dropwhile(_is_open, tokens)) or tokens
    edge_before, edge_after = (r"(?<![\w-])", r"(?![\w-])") if table.spaced else ("", "")
    blank = _blank(table)
    out: list[str] = []
    apart = ""  # what must come before the next word
    for token in tokens:
        if token in _SIGNS:
            out.append(_sign(token, table))
            apart = ""
        elif token.startswith("!"):
            out.append(f"(?!{apart}{_group(token[1:], blank)}{edge_after})")
        elif token.endswith("?"):
            word = _group(token[:-1], blank)
            out.append(f"(?:{apart}{word}{edge_after})?" if apart else f"(?:{word}{blank})?")
        elif ":" in token.split("|"):
            words = _group("|".join(word for word in token.split("|") if word != ":"), blank)
            out.append(f"(?:{apart}{words}{edge_after}|{_COLON})")
            apart = r"\s*"
        else:
            out.append(apart + _group(token, blank) + edge_after)
            apart = blank
    return ("" if tokens[0] in _SIGNS else edge_before) + "".join(out)


def _is_open(part: str) -> bool:
    """Tell whether *part* of a phrase asks for no word of its own."""
    return part == "*" or part in _GAPS or part.startswith("!") or part.endswith("?")


def _blank(table: Wording) -> str:
    return r"[\s,]+" if table.spaced else r"[\s,、，]*"


def _sign(token: str, table: Wording) -> str:
    match token:
        case "^":
            return "^"
        case "$":
            return r"\W*$"
        case ">":
            joins = _group(fold_letters(table.joins), _blank(table))
            return rf"(?:^|{_PAUSE}|\b{joins}{_blank(table)})"
        case ":":
            return _COLON
        case _:
            edge = r"\b" if table.spaced else ""
            return edge + _GAPS[token] + edge


def _group(token: str, blank: str) -> str:
    def one(word: str) -> str:
        if word == "*":
            return _ANY_WORD
        pattern = re.escape(word).replace("'", "'?").replace("_", blank)
        return pattern.replace(r"\*", _ANY_ENDING)

    longest_first = sorted(token.split("|"), key=len, reverse=True)
    return "(?:" + "|".join(map(one, longest_first)) + ")"
