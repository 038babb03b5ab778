"""What each language adds to a fact without saying more: articles, subjects, copulas, inflection.

Negations become one sign, prepositions and conjunctions begin an adjunct. Every other word counts.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from memoryd.memory.search.stems import stem

from . import english

NOT: Final = "¬"

_NONE: Final[frozenset[str]] = frozenset()


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _no_verb(_: str) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One language.

    `deniers` announce a negation that comes later (`ne … pas`), `moods` go with the verb when a
    passive is turned, `duties` say no more than an order does, after `moments` a participle
    stands for a verb.
    """

    drops: frozenset[str]
    always: frozenset[str]
    negations: frozenset[str]
    pronouns: frozenset[str]
    copulas: frozenset[str]
    markers: frozenset[str]
    noun: Callable[[str], str]
    verbs: Mapping[str, str] = field(default_factory=dict)
    verb_of: Callable[[str], str | None] = _no_verb
    contractions: Mapping[str, str] = field(default_factory=dict)
    elides: bool = False
    deniers: frozenset[str] = _NONE
    auxiliaries: frozenset[str] = _NONE
    moods: frozenset[str] = _NONE
    duties: frozenset[str] = _NONE
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

    def share(self, words: Collection[str]) -> int:
        """Return how many of *words* are function words of this language."""
        known = (self.drops, self.always, self.negations, self.pronouns, self.copulas, self.markers)
        return sum(
            any(part in group for group in known) for word in words for part in self.split(word)
        )


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
    drops=_set("the a an this our please kindly that"),
    always=_set("always ever"),
    negations=_set("not never"),
    pronouns=_set("we you"),
    copulas=_set("is are be am"),
    markers=_set(
        "in on at with without for from to by via into onto under over before after during through "
        "per when whenever while if unless until because since within outside inside against "
        "between as about around across behind rather instead than"
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
    duties=_set("must should"),
    moments=_set("before after when whenever while"),
)


def _german_base(word: str) -> str:
    if len(word) < 5:
        return word
    for ending in ("en", "e", "n", "s"):
        if word.endswith(ending):
            return word.removesuffix(ending)
    return word


_GERMAN: Final = Grammar(
    drops=_set("der die das den dem des ein eine einen einem einer eines bitte dieser dieses"),
    always=_set("immer stets grundsätzlich"),
    negations=_set("nicht nie niemals"),
    pronouns=_set("wir"),
    copulas=_set("ist sind"),
    markers=_set(
        "in im ins an am auf mit ohne für von vom zu zum zur bei beim vor nach während durch aus "
        "wenn falls sobald bevor nachdem weil da bis seit innerhalb außerhalb gegen zwischen unter "
        "über als statt anstatt"
    ),
    verbs=_forms(
        {
            "e en et": "verwend",
            "e en t": "nutz benutz schreib start leg nenn prüf bau bevorzug",
        }
    ),
    noun=_german_base,
)

_FRENCH: Final = Grammar(
    drops=_set("le la les l un une ce cette cet"),
    always=_set("toujours"),
    negations=_set("pas jamais"),
    pronouns=_set("nous on"),
    copulas=_set("est sont"),
    markers=_set(
        "dans en sur avec sans pour par à au aux depuis avant après pendant lors chez vers sous "
        "entre si quand lorsque lorsqu dès parce car jusqu jusque contre comme plutôt"
    ),
    verbs=_forms(
        {
            "e er ez ons ent es": (
                "utilis lanc exécut déploi déploy install test nomm ajout gard parl préfèr préfér "
                "évit modifi command cré vérifi appel demand command configur travaill "
                "développ appliqu document compil poss regard supprim"
            ),
            "is ire ivez ivons ivent": "écr",
            "s re ez ons ent": "répond",
            "ts tre tez ttons ttent ttez": "me",
        }
    ),
    noun=_plural,
    contractions={"aujourd'hui": "aujourd'hui"},
    elides=True,
    deniers=_set("ne n"),
)

_SPANISH: Final = Grammar(
    drops=_set("el la los las un una unos unas este esta"),
    always=_set("siempre"),
    negations=_set("no nunca jamás"),
    pronouns=_set("nosotros"),
    copulas=_set("es son está están"),
    markers=_set(
        "en con sin para por a al de del desde hasta antes después durante cuando si mientras "
        "porque según sobre bajo entre contra como dentro fuera ante vez"
    ),
    verbs=_forms(
        {
            "a ar amos ad an e es en emos ando as": (
                "us utiliz ejecut instal nombr evit guard llam cre compil document trabaj "
                "respet configur necesit revis desarroll program"
            ),
            "aga acer acemos aced agas agan ace": "h",
            "ecuta": "ej",
            "e er emos ed en as a an amos": "corr deb respond",
            "e ir imos id en as a an amos": "escrib añad",
            "ega egar egues egue egan egamos eguemos": "despl",
            "iega iegues iegue iegan": "despl",
        }
    ),
    noun=_plural,
)

_PORTUGUESE: Final = Grammar(
    drops=_set("o a os as um uma uns umas este esta"),
    always=_set("sempre"),
    negations=_set("não nunca jamais"),
    pronouns=_set("nós você vocês"),
    copulas=_set("é são está estão"),
    markers=_set(
        "em no na nos nas num numa com sem para por pelo pela à ao aos às de do da dos das desde "
        "até antes depois durante quando se enquanto porque segundo sobre sob entre contra como dentro "
        "fora ante vez"
    ),
    verbs=_forms(
        {
            "a ar amos am e es em emos ando as": (
                "us utiliz execut instal evit guard cham cri compil document trabalh respeit "
                "configur precis revis rod test implant"
            ),
            "e er emos em a as am": "corr dev respond escrev",
        }
    ),
    noun=_plural,
)

_RUSSIAN: Final = Grammar(
    drops=_set("пожалуйста никогда этот эта это"),
    always=_set("всегда"),
    negations=_set("не"),
    pronouns=_set("мы"),
    copulas=_NONE,
    markers=_set(
        "в во на с со без для из от до по к ко при перед после через под над за о об между когда "
        "если пока чтобы потому вместо внутри вне против как"
    ),
    verbs=_forms(
        {
            "уй уйте овать уем уют ует": "использ тестир",
            "й йте ть ем ют ет": "запуска дела работа",
            "и ите ем ут ет ать": "пиш",
        }
    ),
    noun=stem,
)

_LATIN: Final = (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _PORTUGUESE)


def grammar_of(words: Collection[str]) -> Grammar:
    """Return the grammar that knows most of *words*; English where none does."""
    if any("\u0400" <= word[:1] <= "\u04ff" for word in words):
        return _RUSSIAN
    return max(_LATIN, key=lambda grammar: grammar.share(words))
