#if Network
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// Replicas in separate processes, whose feed file changes.
@Suite(
  "feed log upgrade",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct LogUpgradeTests {
  private let directory: TemporaryDirectory
  private let feed: String
  private let token: String

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("book.sql", "CREATE TABLE tick (id INTEGER PRIMARY KEY, n INTEGER);")
    feed = try directory.file("book.yaml", Self.yaml("{n}"))
    token = try directory.file("token", "0123456789abcdef0123456789abcdef\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
  }

  private static func yaml(_ title: String) -> String {
    """
    feed: 1
    store: {schema: book.sql}
    sources: {ticks: {from: tick, order: [id]}}
    sections: [{id: ticks, source: ticks, item: tick}]
    items: {tick: {title: "\(title)"}}
    """
  }

  private func replica(_ name: String, of server: NATSServer) throws -> ServedProgram {
    try ServedProgram(
      feed,
      [
        "--store", directory.path("\(name).sqlite"), "--log", server.address(), "--token-file",
        token,
      ]
    )
  }

  /// Writes a row, and returns its version.
  private func write(_ id: Int, to replica: ServedProgram) async throws -> Int {
    let answer = try await replica.ask(
      "POST /v1/messages",
      headers: [
        "Content-Type: application/json",
        "Authorization: Bearer 0123456789abcdef0123456789abcdef",
      ],
      body: #"{"upsert":{"tick":[{"id":\#(id),"n":\#(id)}]}}"#
    )
    let version = answer.firstMatch(of: #/\{"version":(\d+)\}/#).flatMap { Int($0.1) }
    return try #require(version, "\(answer)")
  }

  private func upgrade(_ server: NATSServer, _ more: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run(["log", "upgrade", server.address(), feed] + more)
  }

  @Test func `all replicas switch to the edited feed file at one entry, and clients get an image`()
    async throws
  {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let (a, b) = (try replica("a", of: server), try replica("b", of: server))
    #expect(try await write(1, to: a) == 2)
    #expect(try await write(2, to: b) == 3)
    let client = try await a.follow()
    try await client.hold(3)
    let cursor = try #require(client.state.cursor)
    // The same file needs no upgrade.
    #expect(try upgrade(server).output.contains(" already\n"))
    _ = try directory.file("book.yaml", Self.yaml("tick {n}"))
    let dry = try upgrade(server, "--dry-run")
    #expect(dry.output.contains(#/^ODDS would go over to feed [0-9a-f]{8} after entry 2\n$/#))
    let done = try upgrade(server)
    #expect(done.status == 0)
    #expect(done.output.contains(#/^ODDS goes over to feed [0-9a-f]{8} at entry 3\n$/#))
    for replica in [a, b] {
      replica.process.waitUntilExit()
      let end = replica.end()
      #expect(end.status == 65 && end.errors.contains("error[upgraded]"), "\(end.errors)")
    }
    let again = try upgrade(server)
    #expect(again.status == 0, "\(again.output)")
    #expect(again.output.contains(" already\n"), "\(again.output)")
    let (c, d) = (try replica("a", of: server), try replica("b", of: server))
    let next = try await c.follow(lastEventID: "\(cursor)")
    next.state = client.state
    try await next.hold(4)
    #expect(next.state.cursor?.epoch != cursor.epoch)
    #expect(try await write(3, to: d) == 5)
    try await next.hold(5)
    let images = [try await c.ask("GET /v1/feed"), try await d.ask("GET /v1/feed")]
    for image in images {
      #expect(image.contains("\"title\":\"tick 3\""), "\(image)")
      #expect(image.contains("\"version\":5"), "\(image)")
    }
    // With the previous feed file, it does not start to serve.
    #expect(d.end().status == 0)
    _ = try directory.file("book.yaml", Self.yaml("{n}"))
    let old = try FeedProgram.run(
      "serve",
      feed,
      "--listen",
      "127.0.0.1:0",
      "--store",
      directory.path("b.sqlite"),
      "--log",
      server.address()
    )
    #expect(old.status == 65, "\(old.errors)")
    #expect(old.errors.contains("error[other-feed]"), "\(old.errors)")
    #expect(c.end().status == 0)
    server.kill()
  }

  @Test func `an invalid feed file is rejected as an upgrade`() async throws {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let a = try replica("a", of: server)
    _ = try directory.file(
      "book.yaml",
      Self.yaml("{n}").replacing("from: tick", with: "from: tock")
    )
    let bad = try upgrade(server)
    #expect(bad.status == 65, "\(bad.errors)")
    #expect(bad.errors.contains("error[unknown-table]"), "\(bad.errors)")
    #expect(try await write(1, to: a) == 2)
    #expect(a.end().status == 0)
    server.kill()
  }
}
#endif
