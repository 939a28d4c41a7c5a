-- The store of the sportsbook: sports hold events, events hold markets, markets hold selections.
-- Times are texts in UTC, as 2026-07-01T18:30:00Z; flags are 0 or 1.

CREATE TABLE sport (
  id            INTEGER PRIMARY KEY,
  name          TEXT    NOT NULL,
  display_order INTEGER NOT NULL DEFAULT 0,
  is_active     INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  -- What the user has done to the view. It is kept as all else is, so that a change of it is a commit.
  is_folded     INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1)),
  is_selected   INTEGER NOT NULL DEFAULT 0 CHECK (is_selected IN (0, 1)),
  is_hidden     INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1))  -- another one is selected
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
CREATE INDEX sport_is_selected   ON sport (is_selected) WHERE is_selected;
CREATE INDEX event_by_sport      ON event (sport_id, status);
CREATE INDEX event_by_status     ON event (status, starts_at);
CREATE INDEX event_featured      ON event (starts_at) WHERE is_featured;
CREATE INDEX market_by_event     ON market (event_id, display_order);
CREATE INDEX selection_by_market ON selection (market_id, display_order);

-- While a sport is selected, the others are hidden, those that come later too.
CREATE TRIGGER sport_selected AFTER UPDATE OF is_selected ON sport BEGIN
  UPDATE sport SET is_hidden = NOT is_selected AND EXISTS (SELECT 1 FROM sport WHERE is_selected)
  WHERE is_hidden <> (NOT is_selected AND EXISTS (SELECT 1 FROM sport WHERE is_selected));
END;

CREATE TRIGGER sport_added AFTER INSERT ON sport
WHEN EXISTS (SELECT 1 FROM sport WHERE is_selected) BEGIN
  UPDATE sport SET is_selected = is_selected WHERE id = new.id;
END;

CREATE TRIGGER sport_removed AFTER DELETE ON sport WHEN old.is_selected BEGIN
  UPDATE sport SET is_hidden = 0
  WHERE is_hidden AND NOT EXISTS (SELECT 1 FROM sport WHERE is_selected);
END;

CREATE TRIGGER sport_left AFTER UPDATE OF is_active ON sport WHEN new.is_selected AND NOT new.is_active BEGIN
  UPDATE sport SET is_selected = 0 WHERE id = new.id;
END;
