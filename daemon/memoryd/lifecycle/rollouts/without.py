"""A session's texts without what a person had us forget since."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

from memoryd.domain import collapse, fold
from memoryd.memory import is_same_fact

from .describe import describe
from .values import Rollout, SessionDigest, Statement

IsForgotten = Callable[[str, datetime | None], bool]
_BULLET = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]|$)")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])")
_MARKUP = re.compile(r"\*\*|__|`|^[#>\s]+", re.MULTILINE)
# A date or a word before what is said, and where it is from behind it.
_LABEL = re.compile(r"^[^:]{1,40}: ")
_ASIDE = re.compile(r"\s*(?:\([^()]{1,200}\)|\[[^\[\]]{1,200}\])\s*$")


def without(rollout: Rollout, is_forgotten: IsForgotten) -> Rollout:
    """Return *rollout* without what was forgotten since.

    *is_forgotten* is asked about a statement and when it was made. Texts of the rules are worded
    anew; of texts that a model wrote, the lines go that state what was forgotten.
    """
    digest = rollout.digest
    gone = [s for s in digest.statements if is_forgotten(s.text, s.origin.at)] if digest else []
    rest = _rest(digest, gone) if digest and gone else digest
    if digest and _same_texts(rollout, describe(digest, updated_at=rollout.updated_at)):
        return describe(rest or digest, updated_at=rollout.updated_at) if gone else rollout

    since = (digest.started if digest else None) or rollout.updated_at
    kept = [statement.text for statement in rest.statements] if rest else []
    lost = [statement.text for statement in gone]

    def is_gone(said: str) -> bool:
        if any(_states(said, text) for text in lost):
            return True
        # It may have been stated again since, which the statement knows, but not the line.
        return is_forgotten(said, since) and not any(is_same_fact(said, text) for text in kept)

    raw_memory, summary = (
        without_lines(text, is_gone) for text in (rollout.raw_memory, rollout.rollout_summary)
    )
    changed = (raw_memory, summary) != (rollout.raw_memory, rollout.rollout_summary)
    if not gone and not changed:
        return rollout
    told = bool(raw_memory and summary)
    return replace(
        rollout,
        raw_memory=raw_memory if told else "",
        rollout_summary=summary if told else "",
        slug="" if changed else rollout.slug,
        digest=rest,
    )


def without_lines(text: str, is_gone: Callable[[str], bool]) -> str:
    """Return Markdown without the bullets and paragraphs of which a sentence *is_gone*.

    What stands indented below such a bullet goes with it; empty when only headings are left.
    """
    kept: list[str] = []
    blocks = list(_blocks(text))
    below: int | None = None
    for block in blocks:
        indent = len(block) - len(block.lstrip())
        goes = below is not None and indent > below and not _is_blank(block)
        if not goes:
            goes = not _is_blank(block) and _is_told(block, is_gone)
            below = indent if goes else None
        if not goes:
            kept.append(block)
    if len(kept) == len(blocks):
        return text
    says_something = any(not (_is_blank(block) or _HEADING.match(block)) for block in kept)
    return "\n".join(kept).strip() if says_something else ""


def _blocks(text: str) -> Iterator[str]:
    """Yield bullets and paragraphs with the lines that go on with them, and each other line."""
    block: list[str] = []
    for line in text.splitlines():
        starts = _is_blank(line) or _BULLET.match(line) or _HEADING.match(line)
        ended = block and (_is_blank(block[-1]) or _HEADING.match(block[-1]))
        if block and (starts or ended):
            yield "\n".join(block)
            block = []
        block.append(line)
    if block:
        yield "\n".join(block)


def _is_blank(block: str) -> bool:
    return not block.strip()


def _is_told(block: str, is_gone: Callable[[str], bool]) -> bool:
    line = collapse(_MARKUP.sub("", _BULLET.sub("", block, count=1)))
    sentences = (line, *_SENTENCE.split(line))
    bare = (_LABEL.sub("", _ASIDE.sub("", each)) for each in sentences)
    return any(is_gone(each) for each in dict.fromkeys((*sentences, *bare)) if each)


def _states(said: str, forgotten: str) -> bool:
    """Tell whether *said* is a forgotten statement, holds it, or is half of it or more."""
    folded, lost = fold(said).rstrip(" .!。"), fold(forgotten).rstrip(" .!。")
    half = 2 * len(folded) >= len(lost) and folded in lost
    return lost in folded or half or is_same_fact(said, forgotten)


def _rest(digest: SessionDigest, gone: list[Statement]) -> SessionDigest:
    words = [fold(statement.text) for statement in gone]

    def is_told(text: str) -> bool:
        return any(word in fold(text) or fold(text) in word for word in words if text)

    return replace(
        digest,
        title="" if is_told(digest.title) else digest.title,
        statements=tuple(s for s in digest.statements if s not in gone),
        open_ends=tuple(end for end in digest.open_ends if not is_told(end.text)),
    )


def _same_texts(one: Rollout, other: Rollout) -> bool:
    return (one.raw_memory, one.rollout_summary) == (other.raw_memory, other.rollout_summary)
