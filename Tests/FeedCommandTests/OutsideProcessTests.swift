import FeedDefinition
import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Other programs at the same store", .waiting)
struct OutsideProcessTests {
  private static let schema = SchemaSource(sql: SmallFeed.schema, name: "small.sql")
  let small: SmallFeed
  let store: String

  init() throws {
    small = try SmallFeed()
    store = small.directory.path("small.sqlite")
  }

  @Test func `a feed follows another program that plays a fixture into its store`() async throws {
    let engine = try FeedEngine(feed: FeedFile.load(path: small.path).feed, store: .file(store))
    let following = Task { await engine.followOthers() }
    var versions = engine.versions().makeAsyncIterator()
    var latest = try #require(await versions.next()).snapshot
    var referee = FeedReferee(latest)
    let outcome = try FeedProgram.run("replay", small.path, small.fixture(), "--store", store)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let fresh = try FeedEngine(feed: engine.feed, store: .file(store))
    let expected = fresh.snapshot
    while latest.version < expected.version {
      let update = try #require(await versions.next())
      latest = update.snapshot
      try referee.perform(update.updates, to: latest)
    }
    #expect(latest.version == expected.version)
    #expect(latest.composition == expected.composition)
    following.cancel()
    await following.value
  }

  @Test func `a watched page shows the commits of another program`() throws {
    let process = try FeedProgram.make([
      "watch", small.path, "--store", store, "--format", "json",
    ])
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    defer { process.terminate() }
    var text = Data()
    func line() throws -> String {
      while true {
        if let end = text.firstIndex(of: 0x0A) {
          defer { text.removeSubrange(...end) }
          return String(decoding: text[..<end], as: UTF8.self)
        }
        let more = pipe.fileHandleForReading.availableData
        try #require(!more.isEmpty)
        text += more
      }
    }
    _ = try line()
    let other = try Store(at: .file(store), schema: Self.schema)
    for version in 2...4 {
      try other.withWriter {
        try $0.run("INSERT INTO team VALUES (\(version), 'T\(version)', \(version))")
      }
      #expect(try line().hasPrefix("{\"version\":\(version),\"updates\":{"))
    }
  }
}
