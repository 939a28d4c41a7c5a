#if Network
import FeedWire
import Foundation
import TestFeeds
import Synchronization
import TestSupport
import Testing

/// Three servers, three replicas, writers and clients, and a kill every few seconds.
@Suite(
  "Replicas under fire",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .enabled(if: TestAmount.current != .quick, "make test-full and make soak play it")
)
struct ReplicaSoakTests {
  @Test(.timeLimit(.minutes(15)))
  func `no acknowledged write is lost or applied twice, and no client sees an older version`()
    async throws
  {
    let seconds = ProcessInfo.processInfo.environment["FEED_REPLICA_SECONDS"].flatMap(Int.init)
    let fire = try await ReplicaFire()
    try await fire.play(for: .seconds(seconds ?? amount(5, full: 60, soak: 300)))
    let report = try await fire.settle()
    print(report.text)
    #expect(report.problems == [], "\(report.text)")
    #expect(report.written > 20, "\(report.text)")
    #expect(report.kills > 3, "\(report.text)")
    #expect(report.bodies.count == 1, "the replicas show different feeds: \(report.bodies)")
  }
}

/// The result of a run.
struct FireReport {
  var written = 0
  var kills = 0
  var batches = 0
  var images = 0
  var problems: [String] = []
  var bodies: Set<String> = []

  var text: String {
    "\(kills) kills, \(written) writes acknowledged, \(batches) batches, \(images) images, "
      + "\(problems.count) problems: \(problems.prefix(10))"
  }
}

/// A run: servers, replicas, writers, readers and killers.
private final class ReplicaFire: Sendable {
  private struct State {
    var replicas: [ServedProgram?] = [nil, nil, nil]
    var report = FireReport()
    var acknowledged: Set<Int> = []
    var fetched = 0
    var isOver = false
    /// The number of starts of each replica.
    var starts = [0, 0, 0]
    /// The version of each start, after which its versions are kept.
    var keptFrom: [Start: Int] = [:]
    /// The images sent to clients that already had a version.
    var images: [Image] = []
  }

  /// A start of a replica.
  private struct Start: Hashable {
    var replica: Int
    var count: Int
  }

  /// An image sent to a client that already had a version.
  private struct Image {
    var reader: Int
    var version: Int
    var start: Start
    /// The difference from the shown feed.
    var difference: String
  }

  private let directory: TemporaryDirectory
  private let cluster: NATSCluster
  private let feed: String
  private let token: String
  private let ports: [Int]
  /// Guarded by the mutex.
  private let state = Mutex(State())

