"""A fact cut into its parts, each with its words as its other wordings have them, too."""

from collections.abc import Sequence
from typing import NamedTuple

from .grammars import NOT, Grammar, grammar_of
from .words import BREAK, Word


class Clause(NamedTuple):
    """A part of a fact: an adjunct begins with a marker (`in`, `when`), a head does not."""

    marker: str
    words: tuple[str, ...]


def cut(words: Sequence[Word]) -> list[Clause]:
    """Cut a fact at punctuation and where an adjunct begins."""
    grammar = grammar_of({word.text for word in words if not word.literal})
    spoken = [
        part
        for word in words
        for part in (
            [word] if word.literal or word == BREAK else map(Word, grammar.split(word.text))
        )
    ]
    negated = any(word.text in grammar.negations for word in spoken if not word.literal)
    reader = _Reader(grammar, drops=grammar.drops | (frozenset() if negated else grammar.always))
    for word in spoken:
        reader.take(word)
    reader.end()
    return reader.clauses


class _Reader:
    def __init__(self, grammar: Grammar, *, drops: frozenset[str]) -> None:
        self.clauses: list[Clause] = []
        self._grammar = grammar
        self._drops = drops
        self._marker = ""
        self._words: list[str] = []
        self._before = ""  # the word that stood before, as it was spoken
        self._is = False  # a form of `be` still waits for what is said of its subject
        self._denied_at = -1  # where a negation in two parts began

    def end(self) -> None:
        """End the part that is being read."""
        if self._marker or self._words:
            self.clauses.append(Clause(self._marker, tuple(self._words)))
        self._marker, self._words, self._is, self._denied_at = "", [], False, -1

    def take(self, word: Word) -> None:
        """Read one word on."""
        if word == BREAK:
            self.end()
        elif word.literal:
            self._words.append(word.text)
            self._is = False
        else:
            self._take_spoken(word.text)
        self._before = word.text

    def _take_spoken(self, word: str) -> None:
        grammar = self._grammar
        if word in grammar.markers:
            self.end()
            self._marker = word
        elif word in grammar.pronouns:
            if self._marker and self._words:
                self.end()  # `in this repository we use`, as below
        elif word in grammar.deniers:
            self._denied_at = len(self._words)
        elif word in grammar.negations:
            self._deny()
        elif word in grammar.copulas:
            self._is = True
        elif word not in self._drops and not self._obliges(word):
            self._add(word)

    def _deny(self) -> None:
        if self._before in self._grammar.auxiliaries and self._words[-1:] == [self._before]:
            self._words.pop()  # `do not` says no more than `not`
        at = self._denied_at if self._denied_at >= 0 else len(self._words)
        self._words.insert(at, NOT)
        self._denied_at = -1

    def _obliges(self, word: str) -> bool:
        """Tell whether *word* makes an order of what is one anyhow: `you must use`."""
        return word in self._grammar.duties and self._before in self._grammar.pronouns

    def _add(self, word: str) -> None:
        if word in self._grammar.verbs and self._marker and self._words:
            self.end()  # `in this repository use`: here the head begins
        verb = self._grammar.verb_of(word)
        if self._is and verb and word.endswith("ing"):
            self._words.append(verb)
        elif self._is and verb:
            self._turn(verb)
        elif verb and self._marker in self._grammar.moments and not self._words:
            self._words.append(verb)  # `before committing` is `before you commit`
        else:
            self._words.append(self._grammar.base(word))
        self._is = False

    def _turn(self, verb: str) -> None:
        """Say in the active voice what is said in the passive: `tests are run`, `run tests`."""
        moods = self._grammar.moods
        lead = [word for word in self._words if word in moods]
        rest = [word for word in self._words if word not in moods | self._grammar.duties]
        self._words = [*lead, verb, *rest]
