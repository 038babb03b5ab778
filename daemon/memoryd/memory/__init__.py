"""The memories: Markdown files, and everything that keeps them whole."""

from .applying import Applied, Outcome
from .document import (
    Document,
    UnreadableError,
    add_sources,
    append_entry,
    edit,
    merge_entry,
    new_document,
    parse,
    remove_entries,
)
from .index import render as render_index
from .journal import Change, Undone
from .names import slug_for, split_id, title_for
from .projects import Project, ProjectRoot, Projects, find_root, sanitise
from .search import Hit, Query, Ranking, Searchable, SearchIndex
from .state import ExtractCursor, Meta, read_cursor, read_meta, write_cursor, write_meta
from .store import Store
from .trash import Record

__all__ = [
    "Applied",
    "Change",
    "Document",
    "ExtractCursor",
    "Hit",
    "Meta",
    "Outcome",
    "Project",
    "ProjectRoot",
    "Projects",
    "Query",
    "Ranking",
    "Record",
    "SearchIndex",
    "Searchable",
    "Store",
    "Undone",
    "UnreadableError",
    "add_sources",
    "append_entry",
    "edit",
    "find_root",
    "merge_entry",
    "new_document",
    "parse",
    "read_cursor",
    "read_meta",
    "remove_entries",
    "render_index",
    "sanitise",
    "slug_for",
    "split_id",
    "title_for",
    "write_cursor",
    "write_meta",
]
