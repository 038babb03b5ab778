"""Front matter: read as YAML, or line by line where it is none."""

import re

import yaml
from frontmatter.default_handlers import YAMLHandler

from memoryd.domain import SourceRef, collapse

from .times import read_time

TEXT_KEYS = ("name", "title", "description", "type")

# All scalars stay text. The C loader takes a tenth of the time.
Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_PLAIN_LINE = re.compile(
    r"([A-Za-z]+): ([^\W_][^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]*)"
)
_NOT_PLAIN = re.compile(r": | #|:$")
_SOURCE_LINE = re.compile(
    r"  - \{agent: (?P<agent>\w[\w-]*), session: (?P<session>\w[\w-]*), "
    r"record: (?P<record>\w[\w-]*)(?:, at: (?P<at>\d[\d:.TZ-]*[\dZ]))?\}"
)
NOT_YAML = (yaml.YAMLError, RecursionError, ValueError)


def read(header: str) -> dict[str, object]:
    """Return the values of a front matter; text values are collapsed to one line.

    Front matter that is not YAML (`name: Fix: the thing`) gives what single lines say.
    """
    found = _load(header)
    values: dict[str, object] = dict(found or {})
    for key in TEXT_KEYS:
        value = values.get(key)
        if not isinstance(value, str):
            value = _line_value(header, key) if found is None or value is not None else ""
        values[key] = collapse(value)
    return values


def _load(header: str) -> dict[str, object] | None:
    plain = load_plain(header)
    if plain is not None:
        return plain
    try:
        found = YAMLHandler().load(header, Loader=Loader)
    except NOT_YAML:
        return None
    return found if isinstance(found, dict) else None


def load_plain(header: str) -> dict[str, object] | None:
    """Read front matter in the form we write it, as YAML would; None when there is more to it.

    It takes a tenth of the time, and thousands of files are read at every start.
    """
    values: dict[str, object] = {}
    sources: list[object] | None = None
    for line in header.split("\n")[:-1]:
        if found := _PLAIN_LINE.fullmatch(line):
            if found[1] in values or _NOT_PLAIN.search(found[2]):
                return None
            values[found[1]] = found[2].rstrip(" ")
            sources = None
        elif line == "sources:" and "sources" not in values:
            values["sources"] = sources = []
        elif sources is not None and (found := _SOURCE_LINE.fullmatch(line)):
            sources.append({key: value for key, value in found.groupdict().items() if value})
        else:
            return None
    return values if values.get("sources") != [] else None


def _line_value(header: str, key: str) -> str:
    found = find_line(header, key)
    return found[1] if found else ""


def find_line(header: str, key: str) -> re.Match[str] | None:
    """Return the first line that says *key*; its group 1 is the value."""
    return re.search(rf"^{key}:[ \t]*(.+)$", header, re.MULTILINE)


def read_sources(values: dict[str, object]) -> tuple[SourceRef, ...]:
    """Return the sources that a front matter lists; what is no source is skipped."""
    listed = values.get("sources")
    found = (_source(item) for item in listed) if isinstance(listed, list) else ()
    return tuple(source for source in found if source)


def _source(item: object) -> SourceRef | None:
    if not isinstance(item, dict):
        return None
    agent, session, record = (item.get(key) for key in ("agent", "session", "record"))
    if not (isinstance(agent, str) and isinstance(session, str) and isinstance(record, str)):
        return None
    return SourceRef(agent=agent, session=session, record=record, at=read_time(item.get("at")))
