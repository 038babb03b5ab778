"""Which memories does a prompt need: tokens, an index in memory, a ranking with reasons."""

from .engine import DEFAULT_BAR, Hit, Lost, Query, Ranking, Searchable, SearchIndex

__all__ = ["DEFAULT_BAR", "Hit", "Lost", "Query", "Ranking", "SearchIndex", "Searchable"]
