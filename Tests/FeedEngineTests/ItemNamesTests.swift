import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

/// The printed name of an item, a row or a section denotes only that one.
@Suite("Names of items")
struct ItemNamesTests {
  private static let schema = """
    CREATE TABLE t (id TEXT PRIMARY KEY, bad INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE s (id INTEGER PRIMARY KEY, t TEXT REFERENCES t (id));
    CREATE TABLE u (id PRIMARY KEY NOT NULL);
    CREATE TABLE n (id NUMERIC PRIMARY KEY NOT NULL);
    CREATE TABLE c (a TEXT, b, PRIMARY KEY (a, b));
    CREATE TABLE section (id TEXT PRIMARY KEY);
    """
  private static let file = """
    feed: 1
    store: {schema: names.sql}
    sources:
      t: {from: t, include: {ss: {from: s, on: t}}}
      u: {from: u}
      n: {from: n}
      c: {from: c}
      table: {from: section}
      groups: {from: u, group: {by: id, folded: "1"}}
      none: {from: s, where: "0"}
      d: {document: d, items: $.d, id: id}
    sections:
      - id: t
        source: t
        items: [{each: ss, item: s, slots: 2, fill: locked}]
        when: {bad: 1, item: locked}
      - {id: u, source: u, item: row}
      - {id: n, source: n, item: row}
      - {id: c, source: c, item: row}
      - {id: table, source: table, item: row}
      - {id: groups, source: groups, item: group, folded: {item: row, text: folded}}
      - {id: none, source: none, item: other, placeholder: {item: row, text: none}}
      - {id: d, source: d, item: row}
    items:
      {s: {title: "{id}"}, row: {title: row}, locked: {title: locked}, group: {title: "{id}"}, other: {title: "{id}"}}
    """

  private func engine() async throws -> FeedEngine {
    let folder = try TemporaryDirectory()
    try Self.schema.write(toFile: folder.path("names.sql"), atomically: true, encoding: .utf8)
    try Self.file.write(toFile: folder.path("names.yaml"), atomically: true, encoding: .utf8)
    let engine = try FeedEngine(feed: FeedFile.load(path: folder.path("names.yaml")).feed)
    _ = try await engine.write { writer in
      let texts = [
        "''", "'a'", "'1'", "'NULL'", "''''", "'x''31'''", "'a,b'", "'a#2'", "'#2'", "'a/b:c'",
        "',' || char(769)", "char(769) || 'x'", "'''' || char(769)", "CAST(x'ff' AS TEXT)", "' 1'",
        "'none'", "'groups,1'", "'0x10'", "'CAST(x''31'' AS TEXT)'", "'a' || char(0)", "'inf'",
      ]
      let others = ["1", "2.5", "-0.5", "x'31'", "x''", "9e999"]
      for value in texts + others {
        try writer.run("INSERT INTO u VALUES (\(value)); INSERT INTO c VALUES ('a,b', \(value))")
        try writer.run("INSERT OR IGNORE INTO n VALUES (\(value))")
      }
      for text in texts + ["x'31'"] {
        try writer.run("INSERT INTO t VALUES (\(text), 0); INSERT INTO section VALUES (\(text))")
        try writer.run("INSERT INTO c VALUES (\(text), 'x,1')")
      }
      try writer.run("UPDATE t SET bad = 1 WHERE id LIKE '%#%'")
    }
    let document = #"{"d": [{"id": 1}, {"id": "1"}, {"id": ""}, {"id": "'1'"}, {"id": "a#2"}]}"#
    _ = try await engine.replaceDocument("d", with: Array(document.utf8))
    return engine
  }

  @Test func `the printed name of an item or a row is read as that one, and as no other`()
    async throws
  {
    let engine = try await engine()
    let snapshot = engine.snapshot.composition
    var names: Set<Text> = []
    var count = 0
    for item in snapshot.sections.flatMap(\.items).map(\.id) {
      count += 1
      #expect(names.insert(Text(item.description)).inserted, "\(item) names two items")
      #expect(try await engine.item(named: item.description) == item)
      guard item.slot == 0, await engine.schema.table(of: item.object)?.isDocument == false else {
        continue
      }
      #expect(try await engine.object(named: item.object.description) == item.object)
    }
    #expect(count > 150)
    #expect(names.contains("locked:t/a#2"))
    #expect(names.contains("locked:t/'a#2'"))
    #expect(names.contains("row:u/1"))
    #expect(names.contains("row:u/'1'"))
    #expect(names.contains("row:section/none"))
    #expect(names.contains("row:\"section\"/none"))
    #expect(names.contains("row:section/groups,1"))
    #expect(names.contains("row:\"section\"/groups,1"))
    #expect(names.contains("row:d/1"))
    #expect(names.contains("row:d/'1'"))
  }

  @Test func `the printed name of a section is read as that one`() async throws {
    let engine = try await engine()
    let names = await engine.names
    let sections = engine.snapshot.composition.sections.map(\.id)
    #expect(Set(sections.map { Text($0.description) }).count == sections.count)
    for section in sections { #expect(names.section(named: section.description) == section) }
  }

  @Test func `a number denotes a text if no object has that number`() async throws {
    let engine = try await engine()
    _ = try await engine.write { try $0.run("INSERT INTO u VALUES ('77')") }
    #expect(try await engine.item(named: "row:u/77").description == "row:u/'77'")
    #expect(try await engine.item(named: "row:u/1").description == "row:u/1")
  }

  @Test func `a key without its table names the rows that have it`() async throws {
    let engine = try await engine()
    let names = await engine.names
    #expect(names.nearest(to: "2.5").contains("u/2.5"))
    let owners = names.nearest(to: "none")
    #expect(!owners.isEmpty)
    #expect(owners.allSatisfy { $0.hasSuffix("/none") }, "\(owners)")
    #expect(names.nearest(to: "2.5", ofKinds: ["no such kind"]).count <= 1)
    #expect(names.nearest(to: "u/12") == ["u/1"])
    #expect(names.nearest(to: "nothing like this").isEmpty)
    let error = EngineError.unknownItem("7", near: ["event/7", "sport/7"])
    #expect(error.hint == "did you mean 'event/7' or 'sport/7'?")
  }

  @Test func `every row can be deleted by its printed name`() async throws {
    let engine = try await engine()
    for item in engine.snapshot.composition.sections.flatMap(\.items).map(\.id)
    where item.kind == "row" {
      guard await engine.schema.table(of: item.object)?.isDocument == false else { continue }
      try await engine.delete(engine.object(named: item.object.description))
      #expect(!engine.snapshot.composition.contains(item))
    }
    let left = engine.snapshot.composition.sections.map(\.id.description)
    #expect(left == ["t", "none", "d"])
  }
}

extension FeedEngine {
  fileprivate var names: ItemNames { core.names }
  fileprivate var schema: StoreSchema { core.store.schema }
}
