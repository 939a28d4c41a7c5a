CREATE TABLE direction (
  id       INTEGER PRIMARY KEY,
  name     TEXT    NOT NULL,
  is_shown INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE train (
  id           INTEGER PRIMARY KEY,
  direction_id INTEGER NOT NULL REFERENCES direction (id),
  name         TEXT    NOT NULL,
  destination  TEXT    NOT NULL,
  via          TEXT    NOT NULL,
  platform     INTEGER NOT NULL,
  planned_at   TEXT    NOT NULL,
  expected_at  TEXT    NOT NULL,
  state        TEXT    NOT NULL,    -- on time, +4 min, boarding or cancelled
  is_mine      INTEGER NOT NULL DEFAULT 0 CHECK (is_mine IN (0, 1))
) STRICT;

CREATE INDEX train_by_direction ON train (direction_id, planned_at);
CREATE INDEX train_by_time      ON train (expected_at);
