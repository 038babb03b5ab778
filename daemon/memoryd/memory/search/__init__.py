"""Which memories does a prompt need: tokens, an index in memory, a ranking with reasons."""

from .engine import DEFAULT_BAR, Hit, Lost, Query, Ranking, Searchable, SearchIndex
from .meaning import Meanings, open_meanings

__all__ = [
    "DEFAULT_BAR",
    "Hit",
    "Lost",
    "Meanings",
    "Query",
    "Ranking",
    "SearchIndex",
    "Searchable",
    "open_meanings",
]
