import FeedEngine
import FeedModel
import FeedServer
import FeedStore
import Foundation
import Synchronization
import TestFeeds
import TestSupport
import Testing

/// Copies of the store for operators and new replicas.
@Suite("Copies of the store")
struct StoreCopyTests {
  /// A store that has applied an entry, and its copies.
  private final class Copying: Sendable {
    let directory: TemporaryDirectory
    /// Guarded by the mutex.
    private let state = Mutex<(made: Int, copies: [Weak], error: (any Error)?)>((0, [], nil))

    private struct Weak {
      weak var copy: StoreCopy?
    }

    init() throws { directory = try TemporaryDirectory() }

    var path: String { directory.path("store.sqlite") }

    var made: Int { state.withLock(\.made) }

    /// The number of copies that are still in use.
    var kept: Int { state.withLock { $0.copies.count { $0.copy != nil } } }

    func fail(_ error: any Error) { state.withLock { $0.error = error } }

    func make() async throws -> StoreCopy {
      if let error = state.withLock(\.error) { throw error }
      let copy = try await StoreCopy.make(of: path)
      state.withLock { state in
        state.made += 1
        state.copies.append(Weak(copy: copy))
      }
      return copy
    }
  }

  /// Serves a feed whose store is larger than the buffers between server and client.
  private func whileServing(
    _ configure: (inout FeedServerConfiguration) -> Void = { _ in },
    _ body: (ServedFeed, Copying, Int) async throws -> Void
  ) async throws {
    let copying = try Copying()
    try await ServedFeed.whileServing(store: .file(copying.path)) { configuration in
      configuration.adminAddress = ListeningAddress(host: "127.0.0.1", port: 0)
      configuration.copyStore = { try await copying.make() }
      // Tolerate a stalled client for as long as a busy machine needs for the test.
      configuration.limits.stalledTime = .seconds(300)
      configure(&configuration)
    } _: { feed in
      let message = #"{"upsert":{"team":[{"id":9,"name":"Whites","rank":9}]}}"#
      let entry = SequencedEntry(
        1,
        SHA256.digest(of: [1]),
        .success(FeedEntry(.message(message, adapter: nil)))
      )
      _ = try await feed.engine.apply([entry], of: "L")
      // Deleted rows leave free pages.
      let name = "hex(randomblob(3000000))"
      try await feed.run("INSERT INTO team VALUES (8, \(name), 8); DELETE FROM team WHERE id = 8")
      try await body(feed, copying, try #require(feed.adminPort))
    }
  }

  /// A client that has requested a copy, and reads only its head.
  private func reader(_ port: Int) async throws -> (client: RawClient, head: String) {
    let client = try RawClient(port: port, receiveBuffer: 4096)
    await client.send("GET /v1/store HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    return (client, await client.receive(until: "\r\n\r\n"))
  }

  /// Waits up to five minutes for a condition.
  private func wait(until isSo: () -> Bool) async throws {
    for _ in 0..<30_000 where !isSo() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(isSo())
  }

  @Test func `a copy is answered with its size, digest and position, and is a store`() async throws
  {
    try await whileServing { feed, copying, port in
      let answer = try await feed.request("GET", "/v1/store", port: port)
      #expect(answer.status == 200)
      #expect(answer.headers["content-length"] == "\(answer.body.count)")
      #expect(answer.headers["content-type"] == "application/vnd.sqlite3")
      #expect(answer.headers["etag"] == "\"\(SHA256.digest(of: answer.body))\"")
      #expect(answer.headers["x-feed-position"] == "1 \(SHA256.digest(of: [1]))")
      #expect(answer.headers["x-feed-log"] == "L")
      #expect(answer.headers["cache-control"] == "no-store")
      let path = try copying.directory.file("copy.sqlite", answer.body)
      let applied = try AppliedEntries.read(fileAt: path, of: feed.engine.feed)
      #expect(try await applied == feed.engine.appliedEntries())
      try await wait { copying.kept == 0 }
      #expect(try await feed.metric("feed_store_copies_total") == 1)
    }
  }

  @Test func `copies are offered neither to clients nor by servers that make none`() async throws {
    try await whileServing { feed, copying, port in
      let outside = try await feed.request("GET", "/v1/store")
      let posted = try await feed.request("POST", "/v1/store", port: port)
      let page = ["Sec-Fetch-Site": "cross-site"]
      let foreign = try await feed.request("GET", "/v1/store", headers: page, port: port)
      let statuses: [Int] = [outside.status, posted.status, foreign.status]
      #expect(statuses == [404, 405, 403])
      #expect(copying.made == 0)
    }
    try await ServedFeed.whileServing {
      $0.adminAddress = ListeningAddress(host: "127.0.0.1", port: 0)
    } _: { feed in
      let answer = try await feed.request("GET", "/v1/store", port: feed.adminPort)
      #expect(answer.status == 404)
      #expect(!answer.text.contains("/v1/store"))
    }
  }

  @Test func `a request during the transfer of a copy shares that copy`() async throws {
    try await whileServing { feed, copying, port in
      let (first, head) = try await reader(port)
      #expect(head.hasPrefix("HTTP/1.1 200"))
      let answer = try await feed.request("GET", "/v1/store", port: port)
      #expect(answer.status == 200)
      #expect(head.contains(try #require(answer.headers["etag"])))
      #expect(copying.made == 1)
      _ = first
    }
  }

  @Test func `two simultaneous requests share one copy`() async throws {
    try await whileServing { feed, copying, port in
      let answers = try await withThrowingTaskGroup(of: RawAnswer.self) { group in
        for _ in 0..<4 {
          group.addTask { try await feed.request("GET", "/v1/store", port: port) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      // Shared or not, each copy is valid: a fast transfer may end before the next request.
      let bodies = Set(answers.map(\.body))
      let digests = Dictionary(
        uniqueKeysWithValues: bodies.map { ($0, "\"\(SHA256.digest(of: $0))\"") }
      )
      #expect(answers.allSatisfy { $0.headers["etag"] == digests[$0.body] })
      #expect((1...4).contains(copying.made))
    }
  }

  @Test
  func `the number of copies on disk is limited, and finished transfers free their places`()
    async throws
  {
    try await whileServing {
      $0.limits.copyTime = .zero
      $0.limits.copies = 2
    } _: { feed, copying, port in
      var readers = [try await reader(port), try await reader(port)]
      #expect(readers.allSatisfy { $0.head.hasPrefix("HTTP/1.1 200") })
      #expect(copying.made == 2)
      let refused = try await feed.request("GET", "/v1/store", port: port)
      #expect(refused.status == 503, "\(copying.kept) copies of \(copying.made) are kept")
      #expect(refused.headers["retry-after"] != nil)
      #expect(refused.text.contains("copies-in-use"))
      readers.removeFirst()
      try await wait { copying.kept < 2 }
      #expect(try await feed.request("GET", "/v1/store", port: port).status == 200)
    }
  }

  @Test func `a client that disconnects leaves no file, and a stalled one is disconnected`()
    async throws
  {
    try await whileServing {
      $0.limits.stalledTime = .seconds(1)
    } _: { feed, copying, port in
      let names = copying.directory.files
      do {
        let (_, head) = try await reader(port)
        #expect(head.hasPrefix("HTTP/1.1 200"))
      }
      try await wait { copying.kept == 0 }
      let (stalled, head) = try await reader(port)
      #expect(head.hasPrefix("HTTP/1.1 200"), "\(head)")
      try await wait { copying.kept == 0 }
      #expect(copying.directory.files == names)
      let refused = try await feed.metric("feed_refused_total{reason=\"slow-client\"}")
      #expect(refused >= 1)
      _ = stalled
    }
  }

  @Test func `a failed copy is answered with a hint`() async throws {
    try await whileServing { feed, copying, port in
      let rows: [(any Error, String)] = [
        (StoreCopy.Refusal.nothingApplied, "not-ready"),
        (StoreCopy.Refusal.overtaken, "copy-overtaken"),
        (CocoaError(.fileWriteOutOfSpace), "no-copy"),
      ]
      for (error, code) in rows {
        copying.fail(error)
        let answer = try await feed.request("GET", "/v1/store", port: port)
        #expect(answer.status == 503, "\(code)")
        #expect(answer.text.contains(code), "\(answer.text)")
        #expect(answer.text.contains("hint"), "\(answer.text)")
        #expect(answer.headers["retry-after"] != nil)
      }
    }
  }
}
