CREATE TABLE category (
  id       INTEGER PRIMARY KEY,
  name     TEXT    NOT NULL,
  is_shown INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE product (
  id          INTEGER PRIMARY KEY,
  category_id INTEGER NOT NULL REFERENCES category (id),
  name        TEXT    NOT NULL,
  note        TEXT    NOT NULL,
  image       TEXT    NOT NULL,
  price       REAL    NOT NULL CHECK (price > 0),
  is_reduced  INTEGER NOT NULL CHECK (is_reduced IN (0, 1)),
  stock       INTEGER NOT NULL CHECK (stock >= 0),
  stock_note  TEXT    NOT NULL,
  in_basket   INTEGER NOT NULL DEFAULT 0 CHECK (in_basket IN (0, 1))
) STRICT;

CREATE INDEX product_by_category ON product (category_id);
CREATE INDEX product_reduced     ON product (price) WHERE is_reduced;
