import FeedQueries

extension StatementHistory {
  /// The table: every kind of statement that changes rows.
  static let all = rows + references + others

  private static let teams = """
    CREATE TABLE team (
      id INTEGER PRIMARY KEY, code TEXT UNIQUE, rank INTEGER DEFAULT 0 CHECK (rank >= 0),
      name TEXT NOT NULL DEFAULT '?');
    CREATE TABLE side (id INTEGER PRIMARY KEY, note);
    INSERT INTO team VALUES (1, 'a', 1, 'A'), (2, 'b', 2, 'B'), (3, 'c', 3, 'C'), (4, 'd', 4, 'D');
    """

  private static let ofTeams = [
    LiveQuery(from: "team", order: ["rank", "code DESC"]),
    LiveQuery(from: "team", filter: "rank BETWEEN 1 AND 50", order: ["rank DESC"], limit: 2),
    LiveQuery(from: "team", filter: "code > 'b'", order: ["name"], limit: 2, offset: 1),
  ]

  private static func teams(
    _ name: String,
    more: String = "",
    _ transactions: [[String]],
    isOfOthers: Bool = false
  ) -> StatementHistory {
    StatementHistory(
      name: name,
      schema: teams + more,
      queries: ofTeams,
      transactions: transactions,
      isOfOthers: isOfOthers
    )
  }

  // MARK: Rows of one table

