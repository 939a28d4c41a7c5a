#if Network
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The built program with inputs of a real server, to which another client publishes.
@Suite(
  "feed with inputs of NATS",
  .waiting,
  .enabled(if: BusClient.isInstalled, "\(BusClient.absence)"),
  .timeLimit(.minutes(10))
)
struct NATSInputTests {
  private let directory: TemporaryDirectory
  private let server: NATSServer
  private let client: BusClient
  private let store: String

  init() async throws {
    directory = try TemporaryDirectory()
    server = try await NATSServer.start(in: directory.url.appending(path: "nats"))
    client = BusClient(port: server.port)
    store = directory.path("ticks.sqlite")
  }

  /// Writes a feed of ticks that count how often each was applied.
  private func feed(_ input: String) throws -> String {
    try TickFeed.write(
      in: directory,
      inputs: [
        #"bus: {nats: odds.>, servers: "nats://127.0.0.1:\#(server.port)", adapter: ticks\#(input)}"#
      ]
    )
  }

  /// Returns the number of the input's messages in the store, including rejected ones.
  private func messages(_ feed: String) throws -> Int {
    let list = try FeedProgram.run("inputs", feed, "--store", store, "--format", "json").output
    let counts = list.firstMatch(of: #/"messages":(\d+),"rejected":(\d+)/#)
    return counts.map { (Int($0.1) ?? 0) + (Int($0.2) ?? 0) } ?? 0
  }

  private func start(_ feed: String) throws -> Process {
    let process = try FeedProgram.make(["ingest", feed, "--store", store])
    let errors = Pipe()
    process.standardError = errors
    try process.start()
    var text = ""
    while !text.contains("running ") {
      let data = errors.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    // No one reads any further: a full pipe would stop the program.
    let handle = errors.fileHandleForReading
    Thread.detachNewThread { while !handle.availableData.isEmpty {} }
    return process
  }

  private func end(_ process: Process, _ signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns how often each tick was applied, by a served feed.
  private func ticks(_ server: ServedProgram) async throws -> [Int: Int] {
    let feed = try await server.ask("GET /v1/feed")
    let items = feed.matches(of: #/"title":"(\d+)","value":"(\d+)"/#)
    return Dictionary(items.map { (Int($0.1) ?? 0, Int($0.2) ?? 0) }) { first, _ in first }
  }

  /// Waits until a served feed shows the given number of ticks.
  private func ticks(_ server: ServedProgram, _ count: Int) async throws -> [Int: Int] {
    while true {
      let ticks = try await ticks(server)
      if ticks.count >= count { return ticks }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func once(_ range: ClosedRange<Int>) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: range.map { ($0, 1) })
  }

  @Test(arguments: [", jetstream: ODDS", ", jetstream: ODDS, consumer: feed"])
  func `a stream is applied once although the program and the server are killed repeatedly`(
    input: String
  ) async throws {
    let feed = try feed(input)
    try await client.run("stream ODDS odds.>")
    let rounds = amount(3, full: 10, soak: 60)
    for round in 1...rounds {
      let first = 1000 * round
      try await client.run(
        "publish odds.a \(first) \(first + 199)",
        "say odds.a 'garbage \(round)'",
        "publish odds.b \(first + 200) \(first + 399)",
        "last ODDS \(401 * round)"
      )
      // At a random message of the round, first the server and then the program.
      let process = try start(feed)
      let before = 401 * (round - 1)
      while process.isRunning, try messages(feed) < before + 20 * round % 300 {}
      server.kill()
      try await server.start()
      while process.isRunning, try messages(feed) < before + 20 * round % 300 + 50 {}
      _ = end(process, SIGKILL)
    }
    let process = try start(feed)
    try await until(every: .milliseconds(200)) {
      try !process.isRunning || messages(feed) >= 401 * rounds
    }
    #expect(end(process, SIGTERM) == 0)
    let engine = try FeedEngine(file: feed, store: .file(store))
    var counts: [Int: Int] = [:]
    for item in engine.snapshot.composition.sections.flatMap(\.items) {
      guard case .integer(let id) = item.content["id"],
        case .integer(let count) = item.content["count"]
      else { continue }
      counts[Int(id)] = Int(count)
    }
    try await engine.close()
    var expected: [Int: Int] = [:]
    for round in 1...rounds {
      expected.merge(once(1000 * round...1000 * round + 399)) { one, _ in one }
    }
    #expect(counts == expected)
    let rejected = try FeedProgram.run("rejected", feed, "--store", store, "--format", "json")
    #expect(rejected.lines.count == rounds)
    for (round, line) in zip(1..., rejected.lines) {
      #expect(line.contains("\"message\":\"garbage \(round)\""))
    }
  }

  @Test func `an input of NATS is listed, served, measured and recorded like the others`()
    async throws
  {
    let feed = try feed(", jetstream: ODDS, stale: 1h")
    try await client.run("stream ODDS odds.>", "publish odds.a 1 20", "say odds.a garbage")
    let path = directory.path("recording.jsonl")
    let served = try ServedProgram(feed, ["--store", store, "--record", path])
    #expect(try await ticks(served, 20) == once(1...20))
    try await until(every: .milliseconds(200)) { try messages(feed) >= 21 }
    let inputs = try await served.ask("GET /v1/inputs")
    #expect(inputs.contains(#"{"name":"bus","kind":"nats","state":"live","#), "\(inputs)")
    #expect(inputs.contains(#""messages":20,"rejected":1,"#))
    let metrics = try await served.ask("GET /metrics")
    #expect(metrics.contains(#"feed_input_messages_total{input="bus"} 20"#), "\(metrics)")
    #expect(metrics.contains(#"feed_input_rejected_total{input="bus"} 1"#))
    #expect(served.end().status == 0)
    let list = try FeedProgram.run("inputs", feed, "--store", store).output
    #expect(list.hasPrefix("bus  nats  stopped  "), "\(list)")
    let recorded = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(recorded.count == 20)
    #expect(recorded.last?.contains(#""input":"bus","position":"20 20"#) == true)
    let show = { (arguments: [String]) in
      try FeedProgram.run(["render", feed, "--format", "json"] + arguments).output
    }
    #expect(try show(["--fixture", path]) == show(["--store", store]))
  }

  @Test(arguments: [", jetstream: ODDS", ", jetstream: ODDS, consumer: feed"])
  func `the input of a killed replica moves to another replica, which applies each message once`(
    input: String
  ) async throws {
    let feed = try feed(input)
    try await client.run("stream ODDS odds.>", "publish odds.a 1 50")
    let replica = { (name: String) in
      try ServedProgram(
        feed,
        ["--store", directory.path("\(name).sqlite"), "--log", server.address("LOG")]
      )
    }
    let a = try replica("a")
    #expect(try await ticks(a, 50) == once(1...50))
    let b = try replica("b")
    async let published = client.run("publish odds.b 51 400", "last ODDS 400")
    _ = try await ticks(a, 60)
    kill(a.process.processIdentifier, SIGKILL)
    a.process.waitUntilExit()
    _ = try await published
    #expect(try await ticks(b, 400) == once(1...400))
    try await client.run("publish odds.b 401 420")
    #expect(try await ticks(b, 420) == once(1...420))
    let again = try replica("a")
    #expect(try await ticks(again, 420) == once(1...420))
    #expect(b.end().status == 0)
    #expect(again.end().status == 0)
  }
}
#endif
