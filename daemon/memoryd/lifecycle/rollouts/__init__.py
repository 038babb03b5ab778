"""What past sessions of a project taught, in two phases, each without a model or by one.

First, one session's messages give a digest and its texts. Then the digests of all sessions give
the files of the project's memory root. Both are functions over values; `write` alone touches
the disk.
"""

from .artefacts import assemble, compare, sessions_in
from .check import faults_of
from .consolidate import consolidate
from .consolidate_by_model import consolidate_by_model
from .describe import describe
from .digest import digest, teaches
from .erase import erase_taught
from .extract_by_model import extract_by_model
from .keep import decode_digest, encode_digest, extraction_of, rollout_of
from .marks import is_ours, without_mark
from .names import skill_name, slug_of, summary_name
from .reading import Whole, read_whole, without_copies
from .tokens import count_tokens, quarters
from .untell import untell
from .values import Artefacts, Changes, Consolidated, Rollout, SessionDigest, Skill
from .without import without, without_lines
from .write import commit, discard, read_root, recover, stage, write_artefacts

__all__ = [
    "Artefacts",
    "Changes",
    "Consolidated",
    "Rollout",
    "SessionDigest",
    "Skill",
    "Whole",
    "assemble",
    "commit",
    "compare",
    "consolidate",
    "consolidate_by_model",
    "count_tokens",
    "decode_digest",
    "describe",
    "digest",
    "discard",
    "encode_digest",
    "erase_taught",
    "extract_by_model",
    "extraction_of",
    "faults_of",
    "is_ours",
    "quarters",
    "read_root",
    "read_whole",
    "recover",
    "rollout_of",
    "sessions_in",
    "skill_name",
    "slug_of",
    "stage",
    "summary_name",
    "teaches",
    "untell",
    "without",
    "without_copies",
    "without_lines",
    "without_mark",
    "write_artefacts",
]
