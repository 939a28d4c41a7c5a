CREATE TABLE departure (
  line TEXT NOT NULL,
  stop INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (line, stop)
) WITHOUT ROWID;
CREATE INDEX departure_by_stop ON departure (stop);
