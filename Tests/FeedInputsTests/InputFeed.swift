import FeedDefinition
import FeedEngine
import FeedLog
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedInputs

/// A feed of ticks from inputs; each tick counts how often it was applied.
struct InputFeed {
  let directory: TemporaryDirectory
  let path: String

  init(
    _ inputs: String,
    documents: String = "",
    adapters: String = "",
    beside files: [String: String] = [:]
  ) throws {
    directory = try TemporaryDirectory()
    for (name, text) in files { _ = try directory.file(name, text) }
    _ = try directory.file(
      "ticks.sql",
      "CREATE TABLE tick (id INTEGER PRIMARY KEY, count INTEGER NOT NULL, value) STRICT;"
        .replacing("value)", with: "value ANY)")
    )
    path = try directory.file(
      "ticks.yaml",
      """
      feed: 1
      store: {schema: ticks.sql}
      sources:
        ticks: {from: tick, order: [id]}
      \(documents.isEmpty ? "" : "  " + documents)
      sections:
        - {id: ticks, source: ticks, item: tick, layout: list}
      \(documents.isEmpty ? "" : "  - {id: ads, source: ads, item: ad, layout: list}")
      items:
        tick: {title: "{id}", value: "{count}", subtitle: "{value}"}
      \(documents.isEmpty ? "" : "  ad: {title: \"{title}\"}")
      layouts: {list: {height: 44}}
      adapters:
        ticks:
          sql: |
            INSERT INTO tick (id, count, value) VALUES (:message ->> 'id', 1, :message ->> 'value')
            ON CONFLICT (id) DO UPDATE SET count = count + 1, value = excluded.value
        table:
          sql: |
            INSERT INTO tick (id, count) SELECT value ->> 'id', 1 FROM json_each(:message) WHERE true
            ON CONFLICT (id) DO UPDATE SET count = count + 1
          replace: {tick: {keys: "SELECT value ->> 'id' FROM json_each(:message)"}}
        part:
          sql: |
            INSERT INTO tick (id, count) SELECT value ->> 'id', 1 FROM json_each(:message) WHERE true
            ON CONFLICT (id) DO UPDATE SET count = count + 1
          replace:
            tick: {keys: "SELECT value ->> 'id' FROM json_each(:message)", where: id < 1000000}
      \(adapters.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      inputs:
        \(inputs)
      """
    )
  }

  var store: Store.Location { .file(directory.path("ticks.sqlite")) }

  func engine() throws -> FeedEngine { try FeedEngine(file: path, store: store) }

  /// Runs the inputs of an engine during a body, with pauses shortened fifty times.
  func whileRunning(
    _ engine: FeedEngine,
    secrets: [String: String] = [:],
    recorder: Recorder? = nil,
    patience: WebPatience = WebPatience(),
    limits: SubjectLimits = SubjectLimits(),
    _ body: (Notices) async throws -> Void
  ) async throws {
    let notices = Notices()
    var runner = InputRunner(
      engine,
      secrets: .environment(secrets) { _ in nil },
      recorder: recorder
    ) { notices.add($0) }
    runner.patience = patience
    runner.subjectLimits = limits
    let sleep = InputTime.system.sleep
    runner.time.sleep = { try await sleep($0 / 50) }
    let running = Task { [runner] in await runner.run() }
    let result: Result<Void, any Error>
    do { result = .success(try await body(notices)) } catch { result = .failure(error) }
    running.cancel()
    await running.value
    try result.get()
  }

  /// The notices of inputs so far.
  final class Notices: Sendable {
    private let all = Mutex<[InputNotice]>([])
    private let stream = AsyncStream.makeStream(of: InputNotice.self)

    func add(_ notice: InputNotice) {
      all.withLock { $0.append(notice) }
      stream.continuation.yield(notice)
    }

    var list: [InputNotice] { all.withLock { $0 } }

    /// Waits for a notice.
    func next(_ kind: InputNotice.Kind) async -> InputNotice? {
      for await notice in stream.stream where notice.kind == kind { return notice }
      return nil
    }
  }
}

extension FeedEngine {
  /// Waits until the feed shows the given number of ticks, and returns their counts.
  func ticks(_ count: Int) async -> [Int: Int] {
    for await update in versions() {
      let ticks = update.snapshot.ticks
      if ticks.count == count { return ticks }
    }
    return [:]
  }
}

extension FeedSnapshot {
  /// Returns the count of each tick.
  var ticks: [Int: Int] {
    var ticks: [Int: Int] = [:]
    guard let section = composition.sections.first(where: { $0.id.declaration == "ticks" }) else {
      return ticks
    }
    for item in section.items {
      guard case .integer(let id) = item.content["id"],
        case .integer(let count) = item.content["count"]
      else { continue }
      ticks[Int(id)] = Int(count)
    }
    return ticks
  }
}

/// The counts of ticks that were applied once each.
func once(_ range: ClosedRange<Int>) -> [Int: Int] {
  Dictionary(uniqueKeysWithValues: range.map { ($0, 1) })
}
