import Foundation
import TestSupport
import Testing

@Suite("feed init", .waiting)
struct InitTests {
  /// A file to begin from, and the expected feed.
  struct Source: CustomTestStringConvertible {
    let name: String
    var text = ""
    var sql: String?
    var options: [String] = []
    /// The texts of the page.
    var shown: [String] = []
    /// Texts in the written files.
    var written: [String] = []
    /// The number of versions of the sample lines, without the first one.
    var versions = 4

    var testDescription: String { ([name] + options).joined(separator: " ") }
  }

  static let films = """
    id,title,genre,rating,released
    7,"Harbour, at dawn",Drama,7.5,2021-03-04
    3,Two chairs,Comedy,8.25,2019-11-30
    12,"The ""quiet"" one",Drama,,2020-01-01

    """

  static let sources: [Source] = [
    Source(
      name: "films.csv",
      text: films,
      options: ["--import"],
      shown: ["Harbour, at dawn", #"The "quiet" one"#, "8.25", "4 Mar 2021"],
      written: ["id INTEGER PRIMARY KEY", "rating REAL,", "released TEXT NOT NULL"]
    ),
    Source(
      name: "films.csv",
      text: films.replacing(",", with: ";").replacing("Harbour;", with: "Harbour,"),
      options: ["--import", "--group", "genre", "--order", "rating", "--title", "Films & more"],
      shown: ["Films & more", "━ Comedy", "━ Drama"],
      written: ["group: {by: genre, order: [genre], title: genre}", "order: [rating]"]
    ),
    Source(
      name: "no key.tsv",
      text: "name\torder\tvalue\nA\t1\t007\nA\t2\t08\n",
      shown: ["007", "08"],
      written: [
        "id INTEGER PRIMARY KEY", "\"order\" INTEGER NOT NULL", "value TEXT NOT NULL",
      ]
    ),
    Source(
      name: "export.json",
      text: """
        {"page": 1, "data": {"tags": ["a"], "items": [
          {"sku": "a-1", "label": "It's a chair", "price": {"amount": 12, "unit": "EUR"}, "new": true},
          {"sku": "b-2", "label": "Table", "price": {"amount": 99.5}, "tags": ["x"], "new": false}
        ]}}
        """,
      options: ["--import", "--key", "sku"],
      shown: ["It's a chair", "99.5"],
      written: [
        "sku TEXT NOT NULL PRIMARY KEY", "price_amount REAL NOT NULL", "price_unit TEXT",
        "tags TEXT",
        #"items: "$.data.items""#, ":message ->> '$.price.amount'",
      ]
    ),
    Source(
      name: "lines.jsonl",
      text: #"{"id":1,"name":"Ada"}"# + "\n" + #"{"id":2,"name":"Bo","select":null}"# + "\n",
      shown: ["Ada", "Bo"],
      written: ["\"select\" TEXT"]
    ),
    Source(
      name: "app.sqlite",
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, done INTEGER DEFAULT 0);
        CREATE TABLE goods (a TEXT, b TEXT, amount REAL, "by whom" TEXT, PRIMARY KEY (a, b));
        CREATE TABLE "order lines" (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE log (line);
        INSERT INTO note (title) VALUES ('Milk'), ('Bread');
        INSERT INTO goods VALUES ('x', 'y', 2.5, 'z');
        """,
      shown: ["Milk", "Bread", "━ Goods", "2.5"],
      written: ["file: ../app.sqlite", "from: note", "from: goods"],
      versions: 2
    ),
    Source(
      name: "app.sqlite",
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, folder TEXT);
        CREATE TABLE folder (name TEXT PRIMARY KEY);
        INSERT INTO note (title, folder) VALUES ('Milk', 'Home'), ('Post', 'Work');
        """,
      options: ["--table", "note", "--group", "folder"],
      shown: ["━ Home", "━ Work", "Milk"],
      versions: 2
    ),
    Source(
      name: "",
      options: ["--title", "Chores"],
      shown: ["Chores", "Look at the feed", "━ Done"],
      written: ["is_done", "feed.sql"]
    ),
  ]

  @Test(arguments: sources)
  func `the written files pass the check and render, and their lines can be played`(
    _ source: Source
  ) throws {
    let directory = try TemporaryDirectory()
    var arguments = ["init", directory.path("out"), "--yes"] + source.options
    if let sql = source.sql {
      try SQLiteClient(path: directory.path(source.name)).run(sql)
      arguments += ["--from", directory.path(source.name)]
    } else if !source.name.isEmpty {
      arguments += ["--from", try directory.file(source.name, source.text)]
    }
    let run = try FeedProgram.run(arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("warning["), "\(run.errors)")
    #expect(!run.errors.contains("error["), "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("out")).sorted()
    let files = names.map { directory.path("out/\($0)") }
    let feed = try #require(files.first { $0.hasSuffix(".yaml") })
    let lines = try #require(files.first { $0.hasSuffix(".updates.jsonl") })
    #expect(names.contains("feed.schema.json"))

    // A file outside of the feed file's folder must be allowed, as the printed commands show.
    let allowed = source.sql == nil ? [] : ["--allow-path", directory.path]
    #expect(run.errors.contains("--allow-path") == !allowed.isEmpty)
    let check = try FeedProgram.run(["check", feed] + allowed)
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors == "", "\(check.errors)")
    let page = try FeedProgram.run(["render", feed, "--size", "80"] + allowed)
    for text in source.shown { #expect(page.output.contains(text), "\(page.output)") }
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    for text in source.written { #expect(texts.contains(text), "no \(text)") }

    let replay = try FeedProgram.run(
      ["replay", feed, lines, "--trace", "json", "--verify"] + allowed
    )
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(replay.lines.count == source.versions + 1, "\(replay.errors)")
  }

  @Test func `the adapter reads the file as a recording`() throws {
    let directory = try TemporaryDirectory()
    let source = try #require(Self.sources.first { $0.name == "export.json" })
    let file = try directory.file(source.name, source.text)
    let out = directory.path("out")
    #expect(
      try FeedProgram.run("init", out, "--from", file, "--import", "--key", "sku").status == 0
    )
    let next = try directory.file(
      "next.json",
      source.text.replacing("Table", with: "Desk").replacing("b-2", with: "c-3")
    )
    let page = try FeedProgram.run(
      "render",
      "\(out)/export.yaml",
      "--fixture",
      next,
      "--adapter",
      "export"
    )
    #expect(page.output.contains("Desk"), "\(page.errors)")
    #expect(page.output.contains("Table"), "\(page.errors)")
  }

  @Test func `existing files are overwritten only with --force`() throws {
    let directory = try TemporaryDirectory()
    let out = directory.path("out")
    #expect(try FeedProgram.run("init", out).status == 0)
    let path = "\(out)/feed.yaml"
    let before = try String(contentsOfFile: path, encoding: .utf8)
    // Unchanged files need no consent.
    #expect(try FeedProgram.run("init", out).status == 0)
    let run = try FeedProgram.run("init", out, "--title", "Other")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        error[file-exists]: '\(path)' is there already
          hint: choose another directory or --name, or overwrite with --force

        """
    )
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    #expect(try FeedProgram.run("init", out, "--title", "Other", "--force").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("title: Other"))
  }

  /// A file, and its columns and rows in the store, or the reason for its rejection.
  struct Reading: CustomTestStringConvertible {
    let name: String
    let text: String
    /// Columns of the schema, and parts of the seed.
    var written: [String] = []
    /// The message of a rejected file.
    var refusal: String?

    var testDescription: String { name + " " + text.prefix(40) }
  }

  static let readings: [Reading] = [
    Reading(
      name: "cards.csv",
      text: "card\n89014103211118510720\n89014103211118510721\n",
      written: ["card TEXT", #""89014103211118510720""#, #""89014103211118510721""#]
    ),
    Reading(
      name: "cards.json",
      text: #"[{"card":89014103211118510720},{"card":89014103211118510721}]"#,
      written: [
        "card TEXT", #""89014103211118510720""#, #""89014103211118510721""#,
        "iif(json_type(:message, '$.card') IN ('integer', 'real'), :message -> '$.card'",
      ]
    ),
    Reading(
      name: "long.csv",
      text: "v\n\(String(repeating: "9", count: 400))\n",
      written: ["v TEXT"]
    ),
    Reading(
      name: "releases.csv",
      text: "release,size,mixed\n1.9,1.5,10\n1.10,2.0,9.5\n1.1,0.25,8\n",
      written: [
        "\"release\" TEXT", "size REAL", "mixed ANY", #""release":"1.10","size":2.0,"mixed":9.5"#,
      ]
    ),
    Reading(
      name: "people.csv",
      text: "[Id],[Name]\n1,Ada\n",
      written: ["id INTEGER PRIMARY KEY", "name TEXT"]
    ),
    Reading(name: "people", text: "[Id],[Name]\n1,Ada\n", written: ["id INTEGER PRIMARY KEY"]),
    Reading(
      name: "prices.json",
      text: #"[{"area":"X","Day-ahead [EUR/MWh]":45.1,"tags":["a", 1],"gr\u00f6\u00dfe":1}]"#,
      written: [
        "day_ahead_eur_mwh REAL", #""day_ahead_eur_mwh":45.1"#, "tags TEXT",
        #""tags":"[\"a\",1]""#,
        "(SELECT value FROM json_each(:message) WHERE key = 'größe')",
      ]
    ),
    Reading(
      name: "quote.json",
      text: #"[{"5\" disk":"a"}]"#,
      written: [#"(SELECT value FROM json_each(:message) WHERE key = '5" disk')"#]
    ),
    Reading(
      name: "export.csv",
      text: "sep=;\nname;price\nAda;2,50\nBo;3,10\n",
      written: ["name TEXT", "price TEXT", #""name":"Ada","price":"2,50""#]
    ),
    Reading(
      name: "spaces.csv",
      text: "code\n\"  A\"\nA  \nA\n",
      written: [#""code":"  A""#, #""code":"A  ""#, #""code":"A""#]
    ),
    Reading(name: "feed_items.csv", text: "name\nAda\n", written: ["CREATE TABLE _feed_items ("]),
    Reading(name: "sqlite_stat.csv", text: "name\nAda\n", written: ["CREATE TABLE _sqlite_stat ("]),
    Reading(name: "pragma_log.csv", text: "name\nAda\n", written: ["CREATE TABLE _pragma_log ("]),
    Reading(
      name: "wide.csv",
      text: (0...2_000).map { "c\($0)" }.joined(separator: ",") + "\n"
        + (0...2_000).map { "\($0)" }.joined(separator: ","),
      refusal: "error[too-large]: 'wide.csv' has 2001 columns; 1999 is the most"
    ),
    Reading(
      name: "most.csv",
      text: (1..<2_000).map { "c\($0)" }.joined(separator: ",") + "\n"
        + (1..<2_000).map { _ in "x" }.joined(separator: ","),
      written: ["c1999 TEXT"]
    ),
    Reading(
      name: "rows.jsonl",
      text: "{\"id\":1}\n\n\n{\"id\":2\n",
      refusal: "rows.jsonl:4:8: error[malformed-json]: ',' or '}' is missing in an object"
    ),
    Reading(
      name: "twice.json",
      text: "[\n{\"a\":1},\n{\"a\":1,\"\\u0061\":2}]",
      refusal: "twice.json:3: error[malformed-json]: an object names 'a' twice"
    ),
    Reading(
      name: "mixed.json",
      text: #"[{"a":1},2]"#,
      refusal: "mixed.json:1: error[malformed-json]: the list holds a value that is not an object"
    ),
    Reading(
      name: "zero.csv",
      text: "a\nb\n\0\n",
      refusal: "zero.csv:3: error[malformed-csv]: the file holds a zero byte"
    ),
  ]

  @Test(arguments: readings)
  func `feed init writes each value unchanged, or refuses the file and writes no file`(
    _ reading: Reading
  ) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file(reading.name, reading.text)
    let out = directory.path("out")
    let run = try FeedProgram.run("init", out, "--from", file, "--import", "--yes")
    if let refusal = reading.refusal {
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.errors.contains(refusal), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: out))
      return
    }
    #expect(run.status == 0, "\(run.errors)")
    let texts = try FileManager.default.contentsOfDirectory(atPath: out)
      .map { try String(contentsOfFile: "\(out)/\($0)", encoding: .utf8) }.joined()
    for text in reading.written { #expect(texts.contains(text), "no \(text)") }
  }

  @Test func `a failed write leaves the folder unchanged`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("films.csv", Self.films)
    let out = directory.path("out")
    // A folder in the place of the last file.
    try FileManager.default.createDirectory(
      atPath: "\(out)/feed.schema.json/inner",
      withIntermediateDirectories: true
    )
    try "mine".write(toFile: "\(out)/films.sql", atomically: true, encoding: .utf8)
    let run = try FeedProgram.run("init", out, "--from", file, "--import", "--force")
    #expect(run.status == 65 && run.errors.contains("error[unwritable]"), "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names == ["feed.schema.json", "films.sql"])
    #expect(try String(contentsOfFile: "\(out)/films.sql", encoding: .utf8) == "mine")
  }

  @Test(arguments: [
    ("a,b\n1,2,3\n", ":2: error[malformed-csv]: the record has 3 cells, and the header names 2"),
    ("a,b\n1,\"2\n", ":2: error[malformed-csv]: a cell begins with a double quote that is never"),
    ("a,b\n1,\"2\"3\n", ":2: error[malformed-csv]: text follows the closing quote"),
    ("a,a\n1,2\n", ":1: error[malformed-csv]: the header names 'a' twice"),
    ("a,b\n", "error[no-rows]: 'source' has no rows"),
    ("[{\"a\":1},]", ":1:10: error[malformed-json]: a value is missing here"),
    ("{\"a\":1}\n{\"b\":}\n", ":2:6: error[malformed-json]: a value is missing here"),
    ("{\"a\":1}\n[2]\n", ":2: error[malformed-json]: the line is not a JSON object"),
    ("{\"a\":[1,2]}{", "error[malformed-json]: "),
    ("[1,2]", "error[no-rows]: 'source' has no rows"),
  ])
  func `an unreadable file is reported with its line`(text: String, message: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("source", text)
    let run = try FeedProgram.run("init", directory.path("out"), "--from", file, "--yes")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.contains("\n  hint: "))
    #expect(!FileManager.default.fileExists(atPath: directory.path("out")))
  }

  @Test(arguments: [
    (["--from", "/nowhere.csv"], 65, "error[unreadable-file]: '/nowhere.csv' cannot be read"),
    (["--key", "id"], 64, "describe a source; name a file or an address"),
    (["--import"], 64, "describe a source; name a file or an address"),
    (["--from", "FILE", "--key", "genre"], 65, "error[duplicate-id]: column 'genre' does not"),
    (["--from", "FILE", "--key", "ttle"], 65, "error[unknown-column]: there is no column 'ttle'"),
    (["--from", "FILE", "--key", "title", "--key", "year"], 64, "commas: --key title,year"),
    (["--from", "FILE", "--group", "gnre"], 65, "table 'films' has no column 'gnre'"),
    (["--from", "FILE", "--table", "a"], 64, "--table chooses tables of an SQLite database"),
  ])
  func `unsuitable options are rejected`(
    options: [String],
    status: Int32,
    message: String
  ) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("films.csv", Self.films)
    let options = options.map { $0 == "FILE" ? file : $0 }
    let run = try FeedProgram.run(["init", directory.path("out"), "--yes"] + options)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test(arguments: [
    (["shop", "stock.jsn"], "'stock.jsn' cannot be read\n  hint: did you mean 'stock.json'?"),
    (["stok.json"], "'stok.json' cannot be read\n  hint: did you mean 'stock.json'?"),
    (["shop", "folder"], "'folder' cannot be read\n  hint: it is a folder; name the files in it"),
    (["shop", "empty.json"], "error[no-rows]: 'empty.json' has no rows"),
    (["shop", "text.sqlite"], "error[not-a-database]: 'text.sqlite' is not an SQLite database"),
    (["shop", "none.json"], "'none.json' has an empty list at $.data.products"),
    (["shop", "bare.db"], "error[no-rows]: 'bare.db' has no tables"),
    (["shop", "keyless.db"], "error[no-rows]: 'keyless.db' has no table that a feed could show"),
    (["shop", "shop.db", "--import"], "--import needs a store of the feed's own"),
    (
      ["shop", "stock.json", "shop.db", "--key", "id"], "--key id applies to one of several sources"
    ),
    (["shop", "stock.json", "shop.db", "--group", "id"], "describe one table"),
  ])
  func `a common mistake is reported with its remedy, and leaves no trace`(
    arguments: [String],
    message: String
  ) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("stock.json", #"[{"id":1,"name":"Chair"}]"#)
    _ = try directory.file("empty.json", "[]")
    _ = try directory.file("text.sqlite", "hello, world\n")
    _ = try directory.file("none.json", #"{"status":"ok","data":{"products":[],"total":0}}"#)
    try FileManager.default.createDirectory(
      atPath: directory.path("folder"),
      withIntermediateDirectories: true
    )
    let table = "CREATE TABLE a (id INTEGER PRIMARY KEY);"
    try SQLiteClient(path: directory.path("bare.db")).run("\(table) DROP TABLE a;")
    try SQLiteClient(path: directory.path("keyless.db")).run("CREATE TABLE log (line);")
    for name in ["shop.db", "other.db"] { try SQLiteClient(path: directory.path(name)).run(table) }
    let before = directory.files
    let run = try FeedProgram.run(["init"] + arguments + ["--yes"], in: directory.path)
    #expect(run.status == 65 || run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(directory.files == before)
  }

  @Test func `a group by a reference has the title of the row that it leads to`() throws {
    let directory = try TemporaryDirectory()
    try SQLiteClient(path: directory.path("shop.db")).run(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
      CREATE TABLE purchase (id INTEGER PRIMARY KEY, what TEXT, customer_id INTEGER NOT NULL
        REFERENCES customer (id));
      INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');
      INSERT INTO purchase VALUES (1, 'a lamp', 2), (2, 'a rug', 1);
      """
    )
    let run = try FeedProgram.run(
      ["init", "shop", "shop.db", "--table", "purchase", "--group", "customer_id"],
      in: directory.path
    )
    #expect(run.status == 0, "\(run.errors)")
    let page = try FeedProgram.run(
      ["render", "shop/shop.yaml", "--allow-path", directory.path],
      in: directory.path
    )
    #expect(page.output.contains("━ Ada"), "\(page)")
    #expect(page.output.contains("━ Bo"), "\(page)")
  }

  @Test func `a document is grouped and ordered as a table is`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("films.csv", Self.films)
    let run = try FeedProgram.run(
      ["init", "films", "films.csv", "--group", "genre", "--order", "title", "--title", "Films"],
      in: directory.path
    )
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: directory.path("films/films.yaml"), encoding: .utf8)
    #expect(text.contains("document: films, file: ../films.csv, format: csv"), "\(text)")
    #expect(text.contains("group: {by: genre, order: [genre], title: genre}"), "\(text)")
    let page = try FeedProgram.run(["render", "films/films.yaml"], in: directory.path)
    for part in ["━ Comedy", "━ Drama", "Harbour, at dawn", "8.25"] {
      #expect(page.output.contains(part), "\(page.output)")
    }
    // The feed file names the list itself: a new row is shown without another 'feed init'.
    _ = try directory.file("films.csv", Self.films + "13,A new one,Drama,9.5,2026-01-02\n")
    let next = try FeedProgram.run(["render", "films/films.yaml"], in: directory.path)
    #expect(next.output.contains("A new one"), "\(next.output)")
  }
}
