"""The phrase tables, one module a language; a new language is one more module and line here."""

from .chinese import CHINESE
from .english import ENGLISH
from .french import FRENCH
from .german import GERMAN
from .japanese import JAPANESE
from .korean import KOREAN
from .portuguese import PORTUGUESE
from .russian import RUSSIAN
from .spanish import SPANISH

LANGUAGES = (
    ENGLISH,
    CHINESE,
    FRENCH,
    GERMAN,
    JAPANESE,
    KOREAN,
    PORTUGUESE,
    RUSSIAN,
    SPANISH,
)

__all__ = ["LANGUAGES"]
