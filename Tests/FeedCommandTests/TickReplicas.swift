#if Network
import FeedEngine
import FeedStore
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedLog

/// Replicas of a small feed, each in a separate process, on the log of one server.
struct TickReplicas {
  let directory: TemporaryDirectory
  let server: NATSServer
  let feed: String
  private let token: String

  init() async throws {
    directory = try TemporaryDirectory()
    feed = try TickFeed.write(
      in: directory,
      inputs: ["desk: {listen: /v1/messages, adapter: ticks}"]
    )
    token = try TickFeed.token(in: directory)
    server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
  }

  /// Returns the arguments of a replica.
  func arguments(_ name: String, admin: String? = "127.0.0.1:0") -> [String] {
    ["--store", store(name), "--log", server.address(), "--token-file", token]
      + (admin.map { ["--admin-listen", $0] } ?? [])
  }

  /// Starts a replica, and waits until it listens.
  func replica(_ name: String, admin: String? = "127.0.0.1:0") throws -> ServedProgram {
    try ServedProgram(feed, arguments(name, admin: admin))
  }

  /// The path of a replica's store.
  func store(_ name: String) -> String { directory.path("\(name).sqlite") }

  /// The names of the files of a replica's store.
  func files(_ name: String) -> [String] {
    directory.files.filter { $0.hasPrefix("\(name).sqlite") }
  }

  /// Opens the log, as another program would.
  func log() async throws -> JetStreamLog {
    try await JetStreamLog(at: LogAddress(server.address()))
  }

  /// Posts a message for each number, and returns the status.
  @discardableResult
  func post(_ ids: some Sequence<Int>, to replica: ServedProgram) async throws -> Int {
    let answer = try await replica.ask(
      "POST /v1/messages?input=desk",
      headers: ["Content-Type: application/json", "Authorization: Bearer \(TickFeed.secret)"],
      body: ids.map { "{\"id\":\($0)}\n" }.joined()
    )
    return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Waits until two replicas show the same feed, and returns it.
  func common(_ one: ServedProgram, _ other: ServedProgram) async throws -> Substring {
    var images = (try await one.image(), try await other.image())
    for _ in 0..<1200 where images.0 != images.1 {
      try await Task.sleep(for: .milliseconds(50))
      images = (try await one.image(), try await other.image())
    }
    #expect(images.0 == images.1)
    return images.1
  }

  /// Waits until the log lists a replica as a source of copies.
  func known(_ replica: ServedProgram, in log: JetStreamLog) async throws -> ReplicaRecord {
    let place = "127.0.0.1:\(replica.adminPort ?? 0)"
    while true {
      if let record = try await log.replicas().first(where: { $0.admin == place && $0.isReady }) {
        return record
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Registers a proxy in the log as the first place to ask for a copy.
  func announce(_ proxy: CopyProxy, like record: ReplicaRecord, in log: JetStreamLog) async throws {
    var other = record
    other.id = "proxy"
    other.admin = "127.0.0.1:\(proxy.port)"
    other.sequence += 1_000
    try await put(other, in: log)
  }

  func put(_ record: ReplicaRecord, in log: JetStreamLog) async throws {
    let value = try JSONEncoder().encode(record)
    try await log.keys.put(ReplicaRecord.keyPrefix + record.id, [UInt8](value))
  }
}
#endif