  private static let rows = [
    teams(
      "INSERT",
      [
        ["INSERT INTO team (code, rank) VALUES ('e', 5)"],
        ["INSERT INTO team VALUES (20, 'f', 1, 'F'), (21, 'g', 60, 'G'), (-3, NULL, 2, 'H')"],
        ["INSERT INTO team SELECT id + 100, code || 'x', rank, name FROM team WHERE id > 0"],
        ["INSERT INTO team DEFAULT VALUES"],
        [
          """
          WITH RECURSIVE n(i) AS (SELECT 300 UNION ALL SELECT i + 1 FROM n WHERE i < 310)
          INSERT INTO team SELECT i, 'n' || i, i % 7, 'N' FROM n
          """
        ],
        ["INSERT INTO team (code, rank) VALUES ('r', 9) RETURNING id, name"],
        ["!INSERT INTO team VALUES (1, 'z', 1, 'Z')"],
        ["!INSERT INTO team VALUES (30, 'z', -1, 'Z')"],
      ]
    ),
    teams(
      "INSERT OR …",
      [
        ["INSERT OR IGNORE INTO team VALUES (9, 'a', 1, 'Z'), (10, 'h', 2, 'H')"],
        ["INSERT OR REPLACE INTO team VALUES (9, 'a', 1, 'Z')"],
        ["!INSERT OR ABORT INTO team VALUES (20, 't', 1, 'T'), (21, 't', 1, 'T')"],
        ["!INSERT OR FAIL INTO team VALUES (22, 'u', 1, 'T'), (23, 'u', 1, 'T')"],
        ["!INSERT OR ROLLBACK INTO team VALUES (24, 'v', 1, 'T'), (25, 'v', 1, 'T')"],
        ["DELETE FROM team WHERE id = 2", "!INSERT OR ROLLBACK INTO team VALUES (3, 'w', 1, 'T')"],
      ]
    ),
    teams(
      "REPLACE",
      [
        ["REPLACE INTO team VALUES (1, 'a', 9, 'A')"],
        // One new row takes the place of two.
        ["REPLACE INTO team VALUES (1, 'b', 7, 'R')"],
        ["REPLACE INTO team (code, rank) VALUES ('c', 0)"],
        ["REPLACE INTO team SELECT id, 'same', rank, name FROM team"],
        ["REPLACE INTO team (id, name, rank) VALUES (4, NULL, 3) RETURNING *"],
      ]
    ),
    teams(
      "UPSERT",
      [
        [
          "INSERT INTO team VALUES (1, 'a', 8, 'Z') ON CONFLICT (id) DO UPDATE SET rank = excluded.rank"
        ],
        [
          "INSERT INTO team VALUES (9, 'b', 8, 'Z') ON CONFLICT (code) DO UPDATE SET rank = rank + 5, id = 50"
        ],
        ["INSERT INTO team VALUES (3, 'q', 1, 'Z') ON CONFLICT DO NOTHING"],
        [
          "INSERT INTO team VALUES (3, 'q', 1, 'Z') ON CONFLICT (id) DO UPDATE SET rank = 0 WHERE rank > 90"
        ],
        [
          """
          INSERT INTO team VALUES (3, 'd', 1, 'Z'), (77, 'd', 1, 'Y'), (78, 'k', 1, 'X')
          ON CONFLICT (id) DO UPDATE SET name = 'by id' ON CONFLICT (code) DO UPDATE SET name = 'by code'
          """
        ],
      ]
    ),
    teams(
      "UPDATE",
      [
        ["UPDATE team SET rank = 10 WHERE id = 1"], ["UPDATE team SET rank = rank + 1"],
        ["UPDATE team SET name = name"], ["UPDATE team SET name = 'same' WHERE code IN ('a', 'b')"],
        ["UPDATE team SET (rank, name) = (SELECT max(rank), min(name) FROM team) WHERE id = 2"],
        [
          "UPDATE team SET rank = new.r FROM (SELECT 3 AS i, 99 AS r UNION SELECT 4, 1) AS new WHERE id = new.i"
        ],
        ["UPDATE team SET rank = 5 WHERE id < 3 RETURNING id, rank"],
        ["UPDATE team SET code = NULL WHERE id = 3"],
        ["!UPDATE team SET rank = rank - 60"], ["UPDATE team SET rank = 3 WHERE 0"],
        ["UPDATE team SET rank = 30 WHERE id = 1", "UPDATE team SET rank = 5 WHERE id = 1"],
      ]
    ),
    teams(
      "UPDATE OR …",
      [
        ["!UPDATE OR ABORT team SET code = 'b' WHERE id <> 4"],
        ["!UPDATE OR FAIL team SET code = 'd', rank = 40"],
        ["!UPDATE OR ROLLBACK team SET code = 'q'"],
        ["UPDATE OR IGNORE team SET code = 'e' WHERE id > 1"],
        ["UPDATE OR REPLACE team SET code = 'e' WHERE id > 2"],
        ["UPDATE OR REPLACE team SET id = 1 WHERE code = 'e'"],
        [
          "INSERT INTO team VALUES (90, 'y', 1, 'Y')", "UPDATE team SET rank = 7 WHERE id = 1",
          "!UPDATE OR ROLLBACK team SET id = 1 WHERE id = 90",
        ],
      ]
    ),
    teams(
      "changes of the key",
      [
        ["UPDATE team SET id = id + 100"], ["UPDATE team SET id = 7 WHERE code = 'b'"],
        ["UPDATE team SET rowid = 8 WHERE code = 'c'"],
        ["!UPDATE team SET id = 7 WHERE code = 'a'"],
        ["UPDATE team SET id = -id"],
        [
          "UPDATE team SET id = 0 WHERE code = 'a'", "UPDATE team SET id = -101 WHERE code = 'b'",
          "UPDATE team SET id = -7 WHERE code = 'a'",
        ],
        ["DELETE FROM team WHERE code = 'b'", "INSERT INTO team VALUES (-101, 'new', 1, 'new')"],
      ]
    ),
    teams(
      "DELETE",
      [
        ["DELETE FROM team WHERE id = 2"],
        ["DELETE FROM team WHERE id IN (SELECT id FROM team WHERE rank > 3)"],
        ["DELETE FROM team WHERE rank = 1 RETURNING *"],
        ["INSERT INTO team VALUES (1, 'a', 1, 'A'), (2, 'b', 2, 'B')"],
        ["DELETE FROM team"], ["DELETE FROM team"], ["INSERT INTO team VALUES (1, 'a', 1, 'A')"],
        ["DELETE FROM team", "INSERT INTO team VALUES (1, 'a', 1, 'A'), (5, 'b', 2, 'B')"],
        ["DELETE FROM team WHERE 1"],
        ["INSERT INTO team VALUES (1, 'z', 3, 'A')", "DELETE FROM team"],
      ]
    ),
    teams(
      "savepoints",
      [
        [
          "UPDATE team SET rank = 20 WHERE id = 1", "SAVEPOINT one", "DELETE FROM team",
          "ROLLBACK TO one",
          "UPDATE team SET rank = 30 WHERE id = 2", "RELEASE one",
        ],
        [
          "SAVEPOINT one", "INSERT INTO team VALUES (9, 'i', 9, 'I')", "SAVEPOINT two",
          "UPDATE team SET id = 10 WHERE id = 9", "ROLLBACK TO two", "RELEASE two", "RELEASE one",
        ],
        ["SAVEPOINT one", "DELETE FROM team WHERE id = 9", "RELEASE one"],
        [
          "SAVEPOINT one", "DELETE FROM team", "SAVEPOINT two", "RELEASE two", "ROLLBACK TO one",
          "RELEASE one",
        ],
        ["DELETE FROM team WHERE id = 3", "!INSERT INTO team VALUES (1, 'a', 1, 'A')"],
      ]
    ),
    StatementHistory(
      name: "generated columns",
      schema: """
        CREATE TABLE price (
          id INTEGER PRIMARY KEY, net INTEGER, kept INTEGER AS (net * 2) STORED,
          seen INTEGER AS (net % 10) VIRTUAL, label TEXT AS ('p' || net));
        INSERT INTO price (id, net) VALUES (1, 5), (2, 12), (3, 27);
        """,
      queries: [
        LiveQuery(from: "price", filter: "seen > 2", order: ["kept DESC"]),
        LiveQuery(from: "price", filter: "kept < 50", order: ["seen"], limit: 2),
      ],
      transactions: [
        ["UPDATE price SET net = net + 4"], ["INSERT INTO price (net) VALUES (33), (NULL)"],
        ["UPDATE price SET net = 8 WHERE kept > 30"],
        ["REPLACE INTO price (id, net) VALUES (1, 4)"],
        ["!UPDATE price SET kept = 1"], ["DELETE FROM price WHERE label = 'p8'"],
      ]
    ),
    StatementHistory(
      name: "WITHOUT ROWID, keys of several columns",
      schema: """
        CREATE TABLE seat (
          row TEXT COLLATE NOCASE, number INTEGER, note TEXT, PRIMARY KEY (row, number)) WITHOUT ROWID;
        INSERT INTO seat VALUES ('a', 1, 'x'), ('a', 2, 'y'), ('b', 1, 'x');
        """,
      queries: [
        LiveQuery(from: "seat", order: ["note"]),
        LiveQuery(from: "seat", filter: "note = 'x'", order: ["number DESC"], limit: 2),
      ],
      transactions: [
        ["REPLACE INTO seat VALUES ('A', 1, 'z')"], ["UPDATE seat SET row = 'B' WHERE row = 'b'"],
        ["UPDATE seat SET number = number + 1 WHERE row = 'b'"],
        ["UPDATE OR REPLACE seat SET row = 'a'"],
        [
          "INSERT INTO seat VALUES ('A', 2, 'x') ON CONFLICT (row, number) DO UPDATE SET note = excluded.note"
        ],
        ["!INSERT INTO seat VALUES (NULL, 1, 'x')"], ["DELETE FROM seat"],
        ["INSERT INTO seat VALUES ('c', 1, 'x')"],
      ]
    ),
  ]

