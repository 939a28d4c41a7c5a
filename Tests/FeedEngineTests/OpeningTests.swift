import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@Suite("FeedEngine(file:)")
struct OpeningTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func file(where condition: String) throws -> String {
    _ = try folder.file("teams.sql", "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);")
    return try folder.file(
      "teams.yaml",
      """
      feed: 1
      store: {schema: teams.sql}
      sources:
        teams: {from: team, where: "\(condition)"}
      sections:
        - {id: teams, source: teams, item: team}
      items:
        team: {title: "{name}"}
      """
    )
  }

  @Test func `a feed file is read and its feed opened`() async throws {
    let engine = try FeedEngine(file: file(where: "id > 1"))
    let update = try await engine.write { try $0.run("INSERT INTO team (id) VALUES (1), (2)") }
    #expect(update?.snapshot.composition.itemCount == 1)
  }

  @Test func `mistakes in the SQL of a feed file are reported with their places`() throws {
    let path = try file(where: "id > 1 AND naem = 'a'")
    let errors = #expect(throws: FeedFileErrors.self) { try FeedEngine(file: path) }
    let text = errors?.problems.first?.description ?? ""
    #expect(text.hasPrefix("\(path):4:42: error["), "\(text)")
    #expect(text.contains("did you mean 'name'?"), "\(text)")
  }

  @Test func `a feed composed in code with a name twice is refused`() throws {
    var feed = try FeedFile.load(path: file(where: "id > 1")).feed
    feed.sources += feed.sources
    feed.sections += feed.sections
    let errors = #expect(throws: DeclarationErrors.self) { try FeedEngine(feed: feed) }
    #expect(errors?.errors.map(\.path) == [["sources", "teams"], ["sections", "teams"]])
    #expect(errors?.errors.map(\.code) == ["duplicate-id", "duplicate-id"])
  }
}
