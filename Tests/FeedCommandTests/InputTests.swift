#if Network
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("feed ingest, feed inputs, feed rejected", .waiting)
struct InputTests {
  private let directory: TemporaryDirectory
  private let feed: String
  private let store: String

  init() throws {
    directory = try TemporaryDirectory()
    feed = try Self.write(directory, "log: {follow: log.jsonl, adapter: ticks}")
    store = directory.path("ticks.sqlite")
  }

  /// Writes a feed of ticks that count how often each was applied.
  private static func write(_ directory: TemporaryDirectory, _ inputs: String) throws -> String {
    try TickFeed.write(in: directory, inputs: [inputs])
  }

  /// Returns how often each tick was applied, by the rows of the store.
  private func ticks() async throws -> [Int64: Int64] {
    let engine = try FeedEngine(file: feed, store: .file(store))
    var ticks: [Int64: Int64] = [:]
    for section in engine.snapshot.composition.sections {
      for item in section.items {
        guard case .integer(let id) = item.content["id"],
          case .integer(let count) = item.content["count"]
        else { continue }
        ticks[id] = count
      }
    }
    try await engine.close()
    return ticks
  }

  private func append(_ text: String) throws {
    let path = directory.path("log.jsonl")
    if !FileManager.default.fileExists(atPath: path) { _ = try directory.file("log.jsonl", "") }
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }

  private func lines(_ range: ClosedRange<Int>) -> String {
    range.map { "{\"id\":\($0)}\n" }.joined()
  }

