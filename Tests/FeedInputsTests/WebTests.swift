import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestFeeds
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
  func `events are applied once although the source breaks off and repeats some`()
    async throws
  {
    let feed = try feed("stream", "/events?to=25", "adapter: ticks")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      #expect(await engine.ticks(25) == once(1...25))
      // A single failure is not reported. A connection without data is the second failure in a row.
      #expect(notices.list.last.map { $0.kind == .live } ?? true, "\(notices.list)")
    }
    // The network decides how much arrives before the connection ends, so the ids vary.
    let asked = try source.log().map { $0["last-event-id"].flatMap { Int($0) } ?? 0 }
    #expect(asked.first == 0)
    #expect(asked.count >= 4)
    #expect(asked == asked.sorted(), "a request resumes after the last event: \(asked)")
  }

  @Test func `a restarted stream resumes after the last event`() async throws {
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

  @Test func `an invalid message in a stream is kept as rejected, and the stream continues`()
    async throws
  {
    let feed = try feed("stream", "/events?to=9&bad=4", "adapter: ticks")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      // The invalid message and the next one have the same id: both count.
      #expect(await engine.ticks(9) == once(1...9))
      let rejected = try await engine.rejectedMessages()
      #expect(rejected.map(\.text) == ["garbage"])
    }
  }

  @Test func `an incomplete line at a lost connection is not a message`() async throws {
    let feed = try feed("stream", "/lines?to=4", "adapter: ticks")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      for await update in engine.versions() where update.snapshot.ticks[4] != nil { break }
      // The first answer was incomplete; the second one contains the missing line, and stays open.
      try await source.requests(2)
      for await update in engine.versions() where update.snapshot.ticks.count == 4 { break }
      #expect(engine.snapshot.ticks.keys.sorted() == [1, 2, 3, 4])
      #expect(try await engine.rejectedMessages().isEmpty)
    }
  }

  @Test(arguments: ["/table", "/plain"])
  func `a changed document is applied, and its missing rows are deleted`(
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

  @Test func `a busy source is requested again after its Retry-After`()
    async throws
  {
    let feed = try feed("poll", "/busy", "every: 500ms, adapter: table, sources: [ticks]")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let place = "127.0.0.1:\(source.port)"
      #expect(await notices.next(.failed)?.text == "the source answers 500 (\(place))")
      #expect(await notices.next(.live) != nil)
      #expect(await engine.ticks(2) == once(1...2))
    }
  }

  @Test(arguments: [
    (
      "poll", "/html", "every: 1s",
      "the source sends the content type 'text/html' instead of application/json"
    ),
    (
      "stream", "/html", "stale: 1h",
      "the source sends the content type 'text/html'"
    ),
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
  func `each invalid answer of a source is reported`(
    kind: String,
    path: String,
    more: String,
    text: String
  ) async throws {
    let feed = try feed(kind, path, more)
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { notices in
      let failure = await notices.next(.failed)?.text ?? ""
      #expect(failure.hasPrefix("\(text) (127.0.0.1:"), "\(failure)")
    }
    #expect(engine.snapshot.ticks.isEmpty)
  }

  @Test func `secrets are sent only to their own host`() async throws {
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

  @Test func `a fetched document is kept while its source is unavailable`() async throws {
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
