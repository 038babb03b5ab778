"""Names of sessions and skills as parts of paths: short, plain, and never a way out."""

import hashlib
import re
import unicodedata

SLUG_CHARS = 20
SKILL_CHARS = 64
_ID_CHARS = 100
# No hyphen, or as many as every UUID has: what follows can only be a slug.
_PLAIN_ID = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9_]{0,98}[A-Za-z0-9])?"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_SKILL_PATH = re.compile(r"skills/[a-z0-9][a-z0-9-]{0,63}/SKILL\.md")
_SUMMARY_PATH = re.compile(r"rollout_summaries/[A-Za-z0-9][A-Za-z0-9_-]{0,199}\.md")
# Which files beside a skill are ours; no Markdown, so that nobody takes it for a memory.
BESIDE = ".generated.json"
_BUCKETS = ("scripts", "templates", "examples")
_MOST_SEGMENTS = 3
_SEGMENT = re.compile(r"[A-Za-z0-9._-]{1,100}")
_BESIDE_PATH = re.compile(r"skills/[a-z0-9][a-z0-9-]{0,63}/(?P<bucket>[a-z]+)/(?P<rest>.+)")
_TOP = frozenset({"MEMORY.md", "memory_summary.md", "raw_memories.md", BESIDE})
# No drawback elsewhere, and a folder of such a name cannot be copied to Windows.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)")


def slug_of(text: str) -> str:
    """Return the first letters and digits of *text* in small ASCII, joined by `_`; maybe empty."""
    return _NOT_PLAIN.sub("_", _ascii(text)).strip("_")[:SLUG_CHARS].rstrip("_")


def skill_name(text: str) -> str:
    """Return *text* as the name of a skill; empty when nothing is left of it."""
    name = _NOT_PLAIN.sub("-", _ascii(text)).strip("-")
    if len(name) > SKILL_CHARS:
        name = name[: SKILL_CHARS + 1].rpartition("-")[0] or name[:SKILL_CHARS]
    return "" if _RESERVED.fullmatch(name) else name.strip("-")


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def summary_name(session: str, slug: str) -> str:
    """Return the file name of a session's summary: its id, then *slug* if there is one.

    An id gets a hash where it could be taken for a shorter one with a slug, so that two sessions
    never share a file.
    """
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", session).strip("-_")[:_ID_CHARS]
    if not _PLAIN_ID.fullmatch(session):
        mark = hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()[:8]
        stem = f"{stem}-{mark}" if stem else mark
    plain = slug_of(slug)
    return f"{stem}-{plain}.md" if plain else f"{stem}.md"


def file_name(bucket: str, path: str) -> str:
    """Return the path of a file in one of a skill's folders; empty for one that may not be.

    That is an absolute one, one with `.` or `..`, a drive or a stream, or a character that some
    system cannot have in a name.
    """
    segments = path.replace("\\", "/").strip().split("/")
    plain = all(_SEGMENT.fullmatch(each) and each not in {".", ".."} for each in segments)
    reserved = any(_RESERVED.fullmatch(each.partition(".")[0].lower()) for each in segments)
    if bucket not in _BUCKETS or not plain or reserved or len(segments) > _MOST_SEGMENTS:
        return ""
    return "/".join((bucket, *segments))


def is_beside(path: str) -> bool:
    """Tell whether *path* is that of a file beside a SKILL.md."""
    found = _BESIDE_PATH.fullmatch(path)
    if not found:
        return False
    return file_name(found["bucket"], found["rest"]) == f"{found['bucket']}/{found['rest']}"


def is_artefact_path(path: str) -> bool:
    """Tell whether *path* is one that consolidation may write or take away."""
    marked = path in _TOP or _SKILL_PATH.fullmatch(path) or _SUMMARY_PATH.fullmatch(path)
    return bool(marked) or is_beside(path)
