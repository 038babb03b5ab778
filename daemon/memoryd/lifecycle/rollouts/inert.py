"""Foreign text as data: one line, no secrets, nothing a reader could take for our own words."""

import re

from memoryd.domain import collapse
from memoryd.lifecycle.gate import is_instruction
from memoryd.lifecycle.prompt import neutralise
from memoryd.redact import redact

_PATH = re.compile(r"[\w.@+~%=,()\[\]{}/-]{1,200}")
_MARKUP = re.compile(r"[<>`]|!?\[(?=[^\]]*\]\()")
_COMMENT = re.compile(r"<!-{2,}>?|-{2,}>")
# What agents put around words to tell from whom they are. `<name>` in a command is none of these.
_TAG = re.compile(
    r"<(?P<shut>[\s/|]{0,4})(?P<name>(?:[a-z]{1,40}[_:-][\w:-]{1,60}|system|developer|assistant"
    r"|human|user|tool|function|instructions?|prompt|context|memory|memories))"
    r"(?:\s[^<>\n]{0,400})?[\s/|]{0,4}>",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}(?=[ \t]|$)", re.MULTILINE)
_UNDERLINE = re.compile(r"^[ ]{0,3}(?:=+|--+)[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"\A(?:\s*---[ \t]*(?:\n|\Z))+")


def plain(text: str, limit: int) -> str:
    """Return *text* as one line without secrets and markup, cut at a word to *limit* characters."""
    line = collapse(_MARKUP.sub("", neutralise(redact(collapse(text)).text)))
    if len(line) <= limit:
        return line
    return f"{line[:limit].rpartition(' ')[0] or line[:limit]} …"


def stated(text: str) -> str:
    """Return a person's statement, which the gate has cleaned, fit to stand in a list."""
    return collapse(_without_comments(neutralise(redact(text).text)))


def page(text: str) -> str:
    """Return Markdown that a model wrote, of which nothing is an order or a mark of ours.

    Without secrets, tags, front matter, and lines that tell the memory or the agent what to do.
    """
    shown = _without_comments(neutralise(redact(text).text))
    lines = _TAG.sub(_bracketed, shown).splitlines()
    kept = [line.rstrip() for line in lines if not is_instruction(line)]
    # Once more: what was not seen may have stood within a secret.
    return _RULE.sub("", redact("\n".join(kept)).text).strip()


def _without_comments(text: str) -> str:
    while _COMMENT.search(text):  # what stood around one may make another
        text = _COMMENT.sub("", text)
    return text


def lowered(text: str, level: int) -> str:
    """Return Markdown whose headings are of *level* at the highest, to stand below one of ours."""
    return _UNDERLINE.sub("", _HEADING.sub(lambda mark: mark[0].strip().ljust(level, "#"), text))


def _bracketed(tag: re.Match[str]) -> str:
    return f"[{'/' if '/' in tag['shut'] else ''}{tag['name']}]"


def code(text: str) -> str:
    """Return *text* as a code span."""
    fence = "``" if "`" in text else "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def safe_path(path: str) -> str:
    """Return a relative path that is fit to be shown; empty for one that is not.

    Blanks are not: a name of several words can be made to read like an order.
    """
    return path if _PATH.fullmatch(path) and not redact(path).findings else ""
