import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedStore
import FeedWire
import HTTPTypes
import Logging
import NIOCore
import NIOPosix
import TestFeeds
import Testing

@testable import FeedServer

@Suite("Hub")
struct HubTests {
  @Test func `a source that fails with its input is not logged a second time`() {
    let log = LogLines()
    let sources = SourceLog(Logger(label: "test") { _ in log })
    let failure = SourceStatus.State.failed("the source answers 404")
    sources.note([
      SourceStatus(source: "odds", state: failure, isOfInput: true),
      SourceStatus(source: "teams", state: failure),
    ])
    #expect(log.text.split(separator: "\n").count == 1, "\(log.text)")
    #expect(log.text.contains("teams"))
    // Nor does it work again when its input fails.
    sources.note([
      SourceStatus(source: "odds", state: failure, isOfInput: true),
      SourceStatus(source: "teams", state: failure, isOfInput: true),
    ])
    #expect(log.text.split(separator: "\n").count == 1, "\(log.text)")
  }

  @Test func `a client can resume from every version that it got, even if the publisher is busy`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let engine = feed.engine
      let shown = ShownFeed(engine: engine, appearance: FeedAppearance(engine.feed), revision: [])
      let hub = Hub(
        shown,
        encoder: await shown.encoder(),
        FeedServerConfiguration(),
        counters: Counters(),
        sources: SourceLog(Logger(label: "hub"))
      )
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let port = try await loop.submit { LoopPort(StreamLoop(loop, hub, StreamNames())) }.get()
      // With many loops, clients get images of a version before the last loop receives it.
      for _ in 0..<10_000 { hub.add(port) }
      let end = feed.version + 40
      let publishing = await hub.follow(engine)
      let writing = Task {
        for id in 100..<140 {
          try await engine.write { try $0.run("INSERT INTO team VALUES (\(id), 'New', \(id))") }
          await hub.shows(engine.snapshot.version)
        }
      }
      var last = 0
      var lost: [Cursor] = []
      while last < end {
        let (cursor, _) = await hub.image(of: .all, isCompressed: false)
        let request = HTTPRequest(
          method: .get,
          scheme: nil,
          authority: nil,
          path: "/v1/stream?from=\(cursor)"
        )
        if try StreamQuery(request, .everything, of: hub).cursor != cursor { lost.append(cursor) }
        last = cursor.version
      }
      #expect(lost == [])
      try await writing.value
      publishing.cancel()
      await publishing.value
    }
  }
}
