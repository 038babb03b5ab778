"""What a model answers to the second phase, and the procedures that are taken from it."""

import json
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
import yaml

from memoryd.lifecycle.gate import is_instruction
from memoryd.lifecycle.prompt import neutralise
from memoryd.redact import redact

from .inert import page, plain
from .names import file_name, skill_name
from .values import Skill
from .without import without_lines

_MOST_CHARS = 200_000
_MOST_SKILLS = 40
_MOST_FILES = 40
_MOST_BYTES = 60_000
_MOST_DESCRIPTION = 500

_Text = Annotated[str, msgspec.Meta(max_length=_MOST_CHARS)]
_Name = Annotated[str, msgspec.Meta(max_length=400)]


class SaidFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A file beside a procedure."""

    path: _Name
    content: _Text


_Files = Annotated[tuple[SaidFile, ...], msgspec.Meta(max_length=_MOST_FILES)]


class SaidSkill(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A procedure, with its files by folder."""

    name: _Name
    content: _Text = ""
    scripts: _Files = ()
    templates: _Files = ()
    examples: _Files = ()


class Said(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The whole answer."""

    memory_md: _Text
    memory_summary: _Text
    skills: Annotated[tuple[SaidSkill, ...], msgspec.Meta(max_length=_MOST_SKILLS)]


def take_skills(
    said: Sequence[SaidSkill], is_gone: Callable[[str], bool]
) -> tuple[tuple[Skill, ...], tuple[str, ...]]:
    """Return the procedures that can be written, and what is left out of them, with the reason.

    What *is_gone* is in none of them. Of two with the same name the later one is taken; they come
    in the order of their names.
    """
    taken: dict[str, Skill] = {}
    left_out: list[str] = []
    for each in said:
        name = skill_name(each.name)
        content = _content(name, each.content, is_gone) if name else ""
        if not content:
            reason = "it says nothing, or too much" if name else "that is no name"
            left_out.append(f"skill {plain(each.name, 60)!r}: {reason}")
            continue
        files, faults = _take_files(each, is_gone)
        taken[name] = Skill(name=name, content=content, files=files)
        left_out += [f"skill {name}: {fault}" for fault in faults]
    return tuple(taken[name] for name in sorted(taken)), tuple(left_out)


def _content(name: str, said: str, is_gone: Callable[[str], bool]) -> str:
    """Return the text of a SKILL.md under front matter of ours; empty without a body."""
    head, body = _split(said)
    body = without_lines(page(body), is_gone)
    told = next((line for line in body.splitlines() if line and not line.startswith("#")), "")
    described = without_lines(page(_description(head)), is_gone)
    described = plain(described or told, _MOST_DESCRIPTION)
    if not body or len(body.encode("utf-8", "replace")) > _MOST_BYTES:
        return ""
    description = json.dumps(described or name.replace("-", " "), ensure_ascii=False)
    return f"---\nname: {json.dumps(name)}\ndescription: {description}\n---\n{body}"


def _split(text: str) -> tuple[str, str]:
    """Split front matter from what stands below it."""
    lines = text.strip().splitlines()
    if lines[:1] == ["---"] and "---" in lines[1:]:
        end = lines.index("---", 1)
        return "\n".join(lines[1:end]), "\n".join(lines[end + 1 :])
    return "", text


def _description(head: str) -> str:
    try:
        fields = yaml.safe_load(head)
    except (yaml.YAMLError, ValueError, RecursionError):
        return ""
    described = fields.get("description") if isinstance(fields, dict) else None
    return described if isinstance(described, str) else ""


def _take_files(
    said: SaidSkill, is_gone: Callable[[str], bool]
) -> tuple[dict[str, str], list[str]]:
    """Return the files by path, sorted, later ones in place of earlier, and what is left out."""
    buckets = {"scripts": said.scripts, "templates": said.templates, "examples": said.examples}
    taken: dict[str, tuple[str, str]] = {}
    faults: list[str] = []
    for bucket, files in buckets.items():
        for file in files:
            path = file_name(bucket, file.path)
            text = neutralise(redact(file.content).text).strip()
            if fault := _fault(path, text, is_gone):
                faults.append(f"{bucket}/ {plain(file.path, 60)!r}: {fault}")
            else:  # names that differ in case only are one file on some disks
                taken[path.casefold()] = (path, text)
    kept = dict(sorted(taken.values()))
    below_a_file = [p for p in kept if any(p.startswith(f"{other}/") for other in kept)]
    faults += [f"{path}: a file lies where its folder should" for path in below_a_file]
    return {path: text for path, text in kept.items() if path not in below_a_file}, faults


def _fault(path: str, text: str, is_gone: Callable[[str], bool]) -> str:
    if not path:
        return "that is no path for a file of a skill"
    if not text:
        return "it is empty"
    if len(text.encode("utf-8", "replace")) > _MOST_BYTES:
        return f"it is larger than {_MOST_BYTES} bytes"
    if any(map(is_instruction, text.splitlines())):
        return "it gives orders to whoever reads it"
    # One line of a script cannot be taken out of it.
    return "it states what was forgotten" if without_lines(text, is_gone) != text else ""
