import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedStress

@Suite("Compared with a fresh feed")
struct FreshTests {
  private static let yaml = """
    feed: 1
    store: {schema: s.sql}
    sources: {teams: {from: team, order: [rank]}}
    sections: [{id: teams, source: teams, item: team, layout: l}]
    items: {team: {title: "{name}"}}
    layouts: {l: {height: 44}}
    """

  @Test func `a feed is compared with a fresh one of the same moment during writes`() async throws {
    let folder = try TemporaryDirectory()
    let sql = "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, rank INTEGER);"
    _ = try folder.file("s.sql", sql)
    let feed = try FeedFile.load(path: folder.file("f.yaml", Self.yaml)).feed
    let path = folder.path("a.sqlite")
    let engine = try FeedEngine(feed: feed, store: .file(path))
    let other = try Store(at: .file(path), schema: SchemaSource(sql: sql, name: "s.sql"))
    let writing = Task.detached {
      var row = 0
      while !Task.isCancelled {
        row += 1
        try other.withWriter { try $0.run("INSERT INTO team VALUES (\(row), 'a', \(row % 7))") }
      }
    }
    for _ in 0..<20 { #expect(try await engine.differenceFromFresh() == nil) }
    writing.cancel()
    try await writing.value
  }

  @Test func `statements of the fresh feed may run as long as those of the feed`() async throws {
    let folder = try TemporaryDirectory()
    _ = try folder.file(
      "s.sql",
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, rank INTEGER);"
    )
    let feed = try FeedFile.load(path: folder.file("f.yaml", Self.yaml)).feed
    let engine = try FeedEngine(
      feed: feed,
      store: .file(folder.path("a.sqlite")),
      limits: StoreLimits(statementTimeout: .nanoseconds(1))
    )
    // A row at a time takes too few instructions to be asked for its time; reading all of them does not.
    for row in 0..<500 {
      _ = try await engine.write { try $0.run("INSERT INTO team VALUES (\(row), 'a', \(row % 7))") }
    }
    do {
      #expect(try await engine.differenceFromFresh() != nil)
    } catch let error as StoreError {
      #expect(error.code == .statementTimeout)
    }
  }

  /// A snapshot of one section.
  private static func snapshot(
    title: String? = nil,
    section: String = "teams",
    _ items: [(key: Int64, name: Value, rank: Value)]
  ) throws -> FeedSnapshot {
    let shape = Content.Shape(["name", "rank"])
    var composition = FeedSnapshot.Composition()
    let id = SectionID(Name(section))
    try composition.insertSection(
      id,
      content: SectionContent(source: "teams", title: title),
      at: 0
    )
    let entries = items.map { item in
      FeedSnapshot.Composition.Entry(
        id: ItemID(kind: "team", object: ObjectID(entity: "team", key: .integer(item.key))),
        content: Content(shape: shape, values: [item.name, item.rank])
      )
    }
    try composition.insertItems(entries, inSection: id, at: 0)
    return FeedSnapshot(version: 1, composition: composition, status: [])
  }

  @Test func `the description of a difference names the item and its fields`() throws {
    let mine = try Self.snapshot(title: "Teams", [(1, "Reds", 1), (2, "Blues", 2)])
    let cases: [(FeedSnapshot, String?)] = [
      (mine, nil),
      (
        try Self.snapshot(title: "Teams", [(1, "Reds", 1), (2, "Greens", .null)]),
        "item 'team:team/2' has name 'Blues' instead of 'Greens', rank 2 instead of NULL"
      ),
      (
        try Self.snapshot(title: "Teams", [(1, "Reds", 1)]),
        "in section 'teams', item 2 is 'team:team/2' instead of none"
      ),
      (
        try Self.snapshot([(1, "Reds", 1), (2, "Blues", 2)]),
        "section 'teams' has the title 'Teams' instead of none"
      ),
      (
        try Self.snapshot(section: "clubs", []),
        "section 1 is 'teams' instead of 'clubs'"
      ),
    ]
    for (other, message) in cases { #expect(mine.difference(fromFresh: other) == message) }
  }
}
