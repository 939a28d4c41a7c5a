-- Earthquakes by classes of magnitude. Times are texts in UTC, as 2026-07-01T18:30:00Z.

CREATE TABLE magnitude_class (
  id   INTEGER PRIMARY KEY,
  name TEXT    NOT NULL
) STRICT;

INSERT INTO magnitude_class (id, name) VALUES
  (-1, 'Unknown'), (0, 'Micro'), (2, 'Minor'), (4, 'Light'), (5, 'Moderate'), (6, 'Strong'),
  (7, 'Major'), (8, 'Great');

CREATE TABLE quake (
  id          TEXT    NOT NULL PRIMARY KEY,
  class_id    INTEGER NOT NULL REFERENCES magnitude_class (id),
  magnitude   REAL,
  place       TEXT    NOT NULL,
  depth       REAL,
  at          TEXT    NOT NULL,
  is_reviewed INTEGER NOT NULL DEFAULT 0 CHECK (is_reviewed IN (0, 1)),
  tsunami     INTEGER NOT NULL DEFAULT 0 CHECK (tsunami IN (0, 1))
) STRICT;

CREATE INDEX quake_by_class ON quake (class_id, at);
CREATE INDEX quake_by_time  ON quake (at);
