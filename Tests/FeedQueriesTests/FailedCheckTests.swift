import FeedModel
import FeedSnapshots
import FeedStore
import Testing

@testable import FeedQueries

@Suite("A check of live queries that cannot commit")
struct FailedCheckTests {
  private let store: Store

  init() throws {
    store = try Store(
      at: .memory,
      schema: SchemaSource(
        sql: "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);",
        name: "teams.sql"
      )
    )
  }

  @Test(arguments: [nil, "INSERT INTO team VALUES (3, 'Whites')"])
  func `a check that cannot commit keeps what it put right for the next version`(
    next: String?
  ) throws {
    try store.withWriter { writer in
      let core = try LiveCore(
        [.init("teams", LiveQuery(from: "team", order: ["name"]))],
        writer: writer
      )
      func names() -> [String?] { core.snapshot["teams"]?.rows.map { $0["name"]?.string } ?? [] }
      _ = try core.commit(writer) { try $0.run("INSERT INTO team VALUES (1, 'Reds')") }
      // As a fault in the queries would.
      core.queries.overlooksChanges = true
      _ = try core.commit(writer) { try $0.run("INSERT INTO team VALUES (2, 'Blues')") }
      core.queries.overlooksChanges = false

      CommitVeto.whileSet(on: writer) {
        _ = #expect(throws: StoreError.self) { try core.check(0, writer) }
      }
      #expect(core.snapshot.version == 2)
      #expect(names() == ["Reds"])

      let update = try #require(
        try next.map { sql in try core.commit(writer) { try $0.run(sql) } }
          ?? core.catchUp(writer)
      )
      #expect(update.snapshot.version == 3)
      #expect(names() == ["Blues", "Reds"] + (next == nil ? [] : ["Whites"]))
      #expect(update["teams"].insertItems.count == (next == nil ? 1 : 2))
      #expect(try core.catchUp(writer) == nil)
      let (mismatch, again) = try core.check(0, writer)
      #expect(mismatch == nil)
      #expect(again == nil)
    }
  }
}
