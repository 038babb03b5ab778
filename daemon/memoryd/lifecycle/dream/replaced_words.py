"""Nine languages' ways to say that something no longer holds, and what came in its place.

A template is a pattern with {old} and, where that is said, {new}; {about} is what both are for.
It is matched on folded text within one clause. `weak` words tell nothing about the matter.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacing:
    """The templates of one language, one a line, and its weak words; single letters unspaced."""

    templates: str
    cues: str  # a pattern for a text in which one of the templates is possible
    weak: str
    spaced: bool = True


_USE = "(?:use|using|choose|prefer|take|run|write)"
_INSTEAD = "(?:instead of|rather than|in place of)"
_BE = "(?:is|was|are|were|has been|have been)(?: now)?"
_ENGLISH = Replacing(
    cues=(
        "no longer|stopped|more|any longer|instead|rather|place|from |replac|swapped|supersed|"
        "deprecat|retired|gone|abolished"
    ),
    templates=rf"""
        (?:no longer|stopped) {{old}}$
        (?:don't|do not|doesn't|does not) {{old}} (?:any ?more|any longer)$
        {_USE} {{new}} {_INSTEAD} {{old}}$
        ^{_INSTEAD} {{old}},? {_USE} {{new}}$
        (?:moved|migrated|switched|changed|went)(?: over)? from {{old}} to {{new}}$
        (?:moved|migrated|switched) {{about}} from {{old}} to {{new}}$
        (?:replaced|swapped) {{old}} (?:with|by|for) {{new}}$
        ^{{old}} {_BE} (?:replaced|superseded) by {{new}}$
        ^{{old}} {_BE} (?:deprecated|retired|gone|abolished)$
        ^{{new}} (?:replaces|replaced|supersedes|superseded) {{old}}$
    """,
    weak=(
        "use used uses using run runs running go goes keep keeps live lives is are we our with "
        "through via by no longer not instead of rather than from to anymore any more the "
        "moved migrated switched changed replaced replaces prefer choose"
    ),
)
_STATT = "(?:statt|anstatt|anstelle von)"
_WURDE = "(?:ist|wurde|sind|wurden)"
_GERMAN = Replacing(
    cues="mehr|statt|anstelle|umge|gewechselt|migriert|ersetzt|veraltet|abge",
    templates=rf"""
        (?:nicht mehr|keine? mehr) {{old}}$
        (?:nutze|nutzen|verwende|verwenden) (?:wir )?{{old}} nicht mehr$
        ^{_STATT} {{old}},? (?:nutzen wir|verwenden wir|nimm|nutze|verwende) {{new}}$
        (?:nutze|nutzen|verwende|verwenden|nimm) {{new}} {_STATT} {{old}}$
        von {{old}} (?:auf|zu|nach) {{new}} (?:umgestellt|gewechselt|umgezogen|migriert)$
        ^{{old}} {_WURDE} (?:durch|von) {{new}} (?:ersetzt|abgelöst)(?: worden)?$
        ^{{old}} {_WURDE} (?:veraltet|abgeschafft|abgelöst)$
    """,
    weak=(
        "nutze nutzen nutzt verwende verwenden verwendet wird werden läuft laufen über mit nimm "
        "wir unser unsere nicht mehr statt anstatt von auf zu nach für die der das den dem ist "
        "sind sich haben"
    ),
)
_UTILISER = r"(?:utilis\w+|emplo\w+|prend\w*)"
_PLUTOT = "(?:au lieu de|à la place de|plutôt que)"
_FRENCH = Replacing(
    cues="plus |lieu|place|plutôt|pass|migr|remplac|obsol|abandon",
    templates=rf"""
        (?:n'utilis\w+|n'emplo\w+) plus {{old}}$
        {_UTILISER} {{new}} {_PLUTOT} {{old}}$
        ^{_PLUTOT} {{old}},? (?:on )?{_UTILISER} {{new}}$
        (?:passés?|migrés?) de {{old}} (?:à|vers) {{new}}$
        ^{{old}} (?:est|sont|a été|ont été) remplacée?s? par {{new}}$
        ^{{old}} (?:est|sont) (?:obsolètes?|abandonnée?s?)$
    """,
    weak=(
        "utiliser utilise utilisons utilisez employer pour le la les l' du de des un une est sont "
        "on nous avec par plus n'utilise n'utilisons au lieu vers passe sommes avons"
    ),
)
_USAR = "(?:usa|usar|usamos|usad|utiliza|utilizar|utilizamos)"
_SPANISH = Replacing(
    cues="ya no|vez|lugar|amos de|reemplaz|sustitu|obsolet|desuso",
    templates=rf"""
        ya no (?:se )?{_USAR} {{old}}$
        {_USAR} {{new}} en (?:vez|lugar) de {{old}}$
        ^en (?:vez|lugar) de {{old}},? {_USAR} {{new}}$
        (?:pasamos|migramos|cambiamos) de {{old}} a {{new}}$
        ^{{old}} (?:fue|ha sido|está|es) (?:reemplazad[oa]s?|sustituid[oa]s?) por {{new}}$
        ^{{old}} (?:está|están|es|quedó) (?:obsolet[oa]s?|en desuso)$
    """,
    weak=(
        "usa usar usamos usan utiliza utilizar utilizamos ya no se el la los las un una de del "
        "para con en por es son a vez lugar pasamos migramos cambiamos"
    ),
)
_USE_PT = "(?:use|usar|usa|usamos|utilize|utilizar|utilizamos)"
_PORTUGUESE = Replacing(
    cues="mais|vez|lugar|amos d|substitu|trocad|obsolet|descontinuad",
    templates=rf"""
        (?:não|nao) {_USE_PT} mais {{old}}$
        {_USE_PT} {{new}} em (?:vez|lugar) de {{old}}$
        ^em (?:vez|lugar) de {{old}},? {_USE_PT} {{new}}$
        (?:migramos|mudamos|passamos) (?:de|do|da) {{old}} (?:para|pra) {{new}}$
        ^{{old}} (?:foi|foram) (?:substituíd[oa]s?|trocad[oa]s?) por {{new}}$
        ^{{old}} (?:está|estão|ficou) (?:obsolet[oa]s?|descontinuad[oa]s?)$
    """,
    weak=(
        "use usar usa usamos usam utilize utilizar o a os as um uma de do da para com em por mais "
        "não é são vez lugar migramos mudamos passamos"
    ),
)
_NUTZEN_RU = "(?:используй|используйте|используем|использовать|применяй|применяем)"
_RUSSIAN = Replacing(
    cues="больше не|вместо| с |замен|устарел",
    templates=rf"""
        больше не {_NUTZEN_RU} {{old}}$
        {_NUTZEN_RU} {{new}} вместо {{old}}$
        ^вместо {{old}},? {_NUTZEN_RU} {{new}}$
        (?:перешли|переехали|мигрировали) с {{old}} на {{new}}$
        ^{{old}} (?:заменён|заменен|заменили|заменена|заменено) на {{new}}$
        ^{{old}} (?:устарел|устарела|устарело|устарели)$
    """,
    weak=(
        "используй используйте используем использовать применяй применяем мы для в на с и больше "
        "не вместо перешли переехали мигрировали через"
    ),
)
_CHINESE = Replacing(
    cues="不|代替|取代|替|而|从|废弃|弃用|停用|作废",
    spaced=False,
    templates=r"""
        不再(?:使用|用|需要|支持)?{old}$
        (?:改用|使用|用){new}(?:代替|取代|替代|替换|而不是|而不用){old}$
        ^(?:不要用|别用|不用){old}[,，]?(?:改用|而用|用){new}$
        从{old}(?:迁移|切换|换|改|转|迁)(?:到|成|为|至){new}$
        ^{old}(?:已经?)?被{new}(?:取代|替代|替换|代替)了?$
        ^{old}(?:已经?)?(?:弃用|废弃|停用|作废)了?$
    """,
    weak="的了在用使我们把从到不再已经被是改迁移切换代替取代请",
)
_JAPANESE = Replacing(
    cues="わない|いません|いない|代わり|ではなく|じゃなく|から|置き換え|取って|非推奨|廃止|われなく",
    spaced=False,
    templates=r"""
        (?:もう|今後は){old}(?:は|を)(?:使わない|使いません|使っていない|使っていません)$
        ^{old}(?:の代わりに|ではなく、?|じゃなくて、?){new}を使\w*$
        {old}から{new}(?:に|へ)(?:移行|切り替え|乗り換え|変更|移)\w*$
        ^{old}は{new}に(?:置き換え|取って代わ)\w*$
        ^{old}は(?:非推奨|廃止|使われなくな)\w*$
    """,
    weak="のはをにへがでとももう使用うすまいっててるたからしです今後代わり移行切り替え変更",
)
_KOREAN = Replacing(
    cues="이상|대신|에서|대체|교체|폐기",
    spaced=False,
    templates=r"""
        더 ?이상 {old}(?:을|를|은|는)? ?(?:사용|쓰)\w*(?: 않\w*)?$
        ^{old} 대신(?:에)? {new}(?:을|를)? ?(?:사용|쓰|써)\w*$
        {old}에서 {new}(?:으로|로) (?:이전|전환|변경|옮|마이그레이션|바꿨|바꾸)\w*$
        ^{old}(?:은|는|이|가) {new}(?:으로|로) (?:대체|교체)\w*$
        ^{old}(?:은|는|이|가) (?:폐기|더 ?이상 사용되지)\w*(?: 않\w*)?$
    """,
    weak="을를은는이가로으에서사용쓰씁하한합했니다우리더상대신않지전환습",
)

REPLACING = (
    _ENGLISH,
    _CHINESE,
    _FRENCH,
    _GERMAN,
    _JAPANESE,
    _KOREAN,
    _PORTUGUESE,
    _RUSSIAN,
    _SPANISH,
)
