CREATE TABLE event (
  id         INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  is_in_play INTEGER NOT NULL CHECK (is_in_play IN (0, 1)),
  starts_at  TEXT    NOT NULL,
  matched    INTEGER NOT NULL
) STRICT;

CREATE TABLE runner (
  id       INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES event (id),
  name     TEXT    NOT NULL
) STRICT;

CREATE TABLE quote (
  id        INTEGER PRIMARY KEY,
  runner_id INTEGER NOT NULL REFERENCES runner (id),
  mark      TEXT    NOT NULL,        -- of the best prices: Back or Lay
  price     REAL    NOT NULL CHECK (price > 1),
  size      INTEGER NOT NULL,
  in_slip   INTEGER NOT NULL DEFAULT 0 CHECK (in_slip IN (0, 1))
) STRICT;

CREATE INDEX event_by_start  ON event (starts_at);
CREATE INDEX runner_by_event ON runner (event_id);
CREATE INDEX quote_by_runner ON quote (runner_id);
