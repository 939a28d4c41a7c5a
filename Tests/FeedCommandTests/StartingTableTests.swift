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
      "open ('feed init --table NAME' chooses one)",
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
    #expect(text.contains("with PRIMARY KEY (host, disk) in place of 'id' in disks.sql"), "\(text)")
    // A single column needs only its name.
    _ = try directory.file("tags.csv", "tag,n\na,1\nb,1\n")
    let tags = try FeedProgram.run(["init", "tags", "tags.csv"], in: directory.path)
    #expect(tags.status == 0, "\(tags.errors)")
    let comment = try String(contentsOfFile: directory.path("tags/tags.yaml"), encoding: .utf8)
    #expect(comment.contains("'tag' differs in each row: '--key tag' identifies"), "\(comment)")
  }
}
