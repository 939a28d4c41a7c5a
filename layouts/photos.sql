-- A photo gallery whose order is the user's own.

CREATE TABLE photo (
  id            INTEGER PRIMARY KEY,
  title         TEXT    NOT NULL,
  artist        TEXT,
  year          INTEGER,
  image         TEXT,
  display_order INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX photo_by_order ON photo (display_order);
