import Foundation
import TestSupport
import Testing

@Suite("feed init: the columns of a table", .waiting)
struct StartingTableTests {
  /// The first line of the item in the feed file that 'feed init' writes for rows.
  private func item(_ rows: String) throws -> String {
    let directory = try TemporaryDirectory()
    let file = try directory.file("rows.json", rows)
    let out = directory.path("out")
    let run = try FeedProgram.run("init", out, "--from", file, "--name", "rows", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: "\(out)/rows.yaml", encoding: .utf8)
    return text.split(separator: "\n").first { $0.hasPrefix("  rows: {title:") }.map(String.init)
      ?? text
  }

  @Test(arguments: [
    // A key of text, next to the word of a class of rows.
    (#"[{"id":"web-1","region":"eu"}]"#, #"{title: "{id}", subtitle: "{region}"}"#),
    (
      #"[{"id":"web-1","region":"eu-central"},{"id":"web-2","region":"us-east"}]"#,
      #"{title: "{id}", subtitle: "{region}"}"#
    ),
    (
      #"[{"id":"web-1","name":"node"},{"id":"web-2","name":"node"}]"#, #"{title: "{id}"}"#
    ),
    (#"[{"id":"b7","name":"Harbour"},{"id":"c3","name":"Hill"}]"#, #"{title: "{name}"}"#),
    (
      #"[{"code":"DE","country":"Germany"},{"code":"FR","country":"France"}]"#,
      #"{title: "{country}"}"#
    ),
    // A column of equal figures is not shown as figures.
    (
      #"[{"id":1,"name":"A","cpu":1,"load":5},{"id":2,"name":"B","cpu":1,"load":7}]"#,
      #"{title: "{name}", value: "{load}"}"#
    ),
    (
      #"[{"id":1,"name":"A","total":3},{"id":2,"name":"B","total":3}]"#, #"{title: "{name}"}"#
    ),
    // A flag is not a figure, and it is shown where it is raised.
    (
      #"[{"id":1,"name":"A","is_active":true},{"id":2,"name":"B","is_active":false}]"#,
      #"{title: "{name}", flags: {active: is_active}}"#
    ),
    (
      #"[{"id":1,"name":"A","paid":0,"stock":1},{"id":2,"name":"B","paid":1,"stock":0}]"#,
      #"{title: "{name}", value: "{stock}", flags: {paid: paid}}"#
    ),
    (
      #"[{"id":1,"name":"A","new":"true","n":3},{"id":2,"name":"B","new":"false","n":4}]"#,
      #"{title: "{name}", subtitle: "new: {new}", value: "{n}"}"#
    ),
    // A text that many rows lack is not the title.
    (
      #"[{"id":1,"note":"x","total":1.5},{"id":2,"note":null,"total":2.5},{"id":3,"note":"y","total":3.5}]"#,
      ##"{title: "#{id}", subtitle: "{note}", value: "{total:0.00}"}"##
    ),
    // A text that few rows have is not the subtitle.
    (
      #"[{"id":1,"name":"A","note":"x","city":"Rome"},{"id":2,"name":"B","note":null,"city":"Oslo"},"#
        + #"{"id":3,"name":"C","note":null,"city":"Bern"}]"#,
      #"{title: "{name}", subtitle: "{city}"}"#
    ),
  ])
  func `the title is what tells rows apart, and a figure is one that differs`(
    rows: String,
    item: String
  ) throws {
    #expect(try self.item(rows) == "  rows: \(item)")
  }

  @Test func `a key of several columns is shown whole, and its references are explained`() throws {
    let directory = try TemporaryDirectory()
    try SQLiteClient(path: directory.path("k.db")).run(
      """
      CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b));
      CREATE TABLE usage (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, note TEXT,
        FOREIGN KEY (a, b) REFERENCES pair (a, b));
      CREATE TABLE log (line);
      CREATE VIEW open AS SELECT id, note FROM usage WHERE a > 0;
      CREATE VIEW sums AS SELECT sum(a) AS n FROM pair;
      CREATE VIEW "odd view" AS SELECT id, note FROM usage;
      INSERT INTO pair VALUES (1, 2), (3, 4);
      INSERT INTO usage VALUES (1, 1, 2, 'hi'), (2, 3, 4, 'ho');
      """
    )
    let run = try FeedProgram.run(["init", "all", "k.db"], in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: directory.path("all/all.yaml"), encoding: .utf8)
    #expect(text.contains(#"pair: {title: "{a} · {b}"}"#), "\(text)")
    #expect(text.contains(#"usage: {title: "{note}"}"#), "\(text)")
    #expect(
      text.contains("'a' and 'b' refer to a row of 'pair', whose columns texts name: {pair.a}."),
      "\(text)"
    )
    for part in [
      "log (no primary key; declare one, or name the rows as a file: sqlite3 -json k.db 'SELECT rowid AS "
        + "id, * FROM log' > log.json)",
      "open (a view; 'feed init --table NAME' shows it instead of the tables)",
      "a view that does more than to select rows and columns of one table",
    ] {
      #expect(run.errors.contains(part), "\(run.errors)")
      #expect(text.contains(part), "\(text)")
    }
    let view = try FeedProgram.run(["init", "view", "k.db", "--table", "open"], in: directory.path)
    #expect(view.status == 0, "\(view.errors)")
    let page = try FeedProgram.run(
      ["render", "view/view.yaml", "--allow-path", directory.path],
      in: directory.path
    )
    #expect(page.output.contains("hi") && page.output.contains("ho"), "\(page)")
    let sums = try FeedProgram.run(["init", "sums", "k.db", "--table", "sums"], in: directory.path)
    #expect(sums.status == 65)
    #expect(
      sums.errors.contains("error[unsupported-table]: 'sums' is a view that does more"),
      "\(sums.errors)"
    )
    #expect(sums.errors.contains("choose its table with --table; 'feed explain view'"))
  }

