"""The calls that were made to models, as the budget counts them."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
  id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, role TEXT NOT NULL, purpose TEXT NOT NULL,
  model TEXT NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  estimated INTEGER NOT NULL, outcome TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_by_time ON calls (at_ms);
"""
