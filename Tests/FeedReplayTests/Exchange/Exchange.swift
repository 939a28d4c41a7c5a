import FeedDefinition
import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestSupport

/// The feed of the exchange and its recordings.
enum Exchange {
  /// The directory of the package.
  static let root = Repository.root
  /// The folder of recordings of real feeds, from `FEED_RECORDINGS`, which are not in the repository.
  static let recordings = ProcessInfo.processInfo.environment["FEED_RECORDINGS"] ?? ""
  static let hasRecordings = !recordings.isEmpty
  static let absence = "FEED_RECORDINGS names no folder of recordings"

  static func recording(_ name: String) -> String { "\(recordings)/\(name)" }

  static func feed(_ name: String = "exchange") throws -> Feed {
    try FeedFile.load(path: root.appending(path: "layouts/\(name).yaml").path).feed
  }
}

/// A replay of recordings that can stop after any message.
final class Replayer {
  let engine: FeedEngine
  let feed: Feed
  private var referee: FeedReferee?
  private let lines: FixtureMerge
  private(set) var messages = 0
  private(set) var versions = 0

  init(
    _ files: [(path: String, adapter: String, offset: Double)],
    feed: Feed,
    alignment: Alignment = .clock,
    verifies: Bool = false,
    store: Store.Location = .memory
  ) async throws {
    // With ThreadSanitizer, the statements of the menu take longer than the default limit.
    let limits = StoreLimits(statementTimeout: .seconds(120))
    let engine = try FeedEngine(feed: feed, store: store, limits: limits)
    self.engine = engine
    self.feed = feed
    lines = try await Self.merge(files, feed, alignment, engine)
    if verifies { referee = FeedReferee(engine.snapshot) }
  }

  /// Plays more recordings against the engine of another replay.
  init(_ files: [(path: String, adapter: String, offset: Double)], on other: Replayer) async throws
  {
    engine = other.engine
    feed = other.feed
    lines = try await Self.merge(files, feed, .clock, engine)
  }

  private static func merge(
    _ files: [(path: String, adapter: String, offset: Double)],
    _ feed: Feed,
    _ alignment: Alignment,
    _ engine: FeedEngine
  ) async throws -> FixtureMerge {
    let recordings = files.map { file in
      Recording(
        path: file.path,
        adapter: file.adapter,
        format: feed.adapters[file.adapter]?.recording ?? RecordingFormat(),
        offset: file.offset
      )
    }
    return try await FixtureMerge(
      recordings,
      alignment: alignment,
      isMarked: { try await engine.isMarked($0, as: $2, adapter: $1.adapter ?? "") },
      resuming: { try await engine.playedFixtures(like: $0) }
    )
  }

  convenience init(
    betfair paths: [String],
    alignment: Alignment = .clock,
    verifies: Bool = false
  ) async throws {
    try await self.init(
      paths.map { (Exchange.recording($0), "betfair", 0) },
      feed: Exchange.feed(),
      alignment: alignment,
      verifies: verifies
    )
  }

  /// Plays one message.
  ///
  /// - Returns: The entry and its update, or `nil` at the end.
  func next() async throws -> (entry: FixtureEntry, update: FeedUpdate?)? {
    guard let line = try lines.next() else { return nil }
    switch line {
    case .fault(let fault): throw fault
    case .warning: return try await next()
    case .entry(let entry):
      let update = try await engine.play(entry)
      messages += 1
      if let update {
        versions += 1
        try referee?.perform(update.updates, to: update.snapshot)
      }
      return (entry, update)
    }
  }

  /// Plays the given number of messages, or the rest.
  func play(_ count: Int = .max) async throws {
    var rest = count
    while rest > 0, try await next() != nil { rest -= 1 }
  }

  /// Returns the rows of a query, as text.
  func rows(_ sql: String) async throws -> [String] {
    let found = Found()
    _ = try await engine.write { writer in
      let statement = try writer.prepare(sql)
      while try statement.step() {
        found.append(
          (0..<statement.columnCount).map {
            statement.isNull(at: $0) ? "null" : statement.text(at: $0)
          }.joined(separator: " ")
        )
      }
    }
    return found.rows
  }

  /// Returns all rows of all tables.
  func dump() async throws -> [String] {
    var all: [String] = []
    for table in ["sport", "event", "market", "runner", "quote", "trade", "promotion"] {
      all += try await rows("SELECT '\(table)', * FROM \(table)").sorted()
    }
    return all
  }

  private final class Found: Sendable {
    private let state = Mutex<[String]>([])
    var rows: [String] { state.withLock { $0 } }
    func append(_ row: String) { state.withLock { $0.append(row) } }
  }
}
