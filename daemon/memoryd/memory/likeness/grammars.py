"""What each language adds to a fact without saying more: articles, subjects, copulas, inflection.

Negations become one sign, prepositions and conjunctions begin an adjunct. Every other word counts.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from memoryd.memory.search.stems import stem

from . import english

NOT: Final = "¬"

_NONE: Final[frozenset[str]] = frozenset()


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _no_verb(_: str) -> None:
    return None


class Role(Enum):
    """What a word does in a sentence; a word without a role is what the sentence speaks of."""

    DROPPED = auto()  # it says nothing
    ALWAYS = auto()  # nor does this, where nothing is denied
    NEGATION = auto()
    DENIER = auto()  # it announces a negation: `ne … pas`
    SUBJECT = auto()  # whom an order is for
    COPULA = auto()
    DUTY = auto()  # after a subject, and in the passive, no more than an order
    MARKER = auto()  # it begins an adjunct
    VERB = auto()  # a known form of a verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One language.

    After `moments` a participle stands for a verb; `moods` go with the verb when a passive is
    turned.
    """

    roles: Mapping[str, Role]
    noun: Callable[[str], str]
    verbs: Mapping[str, str] = field(default_factory=dict)
    verb_of: Callable[[str], str | None] = _no_verb
    contractions: Mapping[str, str] = field(default_factory=dict)
    elides: bool = False
    auxiliaries: frozenset[str] = _NONE
    moods: frozenset[str] = _NONE
    moments: frozenset[str] = _NONE

    def base(self, word: str) -> str:
        """Return what the forms of *word* have in common."""
        return self.verbs.get(word) or self.noun(word)

    def split(self, word: str) -> list[str]:
        """Return the words that were drawn into one by an apostrophe."""
        if word in self.contractions:
            return self.contractions[word].split()
        if self.elides:
            return word.split("'")
        return [word.removesuffix("'s")]


def _roles(
    *,
    drops: str,
    always: str,
    negations: str,
    pronouns: str,
    copulas: str,
    markers: str,
    deniers: str = "",
    duties: str = "",
    verbs: Iterable[str] = (),
) -> dict[str, Role]:
    rows = (
        (Role.VERB, verbs),
        (Role.DROPPED, drops.split()),
        (Role.ALWAYS, always.split()),
        (Role.DENIER, deniers.split()),
        (Role.SUBJECT, pronouns.split()),
        (Role.COPULA, copulas.split()),
        (Role.DUTY, duties.split()),
        (Role.MARKER, markers.split()),
        (Role.NEGATION, negations.split()),
    )
    return {word: role for role, words in rows for word in words}


def _plural(word: str) -> str:
    """Return a Romance noun without its plural."""
    if len(word) < 5 or not word.endswith("s"):
        return word
    return word[:-2] if word[-2] == "e" and word[-3] in "rldnz" else word[:-1]


def _forms(rows: dict[str, str]) -> dict[str, str]:
    """Return each form of some verbs and the form that stands for all: endings, then stems."""
    return {
        stem_ + ending.strip("-"): stem_ + endings.split()[0].strip("-")
        for endings, stems in rows.items()
        for stem_ in stems.split()
        for ending in endings.split()
    }


_ENGLISH: Final = Grammar(
    roles=_roles(
        drops="the a an this our please kindly ever",
        always="always",
        negations="not never",
        pronouns="we you",
        copulas="is are be am",
        markers=(
            "in on at with without for from to by via into onto under over before after during "
            "through per when whenever while if unless until because since within outside inside "
            "against between as about around across behind rather instead than"
        ),
        duties="must should",
    ),
    noun=english.base,
    verb_of=english.verb_of,
    contractions={
        **{
            f"{verb}n't": f"{verb} not"
            for verb in _set(
                "do does did is are was were should must would could have has had need"
            )
        },
        **{f"{who}'re": f"{who} are" for who in ("we", "you", "they")},
        **{f"{who}'s": f"{who} is" for who in ("it", "that", "there", "he", "she")},
        **{f"{who}'ve": f"{who} have" for who in ("i", "we", "you", "they")},
        **{f"{who}'ll": f"{who} will" for who in ("i", "we", "you", "they", "it")},
        "can't": "can not",
        "cannot": "can not",
        "won't": "will not",
        "i'm": "i am",
    },
    auxiliaries=_set("do does"),
    moods=_set("can could may might will would was were") | {NOT},
    moments=_set("before after when whenever while"),
)


def _german_base(word: str) -> str:
    if len(word) < 5:
        return word
    for ending in ("en", "e", "n", "s"):
        if word.endswith(ending):
            return word.removesuffix(ending)
    return word


