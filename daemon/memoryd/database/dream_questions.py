"""What a model was asked about each store that brought nothing: it is not asked again."""

from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import isoformat

from .connection import Connection

SCHEMA = """
CREATE TABLE IF NOT EXISTS dream_questions (
  project TEXT PRIMARY KEY, question TEXT NOT NULL, at TEXT NOT NULL
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class DreamQuestions:
    """The latest question of each project, None being the user's own memories, as a hash."""

    connection: Connection

    def in_vain(self, project: str | None) -> str | None:
        """Return the latest question that brought nothing."""
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT question FROM dream_questions WHERE project = ?", (project or "",)
            ).fetchone()
        return row["question"] if row else None

    def note(self, project: str | None, question: str, at: datetime) -> None:
        """Keep that a question brought nothing."""
        with self.connection.transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO dream_questions VALUES (?, ?, ?)",
                (project or "", question, isoformat(at)),
            )
