CREATE TABLE team (
  id     INTEGER PRIMARY KEY,
  name   TEXT    NOT NULL,
  points INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX team_by_points ON team (points);
