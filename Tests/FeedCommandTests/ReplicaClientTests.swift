#if Client && Server
import Foundation
import TestFeeds
import TestSupport
import Testing

/// Clients of two servers with the same versions.
///
/// Each server applies the same lines to its copy of a store.
@Suite("feed follow and replicas", .waiting)
struct ReplicaClientTests {
  @Test func `a client moves between two servers without an image, a gap or a repeat`()
    async throws
  {
    let replicas = try Replicas()
    var (a, b) = (try replicas.start(0), try replicas.start(1))
    let follow = try FeedProgram.make([
      "follow", a.url, b.url, "--format", "json", "--heartbeat", "500ms",
    ])
    let output = Pipe()
    follow.standardOutput = output
    follow.standardError = Pipe()
    try follow.run()
    defer { kill(follow.processIdentifier, SIGKILL) }
    var lines = RunningLines(output.fileHandleForReading)
    var (version, prices) = (try #require(try lines.nextVersion()), [String]())
    /// Reads until a version is shown; each version must follow the previous one.
    func read(to last: Int) throws {
      while version < last {
        let next = try #require(try lines.nextVersion())
        #expect(next == version + 1)
        version = next
        prices.append("\(next)")
      }
    }
    // The first one shows versions until it is killed; the client continues at the second one.
    let begin = version
    for number in 1...5 {
      for server in [a, b] { try await replicas.post(number, to: server) }
      try read(to: begin + number)
    }
    _ = a.end(SIGKILL)
    for number in 6...10 {
      try await replicas.post(number, to: b)
      try read(to: begin + number)
    }
    #expect(try await replicas.metric("feed_events_total{event=\"image\"}", of: b) == 0)
    // The first one returns with an older version than its client has, and catches up while the
    // client waits.
    a = try replicas.start(0, port: a.port)
    _ = b.end()
    try await until { try await replicas.metric("feed_streams_total", of: a) != 0 }
    for number in 6...10 { try await replicas.post(number, to: a) }
    for number in 11...15 {
      try await replicas.post(number, to: a)
      try read(to: begin + number)
    }
    #expect(try await replicas.metric("feed_events_total{event=\"image\"}", of: a) == 0)
    #expect(prices.count == 15)
    b = try replicas.start(1, port: b.port)
    for number in 11...15 { try await replicas.post(number, to: b) }
    #expect(try await replicas.image(of: a) == replicas.image(of: b))
    #expect(a.end().status == 0)
    #expect(b.end().status == 0)
  }

  @Test func `a client begins with one answering address`() throws {
    let replicas = try Replicas()
    let server = try replicas.start(0)
    let nobody = "http://127.0.0.1:1"
    let options = ["--versions", "1", "--format", "json"]
    let run = try FeedProgram.run(["follow", nobody, server.url] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.contains { $0.contains(#""event":"waiting""#) })
    #expect(server.end().status == 0)
    let none = try FeedProgram.run(["follow", nobody, server.url] + options)
    #expect(none.status == 74, "\(none.errors)")
  }
}

/// A feed with two copies of its store.
private struct Replicas {
  private let feed: SmallFeed
  private let token: String

  init() throws {
    feed = try SmallFeed()
    token = try feed.directory.file("token", ServedFeed.token + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    let fixture = try feed.fixture(Array(SmallFeed.lines.prefix(3)))
    let first = try ServedProgram(
      feed.path,
      ["--store", store(0), "--fixture", fixture, "--speed", "max"]
    )
    _ = first.log(until: "the fixtures have ended")
    guard first.end().status == 0 else { throw RawClient.Failure(what: "the store is not made") }
    try FileManager.default.copyItem(atPath: store(0), toPath: store(1))
  }

  private func store(_ number: Int) -> String { feed.directory.path("\(number).sqlite") }

  func start(_ number: Int, port: Int = 0) throws -> ServedProgram {
    try ServedProgram(
      feed.path,
      ["--store", store(number), "--token-file", token, "--peer", "http://127.0.0.1:1"],
      port: port
    )
  }

  /// Sends a line to a server; all servers number it alike.
  func post(_ number: Int, to server: ServedProgram) async throws {
    let line = #"{"upsert":{"player":[{"id":1,"price":\#(number).5}]}}"#
    let answer = try await request("POST", "/v1/messages", of: server, line)
    guard answer.status == 200 else { throw RawClient.Failure(what: answer.text) }
  }

  func metric(_ series: String, of server: ServedProgram) async throws -> Int? {
    let text = try await request("GET", "/metrics", of: server).text
    let line = text.split(separator: "\n").first { $0.hasPrefix(series + " ") }
    return line.flatMap { Int($0.dropFirst(series.count + 1)) }
  }

  func image(of server: ServedProgram) async throws -> String {
    let text = try await request("GET", "/v1/feed", of: server).text
    // The ages of sources differ between servers.
    return String(text.prefix(while: { $0 != "\n" }).split(separator: "\"sources\"")[0])
  }

  private func request(
    _ method: String,
    _ target: String,
    of server: ServedProgram,
    _ body: String = ""
  ) async throws -> RawAnswer {
    let client = try RawClient(port: server.port)
    await client.send(
      """
      \(method) \(target) HTTP/1.1\r
      Host: 127.0.0.1:\(server.port)\r
      Connection: close\r
      Authorization: Bearer \(ServedFeed.token)\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
    )
    return try RawAnswer(Array(await client.receiveAll().utf8))
  }
}

extension RunningLines {
  /// Returns the version of the next line with one; fails at a line about the connection.
  fileprivate mutating func nextVersion() throws -> Int? {
    while let line = try next() {
      if let version = line["version"] as? Int { return version }
    }
    return nil
  }
}
#endif
