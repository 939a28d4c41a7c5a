-- The store of the sportsbook: sports hold events, events hold markets, markets hold selections.
-- Times are texts in UTC, as 2026-07-01T18:30:00Z; flags are 0 or 1.

CREATE TABLE sport (
  id            INTEGER PRIMARY KEY,
  name          TEXT    NOT NULL,
  display_order INTEGER NOT NULL DEFAULT 0,
  is_active     INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1))
) STRICT;

CREATE TABLE event (
  id           INTEGER PRIMARY KEY,
  sport_id     INTEGER NOT NULL REFERENCES sport (id) ON DELETE CASCADE,
  name         TEXT    NOT NULL,
  competition  TEXT,
  status       TEXT    NOT NULL DEFAULT 'scheduled'
               CHECK (status IN ('scheduled', 'live', 'finished')),
  is_suspended INTEGER NOT NULL DEFAULT 0 CHECK (is_suspended IN (0, 1)),
  starts_at    TEXT    NOT NULL,
  is_featured  INTEGER NOT NULL DEFAULT 0 CHECK (is_featured IN (0, 1)),
  score        TEXT,
  clock        TEXT
) STRICT;

CREATE TABLE market (
  id            INTEGER PRIMARY KEY,
  event_id      INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  name          TEXT    NOT NULL,
  status        TEXT    NOT NULL DEFAULT 'open'
                CHECK (status IN ('open', 'suspended', 'closed')),
  display_order INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE selection (
  id            INTEGER PRIMARY KEY,
  market_id     INTEGER NOT NULL REFERENCES market (id) ON DELETE CASCADE,
  name          TEXT    NOT NULL,
  price         REAL    CHECK (price > 0),
  display_order INTEGER NOT NULL DEFAULT 0,
  in_betslip    INTEGER NOT NULL DEFAULT 0 CHECK (in_betslip IN (0, 1))
) STRICT;

CREATE INDEX sport_by_order      ON sport (display_order) WHERE is_active;
CREATE INDEX event_by_sport      ON event (sport_id);
CREATE INDEX event_by_status     ON event (status, starts_at);
CREATE INDEX event_featured      ON event (starts_at) WHERE is_featured;
CREATE INDEX market_by_event     ON market (event_id, display_order);
CREATE INDEX selection_by_market ON selection (market_id, display_order);