  // MARK: References, triggers

  private static func family(_ action: String) -> String {
    """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY,
      team INTEGER DEFAULT 9 REFERENCES team ON DELETE \(action) ON UPDATE \(action), name TEXT);
    CREATE TABLE goal (id INTEGER PRIMARY KEY, player INTEGER REFERENCES player ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE INDEX player_team ON player (team);
    INSERT INTO team VALUES (1, 'A'), (2, 'B'), (9, 'Free');
    INSERT INTO player VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c'), (4, NULL, 'd');
    INSERT INTO goal VALUES (1, 1), (2, 1), (3, 3);
    """
  }

  private static let ofFamily = [
    LiveQuery(
      from: "team",
      order: ["name"],
      include: [
        Inclusion(
          "players",
          LiveQuery(
            from: "player",
            order: ["name DESC"],
            include: [Inclusion("goals", LiveQuery(from: "goal"), on: "player")]
          ),
          on: "team"
        )
      ]
    ), LiveQuery(from: "player", filter: "team IS NOT NULL", order: ["team", "name"]),
    LiveQuery(from: "team", filter: "EXISTS (SELECT 1 FROM player p WHERE p.team = team.id)"),
    LiveQuery(from: "player", filter: "id NOT IN (SELECT player FROM goal)"),
  ]

