"""From a plain tree to the settings: every key known, every value of its kind."""

import difflib
import re
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from memoryd.model_settings import Provider, find_fault

from .document import Key, Origins
from .durations import decode
from .ranges import check_ranges
from .settings import ProjectRule, Settings

_Known = TypeVar("_Known", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """Where the user names the sections, and what such a name looks like."""

    path: Key
    section: type[msgspec.Struct]
    kinds: str
    pattern: str
    example: str


_NAMED = (
    _Named(
        path=("projects",),
        section=ProjectRule,
        kinds="directories",
        pattern=r"(/|~(/|$))[^\0]*",
        example="a directory or a glob that starts with / or ~/",
    ),
    _Named(
        path=("models", "providers"),
        section=Provider,
        kinds="names of providers",
        pattern=r"[a-z0-9][a-z0-9_-]{0,49}",
        example="a name of small letters, digits, - and _",
    ),
)


def convert(tree: dict[str, object], origins: Origins) -> Settings:
    """Return the settings that *tree* holds; raise ConfigError for the first thing wrong."""
    for named in _NAMED:
        _check_named(tree, named, origins)
    settings = _convert_part(tree, Settings, (), origins)
    check_ranges(settings, origins)
    if fault := find_fault(settings.models):
        raise origins.error(*fault)
    return settings


def _fields(section: type[msgspec.Struct]) -> dict[str, object]:
    hints = get_type_hints(section)
    names = zip(section.__struct_encode_fields__, section.__struct_fields__, strict=True)
    return {encoded: hints[name] for encoded, name in names}


def _is_section(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def check_keys(
    section: type[msgspec.Struct], tree: dict[str, object], path: Key, origins: Origins
) -> None:
    """Raise ConfigError for a key that *section* does not have; make empty sections dicts."""
    known = _fields(section)
    for key, value in list(tree.items()):
        here = (*path, str(key))
        if key not in known:
            near = difflib.get_close_matches(str(key), known, n=1, cutoff=0.0)
            meant = ".".join((*path, near[0]))
            raise origins.error(f"unknown key; did you mean {meant!r}?", here)
        kind = known[key]
        if value is False and "off" in get_args(kind):
            tree[key] = "off"  # which YAML takes for a truth value
        if not _is_section(kind):
            continue
        if value is None:  # all its keys are commented out
            tree[key] = {}
        elif isinstance(value, dict):
            check_keys(kind, value, here, origins)  # type: ignore[arg-type]  # _is_section narrows
        else:
            raise origins.error("expected a section with keys of its own", here)


def _check_named(tree: dict[str, object], named: _Named, origins: Origins) -> None:
    *above, last = named.path
    for part in above:
        tree = tree.get(part, {})  # type: ignore[assignment]  # sections are dicts, checked before
    sections = tree.get(last)
    if sections is None:
        tree.pop(last, None)
        return
    if not isinstance(sections, dict):
        raise origins.error(f"expected {named.kinds}, each with keys of its own", named.path)
    for name, section in sections.items():
        path = (*named.path, str(name))
        if not re.fullmatch(named.pattern, str(name)):
            raise origins.error(f"expected {named.example}", path)
        if section is None:
            sections[name] = {}
        elif not isinstance(section, dict):
            raise origins.error("expected a section with keys of its own", path)
        else:
            check_keys(named.section, section, path, origins)
        _convert_part(sections[name], named.section, path, origins)


def leaves(section: type[msgspec.Struct], path: Key = ()) -> dict[Key, object]:
    """Return every single setting below *path*, and its type."""
    found: dict[Key, object] = {}
    for key, kind in _fields(section).items():
        if _is_section(kind):
            found |= leaves(kind, (*path, key))  # type: ignore[arg-type]  # _is_section narrows
        else:
            found[*path, key] = kind
    return found


def _convert_part(
    tree: dict[str, object], section: type[_Known], above: Key, origins: Origins
) -> _Known:
    try:
        return msgspec.convert(tree, section, dec_hook=decode)
    except msgspec.ValidationError as exc:
        # From the right: the value, which it may quote, can say anything.
        what, found, where = str(exc).rpartition(" - at `$.")
        what, where = (what, where) if found else (where, "")
        path = tuple(filter(None, where.rstrip("`").partition("[")[0].split(".")))
        if choices := _choices(leaves(section).get(path)):
            what = f"expected one of {', '.join(choices)}"
        raise origins.error(what[:1].lower() + what[1:], (*above, *path)) from exc


def _choices(kind: object) -> tuple[str, ...]:
    options = (kind, *get_args(kind)) if get_origin(kind) is not Literal else (kind,)
    return next((get_args(each) for each in options if get_origin(each) is Literal), ())