  @Test func `two columns that identify rows together are named in a comment`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file(
      "disks.csv",
      "host,disk,used\nweb-1,sda,5.5\nweb-1,sdb,7.0\nweb-2,sda,7.0\n"
    )
    let run = try FeedProgram.run(["init", "disks", "disks.csv"], in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: directory.path("disks/disks.yaml"), encoding: .utf8)
    #expect(
      text.contains("identify rows: with '--key host,disk', a message updates its row."),
      "\(text)"
    )
    // A single column needs only its name.
    _ = try directory.file("tags.csv", "tag,n\na,1\nb,1\n")
    let tags = try FeedProgram.run(["init", "tags", "tags.csv"], in: directory.path)
    #expect(tags.status == 0, "\(tags.errors)")
    let comment = try String(contentsOfFile: directory.path("tags/tags.yaml"), encoding: .utf8)
    #expect(comment.contains("'tag' differs in each row: '--key tag' identifies"), "\(comment)")
  }

  @Test func `a table with any name is shown, and its source has a name of the feed file`() throws {
    let directory = try TemporaryDirectory()
    try SQLiteClient(path: directory.path("n.db")).run(
      """
      CREATE TABLE "é" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE e (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE "注文" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE "😀" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE "select" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE "Order Details" (id INTEGER PRIMARY KEY, "what's" TEXT, name TEXT,
        "by whom" INTEGER NOT NULL REFERENCES "é" (id), part INTEGER REFERENCES "it""s a part" (id));
      CREATE TABLE "it""s a part" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE VIEW "odd view" AS SELECT id, name FROM "Order Details" WHERE id > 1;
      INSERT INTO "é" VALUES (1, 'Ada'), (2, 'Bo');
      INSERT INTO e VALUES (1, 'plain');
      INSERT INTO "注文" VALUES (1, 'order');
      INSERT INTO "😀" VALUES (1, 'smile');
      INSERT INTO "select" VALUES (1, 'word');
      INSERT INTO "it""s a part" VALUES (1, 'screw'), (2, 'nut');
      INSERT INTO "Order Details" VALUES (1, 'x', 'lamp', 2, 1), (2, 'y', 'rug', 1, 2);
      """
    )
    let run = try FeedProgram.run(["init", "all", "n.db"], in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: directory.path("all/all.yaml"), encoding: .utf8)
    for part in [
      #"e_2: {from: "é""#, #"e: {from: e,"#, #"zhuwen: {from: "注文""#, #"table: {from: "😀""#,
      #"order_details: {from: "Order Details""#, "{part.name}",
    ] {
      #expect(text.contains(part), "no \(part) in \(text)")
    }
    let check = try FeedProgram.run(
      ["check", "--strict", "all/all.yaml", "--allow-path", directory.path],
      in: directory.path
    )
    #expect(check.status == 0, "\(check.errors)")
    let page = try FeedProgram.run(
      ["render", "all/all.yaml", "--allow-path", directory.path],
      in: directory.path
    )
    for part in ["Ada", "plain", "order", "smile", "word", "lamp", "Bo · screw"] {
      #expect(page.output.contains(part), "no \(part) in \(page)")
    }
    for name in ["Order Details", "odd view", "é"] {
      let run = try FeedProgram.run(
        ["init", "one", "n.db", "--table", name, "--force"],
        in: directory.path
      )
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test(arguments: [
    (
      #"{"Fruit":[{"id":1,"name":"Apple"},{"id":2,"name":"Pear"}],"Bread":[{"id":3,"name":"Rye"}]}"#,
      [
        "json_each(:message) AS section, json_each(section.value) AS item",
        "id INTEGER PRIMARY KEY",
      ]
    ),
    (
      #"{"ok":true,"stock":{"Fruit":{"apple":{"name":"Apple"},"pear":{"name":"Pear"}},"#
        + #""Bread":{"rye":{"name":"Rye"}}}}"#,
      ["id TEXT NOT NULL PRIMARY KEY", "item.key", "section.key"]
    ),
    (
      #"{"Fruit":[{"name":"Apple","n":1},{"name":"Pear","n":1}],"Bread":[{"name":"Apple","n":1},{"name":"Rye","n":2}]}"#,
      ["row_number() OVER ()"]
    ),
  ])
  func `an object of lists or of objects of objects has a section for each of its members`(
    rows: String,
    written: [String]
  ) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("stock.json", rows)
    let run = try FeedProgram.run(["init", "out", "stock.json"], in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    let texts = try ["out.yaml", "out.sql"].map {
      try String(contentsOfFile: directory.path("out/\($0)"), encoding: .utf8)
    }.joined()
    for part in written + ["group: {by: section, order: [section], title: section}"] {
      #expect(texts.contains(part), "no \(part) in \(texts)")
    }
    #expect(
      try FeedProgram.run(["check", "--strict", "out/out.yaml"], in: directory.path).status == 0
    )
    let page = try FeedProgram.run(["render", "out/out.yaml"], in: directory.path)
    for part in ["━ Fruit", "━ Bread", "Apple", "Pear", "Rye"] {
      #expect(page.output.contains(part), "no \(part) in \(page)")
    }
    // The whole document as a message replaces the rows.
    let message = rows.replacing("Rye", with: "Oat").replacing("Pear", with: "Plum")
    _ = try directory.file(
      "next.jsonl",
      "{\"at\":1,\"adapter\":\"stock\",\"message\":\(message)}\n"
    )
    let next = try FeedProgram.run(
      ["render", "out/out.yaml", "--fixture", "next.jsonl"],
      in: directory.path
    )
    #expect(next.output.contains("Oat") && next.output.contains("Plum"), "\(next)")
    #expect(!next.output.contains("Rye") && !next.output.contains("Pear"), "\(next)")
  }

  @Test func `several columns of --key identify rows together`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file(
      "disks.csv",
      "host,disk,used\nweb-1,sda,5.5\nweb-1,sdb,7.0\nweb-2,sda,7.0\n"
    )
    let run = try FeedProgram.run(
      ["init", "disks", "disks.csv", "--key", "host,disk"],
      in: directory.path
    )
    #expect(run.status == 0, "\(run.errors)")
    let lines = "disks/disks.updates.jsonl"
    let replay = try FeedProgram.run(
      ["replay", "disks/disks.yaml", lines, "--verify", "--trace", "json"],
      in: directory.path
    )
    #expect(replay.status == 0, "\(replay.errors)")
    _ = try directory.file("more.jsonl", #"{"host":"web-1","disk":"sdb","used":"9.5"}"# + "\n")
    let page = try FeedProgram.run(
      ["render", "disks/disks.yaml", "--fixture", "more.jsonl", "--adapter", "disks"],
      in: directory.path
    )
    #expect(page.output.contains("9.5"), "\(page)")
    #expect(page.output.matches(of: /web-1/).count == 2, "\(page)")
    let bad = try FeedProgram.run(
      ["init", "no", "disks.csv", "--key", "disk,disk"],
      in: directory.path
    )
    #expect(bad.status == 65, "\(bad)")
    #expect(bad.errors.contains("columns 'disk,disk' do not tell rows apart"), "\(bad)")
    let none = try FeedProgram.run(
      ["init", "no", "disks.csv", "--key", "host,dsk"],
      in: directory.path
    )
    #expect(none.errors.contains("there is no column 'dsk'"), "\(none)")
  }
}
