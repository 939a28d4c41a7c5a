import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import InputSupport
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Sources on the web")
struct WebTests {
  private let directory: TemporaryDirectory
  private let source: WebSource

  init() async throws {
    directory = try TemporaryDirectory()
    source = try await WebSource.start(in: directory.url)
  }

  private func feed(_ kind: String, _ path: String, _ more: String) throws -> InputFeed {
    try InputFeed("web: {\(kind): \"\(source.url(path))\", \(more)}")
  }

  @Test
  func `events come once each, though their source ends in the middle of a chunk and repeats some`()
    async throws
  {
    let feed = try feed("stream", "/events?to=25", "adapter: ticks")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await engine.ticks(25) == once(1...25))
      // One failure is not told. A connection on which nothing arrives is the second one in a row.
      #expect(notices.list.last.map { $0.kind == .live } ?? true, "\(notices.list)")
    }
    // How much of what was sent before the end arrives is up to the network, so the ids vary.
    let asked = try source.log().map { $0["last-event-id"].flatMap { Int($0) } ?? 0 }
    #expect(asked.first == 0)
    #expect(asked.count >= 4)
    #expect(asked == asked.sorted(), "a request goes on behind the last event: \(asked)")
  }

  @Test func `a stream goes on behind the last event after a restart`() async throws {
    let first = try feed("stream", "/events?to=5", "adapter: ticks")
    let engine = try first.engine()
    try await first.whileRunning(engine) { _ in #expect(await engine.ticks(5) == once(1...5)) }
    try await engine.close()
    let next = try first.engine()
    try await first.whileRunning(next) { _ in
      try await source.requests(2)
    }
    #expect(try source.log().last?["last-event-id"] == "5")
    #expect(next.snapshot.ticks == once(1...5))
  }

  @Test func `garbage in a stream is kept, and the stream goes on`() async throws {
    let feed = try feed("stream", "/events?to=9&bad=4", "adapter: ticks")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      // The source gives the garbage and the next message the same id: both count.
      #expect(await engine.ticks(9) == once(1...9))
      let rejected = try await engine.rejectedMessages()
      #expect(rejected.map(\.text) == ["garbage"])
    }
  }

  @Test func `lines come as they end, and one that is cut off is no message`() async throws {
    let feed = try feed("stream", "/lines?to=4", "adapter: ticks")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      for await update in engine.versions() where update.snapshot.ticks[4] != nil { break }
      // The first answer has broken off; the second one is complete up to the cut, and stays open.
      try await source.requests(2)
      for await update in engine.versions() where update.snapshot.ticks.count == 4 { break }
      #expect(engine.snapshot.ticks.keys.sorted() == [1, 2, 3, 4])
      #expect(try await engine.rejectedMessages().isEmpty)
    }
  }

  @Test(arguments: ["/table", "/plain"])
  func `a document counts when it has changed, and rows that it no longer has go`(
    path: String
  )
    async throws
  {
    let feed = try feed("poll", path, "every: 500ms, adapter: table")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      let last = path == "/table" ? [2: 2, 3: 2, 4: 1, 5: 1] : [2: 2, 3: 1]
      for await update in engine.versions() where update.snapshot.ticks == last { break }
      #expect(engine.snapshot.ticks == last)
      #expect(engine.snapshot.version == 3)
    }
    let tags = try source.log().prefix(4).map { $0["if-none-match"] }
    #expect(
      tags == (path == "/table" ? [nil, "\"one\"", "\"one\"", "\"one\""] : [nil, nil, nil, nil])
    )
  }

  @Test func `a source that is busy is asked again when it has said, and one that fails later`()
    async throws
  {
    let feed = try feed("poll", "/busy", "every: 500ms, adapter: table, sources: [ticks]")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.failed)?.text == "the source answers 500")
      #expect(await notices.next(.live) != nil)
      #expect(await engine.ticks(2) == once(1...2))
    }
  }

  @Test(arguments: [
    ("poll", "/html", "every: 1s", "the source sends the content type 'text/html'"),
    ("stream", "/html", "stale: 1h", "the source says that it sends 'text/html'"),
    (
      "poll", "/nothing", "every: 1s",
      "the source has closed the connection before the end of its answer"
    ),
    ("poll", "/large", "every: 1s", "the document has more than 16 MiB"),
    (
      "poll", "/bomb", "every: 1s",
      "a compressed body is more than 100 times as large as its compressed form"
    ),
    ("poll", "/round", "every: 1s", "the source redirects more than 5 times"),
  ])
  func `what is no answer is said in plain words`(
    kind: String,
    path: String,
    more: String,
    text: String
  ) async throws {
    let feed = try feed(kind, path, more)
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await notices.next(.failed)?.text == text)
    }
    #expect(engine.snapshot.ticks.isEmpty)
  }

  @Test func `secrets go to the host that they are for, and to no other`() async throws {
    let feed = try feed(
      "poll",
      "/elsewhere?key=${KEY}",
      "every: 1h, adapter: table, headers: {X-Key: \"Bearer ${KEY}\"}"
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: ["KEY": "s3cret"]) { _ in
      #expect(await engine.ticks(2) == once(1...2))
    }
    let log = try source.log()
    #expect(log.map { $0["path"] } == ["/elsewhere?key=s3cret", "/plain"])
    #expect(log.map { $0["x-key"] } == ["Bearer s3cret", nil])
    try await engine.close()
    for file in feed.directory.files {
      let data = try Data(contentsOf: URL(filePath: feed.directory.path(file)))
      #expect(data.range(of: Data("s3cret".utf8)) == nil, "\(file)")
    }
  }

  @Test func `a document of the feed is fetched, and kept when its source is gone`() async throws {
    let feed = try InputFeed(
      "log: {follow: log.jsonl}",
      documents: "ads: {document: ads, url: \"\(source.url("/ads"))\", every: 1s}"
    )
    let engine = try feed.engine()
    func titles(_ engine: FeedEngine) -> [String] {
      engine.snapshot.composition.sections.first { $0.id.declaration == "ads" }?.items
        .compactMap { $0.content["title"]?.description } ?? []
    }
    try await feed.whileRunning(engine) { _ in
      for await update in engine.versions() where update.snapshot.version > 1 { break }
      #expect(titles(engine) == ["Derby"])
      try await source.requests(3)
    }
    let tags = try source.log().prefix(2).map { $0["if-none-match"] }
    #expect(tags == [nil, "\"ads\""])
    try await engine.close()
    #expect(try titles(feed.engine()) == ["Derby"])
  }
}
