CREATE TABLE match (
  id INTEGER PRIMARY KEY,
  -- All that is known of the match, as the messages have it.
  state TEXT NOT NULL,
  home TEXT,
  away TEXT,
  goals TEXT
);
CREATE TABLE card (
  match_id INTEGER NOT NULL REFERENCES match (id),
  id TEXT NOT NULL,
  player TEXT NOT NULL,
  colour TEXT NOT NULL,
  minute INTEGER NOT NULL,
  PRIMARY KEY (match_id, id)
) WITHOUT ROWID;
CREATE INDEX card_by_match ON card (match_id, minute);
