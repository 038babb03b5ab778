"""What kind of thing a prompt asks for, told by its grammar alone.

Who asks where something of ours is, or whether a thing may be done, asks for what was once said;
who asks for the meaning of a term, or orders an edit that names both ends, brings everything
that is needed. The words below are those by which each language says so; what a prompt is about
is none of this module's business.
"""

import re
from enum import Enum
from typing import Final

from .casing import lower
from .han import fold_han


class Asking(Enum):
    """The kinds of prompts that are told apart."""

    OURS = "ours"
    GENERAL = "general"
    EDIT = "edit"
    PLAIN = "plain"


_OURS: Final = (
    # English
    r"\b(?:we|our|ours|us|where|who|whom|whose|nowadays|currently|supposed to|remind me"
    r"|how (?:long|often|many|much|early|late|far)|(?:since|until|till) when|at present|right now"
    r"|(?:may|can|should|shall|must|(?<!how )do|did) i|is it (?:ok|okay|fine|safe)"
    r"|any reason not to|(?:ok|okay|fine|right) ?\?)\b"
    r"|\b(?:ok|okay|fine|allowed) ?\?"
    # German
    r"|\b(?:wir|uns|unser(?:e[mnrs]?)?|wo|wohin|woher|wer|wen|wem|wann|wie (?:lange|viele?|oft)"
    r"|dar(?:f|fst)|dürfen|soll(?:en)? (?:ich|wir)|nochmal|derzeit|momentan|im moment|zurzeit)\b"
    # French, Spanish, Portuguese, Italian, Dutch
    r"|\b(?:nous|notre|nos|où|combien|puis-je|peut-on|doit-on|actuellement|en ce moment"
    r"|nosotros|nuestr[oa]s?|d[óo]nde|quién(?:es)?|cuándo|cu[áa]nt[oa]s?|actualmente|ahora mismo"
    r"|\w{2,}[aei]mos|nós|noss[oa]s?|onde|quem|quant[oa]s?|posso|puedo|atualmente|neste momento"
    r"|noi|nostr[oaie]|dove|quanto|possiamo|attualmente|wij|onze|waar|wanneer|hoeveel|hoe lang"
    r"|mag ik|momenteel)\b"
    # Polish, Turkish, Swedish
    r"|\b(?:nasz\w*|gdzie|kto|kiedy|obecnie|biz\w*|nerede|kim|ne zaman|vår[at]?|våra|vem|hur länge"
    r"|hur många)\b"
    # Russian, Ukrainian
    r"|\b(?:мы|нас|нам|наш\w*|где|куда|откуда|кто|кому|когда|сколько|можно|сейчас|ми|де|куди|хто"
    r"|коли|скільки|можна|зараз)\b"
    # Chinese
    r"|我们|咱们|哪里|哪儿|在哪|放哪|到哪|谁|什么时候|何时|多久|多少|几点|几个|能不能|可不可以|可以吗"
    r"|行吗|好吗|没问题吧|要不要|目前|现在|怎么办"
    # Japanese
    r"|うち[のでは]|我々|どこ|誰|だれ|いつ(?!も)|何[時日人分]|いくつ|いくら|ど[のれ]くらい|っけ|ていい"
    r"|てもいい|でいい|いいですか|べき|現在"
    # Korean, Thai, Arabic, Hebrew
    r"|우리|저희|어디|누구|누가|언제|얼마|몇|되나요|될까|해도|현재|เรา|ที่ไหน|ใคร|เมื่อไ[หร]|กี่|เท่าไ[หร]|ได้ไหม"
    r"|أين|متى|نحن|איפה|שלנו|אנחנו|מתי"
)
_GENERAL: Final = (
    r"\b(?:what (?:do|does|did)\b.{1,80}\b(?:mean|stand for|have to do with)"
    r"|what(?:'?s| is| are) an?"
    r"|difference between|in general|in (?:one|two) sentences?|idiomatic|in plain words"
    r"|(?:explain|describe) (?:to me )?(?:what )?th(?:is|ese))\b|\bvs\b"
    r"|\b(?:was (?:ist|sind) ein|was (?:bedeutet|heißt)|unterschied zwischen|im allgemeinen)"
    r"|\b(?:qu'est-ce qu|que (?:veut dire|signifie)|différence entre|en général)"
    r"|\b(?:qué (?:es|son) un|qué (?:significa|quiere decir)|diferencia (?:hay )?entre|en general)"
    r"|\b(?:o que (?:é|são) um|o que (?:significa|quer dizer)|diferença entre|em geral)"
    r"|\b(?:cos'è un|cosa significa|differenza (?:tra|fra)|in generale|wat (?:is een|betekent))"
    r"|\b(?:verschil tussen|co to jest|co oznacza|ne demek|vad (?:är en|betyder)|skillnaden)\b"
    r"|\b(?:что (?:такое|значит|означает)|чем отлича\w+|разниц\w+|простыми словами|що таке"
    r"|різниц\w+|сколько будет|скільки буде)"
    r"|什么意思|什么是|的?区别|什么关系|科普|怎么说|通俗"
    r"|と[はいう]+(?:何|なん)|違い|使い分け|どういう意味|英訳|차이|무슨 뜻|이란|คืออะไร|แปลว่า|ต่างกัน"
)
_EDIT_VERBS: Final = (
    r"rename|reorder|sort|alphabeti[sz]e|shorten|split|move|swap|convert|translate|reformat|indent"
    r"|count|capitali[sz]e|remove|delete|inline"
)
_OPENING_EDIT: Final = rf"\A\W*(?:(?:please|just|can you|could you)\s+)*(?:{_EDIT_VERBS})\b"
_EDIT: Final = (
    rf"(?:[.!?:;\n]\s*|\b(?:please|just|can you|could you|then|and)\s+)(?:{_EDIT_VERBS})\b"
    r"|\b(?:typos?|misspell\w*|spelling|nothing else|same behaviou?r)\b"
    r"|\b(?:benenne|umbenenn\w*|sortiere|verschiebe?|übersetze?|kürze|zähle?|tippfehler|lösche)\b"
    r"|\b(?:renomme[rz]?|trie[rz]?|déplace[rz]?|tradui[st]\w*|raccourcis|supprime[rz]?|coquille)\b"
    r"|\b(?:renombra\w*|ordena|mueve|traduce\w*|acorta|elimina|borra|convierte|errata)\b"
    r"|\b(?:renomeia|traduz|apaga|converte|gralha|rinomina|ordina|sposta|traduci|cancella|refuso)\b"
    r"|\b(?:hernoem|sorteer|vertaal|verplaats|zmień nazwę|posortuj|przetłumacz|usuń)\b"
    r"|\b(?:переименуй\w*|отсортируй\w*|переведи\w*|сократи|удали\w*|опечатк\w*|перейменуй)\b"
    r"|改名|重命名|替换|删掉|去掉|挪到|排序|翻译|错别字"
    r"|名[前]?を.{0,60}に(?:変|し)|リネーム|消して|削除して|並べ替え|訳して|語にして|誤字"
    r"|이름.{0,40}바꿔|지워|삭제해|정렬해|번역|오타"
)
# Where a sign may begin: looked at first, it rules out four places in five.
_BEGINNING: Final = r"(?:\b(?=\w)|(?=[^\x00-\u058f]))"
_SIGNS: Final = tuple(
    (kind, re.compile(fold_han(signs)))
    for kind, signs in (
        (Asking.EDIT, _OPENING_EDIT),
        (Asking.GENERAL, f"{_BEGINNING}(?:{_GENERAL})"),
        (Asking.OURS, f"{_BEGINNING}(?:{_OURS})"),
        (Asking.EDIT, _EDIT),
    )
)


def asking(text: str) -> Asking:
    """Return what kind of thing a normalised prompt asks for."""
    folded = fold_han(lower(text))
    return next((kind for kind, sign in _SIGNS if sign.search(folded)), Asking.PLAIN)
