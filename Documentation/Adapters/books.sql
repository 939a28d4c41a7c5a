CREATE TABLE book (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE level (
  book TEXT NOT NULL,
  price REAL NOT NULL,
  size REAL NOT NULL,
  PRIMARY KEY (book, price)
) WITHOUT ROWID;
-- Changes that came before the image of their book.
CREATE TABLE early (
  book TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  price REAL NOT NULL,
  size REAL NOT NULL,
  PRIMARY KEY (book, sequence, price)
) WITHOUT ROWID;
