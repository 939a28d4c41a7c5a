-- Rows that are known by when they were made.

CREATE TABLE entry (
  id         INTEGER PRIMARY KEY,
  created_at TEXT NOT NULL,
  note       TEXT
) STRICT;

CREATE INDEX entry_by_date ON entry (created_at);
