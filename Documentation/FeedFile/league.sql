CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT NOT NULL, is_folded INTEGER NOT NULL DEFAULT 0);
CREATE TABLE team (
  id INTEGER PRIMARY KEY,
  league_id INTEGER NOT NULL REFERENCES league (id),
  name TEXT NOT NULL,
  rank INTEGER NOT NULL,
  points INTEGER NOT NULL DEFAULT 0,
  crest TEXT,
  status TEXT,
  is_out INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE player (
  id INTEGER PRIMARY KEY,
  team_id INTEGER NOT NULL REFERENCES team (id),
  name TEXT NOT NULL,
  number INTEGER NOT NULL,
  born TEXT,
  is_injured INTEGER NOT NULL DEFAULT 0,
  is_captain INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE goal (
  id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES player (id),
  minute INTEGER NOT NULL
);
CREATE TABLE fixture (
  id TEXT PRIMARY KEY,
  home TEXT,
  away TEXT,
  starts_at TEXT,
  display_order INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX team_by_league ON team (league_id, rank);
CREATE INDEX player_by_team ON player (team_id, number);
CREATE INDEX goal_by_player ON goal (player_id, minute);
CREATE INDEX team_by_points ON team (points);
