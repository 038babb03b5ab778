"""What is said for politeness, or to say that something is to be kept, and says nothing else."""

import re
from typing import Final

from memoryd.domain import collapse

from .endings import plain_ending

_START: Final = r"(?:^|(?<=[.!;。！；] )|(?<=[。！；]))"

# At the start of a sentence: it is asked for, it is to be remembered.
_OPENINGS: Final = re.compile(
    rf"{_START}(?:"
    r"(?:(?:could|can|would|will) you (?:please )?|(?:please )?(?:make|be) sure (?:to |that |you )"
    r"|(?:please )?(?:(?:always )?remember|note|keep in mind|bear in mind|don't forget)"
    r"(?: to | that |[:,] )"
    r"|from now on,? |going forward,? |just so you know,? |fyi,? |heads[- ]up[:,]? |let's "
    r"|i(?:'d| would) like you to |i want you to |we (?:now|currently) )"
    r"|(?:bitte )?(?:(?:merk dir|denk daran|beachte),? (?:bitte )?(?:dass )?|ab (?:jetzt|sofort) )"
    r"|(?:(?:souviens-toi|souvenez-vous|rappelle-toi|n'oublie(?:z)? pas) (?:que |de |d')"
    r"|désormais,? |à partir de maintenant,? |merci d(?:e |')|veuillez )"
    r"|(?:(?:recuerda|ten en cuenta|no olvides) (?:que )?|a partir de ahora,? "
    r"|de ahora en adelante,? )"
    r"|(?:(?:lembre-se|lembra-te|não (?:se )?esqueças?) (?:de |que |de que )|a partir de agora,? )"
    r"|(?:(?:запомни|запомните|помни|помните|учти|учтите)[,:]? (?:что )?|отныне |с этого момента )"
    r"|(?:(?:请|請)?(?:记住|記住|记得|記得|注意)[:,，：]?)"
    r"|(?:(?:今後は|これからは|これから)[、,]?)"
    r"|(?:(?:앞으로는?|이제부터는?)[, ] ?)"
    r")+",
    re.IGNORECASE,
)

_THANKS: Final = re.compile(
    r"[,.!。，！]? ?(?:thanks|thank you|thx|danke|merci|gracias|obrigad[oa]|спасибо"
    r"|谢谢|謝謝|よろしく(?:お願いします|頼みます)?|감사합니다)[.!。！]*$",
    re.IGNORECASE,
)
_PLEASE: Final = re.compile(
    r",? ?(?<!\w)(?:s'il (?:te|vous) pla[iî]t|por favor)(?!\w),?", re.IGNORECASE
)


def without_courtesy(text: str) -> str:
    """Return *text* without it; sentences of Chinese, Japanese and Korean end plainly."""
    text = collapse(_PLEASE.sub(" ", _THANKS.sub("", _OPENINGS.sub("", text))))
    return plain_ending(text)
