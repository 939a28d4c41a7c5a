CREATE TABLE quake (
  id          INTEGER PRIMARY KEY,
  place       TEXT    NOT NULL,
  depth       REAL    NOT NULL,      -- kilometres
  at          TEXT    NOT NULL,
  magnitude   REAL    NOT NULL,
  is_reviewed INTEGER NOT NULL CHECK (is_reviewed IN (0, 1)),
  is_followed INTEGER NOT NULL DEFAULT 0 CHECK (is_followed IN (0, 1))
) STRICT;

CREATE INDEX quake_by_time     ON quake (at);
CREATE INDEX quake_by_strength ON quake (magnitude);
