"""The polite and the plain endings of Chinese, Japanese and Korean sentences made one.

These scripts put no blanks around what grammar adds. What is cut here is cut at the end of a
clause only, where it cannot be a part of a name; a denied sentence keeps `¬`.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_Rule = tuple[re.Pattern[str], str]

_CLAUSE: Final = r"(?:^|(?<=[。，,;；!！、] )|(?<=[。，,;；!！、]))"
_END: Final = r"(?=\s*(?:[。，,;；!！.]|$))"


def plain_ending(text: str) -> str:
    """Return *text* with the endings of its clauses made plain."""
    if _HANGUL.search(text):
        return _korean(text)
    if _KANA.search(text):
        return _japanese(text)
    return _chinese(text) if _HAN.search(text) else text


_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_KANA: Final = re.compile("[\u3041-\u3096]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")


def _rules(rows: Iterable[tuple[str, str]]) -> tuple[_Rule, ...]:
    return tuple((re.compile(pattern), instead) for pattern, instead in rows)


def _rewrite(text: str, rules: Iterable[_Rule]) -> str:
    for pattern, instead in rules:
        text = pattern.sub(instead, text)
    return text


_CHINESE: Final = _rules(
    [
        ("(?<![申邀])[请請](?![求教假客])|麻[烦煩](?=你|您|把)[你您]?|拜[托託]", ""),
        (f"{_CLAUSE}(?:我们|我們|咱们|咱們)", ""),
        (f"[吧啊哦呀呢]+{_END}", ""),
        ("(?:千[万萬]|切|永[远遠]|[绝絕][对對])?(?:不要|勿)", "别"),
        ("(?:千[万萬]|永[远遠]|[绝絕][对對])[别別]", "别"),
    ]
)
_CHINESE_DENIES: Final = re.compile("[不别別勿没沒无無非禁]")
_CHINESE_ALWAYS: Final = re.compile(
    f"必[须須]要?|[务務]必要?|一定要|一律|始[终終]|[总總]是|永[远遠]|都|{_CLAUSE}要(?![求么麼是])"
)


def _chinese(text: str) -> str:
    text = _rewrite(text, _CHINESE)
    return text if _CHINESE_DENIES.search(text) else _CHINESE_ALWAYS.sub("", text)


# The row that a verb's dictionary form ends in, for the last sound of each of its stems.
_ROWS: Final = {
    **dict.fromkeys("うつるいちりわたら", "る"),
    **dict.fromkeys("くきか", "く"),
    **dict.fromkeys("ぐぎが", "ぐ"),
    **dict.fromkeys("すしさ", "す"),
    **dict.fromkeys("ぬぶむにびみなばま", "む"),
    "って": "る",
    "いて": "く",
    "いで": "ぐ",
    "んで": "む",
    "して": "す",
    "て": "る",
}
_ASKS: Final = "(?:ください|下さい|ほしい|欲しい|もらいたい)"
_DENIES: Final = f"(?:ないで(?:{_ASKS})?|ない(?:こと|ように)?)"
_JAPANESE: Final = _rules(
    [
        (f"(?:よね|[よね]){_END}", ""),
        ("絶対に?|(?:どうか|どうぞ)", ""),
        (f"てい?ます{_END}", "ている"),
        (f"(?:ではありません|ではない|じゃない|じゃありません){_END}", "¬"),
        (f"(?:です|だ|である){_END}", ""),
        (f"(?:し{_DENIES}|しません|するな){_END}", "す¬"),
        (f"(?:する(?:こと)?|しま(?:す|しょう)|しよう|せよ|しろ){_END}", "す"),
    ]
)
_JAPANESE_DENIED: Final = re.compile(
    f"(?:([わかがさたなばまら])?{_DENIES}|([いきぎしちにびみり])?ません|([うくぐすつぬぶむる])な){_END}"
)
_JAPANESE_SAID: Final = re.compile(
    f"(?:([いきぎしちにびみり])?(?:ます|ましょう|なさい)|(って|いて|いで|んで|して|て){_ASKS}"
    f"|([うくぐすつぬぶむる])(?:こと)?){_END}"
)
_JAPANESE_ALWAYS: Final = re.compile("必ず(?!しも)|常に|いつも")


def _japanese(text: str) -> str:
    text = _rewrite(text, _JAPANESE)
    text = _JAPANESE_DENIED.sub(lambda found: _row(found) + "¬", text)
    text = _JAPANESE_SAID.sub(_row, text)
    return text if "¬" in text or "禁止" in text else _JAPANESE_ALWAYS.sub("", text)


def _row(found: re.Match[str]) -> str:
    sound = found[found.lastindex] if found.lastindex else ""
    return _ROWS.get(sound, "る")


def _jamo(rows: Iterable[tuple[str, str]]) -> tuple[_Rule, ...]:
    """Spell patterns letter by letter: an ending may begin within a syllable."""
    return _rules((unicodedata.normalize("NFD", pattern), instead) for pattern, instead in rows)


_HA: Final = unicodedata.normalize("NFD", "하")
_RI: Final = unicodedata.normalize("NFD", "리")
_B, _N, _L = "\u11b8", "\u11ab", "\u11af"  # consonants at the end of a syllable
_KOREAN: Final = _jamo(
    [
        (f"{_CLAUSE}(?:우리는|저희는|우리|저희) ", ""),
        (
            (
                f"지 ?(?:마세요|마십시오|마라|마|말 ?것|말아 ?(?:주세요|줘|요|라)"
                f"|않는다|않습니다|않아요|않기){_END}"
            ),
            unicodedata.normalize("NFD", "지¬"),
        ),
        (f"(?<=[A-Za-z0-9])(?:입니다|이다|다|이에요|예요|이야){_END}", ""),
        (f" ?주(?:세요|십시오|시기 ?바랍니다|라){_END}| ?줘요?{_END}", ""),
        (f"해(?:요|라|야 ?(?:한다|합니다|해요))?{_END}", _HA),
        (f"려{_END}", _RI),
        (
            (
                f"하(?:{_B}니다|{_N}다|세요|십시오|시오|라|자|기|다|{_L} ?것"
                f"|도록 ?하(?:{_B}니다|{_N}다|세요)){_END}"
            ),
            _HA,
        ),
        (f"(?:{_B}니다|습니다|{_N}다|는다|으?세요|으?십시오|{_L} ?것|을 ?것|다){_END}", ""),
    ]
)
_KOREAN_PARTICLES: Final = _rules(
    [
        ("은(?=\\s)", "는"),
        ("을(?=\\s)", "를"),
        ("이(?=\\s)", "가"),
        ("으로(?=\\s)", "로"),
        ("과(?=\\s)", "와"),
    ]
)
_KOREAN_DENIES: Final = re.compile("¬|않|못|없|안 |금지|마")
_KOREAN_ALWAYS: Final = re.compile("(?:항상|반드시|꼭|언제나|늘) ")


def _korean(text: str) -> str:
    spelled = _rewrite(unicodedata.normalize("NFD", text), _KOREAN)
    text = _rewrite(unicodedata.normalize("NFC", spelled), _KOREAN_PARTICLES)
    return text if _KOREAN_DENIES.search(text) else _KOREAN_ALWAYS.sub("", text)
