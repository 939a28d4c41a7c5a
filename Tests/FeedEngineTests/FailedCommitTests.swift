import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Commits that fail")
struct FailedCommitTests {
  private static let schema = """
    CREATE TABLE o (id INTEGER PRIMARY KEY);
    CREATE TABLE s (
      id INTEGER PRIMARY KEY, o INTEGER REFERENCES o (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE e (id INTEGER PRIMARY KEY, ends INTEGER);
    """

  private func core(at location: Store.Location = .memory) throws -> EngineCore {
    try EngineCore(
      feed: Feed(
        schema: SchemaReference(path: "s.sql", sql: Self.schema),
        sources: [
          SourceDeclaration(id: "a", kind: .query(LiveQuery(from: "e", filter: "ends > :now")))
        ],
        sections: [
          SectionDeclaration(
            id: "a",
            source: "a",
            template: ObjectTemplate(items: [.item(kind: "e")])
          )
        ]
      ),
      store: location
    )
  }

  @Test(arguments: [0, 3] as [Value])
  func `P22 a commit that fails does not change the time`(failing: Value) throws {
    let core = try core()
    _ = try core.commit(time: 0) { try $0.run("INSERT INTO e VALUES (1, 5)") }
    let before = core.snapshot
    #expect(throws: StoreError.self) {
      try core.commit(time: failing) { try $0.run("INSERT INTO s VALUES (1, 1)") }
    }
    #expect(core.evaluator.time == 0)
    #expect(core.composer.composition == before.composition)
    let update = try core.commit(time: 6) { try $0.run("INSERT INTO o VALUES (5)") }
    #expect(update?.updates.deleteSections == [0])
  }

  @Test func `writes of other programs do not change the time`() throws {
    let folder = try TemporaryDirectory()
    let location = Store.Location.file(folder.path("a.sqlite"))
    let core = try core(at: location)
    _ = try core.commit(time: 0) { try $0.run("INSERT INTO e VALUES (1, 5)") }
    let other = try Store(at: location, schema: SchemaSource(sql: Self.schema, name: "s.sql"))
    _ = try other.withWriter { writer in
      try writer.transaction { try $0.run("INSERT INTO e VALUES (2, 9)") }
    }
    _ = try core.catchUp()
    #expect(core.evaluator.time == 0)
    #expect(core.snapshot.composition.itemCount == 2)
  }
}
