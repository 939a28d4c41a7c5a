#if Network
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The built program, used by the operator of a log on a real server with running replicas.
@Suite(
  "feed log",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct LogCommandTests {
  private let directory: TemporaryDirectory
  private let feed: String
  private let token: String

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("odds.jsonl", "")
    feed = try TickFeed.write(
      in: directory,
      inputs: [
        "odds: {follow: odds.jsonl, adapter: ticks}",
        "desk: {listen: /v1/messages, adapter: ticks}",
      ]
    )
    token = try TickFeed.token(in: directory)
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

  /// Posts messages, each as an entry.
  private func post(_ numbers: ClosedRange<Int>, to replica: ServedProgram) async throws {
    let answer = try await replica.ask(
      "POST /v1/messages?input=desk",
      headers: [
        "Content-Type: application/json",
        "Authorization: Bearer \(TickFeed.secret)",
      ],
      body: numbers.map { "{\"id\":\($0)}" }.joined(separator: "\n")
    )
    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
  }

  /// The output of `feed log status --format json`.
  private struct Status: Decodable {
    struct Replica: Decodable {
      var id: String
      var state: String
      var entry: Int
      var lag: Int
      var feed: String
      var age: Double
      var admin: String?
      var agreesUpTo: Int?
    }
    struct Role: Decodable {
      var role: String
      var replica: String?
    }
    struct Problem: Decodable { var code: String }
    var log: String
    var first: Int
    var last: Int
    var copies: Int
    var replicas: [Replica]
    var roles: [Role]
    var problems: [Problem]
  }

  /// Requests the status until it satisfies a condition.
  private func status(
    of log: String,
    until isWanted: (Status) -> Bool = { _ in true }
  ) throws -> (status: Status, exit: Int32) {
    while true {
      let run = try FeedProgram.run("log", "status", log, "--format", "json")
      let status = try JSONDecoder().decode(Status.self, from: Data(run.output.utf8))
      if isWanted(status) { return (status, run.status) }
      // Each request starts a program.
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  private func trim(_ log: String, _ arguments: String...) throws -> FeedProgram.Outcome {
    try FeedProgram.run(["log", "trim", log] + arguments)
  }

  @Test func `log status reports the log, and log trim keeps needed entries`() async throws {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let log = server.address()
    let (a, b) = (try replica("a", of: server), try replica("b", of: server))
    try await post(1...20, to: a)
    let before = try status(of: log) { status in
      status.replicas.filter { $0.entry == 20 && $0.state == "ready" }.count == 2
        && status.roles.contains { $0.role == "input.odds" && $0.replica != nil }
    }
    #expect(before.exit == 0)
    #expect(before.status.problems.isEmpty)
    #expect(before.status.log == log)
    #expect(before.status.first == 1)
    #expect(before.status.last == 20)
    #expect(before.status.copies == 1)
    #expect(Set(before.status.replicas.map(\.feed)).count == 1)
    #expect(before.status.replicas.allSatisfy { $0.lag == 0 && $0.age < 15 && $0.admin == nil })
    let text = try FeedProgram.run("log", "status", log)
    #expect(text.status == 0)
    #expect(text.errors.isEmpty)
    #expect(text.lines.first?.hasPrefix("ODDS  entries 1 to 20, ") == true, "\(text.output)")
    let row =
      /replica \S+ +ready  entry 20  0 behind  version 21  feed [0-9a-f]{8} .* ago  not compared/
    #expect(text.lines.count { $0.contains(row) } == 2, "\(text.output)")
    #expect(text.lines.contains { $0.contains(/^input odds +replica \S+$/) }, "\(text.output)")
    // Only a dry run.
    let dry = try trim(log, "--keep", "5", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.output == "would remove entries 1 to 15, kept entries 16 to 20\n")
    #expect(try status(of: log).status.first == 1)
    #expect(
      try trim(log, "--before", "11").output
        == "removed entries 1 to 10, kept entries 11 to 20\n"
    )
    #expect(try status(of: log).status.first == 11)
    #expect(
      try trim(log, "--older-than", "1h").output == "nothing to remove, kept entries 11 to 20\n"
    )
    // A stopped replica finds all new entries when it returns.
    #expect(b.end().status == 0)
    try await post(21...40, to: a)
    _ = try status(of: log) { $0.replicas.contains { $0.entry == 40 } }
    let held = try trim(log, "--keep", "1")
    #expect(held.status == 0)
    #expect(held.lines.first == "removed entries 11 to 20, kept entries 21 to 40")
    let reason = /kept from entry 21 on: replica '\S+' has applied entry 20/
    #expect(held.output.contains(reason), "\(held.output)")
    let again = try replica("b", of: server)
    let all = try status(of: log) { $0.replicas.allSatisfy { $0.entry == 40 } }
    #expect(all.status.replicas.count == 2)
    let json = try trim(log, "--before", "1000", "--format", "json")
    #expect(
      json.output
        == #"{"log":"\#(log)","wanted":1000,"first":41,"last":40,"removed":20,"holds":[],"gone":[],"forgotten":[]}"#
        + "\n"
    )
    try await post(41...41, to: again)
    #expect(try status(of: log).status.last == 41)
    _ = (a.end(), again.end())
    server.kill()
  }

  @Test func `a replica that still reports is not forgotten, and an unknown one is rejected`()
    async throws
  {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let a = try replica("a", of: server)
    let known = try status(of: server.address()) { !$0.replicas.isEmpty }
    let id = try #require(known.status.replicas.first?.id)
    let runs = try trim(server.address(), "--forget", id)
    #expect(runs.status == 65, "\(runs.errors)")
    #expect(runs.errors.contains("error[replica-reports]"), "\(runs.errors)")
    let other = try trim(server.address(), "--forget", id + "x")
    #expect(other.status == 65, "\(other.errors)")
    #expect(other.errors.contains("did you mean '\(id)'?"), "\(other.errors)")
    _ = a.end()
    server.kill()
  }

  @Test(.enabled(if: TestAmount.current != .quick, "waits until a replica is silent"))
  func `a killed replica is a problem until it is forgotten`() async throws {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let log = server.address()
    let (a, b) = (try replica("a", of: server), try replica("b", of: server))
    try await post(1...3, to: a)
    _ = try status(of: log) { $0.replicas.filter { $0.entry == 3 }.count == 2 }
    kill(b.process.processIdentifier, SIGKILL)
    let silent = try status(of: log) { !$0.problems.isEmpty }
    #expect(silent.exit == 1)
    #expect(silent.status.problems.map(\.code) == ["silent-replica"])
    let text = try FeedProgram.run("log", "status", log)
    #expect(text.status == 1, "\(text.output)")
    #expect(text.output.contains("  silent  entry 3"), "\(text.output)")
    let hint = try #require(text.errors.firstMatch(of: /--forget (\S+)/)).1
    try await post(4...9, to: a)
    _ = try status(of: log) { $0.replicas.contains { $0.entry == 9 } }
    let dry = try trim(log, "--forget", String(hint), "--keep", "1", "--dry-run")
    #expect(
      dry.output
        == "would forget replica \(hint)\nwould remove entries 1 to 8, kept entries 9 to 9\n"
    )
    #expect(try status(of: log).status.replicas.count == 2)
    #expect(try trim(log, "--forget", String(hint)).output == "forgot replica \(hint)\n")
    let after = try status(of: log)
    #expect(after.exit == 0)
    #expect(after.status.replicas.count == 1)
    // Without a ready replica, a new one would have no starting point.
    _ = a.end()
    _ = try status(of: log) { !$0.problems.isEmpty }
    let refused = try trim(log, "--keep", "1")
    #expect(refused.status == 1, "\(refused.errors)")
    #expect(refused.errors.contains("error[no-start]"), "\(refused.errors)")
    #expect(try status(of: log).status.first == 1)
    server.kill()
  }

  @Test func `a problem of a log or of the options is reported with a hint`() async throws {
    let server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    let rows: [([String], Int32, String)] = [
      (["status", server.address("NONE")], 65, "error[no-log]: the log 'NONE' does not exist at"),
      (["trim", server.address("NONE"), "--keep", "1"], 65, "feed serve FEED --store FILE --log"),
      (["status", "nats://127.0.0.1:1/B"], 74, "error[unreachable]"),
      (["status", "http://x/Y"], 64, "there is no nats:// or tls://"),
      (["status"], 64, "Missing expected argument"),
      (["status", "nats://h/B", "--log-key", "k"], 64, "--log-key belongs to"),
      (["status", "nats://h/B", "--log-credentials", "/nowhere"], 65, "error[bad-credentials]"),
      (["trim", "nats://h/B"], 64, "select the entries to remove"),
      (["trim", "nats://h/B", "--keep", "1", "--before", "2"], 64, "exclude each other"),
      (["trim", "nats://h/B", "--before", "0"], 64, "'0' is not an entry"),
      (["trim", "nats://h/B", "--keep", "some"], 64, "'some' is not a count of entries"),
      (["trim", "nats://h/B", "--older-than", "7"], 64, "'7' is not an age"),
    ]
    for (arguments, status, text) in rows {
      let run = try FeedProgram.run(["log"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(text), "\(arguments): \(run.errors)")
      #expect(run.output.isEmpty)
    }
    // None of the commands has created a log.
    let again = try FeedProgram.run("log", "status", server.address("NONE"))
    #expect(again.status == 65, "\(again.errors)")
    server.kill()
  }
}
#endif
