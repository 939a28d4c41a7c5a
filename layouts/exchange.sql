-- The store of a betting exchange, as its stream, its catalogue and its menu fill it in any order.
-- What the stream calls a thing and what the catalogue or the menu call it stand in columns of
-- their own, so that the end does not depend on which of them came first.
-- Times are texts in UTC, flags are 0 or 1.

CREATE TABLE sport (
  id   INTEGER PRIMARY KEY,
  name TEXT    NOT NULL,
  -- Shown while it has events; a name that nobody has told is made up.
  is_named INTEGER NOT NULL DEFAULT 0 CHECK (is_named IN (0, 1))
) STRICT;

CREATE TABLE event (
  id           INTEGER PRIMARY KEY,
  sport_id     INTEGER REFERENCES sport (id),
  known_name   TEXT,
  stream_name  TEXT,
  name         TEXT    NOT NULL,    -- what is shown of the two
  starts_at    TEXT,
  status       TEXT    NOT NULL DEFAULT 'scheduled'
               CHECK (status IN ('scheduled', 'live', 'finished')),
  is_featured  INTEGER NOT NULL DEFAULT 0 CHECK (is_featured IN (0, 1)),
  is_menu_only INTEGER NOT NULL DEFAULT 0 CHECK (is_menu_only IN (0, 1))
) STRICT;

CREATE TABLE market (
  id            TEXT    NOT NULL PRIMARY KEY,
  event_id      INTEGER,
  known_name    TEXT,
  stream_name   TEXT,
  name          TEXT    NOT NULL,
  starts_at     TEXT,
  status        TEXT    CHECK (status IN ('INACTIVE', 'OPEN', 'SUSPENDED', 'CLOSED')),
  is_in_play    INTEGER NOT NULL DEFAULT 0 CHECK (is_in_play IN (0, 1)),
  display_order INTEGER NOT NULL DEFAULT 1,
  version       INTEGER,            -- of the definition that the stream has sent
  is_menu_only  INTEGER NOT NULL DEFAULT 0 CHECK (is_menu_only IN (0, 1))
) STRICT;

-- A runner is a number and a handicap: one team stands in a market once for each line.
CREATE TABLE runner (
  market_id   TEXT    NOT NULL,
  id          INTEGER NOT NULL,
  handicap    REAL    NOT NULL DEFAULT 0,
  known_name  TEXT,
  stream_name TEXT,
  name        TEXT    NOT NULL,
  status      TEXT,
  sort        INTEGER NOT NULL DEFAULT 0,
  back        REAL,                 -- the best price to back at
  lay         REAL,                 -- the best price to lay at
  price       REAL,                 -- what is shown: the best to back at, or the last one traded
  PRIMARY KEY (market_id, id, handicap)
) STRICT;

-- What stands below is read by no query: most messages change nothing but this, and so nothing
-- that anybody sees.

-- The ladders: 0 and 1 in full depth, whose key is the price; 2 and 3 the best levels and 4 and 5
-- the best as they are shown, whose key is the number of the level. Even ones are to back at.
CREATE TABLE quote (
  market_id TEXT    NOT NULL,
  runner_id INTEGER NOT NULL,
  handicap  REAL    NOT NULL,
  ladder    INTEGER NOT NULL,
  key       REAL    NOT NULL,
  price     REAL    NOT NULL,
  size      REAL    NOT NULL,
  PRIMARY KEY (market_id, runner_id, handicap, ladder, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE trade (
  market_id TEXT    NOT NULL,
  runner_id INTEGER NOT NULL,
  handicap  REAL    NOT NULL,
  price     REAL    NOT NULL,
  PRIMARY KEY (market_id, runner_id, handicap)
) STRICT, WITHOUT ROWID;

CREATE TABLE promotion (
  id            TEXT    NOT NULL PRIMARY KEY,
  title         TEXT    NOT NULL,
  text          TEXT,
  link          TEXT,
  display_order INTEGER NOT NULL
) STRICT;

CREATE INDEX sport_by_name    ON sport (name);
CREATE INDEX event_by_sport   ON event (sport_id);
CREATE INDEX event_by_status  ON event (status, starts_at);
CREATE INDEX event_featured   ON event (starts_at) WHERE is_featured;
CREATE INDEX event_of_menu    ON event (id) WHERE is_menu_only;
CREATE INDEX market_by_event  ON market (event_id, display_order);
CREATE INDEX market_of_menu   ON market (id) WHERE is_menu_only;
CREATE INDEX runner_by_market ON runner (market_id, sort);
-- Both columns are in it, since SQLite prefers the primary key to an index of as few.
CREATE INDEX quote_gone       ON quote (market_id, size) WHERE size = 0;
CREATE INDEX promotion_order  ON promotion (display_order);
