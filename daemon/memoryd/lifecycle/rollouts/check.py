"""What a set of artefacts must be before it is written."""

import yaml

from memoryd.redact import has_secret

from .marks import END, is_ours
from .names import BESIDE, is_artefact_path, is_beside
from .owned import is_listing
from .tokens import count_tokens
from .values import Artefacts

_MOST_BYTES = 4 * 1024 * 1024
_MOST_SKILL_BYTES = 64_000
_MOST_FILES = 2_000
_MOST_DESCRIPTION_CHARS = 1_024


def faults_of(artefacts: Artefacts, *, token_limit: int) -> tuple[str, ...]:
    """Return what is wrong with *artefacts*, each with its file; nothing when all is well."""
    faults = [
        f"{path}: not a file of a memory root"
        for path in artefacts.stale
        if not is_artefact_path(path)
    ]
    if len(artefacts.files) > _MOST_FILES:
        faults.append(f"{len(artefacts.files)} files are more than {_MOST_FILES}")
    for path, data in artefacts.files.items():
        fault = _fault(path, data, token_limit)
        if fault:
            faults.append(f"{path}: {fault}")
    return tuple(faults)


def _fault(path: str, data: bytes, token_limit: int) -> str:
    if not is_artefact_path(path):
        return "not a file of a memory root"
    skill = path.startswith("skills/")
    if len(data) > (_MOST_SKILL_BYTES if skill else _MOST_BYTES):
        return f"{len(data)} bytes are too many"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "not UTF-8"
    if path == BESIDE:
        return "" if is_listing(data) else "not a list of files"
    if not (is_beside(path) or is_ours(data)):
        return "the mark is missing"
    # What a person wrote below the generated part is theirs.
    if has_secret(text.partition(END)[0]):
        return "holds a secret"
    if path == "memory_summary.md" and count_tokens(text) > token_limit:
        return f"more than {token_limit} tokens"
    return _skill_fault(path, text) if skill and not is_beside(path) else ""


def _skill_fault(path: str, text: str) -> str:
    _, opening, rest = text.partition("---\n")
    head, closing, body = rest.partition("\n---\n")
    try:
        fields = yaml.safe_load(head)
    except yaml.YAMLError:
        return "the front matter cannot be read"
    if not (opening and closing and isinstance(fields, dict)):
        return "there is no front matter"
    if fields.get("name") != path.split("/")[1]:
        return "its name is not that of its folder"
    description = fields.get("description")
    if not isinstance(description, str) or not 0 < len(description) <= _MOST_DESCRIPTION_CHARS:
        return "the description is missing or too long"
    return "" if body.strip() else "it says nothing"
