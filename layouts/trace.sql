-- Teams and their players: small enough for every change to be followed by eye.

CREATE TABLE team (
  id        INTEGER PRIMARY KEY,
  name      TEXT    NOT NULL,
  rank      INTEGER NOT NULL,
  is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1))
) STRICT;

CREATE TABLE player (
  id      INTEGER PRIMARY KEY,
  team_id INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
  name    TEXT    NOT NULL,
  goals   INTEGER NOT NULL DEFAULT 0,
  number  INTEGER NOT NULL
) STRICT;

CREATE INDEX player_by_team ON player (team_id, number);