_GERMAN_VERBS: Final = _forms(
    {
        "e en et": "verwend",
        "e en t": "nutz benutz schreib start leg nenn prüf bau bevorzug",
    }
)
_GERMAN: Final = Grammar(
    roles=_roles(
        drops="der die das den dem des ein eine einen einem einer eines bitte dieser dieses",
        always="immer stets grundsätzlich",
        negations="nicht nie niemals",
        pronouns="wir",
        copulas="ist sind",
        markers=(
            "in im ins an am auf mit ohne für von vom zu zum zur bei beim vor nach während durch "
            "aus wenn falls sobald bevor nachdem weil da bis seit innerhalb außerhalb gegen "
            "zwischen unter über als statt anstatt"
        ),
        verbs=_GERMAN_VERBS,
    ),
    noun=_german_base,
    verbs=_GERMAN_VERBS,
)

_FRENCH_VERBS: Final = _forms(
    {
        "e er ez ons ent es": (
            "utilis lanc exécut déploi déploy install test nomm ajout gard parl préfèr préfér "
            "évit modifi cré vérifi appel demand configur travaill développ appliqu compil regard "
            "supprim"
        ),
        "is ire ivez ivons ivent": "écr",
        "s re ez ons ent": "répond",
        "s tre tez tons tent": "met",
    }
)
_FRENCH: Final = Grammar(
    roles=_roles(
        drops="le la les l un une ce cette cet",
        always="toujours",
        negations="pas jamais",
        pronouns="nous on",
        copulas="est sont",
        markers=(
            "dans en sur avec sans pour par à au aux depuis avant après pendant lors chez vers "
            "sous entre si quand lorsque lorsqu dès parce car jusqu jusque contre comme plutôt"
        ),
        deniers="ne n",
        verbs=_FRENCH_VERBS,
    ),
    noun=_plural,
    contractions={"aujourd'hui": "aujourd'hui"},
    elides=True,
    verbs=_FRENCH_VERBS,
)

_SPANISH_VERBS: Final = _forms(
    {
        "a ar amos ad e es en emos ando as": (
            "us utiliz ejecut instal evit guard llam cre compil trabaj respet configur necesit "
            "revis desarroll"
        ),
        "e er emos ed as a an amos": "respond",
        "e ir imos id as a an amos": "escrib añad",
        "iega egar egamos iegues iegue ieguen eguemos": "despl",
    }
)
_SPANISH: Final = Grammar(
    roles=_roles(
        drops="el la los las un una unos unas este esta",
        always="siempre",
        negations="no nunca jamás",
        pronouns="nosotros",
        copulas="es son está están",
        markers=(
            "en con sin para por a al de del desde hasta antes después durante cuando si mientras "
            "porque según sobre bajo entre contra como dentro fuera ante vez"
        ),
        verbs=_SPANISH_VERBS,
    ),
    noun=_plural,
    verbs=_SPANISH_VERBS,
)

_PORTUGUESE_VERBS: Final = _forms(
    {
        "a ar amos e es em emos ando as": (
            "us utiliz execut instal evit guard cham cri compil trabalh respeit configur revis rod"
        ),
        "e er emos a as am": "respond escrev",
    }
)
_PORTUGUESE: Final = Grammar(
    roles=_roles(
        drops="o a os as um uma uns umas este esta",
        always="sempre",
        negations="não nunca jamais",
        pronouns="nós você vocês",
        copulas="é são está estão",
        markers=(
            "em no na nos nas num numa com sem para por pelo pela à ao aos às de do da dos das "
            "desde até antes depois durante quando se enquanto porque segundo sobre sob entre "
            "contra como dentro fora ante vez"
        ),
        verbs=_PORTUGUESE_VERBS,
    ),
    noun=_plural,
    verbs=_PORTUGUESE_VERBS,
)

_RUSSIAN_VERBS: Final = _forms(
    {
        "уй уйте овать уем уют ует": "использ тестир",
        "й йте ть ем ют ет": "запуска дела работа",
        "и ите ем ут ет ать": "пиш",
    }
)
_RUSSIAN: Final = Grammar(
    roles=_roles(
        drops="пожалуйста никогда этот эта это",
        always="всегда",
        negations="не",
        pronouns="мы",
        copulas="",
        markers=(
            "в во на с со без для из от до по к ко при перед после через под над за о об между "
            "когда если пока чтобы потому вместо внутри вне против как"
        ),
        verbs=_RUSSIAN_VERBS,
    ),
    noun=stem,
    verbs=_RUSSIAN_VERBS,
)

_LATIN: Final = (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _PORTUGUESE)


_KNOWN_BY: Final = {
    word: tuple(at for at, grammar in enumerate(_LATIN) if word in grammar.roles)
    for word in frozenset().union(*(grammar.roles for grammar in _LATIN))
}


def grammar_of(words: Collection[str]) -> Grammar:
    """Return the grammar that knows most of *words*.

    English, where only one plain word speaks for another: `os` is not always an article.
    """
    votes = [0] * len(_LATIN)
    for word in words:
        if "\u0400" <= word[:1] <= "\u04ff":
            return _RUSSIAN
        for part in word.split("'"):
            for at in _KNOWN_BY.get(part, ()):
                votes[at] += 1 if part.isascii() else 2
    most = max(votes)
    return _LATIN[votes.index(most)] if most > 1 else _ENGLISH
