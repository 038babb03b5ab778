"""What a prompt says is not meant.

"Not about the login: only rename the test" names the login to keep it out, and "ignore what you
remember" asks for no memory at all. A name that is kept out is no reason to bring it up.
"""

import re
from typing import Final

from .casing import lower

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
    r"|기억[^,.\n]{0,6}(?:무시|쓰지)"
)
_LEAD: Final = (
    r"\b(?:(?:this is |that's |it's |is )?not about|(?:has |have )?nothing to do with"
    r"|(?:leave|leaving) aside|never ?mind|forget about|regardless of|unrelated to"
    r"|(?:es )?geht (?:hier )?nicht um|hat nichts (?:mit|zu tun mit)|abgesehen von|vergiss"
    r"|rien à voir avec|il ne s'agit pas d[eu']|laisse de côté|nada que ver con"
    r"|no (?:es sobre|se trata de)"
    r"|nada a ver com|não é sobre|deixa de lado|non riguarda|niente a che fare con"
    r"|niet over|niets te maken met|nie chodzi o|(?:речь )?не (?:про|об?)|не касается"
    r"|не относится к)\s"
    r"|(?:先)?不(?:管|谈|提|涉及|是(?:说|问|指|关于))|(?:抛开|撇开|别管|不用管)"
)
_TOPIC: Final = re.compile(rf"(?:{_LEAD})[^,，.;；:：!?。！？、\n—–]*")
# Languages that say so after the topic. Every place may begin one, so these words come first.
_AFTER: Final = re.compile("无关|無關|没关系|ではな[くい]|関係な[くい]|상관없이|관계없이|말고")
_ANY_TOPIC: Final = re.compile(
    rf"{_TOPIC.pattern}"
    r"|(?:跟|和|与|與)[^,，.;；。\n]{1,30}(?:无关|無關|没关系)"
    r"|[^、。\n]{1,30}(?:のことではな[くい]|の話ではな[くい]|とは関係な[くい]|は関係な[くい]|ではなくて)"
    r"|[^,.\n]{1,30}(?:와|과|이랑|랑)?\s?(?:상관없이|관계없이|말고)"
)


def declines_memory(text: str) -> bool:
    """Tell whether a prompt asks that nothing remembered be used."""
    return _ALL.search(lower(text)) is not None


def blank_dismissed(text: str) -> str:
    """Return *text* with the topics that it says are not meant blanked, place by place."""
    pattern = _ANY_TOPIC if _AFTER.search(text) else _TOPIC
    for found in pattern.finditer(lower(text)):
        start, end = found.span()
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
