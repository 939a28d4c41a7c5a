import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import TestSupport
import Testing

@Suite("Inputs that no program runs")
struct IdleInputTests {
  @Test func `the sources of an input are late after its program has ended, until another runs it`()
    async throws
  {
    let folder = try TemporaryDirectory()
    _ = try folder.file("ticks.sql", "CREATE TABLE tick (id INTEGER PRIMARY KEY, price INTEGER)")
    let yaml = """
      feed: 1
      store: {schema: ticks.sql}
      sources: {ticks: {from: tick}}
      sections: [{id: ticks, source: ticks, item: tick, layout: list}]
      items: {tick: {title: "{price}"}}
      inputs: {odds: {poll: "https://odds.example/", every: 1m, adapter: odds, sources: [ticks]}}
      adapters: {odds: INSERT INTO tick (price) VALUES (:message)}
      layouts: {list: {height: 44}}
      """
    let file = try FeedFile.load(path: folder.file("ticks.yaml", yaml))
    let store = Store.Location.file(folder.path("ticks.sqlite"))
    let running = try FeedEngine(file: file, store: store)
    let shown = try FeedEngine(file: file, store: store)
    // Nothing is known of an input that never ran.
    try await shown.noteIdleInputs()
    #expect(shown.snapshot.status.map(\.state) == [.ok])
    #expect(try await running.hold(input: "odds") == nil)
    try await shown.catchUp()
    try await shown.noteIdleInputs()
    #expect(shown.snapshot.status.map(\.state) == [.ok])
    // The number of a process that has ended.
    let client = try SQLiteClient(path: folder.path("ticks.sqlite"))
    try client.run(
      """
      UPDATE feed_state SET value = '999999999' || substr(value, instr(value, ' '))
      WHERE name = 'input-process/odds'
      """
    )
    try await shown.noteIdleInputs()
    #expect(
      shown.snapshot.status.map(\.state)
        == [.late("input 'odds' is stopped: no program runs it")]
    )
    let version = shown.snapshot.version
    try await shown.noteIdleInputs()
    #expect(shown.snapshot.version == version)
    // A failure that was stored says more.
    try await running.set(.failed("it is gone"), ofInput: "odds")
    try await shown.catchUp()
    #expect(shown.snapshot.status.map(\.state) == [.failed("input 'odds': it is gone")])
    try await running.set(.live, ofInput: "odds")
    #expect(try await running.hold(input: "odds") == nil)
    try await shown.catchUp()
    try await shown.noteIdleInputs()
    #expect(shown.snapshot.status.map(\.state) == [.ok])
    try await shown.close()
    try await running.close()
  }

  @Test func `a source that reads a document by its name waits for it`() async throws {
    let folder = try TemporaryDirectory()
    let yaml = """
      feed: 1
      sources:
        jobs: {document: jobs, items: $.jobs, id: id}
        failed: {from: jobs, where: "state = 'failed'"}
      sections:
        - {id: jobs, source: jobs, item: job, layout: list}
        - {id: failed, source: failed, item: job, layout: list}
      items: {job: {title: "{id}", value: "{state}"}}
      layouts: {list: {height: 44}}
      """
    let file = try FeedFile.load(path: folder.file("jobs.yaml", yaml))
    let engine = try FeedEngine(file: file, store: .memory)
    #expect(engine.snapshot.status.map(\.state) == [.waiting, .waiting])
    try await engine.replaceDocument(
      "jobs",
      with: Array(#"{"jobs":[{"id":"a","state":"failed"}]}"#.utf8)
    )
    #expect(engine.snapshot.status.map(\.state) == [.ok, .ok])
    try await engine.close()
  }
}
