"""Light stemming: enough that the forms of one word meet, little enough to stay predictable.

The result is a key for comparing, not a word for reading. English is stemmed by its suffixes and
a table of irregular verbs, Russian and its neighbours by the endings of their nouns; words of
other scripts are left as they are.
"""

import re
from typing import Final

_VOWELS: Final = frozenset("aeiouy")
_KEEP_DOUBLE: Final = frozenset("lsz")

# Suffix, what replaces it, and the letters that must be left before it. First match wins.
_SUFFIXES: Final = (
    ("ization", "ize", 3),
    ("isation", "ize", 3),
    ("ational", "ate", 3),
    ("iveness", "ive", 3),
    ("fulness", "ful", 3),
    ("ability", "able", 3),
    ("ibility", "ible", 3),
    ("ements", "", 4),
    ("ement", "", 4),
    ("ments", "", 4),
    ("ment", "", 4),
    ("ising", "ize", 3),
    ("ised", "ize", 3),
    ("ise", "ize", 4),
    ("ness", "", 4),
    ("ally", "al", 3),
    ("able", "", 4),
    ("ible", "", 4),
    ("tion", "t", 3),
    ("sion", "s", 4),
    ("ful", "", 4),
    ("ly", "", 4),
    ("al", "", 5),
    ("er", "", 4),
    ("or", "", 5),
)

_IRREGULAR: Final = {
    form: forms.split()[0]
    for forms in (
        "be am is are was were been being",
        "become became",
        "begin began begun",
        "break broke broken",
        "bring brought",
        "buy bought",
        "catch caught",
        "choose chose chosen",
        "come came",
        "deal dealt",
        "do did done does",
        "draw drew drawn",
        "drive drove driven",
        "eat ate eaten",
        "fall fell fallen",
        "feed fed",
        "feel felt",
        "fight fought",
        "find found",
        "fly flew flown",
        "forget forgot forgotten",
        "freeze froze frozen",
        "get got gotten",
        "give gave given",
        "go went gone goes",
        "grow grew grown",
        "hang hung",
        "have has had",
        "hear heard",
        "hide hid hidden",
        "hold held",
        "keep kept",
        "know knew known",
        "lead led",
        "leave left",
        "lend lent",
        "lose lost",
        "make made",
        "mean meant",
        "meet met",
        "pay paid",
        "ride rode ridden",
        "rise rose risen",
        "run ran",
        "say said",
        "see saw seen",
        "sell sold",
        "send sent",
        "shake shook shaken",
        "shoot shot",
        "shrink shrank shrunk",
        "sing sang sung",
        "sink sank sunk",
        "sleep slept",
        "speak spoke spoken",
        "spend spent",
        "stand stood",
        "steal stole stolen",
        "stick stuck",
        "swim swam swum",
        "take took taken",
        "teach taught",
        "tell told",
        "think thought",
        "throw threw thrown",
        "understand understood",
        "wake woke woken",
        "wear wore worn",
        "win won",
        "write wrote written",
        "child children",
        "man men",
        "woman women",
        "person people",
        "foot feet",
        "mouse mice",
    )
    for form in forms.split()
}

_LATIN: Final = re.compile(r"[a-z]+")
_CYRILLIC: Final = re.compile(r"[\u0400-\u04ff]+")

_CYRILLIC_ENDINGS: Final = (
    "ться тся ать ить еть ять ами ями ими ыми ого его ому ему иям иях ием ові ах ях ов ев ів ей ой "
    "ий ый ые ие ая яя ое ее ым им ых их ую юю ою ею ом ем ам ям ия ии ию а я о е и ы у ю ь й є і ї"
)
_ENDINGS: Final = frozenset(_CYRILLIC_ENDINGS.split())
_LONGEST_ENDING: Final = 4


def stem(word: str) -> str:
    """Return the key shared by the forms of *word*, which is case-folded already."""
    if _LATIN.fullmatch(word):
        return _stem_english(word)
    if _CYRILLIC.fullmatch(word):
        return _stem_cyrillic(word)
    return word


def irregular(word: str) -> str | None:
    """Return the base of an irregular English form, None for a regular one and for a base."""
    base = _IRREGULAR.get(word, word)
    return None if base == word else base


def _stem_english(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if len(word) < 4:
        return word
    word = _drop_inflection(_drop_plural(word))
    for suffix, instead, least in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            word = word.removesuffix(suffix) + instead
            break
    if len(word) > 4:
        word = word.removesuffix("e")
    if len(word) > 3 and word[-1] == "y" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    return word


def _drop_plural(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word.removesuffix("ies") + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word.removesuffix("es")
    return word.removesuffix("s")


def _drop_inflection(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word.removesuffix("ied") + "y"
    for suffix in ("ing", "ed"):
        if word.endswith(suffix):
            return _restore(word, word.removesuffix(suffix))
    return word


def _restore(word: str, base: str) -> str:
    """Undo what English does to a base before -ing and -ed: a doubled letter, a lost e."""
    if len(base) < 2 or _VOWELS.isdisjoint(base):
        return word
    if base[-1] == base[-2] and base[-1] not in _VOWELS | _KEEP_DOUBLE:
        return base[:-1] if len(base) > 3 else base
    short = len(base) <= 3 and base[-1] not in _VOWELS | frozenset("wxy")
    if short and (len(base) < 3 or base[-2] in _VOWELS) and base[-3:-2] not in _VOWELS:
        return base + "e"
    return base


def _stem_cyrillic(word: str) -> str:
    word = word.replace("ё", "е")
    for size in range(min(_LONGEST_ENDING, len(word) - 4), 0, -1):
        if word[-size:] in _ENDINGS:
            return word[:-size]
    return word
