#if Server
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("Compressed streams", .enabled(if: ForeignProgram.isInstalled("gzip")))
struct CompressedStreamTests {
  /// A client of the stream that keeps what it receives.
  private struct Client {
    let raw: RawClient
    var bytes: [UInt8] = []

    init(_ feed: ServedFeed, accepting coding: String) async throws {
      raw = try RawClient(port: feed.port)
      await raw.send(
        "GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\nAccept-Encoding: \(coding)\r\n\r\n"
      )
      while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
        bytes += await raw.receive()
      }
    }

    /// Returns the body of the answer once the server has ended it.
    mutating func body() async throws -> [UInt8] {
      while case let more = await raw.receive(), !more.isEmpty { bytes += more }
      var rest = try RawAnswer(bytes).body[...]
      var body: [UInt8] = []
      while let line = rest.firstIndex(of: 10),
        let size = Int(String(decoding: rest[..<(line - 1)], as: UTF8.self), radix: 16), size > 0
      {
        body += rest[(line + 1)...].prefix(size)
        rest = rest[(line + 1)...].dropFirst(size + 2)
      }
      #expect(rest.elementsEqual("0\r\n\r\n".utf8), "the stream ends as HTTP asks")
      return body
    }
  }

  @Test func `clients with different histories share compressed events`() async throws {
    let directory = try TemporaryDirectory()
    try await ServedFeed.whileServing(players: 500) { feed in
      var early = try await Client(feed, accepting: "gzip")
      for price in 1...20 { try await feed.run("UPDATE player SET price = \(price) WHERE id = 1") }
      var late = try await Client(feed, accepting: "gzip, br")
      var plain = try await Client(feed, accepting: "identity")
      for price in 1...20 { try await feed.run("UPDATE player SET price = -\(price) WHERE id = 2") }
      let version = feed.version
      let follower = try await feed.follow()
      try await follower.hold(version)
      await feed.stop()
      let whole = String(decoding: try await plain.body(), as: UTF8.self)
      #expect(whole.contains("event: bye"))
      for (name, bytes) in [("early", try await early.body()), ("late", try await late.body())] {
        #expect(bytes.count < whole.utf8.count / 3)
        // gzip compares the checksum and the length at the end.
        let path = directory.path("\(name).gz")
        try Data(bytes).write(to: URL(filePath: path))
        let (status, text) = try ForeignProgram.run("gzip", ["-dc", path])
        #expect(status == 0, "\(name): \(text.suffix(200))")
        #expect(text.contains("event: bye"))
        var state = FeedState()
        var reader = EventReader()
        for event in try reader.read(Array(text.utf8)) { _ = state.receive(event) }
        #expect(state.cursor?.version ?? 0 > 0)
      }
    }
  }

  @Test func `a client that does not ask for gzip gets plain events`() async throws {
    try await ServedFeed.whileServing { feed in
      for coding in ["", "br", "gzip;q=0", "identity;q=1, gzip;q=0.5"] {
        let client = try await Client(feed, accepting: coding)
        let head = String(decoding: client.bytes, as: UTF8.self).lowercased()
        #expect(!head.contains("content-encoding"), "\(coding)")
        #expect(head.contains("vary: accept-encoding"))
      }
    }
  }
}
#endif
