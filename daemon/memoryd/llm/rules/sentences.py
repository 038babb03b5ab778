"""A person's message as sentences, without what they did not say themselves.

Code, quotations, logs, tables and pasted texts are blanked, not cut: `folded` keeps the
positions of `text`, so what a phrase finds in one can be taken from the other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .phrases import Cues
from .wording import fold_letters

BLANK, ADDRESS = "\x00", "\x01"
MAX_TEXT = 20_000
_MAX_SENTENCE = 400
_LONG_QUOTE = 40

_DOMAINS = (
    "com|org|net|io|dev|app|ai|co|de|at|ch|fr|es|pt|br|mx|ar|ru|cn|jp|kr|tw|uk|eu|us|ca|au|nl|it|pl|"
    "info|cloud|internal|local|lan|corp|intra|intranet|example"
)
_URL_CHAR = r"[^\s<>\"'`«»“”„「」『』、。，；）】]"
_ADDRESS = re.compile(
    rf"(?:https?|s?ftp|ssh)://(?!localhost|127\.|0\.0\.0\.0|\[)(?:{_URL_CHAR}*[^\s<>\"'`«»“”„「」『』、。，；）】.,;:!?)\]])"
    rf"|(?<![\w@./-])(?:[a-z0-9-]{{1,40}}\.){{1,6}}(?:{_DOMAINS})(?::\d+)?/{_URL_CHAR}*[\w/]"
    rf"|(?<![\w@./-])(?:[a-z0-9-]{{1,40}}\.){{2,6}}(?:{_DOMAINS})(?![\w.-]\w)"
    r"|(?<![\w#&/(])#(?![0-9a-f]{3,8}\b)[a-z][a-z0-9_-]{2,}",
    re.IGNORECASE | re.ASCII,
)
_FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(
    r"\"[^\"]{1,600}\"|“[^”]{1,600}[”]|„[^“”]{1,600}[“”]|«[^»]{1,600}»|「[^」]{1,600}」"
    r"|『[^』]{1,600}』|《[^》]{1,600}》|`[^`\n]{1,300}`|(?<!\w)'[^'\n]{2,300}'(?!\w)"
)
_FOREIGN_LINE = re.compile(
    r"\s*(?:>|\||\$ |#+ |[<{}\]\[(]$|[<{\[]|//|/\*|\*/|@@|\+\+\+|---|diff --git|Traceback|File \""
    r"|at \S+\(|\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d"
    r"|(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b[:\[ ]|(?:error|warning)(?:\[\w+\])?:"
    r"|(?:import|def|class|function|const|let|var|return|export|public|private)\b.*[;:{(]\s*$"
    r"|[\w.]+(?:Error|Exception)\b|[A-Z_]{3,}=|[+-][^\s\d])|.*[;{}]\s*$| {4,}(?![-*•\d])"
)
# A mail that was pasted, from its head to the end: two lines of a head, or what programs set above
# one they pass on.
_HEADS = (
    "from|to|cc|bcc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|"
    "para|enviado|fecha|data|asunto|assunto|inviato|oggetto|van|aan|onderwerp|temat|"
    "от|кому|дата|отправлено|тема|发件人|收件人|发送时间|日期|主题|寄件者|差出人|宛先|送信日時|"
    "日付|件名|보낸 사람|받는 사람|보낸 날짜|날짜|제목"
)
_PASSED_ON = (
    "original message|original appointment|forwarded|urspr[uü]ngliche nachricht|weitergeleitete|"
    "message d'origine|transféré|mensaje original|reenviado|mensagem original|encaminhada|"
    "messaggio originale|исходное сообщение|пересылаемое|原始邮件|转发的?邮件|元のメッセージ|転送|"
    "원본 메시지|전달된 메일"
)
_LETTER = re.compile(
    rf"^(?:[ \t]*(?:{_HEADS})[ \t]?[:：][^\n]{{0,998}}\n){{2,}}"
    rf"|^[ \t]*[-_=*]{{2,20}}[ \t]?[^\n]{{0,30}}(?:{_PASSED_ON})[^\n]{{0,60}}$"
    r"|^begin forwarded message:",
    re.MULTILINE | re.IGNORECASE,
)
_COLON = re.compile(r"[:：]")
_BULLET = re.compile(r"[ \t]*(?:[-*•‣–]|\d{1,2}[.)]|[a-z]\)|\(\d\))[ \t]+")
_END = re.compile(
    r"[。！？!?]+|(?<!\b[a-z])(?<!\be\.g)(?<!\bi\.e)(?<!\d)\.+(?=\s|$)"
    r"|(?<=\d)\.(?=\s+[^\W\da-z]|\s*$)"
    r"|[;；](?=\s|[^\x00-\x7f])|…|\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence as typed, and folded with foreign words blanked."""

    text: str
    folded: str


