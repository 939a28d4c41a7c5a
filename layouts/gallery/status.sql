CREATE TABLE area (
  id        INTEGER PRIMARY KEY,
  name      TEXT    NOT NULL,
  is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1))
) STRICT;

CREATE TABLE service (
  id      INTEGER PRIMARY KEY,
  area_id INTEGER NOT NULL REFERENCES area (id),
  name    TEXT    NOT NULL,
  state   TEXT    NOT NULL CHECK (state IN ('operational', 'degraded', 'outage', 'maintenance')),
  latency INTEGER NOT NULL,          -- milliseconds
  uptime  REAL    NOT NULL           -- per cent
) STRICT;

CREATE TABLE incident (
  id         INTEGER PRIMARY KEY,
  service    TEXT    NOT NULL,
  state      TEXT    NOT NULL,
  text       TEXT    NOT NULL,
  started_at TEXT    NOT NULL,
  is_read    INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1))
) STRICT;

CREATE INDEX service_by_area ON service (area_id);
