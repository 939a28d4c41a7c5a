CREATE TABLE branch (
  id        INTEGER PRIMARY KEY,
  name      TEXT    NOT NULL,
  is_folded INTEGER NOT NULL DEFAULT 0 CHECK (is_folded IN (0, 1))
) STRICT;

CREATE TABLE build (
  id         INTEGER PRIMARY KEY,
  branch_id  INTEGER NOT NULL REFERENCES branch (id),
  branch     TEXT    NOT NULL,
  title      TEXT    NOT NULL,
  author     TEXT    NOT NULL,
  state      TEXT    NOT NULL CHECK (state IN ('running', 'passed', 'failed')),
  started_at TEXT    NOT NULL,
  seconds    INTEGER NOT NULL,
  progress   REAL    NOT NULL,
  is_watched INTEGER NOT NULL DEFAULT 0 CHECK (is_watched IN (0, 1))
) STRICT;

CREATE INDEX build_by_branch ON build (branch_id, id);
CREATE INDEX build_running   ON build (id) WHERE state = 'running';