def has_address(folded: str) -> bool:
    """Tell whether *folded* holds the address of something outside the project."""
    return ("://" in folded or "#" in folded or folded.count(".") > 1) and _ADDRESS.search(
        folded
    ) is not None


def split_sentences(text: str, cues: Cues) -> list[Sentence]:
    """Return the sentences of *text* that are the person's own; text of a paste ends them."""
    text = text[:MAX_TEXT]
    folded = _blank(text)
    return list(_own(text, folded, cues))


def own_words(text: str) -> str:
    """Return *text* without what was pasted into it as a block: code, quoted lines, logs, mails.

    What stands in quotation marks within a sentence stays.
    """
    text = text[:MAX_TEXT]
    folded = _blank(text)
    cues = Cues(folded)
    pasted = (start for start, end in _spans(folded) if _hands_over(folded, start, end, cues))
    covered = _cover_blocks(text, text)[: next(pasted, None)]
    return covered.replace(BLANK, "").strip()


def _own(text: str, folded: str, cues: Cues) -> Iterator[Sentence]:
    for start, end in _spans(folded):
        sentence = Sentence(text=text[start:end], folded=folded[start:end])
        if _hands_over(folded, start, end, cues):
            return
        if end - start <= _MAX_SENTENCE and sentence.folded.count(BLANK) <= _LONG_QUOTE:
            yield sentence


def _hands_over(folded: str, start: int, end: int, cues: Cues) -> bool:
    """Tell whether a sentence only says that somebody else's text follows."""
    paste = cues.find("handles", folded[start:end])
    return paste is not None and _COLON.search(folded, start + paste.start(), end) is not None


def _spans(folded: str) -> Iterator[tuple[int, int]]:
    """Yield where sentences stand, without bullets and surrounding space."""
    start = 0
    for match in [*_END.finditer(folded), None]:
        end = match.end() if match else len(folded)
        bullet = _BULLET.match(folded, start, end)
        first = bullet.end() if bullet else start
        part = folded[first:end]
        begin = first + len(part) - len(part.lstrip())
        stop = begin + len(part.strip())
        if any(c.isalnum() or c == ADDRESS for c in folded[begin:stop]):
            yield begin, stop
        start = end


def _blank(text: str) -> str:
    folded = _cover_blocks(text, fold_letters(text))
    folded = _cover(_ADDRESS, folded, folded, ADDRESS)
    return _cover(_QUOTED, folded, folded, BLANK)


def _cover_blocks(text: str, folded: str) -> str:
    folded = _cover(_FENCE, text, folded, BLANK)
    if letter := _LETTER.search(text):
        rest = re.sub(r"[^\n]", BLANK, folded[letter.start() :])
        folded = folded[: letter.start()] + rest
    return _cover_lines(text, folded)


def _cover_lines(text: str, folded: str) -> str:
    out, start = [], 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        foreign = _FOREIGN_LINE.match(line.rstrip("\r\n"))
        out.append(BLANK * (len(line) - 1) + "\n" if foreign else folded[start:end])
        start = end
    return "".join(out)


def _cover(pattern: re.Pattern[str], text: str, folded: str, mark: str) -> str:
    out, last = [], 0
    for match in pattern.finditer(text):
        out += [folded[last : match.start()], mark * len(match[0])]
        last = match.end()
    return "".join([*out, folded[last:]])
