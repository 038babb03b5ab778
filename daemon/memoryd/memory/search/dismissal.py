"""What a prompt says is not meant.

"Not about the login: only rename the test" names the login to keep it out, and "ignore what you
remember" asks for no memory at all. A name that is kept out is no reason to bring it up.
"""

import re
from typing import Final

_ALL: Final = re.compile(
    r"\b(?:ignore|forget|disregard|(?:don['’]?t|do not|without|never) us(?:e|ing))\s(?:about\s)?"
    r"(?:(?:(?:all|any|everything|anything|what(?:ever)?|that)\s)*"
    r"you\s(?:remember|recall|know about)"
    r"|(?:(?:all|any|of)\s)*(?:your|saved|stored)\s(?:memor(?:y|ies)|notes))\b"
    r"|\b(?:ignoriere?|vergiss)\s(?:alles,?\s)?(?:was\sdu\s|deine?n?\s|woran\sdu\s)"
    r"(?:dich\serinnerst|dir\sgemerkt|erinnerung(?:en)?|gedächtnis|noch\sweißt)"
    r"|\b(?:ignore[sz]?|oublie[sz]?)\s(?:tout\s)?(?:ce\s(?:que|dont)\stu\s|ta\s|tes\s)"
    r"(?:te\ssouviens|as\sretenu|souvenirs|mémoire)\b"
    r"|\b(?:ignor[ae]|olvida|esquece|não\suses?|no\suses?)\s(?:todo\s|tudo\s)?"
    r"(?:lo\sque\s|o\sque\s|tus?\s|(?:a\s)?tua\s|(?:a\s)?sua\s)"
    r"(?:recuerdas|recuerdos|memorias?|lembras?|memórias?|sabes\sde)\b"
    r"|\b(?:игнорируй|забудь|не\sиспользуй)\s(?:вс[её],?\s)?(?:то,?\s)?(?:что\sты\s|свои\s|свою\s)"
    r"(?:помнишь|запомнил\w*|воспоминания|память)"
    r"|(?:忽略|忘掉|不要用|别用)[^,，。.;；\n]{0,8}(?:记忆|记得|记住|記憶|記得)"
    r"|(?:記憶|覚えて(?:いる|る)(?:こと|内容)?)[^、。\n]{0,4}(?:無視|使わず|使わない|忘れて)"
    r"|기억[^,.\n]{0,6}(?:무시|쓰지)",
    re.IGNORECASE,
)
_TOPIC_FOLLOWS: Final = re.compile(
    r"(?:\b(?:not about|nothing to do with|leav(?:e|ing) aside|never ?mind|forget about"
    r"|regardless of|unrelated to"
    r"|geht (?:hier )?nicht um|hat nichts (?:mit|zu tun mit)|abgesehen von|vergiss"
    r"|rien à voir avec|il ne s'agit pas d[eu']|laisse de côté|nada que ver con"
    r"|no (?:es sobre|se trata de)"
    r"|nada a ver com|não é sobre|deixa de lado|non riguarda|niente a che fare con"
    r"|niet over|niets te maken met|nie chodzi o|не (?:про|об?|касается|относится к))\s"
    r"|不(?:管|谈|提|涉及|是(?:说|问|指|关于))|抛开|撇开)"
    r"[^,，.;；:：!?。！？、\n—–]*",
    re.IGNORECASE,
)
_TOPIC_PRECEDES: Final = re.compile(
    r"无关|無關|没关系|のことではな[くい]|の話ではな[くい]|とは関係な[くい]|は関係な[くい]|ではなくて"
    r"|상관없이|관계없이|말고"
)
_MARKS: Final = ",，.;；:：!?。！？、\n—–"


def declines_memory(text: str) -> bool:
    """Tell whether a prompt asks that nothing remembered be used."""
    return _ALL.search(text) is not None


def blank_dismissed(text: str) -> str:
    """Return *text* with the topics that it says are not meant blanked, place by place."""
    text = _TOPIC_FOLLOWS.sub(lambda found: " " * len(found[0]), text)
    for found in _TOPIC_PRECEDES.finditer(text):
        start = 1 + max(text.rfind(mark, 0, found.start()) for mark in _MARKS)
        text = text[:start] + " " * (found.end() - start) + text[found.end() :]
    return text