  init() async throws {
    directory = try TemporaryDirectory()
    feed = try FireFeed.write(in: directory)
    token = try directory.file("token", "0123456789abcdef0123456789abcdef\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    cluster = try await NATSCluster(in: directory.url)
    ports = try (0..<3).map { _ in try RawClient.freePort() }
    for index in 0..<3 { try start(index) }
  }

  private func start(_ index: Int) throws {
    let replica = try ServedProgram(
      feed,
      [
        "--store", directory.path("\(index).sqlite"), "--log", cluster.address("BOOK"),
        "--log-replicas", "3", "--token-file", token,
      ],
      port: ports[index]
    )
    state.withLock { $0.replicas[index] = replica }
  }

  private var isOver: Bool { state.withLock(\.isOver) }

  private func note(_ problem: String) { state.withLock { $0.report.problems.append(problem) } }

  func play(for time: Duration) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for writer in 0..<2 { group.addTask { await self.write(writer) } }
      group.addTask { try await self.fillFile() }
      group.addTask { try await self.playPeak() }
      for reader in 0..<amount(6, soak: 20) { group.addTask { await self.read(reader) } }
      let end = ContinuousClock.now + time
      var random = SeededGenerator(seed: 21)
      while .now < end { try await kill(&random) }
      state.withLock { $0.isOver = true }
    }
  }

  // MARK: Writers

  /// Posts its own numbers, and repeats each with its key until it is acknowledged.
  private func write(_ writer: Int) async {
    var number = 0
    var replica = writer
    while !isOver {
      let id = 1_000_000 * (writer + 1) + number
      while true {
        let status = await post(id, to: ports[replica % 3])
        if status == 200 { break }
        if let status, status < 500 { note("write \(id) was refused: \(status)") }
        if isOver { return }
        replica += 1
        try? await Task.sleep(for: .milliseconds(200))
      }
      state.withLock { state in
        state.acknowledged.insert(id)
        state.report.written += 1
      }
      number += 1
    }
  }

  private func post(_ id: Int, to port: Int) async -> Int? {
    guard let client = try? RawClient(port: port) else { return nil }
    let body = "{\"id\":\(id)}"
    await client.send(
      "POST /v1/messages?input=desk HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        + "Content-Type: application/json\r\nIdempotency-Key: k-\(id)\r\n"
        + "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    return await client.receiveAll().split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Writes numbers into the file that the input follows.
  private func fillFile() async throws {
    let file = try FileHandle(forWritingTo: URL(filePath: directory.path("log.jsonl")))
    while !isOver {
      let id = state.withLock { state in
        state.fetched += 1
        return state.fetched
      }
      try file.write(contentsOf: Data("{\"id\":\(id)}\n".utf8))
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Writes the changes of an exchange's busiest minute into the other file, in a loop.
  private func playPeak() async throws {
    let lines = try FireFeed.peak(in: directory)
    let file = try FileHandle(forWritingTo: URL(filePath: directory.path(FireFeed.changes)))
    for line in lines where !isOver {
      try file.write(contentsOf: Data("\(line)\n".utf8))
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  // MARK: Readers

  /// Follows one replica after another with the version that it holds.
  private func read(_ reader: Int) async {
    var held = FeedState()
    var replica = reader
    while !isOver {
      replica += 1
      let id = held.cursor.map { "\($0)" }
      guard let raw = try? RawClient(port: ports[replica % 3]) else {
        try? await Task.sleep(for: .milliseconds(100))
        continue
      }
      let client = StreamClient(raw)
      client.state = held
      let header = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
      await raw.send(
        "GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1:\(ports[replica % 3])\r\n\(header)\r\n"
      )
      var patience = Int.random(in: 5...60)
      let start = state.withLock { Start(replica: replica % 3, count: $0.starts[replica % 3]) }
      while patience > 0, let event = try? await client.next() {
        patience -= 1
        // A second reference to the shown feed would make each patch copy it.
        let shown = event.name == "image" ? client.state.image : nil
        let before = client.state.cursor?.version ?? 0
        switch client.state.receive(event) {
        case .needsImage(let error): note("reader \(reader) at \(before): \(error)")
        case .goodbye: patience = 0
        default: break
        }
        if event.name == "image", id != nil,
          let difference = Self.smallDifference(of: client.state.image, from: shown)
        {
          let image = Image(
            reader: reader,
            version: before,
            start: start,
            difference: difference
          )
          state.withLock { $0.images.append(image) }
        }
        let after = client.state.cursor?.version ?? 0
        if after < before { note("reader \(reader) went back from \(before) to \(after)") }
        state.withLock { state in
          if event.name == "patch" { state.report.batches += 1 }
          if event.name == "image" { state.report.images += 1 }
        }
        if isOver { break }
      }
      held = client.state
    }
  }

  /// Returns the difference between an image and the shown feed.
  ///
  /// It is `nil` if a patch might be larger than half of the image.
  private static func smallDifference(of image: FeedImage?, from shown: FeedImage?) -> String? {
    guard let image, let shown else { return "nothing was shown" }
    let items = Set(image.sections.flatMap(\.items))
    let count = items.symmetricDifference(shown.sections.flatMap(\.items)).count
    if count * 3 >= items.count { return nil }
    return "to \(image.cursor.version): \(count) items of \(items.count) differ"
  }

  // MARK: Killers

  private func kill(_ random: inout SeededGenerator) async throws {
    let index = Int.random(in: 0..<3, using: &random)
    let pause = Duration.milliseconds(Int.random(in: 500...2_000, using: &random))
    let server = cluster.servers[index]
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      server.kill()
      try await Task.sleep(for: pause)
      try await server.start()
    case 1:
      // Cut off for longer than a lease lives.
      server.stop(true)
      try await Task.sleep(for: pause * 3)
      server.stop(false)
    default:
      if let process = state.withLock({ $0.replicas[index] })?.process {
        if !process.isRunning { note("replica \(index) ended with \(process.terminationStatus)") }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try await Task.sleep(for: pause)
        try await restart(index)
      }
    }
    state.withLock { $0.report.kills += 1 }
    try await Task.sleep(for: pause)
  }

  /// Restarts a replica; one that finds no log yet is started once more, as a service would be.
  private func restart(_ index: Int) async throws {
    let count = state.withLock { state in
      state.starts[index] += 1
      return state.starts[index]
    }
    for attempt in 1...10 {
      do {
        try start(index)
        break
      } catch {
        if attempt == 10 { throw error }
        try await Task.sleep(for: .milliseconds(500))
      }
    }
    guard let replica = state.withLock({ $0.replicas[index] }) else { return }
    let feed = try await replica.ask("GET /v1/feed")
    let version = feed.firstMatch(of: #/"version":(\d+)/#).flatMap { Int($0.1) } ?? 0
    state.withLock { $0.keptFrom[Start(replica: index, count: count)] = version }
  }

  // MARK: Results

  /// Waits until all replicas have every acknowledged write, and compares them.
  func settle() async throws -> FireReport {
    let (acknowledged, fetched) = state.withLock { ($0.acknowledged, $0.fetched) }
    let expected = acknowledged.union(1...max(fetched, 1))
    let end = ContinuousClock.now + .seconds(60)
    var missing: Set<Int> = expected
    var bodies: [Substring] = []
    while !missing.isEmpty || Set(bodies).count != 1, .now < end {
      try await Task.sleep(for: .milliseconds(500))
      bodies = []
      missing = []
      for index in 0..<3 {
        guard let replica = state.withLock({ $0.replicas[index] }) else { continue }
        let answer = try await replica.ask("GET /v1/feed")
        let whole = answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
        // Ignore the ages of sources.
        let body = whole.prefix(
          upTo: whole.firstRange(of: "\"sources\":")?.lowerBound ?? whole.endIndex
        )
        bodies.append(body)
        missing.formUnion(expected.subtracting(check(body)))
      }
    }
    var report = state.withLock(\.report)
    let (images, keptFrom) = state.withLock { ($0.images, $0.keptFrom) }
    // A client of a lagging replica may hold a version that another, killed replica no longer
    // keeps.
    for image in images where image.version >= keptFrom[image.start] ?? 0 {
      report.problems.append(
        "reader \(image.reader) got an image at version \(image.version), \(image.difference), from replica "
          + "\(image.start.replica), which keeps versions from \(keptFrom[image.start] ?? 0)"
      )
    }
    report.bodies = Set(bodies.map { String($0.prefix(200)) + " of \($0.utf8.count)" })
    if !missing.isEmpty { report.problems.append("lost: \(missing.sorted().prefix(20))") }
    for body in Set(bodies) {
      let more = body.matches(of: #/"value":"([2-9]|\d\d+)"/#).count
      if more > 0 { report.problems.append("\(more) were applied more than once") }
    }
    for index in 0..<3 {
      if let replica = state.withLock({ $0.replicas[index] }), replica.end().status != 0 {
        report.problems.append("replica \(index) has ended with a failure")
      }
    }
    for server in cluster.servers { server.kill() }
    return report
  }

  /// Returns the numbers that a feed shows.
  private func check(_ body: Substring) -> Set<Int> {
    Set(body.matches(of: #/"tick:tick\/(\d+)"/#).compactMap { Int($0.1) })
  }
}
#endif