  /// Returns the output of `feed inputs`.
  private func inputs() throws -> [[String: Any]] {
    let outcome = try FeedProgram.run("inputs", feed, "--store", store, "--format", "json")
    let data = Data(outcome.output.utf8)
    return (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]] ?? []
  }

  private func messages() throws -> Int {
    try inputs().reduce(0) { $0 + ($1["messages"] as? Int ?? 0) + ($1["rejected"] as? Int ?? 0) }
  }

  /// Starts a program, and waits until its inputs run; from then on signals end it in order.
  private func run(_ arguments: String...) throws -> Process { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Process {
    let process = try FeedProgram.make(arguments)
    let errors = Pipe()
    process.standardError = errors
    try process.start()
    var text = ""
    while !text.contains("running ") {
      let data = errors.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return process
  }

  /// Runs the inputs until the store has the given number of messages, and ends them with a signal.
  private func ingest(until count: Int, _ signal: Int32) throws -> Int32 {
    let process = try run("ingest", feed, "--store", store)
    try until(every: 0.2) { try !process.isRunning || messages() >= count }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test
  func `inputs that are killed repeatedly apply each message once, and keep rejected ones`()
    async throws
  {
    let source = try await WebSource.start(in: directory.url)
    _ = try Self.write(
      directory,
      """
      log: {follow: log.jsonl, adapter: ticks}
        events: {stream: "\(source.url("/events?to=40"))", adapter: ticks}
      """
    )
    let rounds = amount(4, full: 20, soak: 200)
    for round in 1...rounds {
      let first = 1000 * round
      try append(
        lines(first...first + 199) + "garbage \(round)\n" + lines(first + 200...first + 399)
      )
      // At a random message of the round.
      _ = try ingest(until: 401 * (round - 1) + 50 * round, SIGKILL)
    }
    #expect(try ingest(until: rounds * 401 + 40, SIGTERM) == 0)
    var expected: [Int64: Int64] = [:]
    for id in 1...40 { expected[Int64(id)] = 1 }
    for round in 1...rounds {
      for id in 1000 * round..<1000 * round + 400 { expected[Int64(id)] = 1 }
    }
    #expect(try await ticks() == expected)
    let rejected = try FeedProgram.run("rejected", feed, "--store", store, "--format", "json")
    #expect(rejected.lines.count == rounds)
    for round in 1...rounds {
      #expect(rejected.lines[round - 1].contains("\"message\":\"garbage \(round)\""))
    }
  }

  @Test func `inputs are listed with their state, age, messages and rejected ones`() throws {
    // A mistyped path is not a feed without messages.
    for command in ["inputs", "rejected"] {
      let missing = try FeedProgram.run(command, feed, "--store", store)
      #expect(missing.status == 74)
      #expect(missing.errors.contains("error[cannot-open]: there is no such store"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }
    _ = try FeedProgram.run("render", feed, "--store", store)
    let new = try FeedProgram.run("inputs", feed, "--store", store)
    #expect(new.output.hasPrefix("log  follow  new  -  0 messages  0 rejected  -  -\n"))
    try append(lines(1...3) + "garbage\n")
    #expect(try ingest(until: 4, SIGINT) == 0)
    let input = try #require(try inputs().first)
    #expect(input["name"] as? String == "log")
    #expect(input["state"] as? String == "stopped")
    #expect(input["messages"] as? Int == 3)
    #expect(input["rejected"] as? Int == 1)
    #expect((input["age"] as? Double).map { 0..<60 ~= $0 } == true)
    #expect(input["error"] is NSNull)
    // The latencies are kept although the run was shorter than a second; no one runs it, so it has no rate.
    #expect(input["rate"] is NSNull)
    let median = try #require(input["p50"] as? Double)
    #expect(try median > 0 && median <= #require(input["p99"] as? Double))
    let text = try FeedProgram.run("inputs", feed, "--store", store).output
    #expect(text.contains("log  follow  stopped  "), "\(text)")
    #expect(text.contains("no process runs the inputs now; they resume after"), "\(text)")
    #expect(text.contains(" ms, p99 "), "\(text)")
    // While a process runs them, they are live.
    let process = try run("ingest", feed, "--store", store)
    try until(every: 0.2) { try inputs().first?["state"] as? String == "live" }
    #expect(try FeedProgram.run("inputs", feed, "--store", store).lines.count == 1)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try inputs().first?["state"] as? String == "stopped")
  }

  @Test func `a second process waits until the first no longer runs the inputs`() async throws {
    try append(lines(1...3))
    let first = try run("ingest", feed, "--store", store)
    defer { first.waitUntilExit() }
    try until(every: 0.2) { try messages() >= 3 }
    let second = try FeedProgram.make(["ingest", feed, "--store", store])
    let errors = Pipe()
    second.standardError = errors
    try second.start()
    var text = ""
    while !text.contains("runs it over this store"),
      case let data = errors.fileHandleForReading.availableData, !data.isEmpty
    { text += String(decoding: data, as: UTF8.self) }
    #expect(text.contains("log: waiting: process \(first.processIdentifier) runs it"), "\(text)")
    try append(lines(4...6))
    try until(every: 0.2) { try messages() >= 6 }
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    try append(lines(7...9))
    try until(every: 0.2) { try messages() >= 9 }
    kill(second.processIdentifier, SIGTERM)
    second.waitUntilExit()
    let counts = try await ticks()
    #expect(counts == Dictionary(uniqueKeysWithValues: (1...9).map { (Int64($0), 1) }))
  }

  @Test func `feeds with different inputs over one store run side by side`() async throws {
    let yaml = try String(contentsOfFile: feed, encoding: .utf8)
    let other = try directory.file(
      "more.yaml",
      yaml.replacing("log: {follow: log.jsonl", with: "more: {follow: more.jsonl")
    )
    _ = try directory.file("more.jsonl", lines(3...4))
    try append(lines(1...2))
    let processes = try [feed, other].map { try run("ingest", $0, "--store", store) }
    try until(every: 0.2) {
      let listed = try FeedProgram.run("inputs", other, "--store", store, "--format", "json")
      return try messages() == 2 && listed.output.contains("\"messages\":2,")
    }
    for process in processes {
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
    }
    #expect(try await ticks() == Dictionary(uniqueKeysWithValues: (1...4).map { (Int64($0), 1) }))
  }

  @Test(arguments: ["ingest", "record", "serve"])
  func `a command that may not run the programs of a feed writes nothing`(command: String) throws {
    let yaml = try String(contentsOfFile: feed, encoding: .utf8)
    let path = try directory.file(
      "alerts.yaml",
      yaml + "\nalerts: {any: {item: tick, when: count > 0, exec: [echo]}}\n"
    )
    let output = directory.path("recording.jsonl")
    let arguments = command == "record" ? ["--output", output] : ["--store", store]
    let outcome = try FeedProgram.run([command, path] + arguments)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains("error[exec-not-allowed]: alert 'any' runs"),
      "\(outcome.errors)"
    )
    #expect(![store, output].contains { FileManager.default.fileExists(atPath: $0) })
  }

  @Test func `rejected messages are listed, retried and cleared`() throws {
    try append("garbage\n{\"id\":\"x\"}\n")
    #expect(try ingest(until: 2, SIGTERM) == 0)
    let list = try FeedProgram.run("rejected", feed, "--store", store)
    #expect(list.lines.count == 4)
    #expect(list.lines[1] == "  garbage")
    let retry = try FeedProgram.run("rejected", feed, "--store", store, "--retry")
    #expect(retry.status == 1)
    #expect(retry.output == "applied 0 of 2\n")
    let unknown = try FeedProgram.run("rejected", feed, "--store", store, "--input", "lgo")
    #expect(unknown.status == 65)
    #expect(
      unknown.errors == """
        error[unknown-input]: the feed has no input 'lgo'
          hint: did you mean 'log'? inputs: log

        """
    )
    let clear = try FeedProgram.run("rejected", feed, "--store", store, "--input", "log", "--clear")
    #expect(clear.output == "forgot 2 messages\n")
    #expect(try FeedProgram.run("rejected", feed, "--store", store).output.isEmpty)
  }

  @Test func `a missing secret, a feed without inputs and a missing store are reported at once`()
    throws
  {
    let path = try Self.write(
      directory,
      "web: {stream: \"https://a.example/\", headers: {Authorization: \"Bearer ${NO_TOKEN}\"}}"
    )
    for command in [["ingest", path], ["watch", path, "--inputs"]] {
      let outcome = try FeedProgram.run(command + ["--store", store])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == """
          error[missing-secret]: the secret 'NO_TOKEN' is missing
            hint: set NO_TOKEN, or NO_TOKEN_FILE to the path of its file, in the environment

          """
      )
    }
    let none = try FeedProgram.run("ingest", FeedProgram.sportsbook, "--store", store + "2")
    #expect(none.status == 65)
    #expect(
      none.errors.hasPrefix(
        "error[no-inputs]: 'layouts/sportsbook.yaml' declares no inputs and no alerts"
      )
    )
    #expect(try FeedProgram.run("ingest", feed).status == 64)
  }

  @Test func `a recording is played to the same rows`() async throws {
    try append(lines(1...50) + "garbage\n")
    let path = directory.path("recording.jsonl")
    let process = try run("record", feed, "--output", path, "--store", store)
    try until(every: 0.2) { try !process.isRunning || messages() >= 51 }
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let again = directory.path("again.sqlite")
    let replay = try FeedProgram.run(
      "replay",
      feed,
      path,
      "--store",
      again,
      "--speed",
      "max",
      "--trace",
      "json"
    )
    #expect(replay.status == 0, "\(replay.errors)")
    // The first version is that of the empty store.
    #expect(replay.lines.count == 51)
    let render = { (store: String) in
      try FeedProgram.run("render", feed, "--store", store, "--format", "json").output
    }
    #expect(try render(again) == render(store))
    let other = try directory.file("other.jsonl", "{\"at\":0,\"upsert\":{}}\n")
    let twice = try FeedProgram.run("record", feed, "--output", other)
    #expect(twice.status == 74)
    #expect(
      twice.errors == """
        error[cannot-write]: '\(other)' is not a recording of this feed: its first line is not one of a recording
          hint: name another file; a recording of this feed would be continued

        """
    )
  }

  @Test(arguments: [[], ["--rotate", "2KB"]])
  func `a recording continues after kill -9, and is played to the same rows`(
    options: [String]
  ) throws {
    let path = directory.path("recording.jsonl")
    let arguments = ["record", feed, "--output", path, "--store", store] + options
    for round in 1...3 {
      try append(lines(100 * round...100 * round + 49))
      let process = try run(arguments)
      try until(every: 0.2) { try !process.isRunning || messages() >= 50 * round }
      // The last line of a killed recording may be missing: then its message was not recorded.
      try until(every: 0.2) { try recorded(path) >= 50 * round }
      kill(process.processIdentifier, round == 3 ? SIGTERM : SIGKILL)
      process.waitUntilExit()
      #expect(round < 3 || process.terminationStatus == 0)
    }
    let again = directory.path("again.sqlite")
    let replay = try FeedProgram.run("replay", feed, path, "--store", again)
    #expect(replay.status == 0, "\(replay.errors)")
    let render = { (store: String) in
      try FeedProgram.run("render", feed, "--store", store, "--format", "json").output
    }
    #expect(try render(again) == render(store))
  }

  /// Returns the number of lines in the files of a recording.
  private func recorded(_ path: String) throws -> Int {
    let names = directory.files.filter { $0.hasPrefix("recording.") }
    return try names.reduce(0) { sum, name in
      try sum
        + String(contentsOfFile: directory.path(name), encoding: .utf8).count(where: \.isNewline)
    }
  }

  @Test func `a recording in compressed files is played to the same rows`() throws {
    try append(lines(1...100))
    let path = directory.path("recording.jsonl.gz")
    let process = try run(
      "record",
      feed,
      "--output",
      path,
      "--store",
      store,
      "--rotate",
      "4KB"
    )
    try until(every: 0.2) { try !process.isRunning || messages() >= 100 }
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let names = directory.files.filter { $0.hasPrefix("recording.") }
    #expect(names.count > 1)
    let text = try ForeignProgram.run("zcat", names.map(directory.path)).output
    let fixture = try directory.file("recording.jsonl", text)
    let again = directory.path("again.sqlite")
    let replay = try FeedProgram.run(
      "replay",
      feed,
      fixture,
      "--store",
      again,
      "--speed",
      "max",
      "--trace",
      "json"
    )
    #expect(replay.lines.count == 101)
    // The recording's name stands for all of its files; their own names stand for each.
    let trace = ["--speed", "max", "--trace", "json"]
    let played = try FeedProgram.run(["replay", feed, path] + trace)
    #expect(played.output == replay.output, "\(played.errors)")
    let files = try FeedProgram.run(["replay", feed] + names.map(directory.path) + trace)
    #expect(files.lines.count == 101, "\(files.errors)")
    let shown = try FeedProgram.run("render", feed, "--fixture", path, "--format", "json")
    let composed = try FeedProgram.run("render", feed, "--fixture", fixture, "--format", "json")
    #expect(shown.output == composed.output)
    let render = { (store: String) in
      try FeedProgram.run("render", feed, "--store", store, "--format", "json").output
    }
    #expect(try render(again) == render(store))
    let wrong = try FeedProgram.run("record", feed, "--output", path, "--rotate", "4")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("A size is a number with its unit: 500KB, 100MB, 1GB."))
  }

  #if Server
  @Test func `the inputs of a served feed are recorded`() throws {
    try append(lines(1...3))
    let path = directory.path("recording.jsonl")
    let server = try ServedProgram(feed, ["--store", store, "--record", path])
    try until(every: 0.2) { try !server.process.isRunning || messages() >= 3 }
    #expect(server.end().status == 0)
    let recorded = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(recorded.count == 3)
    #expect(recorded.allSatisfy { $0.contains("\"input\":\"log\"") })
  }
  #endif

  #if Server
  @Test
  func `posted messages are recorded, and compressed pieces are played as one recording`()
    async throws
  {
    let feed = try Self.write(
      directory,
      "log: {follow: log.jsonl, adapter: ticks}\n  desk: {listen: /v1/messages, adapter: ticks}"
    )
    try append(lines(1...3))
    let token = try directory.file("token", "0123456789abcdef0123456789abcdef\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    let path = directory.path("recording.jsonl.gz")
    let server = try ServedProgram(
      feed,
      ["--store", store, "--record", path, "--rotate", "1KB", "--token-file", token]
    )
    try await until(every: .milliseconds(200)) {
      try !server.process.isRunning || messages() >= 3
    }
    func post(_ target: String, _ body: String, key: String) async throws {
      let client = try RawClient(port: server.port)
      await client.send(
        "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
          + "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\nIdempotency-Key: \(key)\r\n"
          + "Content-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      #expect(await client.receiveAll().contains("{\"version\":"))
    }
    for number in 1...20 {
      let key = "post-\(number)"
      try await post("/v1/messages?input=desk", lines(100 * number...100 * number + 1), key: key)
    }
    // A repeated message has no effect, and is not recorded.
    try await post("/v1/messages?input=desk", lines(100...101), key: "post-1")
    let row = #"{"upsert":{"tick":[{"id":9,"count":5}]}}"# + "\n"
    try await post("/v1/messages", row, key: "row")
    #expect(server.end().status == 0)
    let names = directory.files.filter { $0.hasPrefix("recording.") }
    #expect(names.count > 2)
    let text = try ForeignProgram.run("zcat", names.map(directory.path)).output
    let recorded = text.split(separator: "\n")
    #expect(recorded.count == 44)
    #expect(recorded.count { $0.contains(#""input":"log""#) } == 3)
    #expect(recorded.count { $0.contains(#""input":"desk","position":"post-20","adapter":"#) } == 2)
    #expect(recorded.last?.contains(#""position":"row","upsert":"#) == true)
    // It leads to the same versions as one uncompressed file, byte for byte, and to the same end.
    let plain = try directory.file("plain.jsonl", text)
    let trace = ["--speed", "max", "--trace", "json", "--snapshots"]
    let one = try FeedProgram.run(["replay", feed, plain] + trace)
    #expect(one.lines.count == 45)
    #expect(try FeedProgram.run(["replay", feed, path] + trace).output == one.output)
    let end = try FeedProgram.run("render", feed, "--store", store, "--format", "json")
    let again = try FeedProgram.run("render", feed, "--fixture", path, "--format", "json")
    #expect(again.output == end.output)
  }
  #endif

  @Test func `a page and lines show the messages of inputs`() throws {
    try append(lines(1...1))
    let process = try FeedProgram.make([
      "watch", feed, "--store", store, "--inputs", "--format", "json",
    ])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    var text = ""
    while !text.contains("\"version\":2") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(text.contains("\"version\":2"), "\(text)")
  }
}
#endif
