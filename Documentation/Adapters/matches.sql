CREATE TABLE match (
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL,
  home TEXT,
  away TEXT,
  goals TEXT
);
