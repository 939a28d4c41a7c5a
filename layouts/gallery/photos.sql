CREATE TABLE photo (
  id            INTEGER PRIMARY KEY,
  title         TEXT    NOT NULL,
  artist        TEXT    NOT NULL,
  image         TEXT    NOT NULL,
  likes         INTEGER NOT NULL,
  display_order INTEGER NOT NULL,
  is_favourite  INTEGER NOT NULL DEFAULT 0 CHECK (is_favourite IN (0, 1))
) STRICT;

CREATE INDEX photo_by_order ON photo (display_order);
CREATE INDEX photo_by_likes ON photo (likes);
