"""The memories: Markdown files, and everything that keeps them whole."""

from .applying import Applied, Outcome
from .arranging import Section, find_sections, sort_entries
from .beside import foreign_lines, loose_lines, reads_alike, unstated_lines
from .body_edits import AND
from .document import (
    Document,
    UnreadableError,
    add_sources,
    append_entry,
    edit,
    is_pinned,
    merge_entry,
    new_document,
    parse,
    remove_entries,
    restate_entry,
)
from .git_files import is_stand_in
from .header_edits import MAX_SOURCES
from .index import render as render_index
from .journal import Change, Undone
from .keys import sanitise
from .likeness import is_same_fact, normal_form
from .names import file_names, slug_for, split_id, title_for
from .projects import Project, Projects
from .roots import Checkout, find_root
from .rules import Rules, compile_rules
from .search import (
    Hit,
    Meanings,
    Query,
    Ranking,
    Searchable,
    SearchIndex,
    open_meanings,
)
from .state import ExtractCursor, Meta, read_cursor, read_meta, write_cursor, write_meta
from .store import Store
from .times import MILLISECOND, from_mtime, to_mtime
from .trash import Record

__all__ = [
    "AND",
    "MAX_SOURCES",
    "MILLISECOND",
    "Applied",
    "Change",
    "Checkout",
    "Document",
    "ExtractCursor",
    "Hit",
    "Meanings",
    "Meta",
    "Outcome",
    "Project",
    "Projects",
    "Query",
    "Ranking",
    "Record",
    "Rules",
    "SearchIndex",
    "Searchable",
    "Section",
    "Store",
    "Undone",
    "UnreadableError",
    "add_sources",
    "append_entry",
    "compile_rules",
    "edit",
    "file_names",
    "find_root",
    "find_sections",
    "foreign_lines",
    "from_mtime",
    "is_pinned",
    "is_same_fact",
    "is_stand_in",
    "loose_lines",
    "merge_entry",
    "new_document",
    "normal_form",
    "open_meanings",
    "parse",
    "read_cursor",
    "read_meta",
    "reads_alike",
    "remove_entries",
    "render_index",
    "restate_entry",
    "sanitise",
    "slug_for",
    "sort_entries",
    "split_id",
    "title_for",
    "to_mtime",
    "unstated_lines",
    "write_cursor",
    "write_meta",
]