  private static let references =
    ["CASCADE", "SET NULL", "SET DEFAULT"].map { action in
      StatementHistory(
        name: "ON DELETE and ON UPDATE \(action)",
        schema: family(action),
        queries: ofFamily,
        transactions: [
          ["UPDATE team SET id = 20 WHERE id = 2"], ["DELETE FROM team WHERE id = 1"],
          ["INSERT INTO team VALUES (1, 'A')", "UPDATE player SET team = 1"],
          ["REPLACE INTO team VALUES (1, 'Again')"], ["UPDATE player SET id = id + 10"],
          ["DELETE FROM goal"],
          ["INSERT INTO team VALUES (5, 'E')", "INSERT INTO player VALUES (50, 5, 'x')"],
          ["DELETE FROM team WHERE id <> 9"],
        ]
      )
    }
    + ["RESTRICT", "NO ACTION"].map { action in
      StatementHistory(
        name: "ON DELETE and ON UPDATE \(action)",
        schema: family(action),
        queries: ofFamily,
        transactions: [
          ["!DELETE FROM team WHERE id = 1"], ["!UPDATE team SET id = 20 WHERE id = 2"],
          ["DELETE FROM player WHERE team = 1", "DELETE FROM team WHERE id = 1"],
          ["!INSERT INTO player VALUES (5, 77, 'x')"], ["DELETE FROM player"], ["DELETE FROM team"],
        ]
      )
    } + [
      StatementHistory(
        name: "deferred references",
        schema: family("NO ACTION DEFERRABLE INITIALLY DEFERRED").replacing(
          "ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED",
          with: "ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED"
        ).replacing(
          "ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED",
          with: "ON DELETE NO ACTION"
        ),
        queries: ofFamily,
        transactions: [
          ["INSERT INTO player VALUES (7, 70, 'x')", "INSERT INTO team VALUES (70, 'New')"],
          ["DELETE FROM team WHERE id = 1", "INSERT INTO team VALUES (1, 'Back')"],
          ["!DELETE FROM team WHERE id = 1", "UPDATE team SET name = 'lost'"],
          ["UPDATE team SET id = 80 WHERE id = 70"],
          ["DELETE FROM team", "INSERT INTO team VALUES (1, 'A'), (2, 'B'), (80, 'H')"],
        ]
      ), triggers, recursion,
    ]

  private static let triggers = StatementHistory(
    name: "triggers before, after and instead of",
    schema: family("CASCADE") + """
      CREATE TRIGGER late AFTER INSERT ON goal BEGIN
        UPDATE player SET name = name || '!' WHERE id = new.player; END;
      CREATE TRIGGER early BEFORE UPDATE OF name ON team WHEN new.name = 'drop' BEGIN
        DELETE FROM player WHERE team = old.id; END;
      CREATE TRIGGER gone AFTER DELETE ON player BEGIN
        INSERT INTO team VALUES (-old.id, 'was ' || old.name); END;
      CREATE TRIGGER quiet BEFORE INSERT ON team WHEN new.name = 'quiet' BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER loud BEFORE INSERT ON team WHEN new.name = 'loud' BEGIN SELECT RAISE(ABORT, 'no'); END;
      CREATE VIEW roster AS SELECT player.id, player.name, team.name AS team_name FROM player, team
        WHERE player.team = team.id;
      CREATE TRIGGER enter INSTEAD OF INSERT ON roster BEGIN
        INSERT INTO team (name) SELECT new.team_name WHERE NOT EXISTS (SELECT 1 FROM team WHERE name = new.team_name);
        INSERT INTO player VALUES (new.id, (SELECT id FROM team WHERE name = new.team_name), new.name); END;
      CREATE TRIGGER leave INSTEAD OF DELETE ON roster BEGIN DELETE FROM player WHERE id = old.id; END;
      CREATE TRIGGER rename INSTEAD OF UPDATE ON roster BEGIN UPDATE player SET name = new.name WHERE id = old.id; END;
      """,
    queries: ofFamily,
    transactions: [
      ["INSERT INTO goal VALUES (9, 3)"], ["UPDATE team SET name = 'drop' WHERE id = 1"],
      ["INSERT INTO team VALUES (60, 'quiet'), (61, 'kept')"],
      ["!INSERT INTO team VALUES (62, 'x'), (63, 'loud')"],
      ["INSERT INTO roster VALUES (30, 'new', 'Fresh'), (31, 'newer', 'Fresh')"],
      ["UPDATE roster SET name = upper(name)"], ["DELETE FROM roster WHERE id = 30"],
      ["DELETE FROM player"], ["REPLACE INTO team VALUES (61, 'replaced')"],
    ]
  )

