"""A fact cut into its parts, each with its words as its other wordings have them, too."""

from collections.abc import Sequence
from typing import NamedTuple

from .grammars import NOT, Grammar, Role, grammar_of
from .words import Word


class Clause(NamedTuple):
    """A part of a fact: an adjunct begins with a marker (`in`, `when`), a head does not."""

    marker: str
    words: tuple[str, ...]


def cut(words: Sequence[Word]) -> list[Clause]:
    """Cut a fact at punctuation and where an adjunct begins."""
    grammar = grammar_of({word.text for word in words if not word.literal})
    spoken: list[Word] = []
    for word in words:
        if word.literal or "'" not in word.text:
            spoken.append(word)
        else:
            spoken += map(Word, grammar.split(word.text))
    roles = grammar.roles
    denied = any(roles.get(word.text) is Role.NEGATION for word in spoken if not word.literal)
    reader = _Reader(grammar, denied=denied)
    for word in spoken:
        reader.take(word)
    reader.end()
    return reader.clauses


class _Reader:
    def __init__(self, grammar: Grammar, *, denied: bool) -> None:
        self.clauses: list[Clause] = []
        self._grammar = grammar
        self._denied = denied
        self._marker = ""
        self._words: list[str] = []
        self._before = ""  # the word that stood before, as it was spoken
        self._is = False  # a form of `be` still waits for what is said of its subject
        self._denier_at = -1  # where a negation in two parts began

    def end(self) -> None:
        """End the part that is being read."""
        if self._marker or self._words:
            self.clauses.append(Clause(self._marker, tuple(self._words)))
            self._marker, self._words = "", []
        self._is, self._denier_at = False, -1

    def take(self, word: Word) -> None:
        """Read one word on."""
        if word.literal:
            self._words.append(word.text)
            self._is = False
        elif word.text:
            self._take_spoken(word.text)
        else:
            self.end()
        self._before = word.text

    def _take_spoken(self, word: str) -> None:
        match self._grammar.roles.get(word):
            case Role.MARKER:
                self.end()
                self._marker = word
            case Role.SUBJECT:
                self._begin_head()
            case Role.DENIER:
                self._denier_at = len(self._words)
            case Role.NEGATION:
                self._deny()
            case Role.COPULA:
                self._is = True
            case Role.ALWAYS if self._denied:  # `not always` is another thing than `not`
                self._add(word)
            case Role.DUTY if self._grammar.roles.get(self._before) is not Role.SUBJECT:
                self._add(word)  # but `you must use` is `use`
            case Role.VERB:
                self._begin_head()
                self._add(word)
            case None:
                self._add(word)

    def _begin_head(self) -> None:
        """End an adjunct that no comma ends: `in this repository we use`."""
        if self._marker and self._words:
            self.end()

    def _deny(self) -> None:
        if self._before in self._grammar.auxiliaries and self._words[-1:] == [self._before]:
            self._words.pop()  # `do not` says no more than `not`
        at = self._denier_at if self._denier_at >= 0 else len(self._words)
        self._words.insert(at, NOT)
        self._denier_at = -1

    def _add(self, word: str) -> None:
        grammar = self._grammar
        verb = grammar.verb_of(word)
        if self._is and verb and word.endswith("ing"):
            self._words.append(verb)
        elif self._is and verb:
            self._turn(verb)
        elif verb and self._marker in grammar.moments and not self._words:
            self._words.append(verb)  # `before committing` is `before you commit`
        else:
            self._words.append(grammar.base(word))
        self._is = False

    def _turn(self, verb: str) -> None:
        """Say in the active voice what is said in the passive: `tests are run`, `run tests`."""
        grammar = self._grammar
        lead = [word for word in self._words if word in grammar.moods]
        rest = [
            word
            for word in self._words
            if word not in grammar.moods and grammar.roles.get(word) is not Role.DUTY
        ]
        self._words = [*lead, verb, *rest]
