/// Databases, and several sources of one feed.
extension ForeignSources {
  /// Returns a database of tables with rows for each product.
  private static func rows(_ products: [ForeignProduct]) -> String {
    products.map {
      "INSERT INTO product VALUES (\($0.id), '\($0.name)', \($0.price), '\($0.status)');\n"
    }.joined()
  }

  private static let product = """
    CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, status TEXT);

    """

  /// A database, and the number of its tables that the feed shows.
  private static func database(
    _ name: String,
    _ sql: String,
    _ forms: Int,
    _ shown: [String],
    _ written: [String] = []
  ) -> ForeignSources {
    ForeignSources(
      name,
      [File(name: "shop.db", text: sql)],
      Array(repeating: .table, count: forms),
      shown,
      written
    )
  }

  static func databases(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    let base = product + rows(products)
    let order = """
      CREATE TABLE "a_line" (id INTEGER PRIMARY KEY, label TEXT,
        product_id INTEGER NOT NULL REFERENCES product (id));
      INSERT INTO a_line VALUES (1, 'first', 1), (2, 'second', 1), (3, 'third', 2);

      """
    return [
      database("a table with a key", base, 1, names, ["limit: 100", "tone: {"]),
      database(
        "a table without a key",
        base + "CREATE TABLE log (line); CREATE VIEW cheap AS SELECT name FROM product;",
        1,
        names,
        [
          "# Not shown: cheap (a view; 'feed init --table NAME' shows it instead of the tables).",
          "# Not shown: log (no primary key; declare one, or name the rows as a file: sqlite3 -json ",
        ]
      ),
      database(
        "rows without a text but their state",
        "CREATE TABLE job (id INTEGER PRIMARY KEY, state TEXT NOT NULL);"
          + "INSERT INTO job VALUES (7, 'done'), (8, 'failed'), (9, 'done');",
        1,
        ["#7", "#8", "#9"],
        ["title: \"#{id}\", badge: \"{state}\""]
      ),
      database(
        "a foreign key",
        base + order,
        2,
        [names[0], "first", "third", "A line: \(names[0])"],
        [
          "group: {by: product_id, order: [\"product.name\"], title: \"product.name\"}",
          "limit: 10",
        ]
      ),
      database(
        "a row that another one names",
        """
        CREATE TABLE customer (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
        CREATE TABLE purchase (id INTEGER PRIMARY KEY, state TEXT, customer_id INTEGER
          REFERENCES customer (id));
        INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');
        INSERT INTO purchase VALUES (1, 'paid', 2), (2, 'late', 1), (3, 'paid', NULL);
        """,
        2,
        ["#1 Bo", "#2 Ada"],
        ["title: \"#{id} {customer.full_name}\""]
      ),
      database(
        "a composite key",
        "CREATE TABLE seat (row TEXT, number INTEGER, guest TEXT, PRIMARY KEY (row, number));"
          + "INSERT INTO seat VALUES ('A', 1, 'Ada'), ('A', 2, 'Bo');",
        1,
        ["Ada", "Bo"]
      ),
      database(
        "WITHOUT ROWID",
        "CREATE TABLE word (word TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID;"
          + "INSERT INTO word VALUES ('and', 3), ('or', 2);",
        1,
        ["3", "2"]
      ),
    ]
  }

  /// Databases with unusual tables.
  static func oddDatabases(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    let base = product + rows(products)
    return [
      database("a view", base + "CREATE VIEW cheap AS SELECT * FROM product;", 1, names),
      database(
        "generated columns",
        "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, shout TEXT AS (upper(name)));"
          + "INSERT INTO item (name) VALUES ('x'), ('y');",
        1,
        ["x", "X"]
      ),
      database(
        "a reference to the own table",
        "CREATE TABLE node (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES node);"
          + "INSERT INTO node VALUES (1, 'root', NULL), (2, 'leaf', 1);",
        1,
        ["root", "leaf"]
      ),
      database(
        "ten tables",
        (0..<10).map {
          "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, name TEXT);"
            + "INSERT INTO t\($0) VALUES (1, 'n\($0)');"
        }.joined(),
        8,
        ["n0", "n7"],
        [
          "# Not shown: t8, t9 (a new feed shows eight tables; 'feed init --table NAME' chooses another one)."
        ]
      ),
      database(
        "names that need quotes, and blobs",
        base + "CREATE TABLE \"order lines\" (id INTEGER PRIMARY KEY);"
          + "CREATE TABLE \"order\" (\"group\" TEXT PRIMARY KEY, \"by whom\" TEXT, \"select\" BLOB);"
          + "INSERT INTO \"order\" VALUES ('g', 'me', x'00ff');",
        3,
        names
      ),
      database(
        "an empty table beside a full one",
        base + "CREATE TABLE empty (id INTEGER PRIMARY KEY, name TEXT);",
        2,
        names
      ),
    ]
  }

  static func several(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    let list = File(
      name: "stock.json",
      text: "[\(products.map(\.json).joined(separator: ","))]"
    )
    let database = File(name: "shop.db", text: product + rows(products))
    let promotions = File(name: "promo.csv", text: "id,title\n1,Spring sale\n2,Two for one\n")
    let log = File(name: "log.csv", text: "what,size\nstart,1\nstop,2\nstart,1\n")
    return [
      ForeignSources(
        "a document, a database and a table of values",
        [list, database, promotions],
        [.table, .document, .document],
        names + ["━ Product", "━ Stock", "Spring sale"]
      ),
      ForeignSources("two documents", [list, promotions], [.document, .document], names),
      ForeignSources(
        "a database and rows without a key",
        [database, log],
        [.table, .copy],
        names + ["start", "stop"]
      ),
      ForeignSources(
        "a document and rows without a key",
        [promotions, log],
        [.document, .own],
        ["Spring sale", "start"]
      ),
      ForeignSources(
        "a document with the name of a table",
        [database, File(name: "product.json", text: list.text)],
        [.table, .document],
        names,
        ["document: product_2"]
      ),
    ]
  }
}