  private static let hidden = {
    var history = teams(
      "a temporary table with the name of another table",
      [
        ["CREATE TEMP TABLE team (id INTEGER PRIMARY KEY, code, rank, name)"],
        ["INSERT INTO temp.team VALUES (1, 't', 1, 'temp')"],
        ["DELETE FROM main.team WHERE id = 2"],
        ["DROP TABLE temp.team"], ["UPDATE main.team SET rank = 1 WHERE id = 1"],
      ],
      isOfOthers: true
    )
    history.hidesTable = true
    return history
  }()

  private static let recursion = StatementHistory(
    name: "triggers that call themselves",
    schema: """
      CREATE TABLE step (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TRIGGER down AFTER UPDATE ON step WHEN new.n > 0 BEGIN
        UPDATE step SET n = new.n - 1 WHERE id = new.id;
        INSERT INTO step (n) VALUES (0); END;
      CREATE TRIGGER gone AFTER DELETE ON step BEGIN DELETE FROM step WHERE id = old.id + 1; END;
      INSERT INTO step VALUES (1, 0), (2, 0), (3, 0);
      """,
    queries: [LiveQuery(from: "step", filter: "n < 2", order: ["n DESC"], limit: 5)],
    transactions: [
      ["UPDATE step SET n = 3 WHERE id = 1"], ["PRAGMA recursive_triggers = 1"],
      ["UPDATE step SET n = 3 WHERE id = 2"], ["REPLACE INTO step VALUES (4, 1)"],
      ["DELETE FROM step WHERE id = 1"],
    ],
    isOfOthers: true
  )

  // MARK: Other schemas and databases

  private static let others = [
    teams(
      "changes of the schema around the rows",
      [
        ["CREATE INDEX team_rank ON team (rank)"], ["UPDATE team SET rank = 9 WHERE id = 1"],
        ["ALTER TABLE side ADD COLUMN more"], ["INSERT INTO side VALUES (1, 'x', 'y')"],
        ["CREATE TRIGGER up AFTER INSERT ON side BEGIN UPDATE team SET rank = rank + 1; END"],
        ["INSERT INTO side (note) VALUES ('z')"], ["ALTER TABLE side RENAME TO aside"],
        ["DROP TRIGGER up"], ["DROP INDEX team_rank"], ["DROP TABLE aside"],
        ["CREATE TABLE side (id)", "UPDATE team SET rank = 0 WHERE id = 2"],
        ["DELETE FROM team WHERE id = 1"],
      ],
      isOfOthers: true
    ),
    teams(
      "attached databases",
      [
        ["ATTACH ':memory:' AS far"],
        ["CREATE TABLE far.team (id INTEGER PRIMARY KEY, code, rank, name)"],
        ["INSERT INTO far.team VALUES (1, 'q', 7, 'far'), (90, 'r', 8, 'far')"],
        ["INSERT INTO main.team SELECT id + 100, code, rank, name FROM far.team"],
        ["UPDATE far.team SET rank = 1"],
        ["UPDATE main.team SET rank = f.rank FROM far.team AS f WHERE f.id = team.id"],
        ["DELETE FROM far.team"],
        ["DELETE FROM team WHERE id IN (2, 101)", "INSERT INTO far.team VALUES (2, 'z', 1, 'z')"],
        ["DETACH far"], ["UPDATE team SET rank = 5"],
      ],
      isOfOthers: true
    ),
    teams(
      "temporary tables and triggers",
      [
        [
          "CREATE TEMP TABLE staged AS SELECT id + 50 AS id, 's' || id AS code, rank, name FROM team"
        ],
        ["INSERT INTO team SELECT * FROM staged"], ["DELETE FROM staged"],
        [
          "CREATE TEMP TRIGGER moved AFTER UPDATE OF name ON main.team BEGIN UPDATE team SET rank = 33 WHERE id = old.id; END"
        ],
        ["UPDATE team SET name = 'moved' WHERE id < 3"],
        ["DELETE FROM main.team WHERE id = 2"],
      ],
      isOfOthers: true
    ),
    hidden,
  ]
}
