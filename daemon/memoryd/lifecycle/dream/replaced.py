"""How people say that something no longer holds, and what came in its place.

A template is a pattern with {old} and, where it is said, {new}; it is matched on folded text
within one clause. Each language has a line of words that tell nothing about the matter, too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from memoryd.domain import fold
from memoryd.llm import fold_letters


@dataclass(frozen=True, slots=True, kw_only=True)
class _Language:
    templates: str  # one a line
    weak: str  # verbs and fillers of such sentences
    spaced: bool = True


_USE = r"use|using|choose|prefer|take|run|write"
_LANGUAGES = (
    _Language(
        templates=rf"""
            (?:no longer|stopped) {{old}}$
            (?:don't|do not|doesn't|does not) {{old}} (?:any ?more|any longer)$
            (?:{_USE}) {{new}} (?:instead of|rather than|in place of) {{old}}$
            ^(?:instead of|rather than|in place of) {{old}},? (?:{_USE}) {{new}}$
            (?:moved|migrated|switched|changed|went)(?: over)? from {{old}} to {{new}}$
            (?:moved|migrated|switched) {{about}} from {{old}} to {{new}}$
            (?:replaced|swapped) {{old}} (?:with|by|for) {{new}}$
            ^{{old}} (?:is|was|are|were|has been|have been|got)(?: now)? (?:replaced|superseded) by {{new}}$
            ^{{old}} (?:is|was|are|were|has been|have been)(?: now)? (?:deprecated|retired|gone|abolished)$
            ^{{new}} (?:replaces|replaced|supersedes|superseded) {{old}}$
        """,
        weak=(
            "use used uses using run runs running go goes keep keeps live lives is are we our with "
            "through via by no longer not instead of rather than from to anymore any more "
            "moved migrated switched changed replaced replaces prefer choose"
        ),
    ),
    _Language(
        templates=r"""
            (?:nicht mehr|keine? mehr) {old}$
            (?:statt|anstatt|anstelle von) {old},? (?:nutzen wir |verwenden wir |nimm |nutze |verwende )?{new}$
            (?:nutze|nutzen|verwende|verwenden|nimm) {new} (?:statt|anstatt|anstelle von) {old}$
            (?:von) {old} (?:auf|zu|nach) {new} (?:umgestellt|gewechselt|umgezogen|migriert)$
            ^{old} (?:ist|wurde|sind|wurden) (?:durch|von) {new} (?:ersetzt|abgelöst)(?: worden)?$
            ^{old} (?:ist|sind|gilt als|wurde|wurden) (?:veraltet|abgeschafft|abgelöst)$
        """,
        weak=(
            "nutze nutzen nutzt verwende verwenden verwendet wird werden läuft laufen über mit nimm wir "
            "unser unsere nicht mehr statt anstatt von auf zu nach die der das den dem ist sind sich"
        ),
    ),
    _Language(
        templates=r"""
            (?:n'utilis\w+|n'emplo\w+) plus {old}$
            (?:utilis\w+|emplo\w+|prend\w*) {new} (?:au lieu de|à la place de|plutôt que) {old}$
            ^(?:au lieu de|à la place de|plutôt que) {old},? (?:utilis\w+ |on utilise )?{new}$
            (?:passés?|migrés?|migré) de {old} (?:à|vers) {new}$
            ^{old} (?:est|sont|a été|ont été) remplacée?s? par {new}$
            ^{old} (?:est|sont) (?:obsolètes?|abandonnée?s?)$
        """,
        weak=(
            "utiliser utilise utilisons utilisez employer pour le la les l' du de des un une est sont on "
            "nous avec par plus n'utilise n'utilisons au lieu vers passe sommes avons"
        ),
    ),
    _Language(
        templates=r"""
            ya no (?:se )?(?:usamos|usa|usan|uses|utilizamos|utiliza) {old}$
            (?:usa|usar|usamos|usad|utiliza|utilizar) {new} en (?:vez|lugar) de {old}$
            ^en (?:vez|lugar) de {old},? (?:usa|usar|usamos|utiliza|utilizar) {new}$
            (?:pasamos|migramos|cambiamos) de {old} a {new}$
            ^{old} (?:fue|ha sido|está|es|fueron) (?:reemplazad[oa]s?|sustituid[oa]s?) por {new}$
            ^{old} (?:está|están|es|quedó) (?:obsolet[oa]s?|en desuso)$
        """,
        weak=(
            "usa usar usamos usan utiliza utilizar utilizamos ya no se el la los las un una de del para "
            "con en por es son a vez lugar pasamos migramos"
        ),
    ),
    _Language(
        templates=r"""
            (?:não|nao) (?:usamos|usa|usam|use|utilizamos) mais {old}$
            (?:use|usar|usamos|utilize|utilizar) {new} em (?:vez|lugar) de {old}$
            ^em (?:vez|lugar) de {old},? (?:use|usar|usamos|utilize) {new}$
            (?:migramos|mudamos|passamos) (?:de|do|da) {old} (?:para|pra) (?:o |a )?{new}$
            ^{old} (?:foi|foram) (?:substituíd[oa]s?|trocad[oa]s?) por {new}$
            ^{old} (?:está|estão|ficou) (?:obsolet[oa]s?|descontinuad[oa]s?)$
        """,
        weak=(
            "use usar usa usamos usam utilize utilizar o a os as um uma de do da para com em por mais "
            "não é são vez lugar migramos mudamos passamos"
        ),
    ),
    _Language(
        templates=r"""
            больше не (?:используем|использовать|используй|используйте|применяем) {old}$
            (?:используй|используйте|используем|использовать|применяй) {new} вместо {old}$
            ^вместо {old},? (?:используй|используйте|используем|использовать) {new}$
            (?:перешли|переехали|мигрировали) с {old} на {new}$
            ^{old} (?:заменён|заменен|заменили|заменена|заменено) на {new}$
            ^{old} (?:устарел|устарела|устарело|устарели)$
        """,
        weak=(
            "используй используйте используем использовать применяем мы для в на с и больше не вместо "
            "перешли переехали через"
        ),
    ),
    _Language(
        spaced=False,
        templates=r"""
            不再(?:使用|用|需要|支持)?{old}$
            (?:用|使用|改用){new}(?:代替|取代|替代|替换|而不是|而不用){old}$
            ^(?:不要用|别用|不用){old}[,，]?(?:改用|而用|用){new}$
            从{old}(?:迁移|切换|换|改|转|迁)(?:到|成|为|至){new}$
            ^{old}(?:已经?)?被{new}(?:取代|替代|替换|代替)了?$
            ^{old}(?:已经?)?(?:弃用|废弃|停用|作废)了?$
        """,
        weak="的了在用使我们们把从到不再已经被是改迁移切换代替取代请",
    ),
    _Language(
        spaced=False,
        templates=r"""
            (?:もう|今後は){old}(?:は|を)(?:使わない|使いません|使っていない|使っていません)$
            ^{old}(?:の代わりに|ではなく、?|じゃなくて、?){new}を(?:使う|使います|使って|使用する|使用)\w*$
            {old}から{new}(?:に|へ)(?:移行|切り替え|乗り換え|変更|移)\w*$
            ^{old}は{new}に(?:置き換え|取って代わ)\w*$
            ^{old}は(?:非推奨|廃止|使われなくな)\w*$
        """,
        weak="のはをにへがでとももう使用うすまいっててるたからしです今後代わり移行切り替え変更",
    ),
    _Language(
        spaced=False,
        templates=r"""
            더 ?이상 {old}(?:을|를|은|는)? (?:사용|쓰)\w*(?: 않\w*)?$
            ^{old} 대신(?:에)? {new}(?:을|를)? (?:사용|쓰|써)\w*$
            {old}에서 {new}(?:으로|로) (?:이전|전환|변경|옮|마이그레이션|바꿨|바꾸)\w*$
            ^{old}(?:은|는|이|가) {new}(?:으로|로) (?:대체|교체)\w*$
            ^{old}(?:은|는|이|가) (?:폐기|더 ?이상 사용되지)\w*(?: 않\w*)?$
        """,
        weak="을를은는이가로으에서사용쓰씁하한합했니다우리더상대신않전환",
    ),
)
_NEGATED = re.compile(
    r"\b(?:not|never|avoid|no|don't|doesn't|nicht|kein\w*|nie|jamais|ne|pas|sans|nunca|no|não|nao|sem|"
    r"не|нет|никогда|без)\b|n't\b|[不别勿没無]|ない|ません|않|말\s?것|금지|禁止"
)
_UNSURE = re.compile(
    r"[??]|\b(?:may|might|could|plan\w*|consider\w*|maybe|perhaps|if|unless|until|when|except|"
    r"will|want\w*|should we|wenn|falls|vielleicht|peut-être|si|quizás?|talvez|se|если|может)\b|"
    r"如果|可能|也许|考虑|打算|かもしれ|もし|予定|만약|예정|아마"
)
_CLAUSE_END = re.compile(
    r"[.!?;。！？；](?=\s|$)|[。！？；，,](?!\S*/)|\s[-–—]\s|\s(?:because|since|so that|due to|weil|da|"
    r"parce que|car|porque|pois|потому что|так как)\s|因为|ので|왜냐"
)
_WHAT = r"(?P<{}>\S+(?: \S+){{0,5}}?)"
_UNSPACED_WHAT = r"\s?(?P<{}>[^,，。、]{{1,24}}?)\s?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """What no longer holds, what came in its place if that is said, and the rest of the clause."""

    old: str
    new: str
    about: str


def find_replaced(text: str) -> list[Replaced]:
    """Return what the statement *text* says no longer to hold; nothing when it is in doubt."""
    folded = fold(text)
    if _UNSURE.search(folded):
        return []
    return [
        found
        for clause in filter(None, map(str.strip, _CLAUSE_END.split(folded)))
        for pattern in _patterns()
        for found in _read(pattern, clause)
    ]


def is_negated(text: str) -> bool:
    """Tell whether a statement says no to something."""
    return _NEGATED.search(fold(text)) is not None


@cache
def weak_words() -> frozenset[str]:
    """Return the words that tell nothing about the matter."""
    lines = (language.weak for language in _LANGUAGES if language.spaced)
    return frozenset(fold_letters(fold(" ".join(lines))).replace("'", "").split())


@cache
def weak_letters() -> frozenset[str]:
    """Return the letters that tell nothing in languages written without spaces."""
    return frozenset("".join(language.weak for language in _LANGUAGES if not language.spaced))


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
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(
        _compile(fold(line), spaced=language.spaced)
        for language in _LANGUAGES
        for line in filter(None, map(str.strip, language.templates.splitlines()))
    )


def _compile(template: str, *, spaced: bool) -> re.Pattern[str]:
    what = _WHAT if spaced else _UNSPACED_WHAT
    for name in ("old", "new", "about"):
        template = template.replace(f"{{{name}}}", what.format(name))
    edge = r"(?<!\w)" if spaced and not template.startswith("^") else ""
    return re.compile(edge + template)
