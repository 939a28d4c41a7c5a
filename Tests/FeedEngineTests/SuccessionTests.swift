import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Synchronization
import TestSupport
import Testing

@testable import FeedEngine

@Suite("FeedEngine.handOver")
struct SuccessionTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func file(
    order: String = "id",
    title: String = "{name}",
    schema: String = "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, rank INTEGER);"
  ) throws -> FeedFile {
    _ = try folder.file("teams.sql", schema)
    let path = try folder.file(
      "teams.yaml",
      """
      feed: 1
      store: {schema: teams.sql}
      sources:
        teams: {from: team, order: [\(order)]}
      sections:
        - {id: teams, source: teams, item: team}
      items:
        team: {title: "\(title)"}
      """
    )
    return try FeedFile.load(path: path)
  }

  /// The engine that takes over, and the update to its snapshot.
  private final class Heir: Sendable {
    let state = Mutex<(engine: FeedEngine, update: FeedUpdate?)?>(nil)

    var engine: FeedEngine { get throws { try #require(state.withLock { $0?.engine }) } }
    var update: FeedUpdate? { state.withLock { $0?.update } }
  }

  private func handOver(
    _ engine: FeedEngine,
    to file: FeedFile
  ) async throws -> (next: FeedEngine, update: FeedUpdate?) {
    let heir = Heir()
    try await engine.handOver(to: file) { next, update in
      heir.state.withLock { $0 = (next, update) }
    }
    return (try heir.engine, heir.update)
  }

  private static let rows = "INSERT INTO team VALUES (1, 'Reds', 2), (2, 'Blues', 1)"

  @Test(arguments: [false, true])
  func `the next feed shows the same rows, and a difference is a version`(isFile: Bool) async throws
  {
    let store = isFile ? Store.Location.file(folder.path("teams.sqlite")) : .memory
    let engine = try FeedEngine(file: try file(), store: store)
    let seen = Mutex<[Int]>([])
    _ = await engine.observe { update in seen.withLock { $0.append(update.snapshot.version) } }
    let line = FixtureLine(#"{"sql":["\#(Self.rows)"]}"#, fixture: "f", line: 1)
    try await engine.apply(line)
    let (next, update) = try await handOver(engine, to: file(order: "rank"))
    #expect(update?.from.version == 2)
    #expect(update?.snapshot.version == 3)
    #expect(update?.updates.moveItems.count == 1)
    #expect(next.snapshot.version == 3)
    #expect(try await next.position(of: "f") == 1)
    await #expect(throws: StoreError.self) { try await engine.write { _ in } }
    // Observers continue.
    try await next.write { try $0.run("UPDATE team SET rank = 0 WHERE id = 1") }
    #expect(seen.withLock { $0 } == [2, 4])
    let (last, none) = try await handOver(next, to: file(order: "rank", title: "~{name}"))
    #expect(none == nil)
    #expect(last.snapshot.version == 4)
    try await last.close()
  }

  @Test func `version numbers continue in the store`() async throws {
    let store = Store.Location.file(folder.path("teams.sqlite"))
    let engine = try FeedEngine(file: try file(), store: store)
    try await engine.write { try $0.run(Self.rows) }
    let (next, _) = try await handOver(engine, to: file(order: "rank"))
    try await next.close()
    #expect(try FeedEngine(file: try file(order: "rank"), store: store).snapshot.version == 3)
  }

  @Test func `a feed that cannot be opened does not affect its predecessor`() async throws {
    let engine = try FeedEngine(file: try file())
    try await engine.write { try $0.run(Self.rows) }
    await #expect(throws: FeedFileErrors.self) {
      try await engine.handOver(to: file(order: "nmae")) { _, _ in Issue.record("it was opened") }
    }
    let error = await #expect(throws: StoreError.self) {
      try await engine.handOver(
        to: file(schema: "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);")
      ) { _, _ in Issue.record("it was opened") }
    }
    #expect(
      error?.description == """
        error[schema-mismatch]: the store in memory does not have the schema of \
        '\(folder.path("teams.sql"))': table 'team' has a column 'rank' that is not declared
          hint: restart the process to create a new store with the current schema
        """
    )
    let update = try await engine.write { try $0.run("DELETE FROM team WHERE id = 1") }
    #expect(update?.snapshot.version == 3)
    #expect(update?.snapshot.composition.itemCount == 1)
  }
}
