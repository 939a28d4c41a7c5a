import Baselines
import FeedEngine
import FeedFormatting
import FeedModel
import FeedQueries
import FeedRendering
import FeedSnapshots
import FeedStore
import FeedTerminal
import Measuring
import Synchronization

/// What all stages must have come to: the same rows, and the same ids in the same order.
struct StageOutcome: Equatable {
  static let digest = """
    SELECT count(*), sum(starts_at * (id % 1009)), sum(CAST(odds * 100 AS INTEGER) * (id % 1013))
    FROM event
    """
  var rows: [String]
  var ids: [Int64]
}

/// SQLite alone.
final class BareStage {
  private let connection: BareConnection
  private let updates: BareUpdates
  private let probe: BareConnection.Statement

  init(_ events: Int, _ column: String) throws {
    updates = try BareUpdates(
      schema: EventTables.schema(events: events),
      table: "event",
      column: column
    )
    connection = updates.connection
    // What a live query asks for one row: its columns, its condition, and what its group is sorted by.
    probe = try connection.prepare(
      """
      SELECT event.*, status = 'live' AND sport.is_active, sport.display_order, sport.name
      FROM event LEFT JOIN sport ON sport.id = event.sport_id WHERE event.id = ?1
      """
    )
  }

  func apply(_ messages: [String], _ run: Int) throws {
    try updates.apply(messages, from: run * messages.count + 1)
  }

  func decode(_ messages: [String]) throws -> [BareUpdates.Row] { try updates.decode(messages) }

  func apply(_ rows: [BareUpdates.Row], _ run: Int) throws {
    try updates.apply(rows, from: run * rows.count + 1)
  }

  /// Reads rows by their keys, with all their columns.
  func readAgain(_ rows: [Int]) throws {
    try connection.transaction {
      for row in rows { try connection.readColumns(of: probe, Int64(row)) }
    }
  }

  func outcome() throws -> StageOutcome {
    StageOutcome(
      rows: try connection.rows(of: StageOutcome.digest),
      ids: try connection.integers(of: EventTables.liveIDs)
    )
  }
}

/// The store alone: the message is written, the touched keys are noted.
final class StoreStage {
  private let store: OwnedStore
  private let messages: MessageWriter

  init(_ events: Int) throws {
    store = try OwnedStore(at: .memory, schema: EventTables.source(events: events))
    messages = try store.withWriter { try MessageWriter(in: $0) }
  }

  func apply(_ lines: [String], _ run: Int) throws {
    for (index, line) in lines.enumerated() {
      let changes = try store.withWriter { writer in
        try writer.transaction { writer in
          try messages.apply(line)
          try writer.setPosition(
            fixture: "stages.jsonl",
            line: run * lines.count + index + 1,
            version: index
          )
        }
      }
      precondition(!changes.tables.isEmpty, "a change was missed")
    }
  }

  func outcome() throws -> StageOutcome {
    try store.withWriter { writer in
      try StageOutcome(writer)
    }
  }
}

extension StageOutcome {
  init(_ writer: Writer) throws {
    let digest = try writer.prepare(Self.digest)
    rows = []
    while try digest.step() {
      rows.append((0..<digest.columnCount).map { digest.text(at: $0) }.joined(separator: "|"))
    }
    let list = try writer.prepare(EventTables.liveIDs)
    ids = []
    while try list.step() { ids.append(list.integer(at: 0)) }
  }
}

/// The store and the live query over it, without a snapshot.
final class QueryStage {
  private let store: OwnedStore
  private let messages: MessageWriter
  private let evaluator: CommitEvaluator

  init(_ events: Int) throws {
    store = try OwnedStore(at: .memory, schema: EventTables.source(events: events))
    (messages, evaluator) = try store.withWriter { writer in
      let live = QueryUse(name: "live", EventTables.live, isPlain: true)
      let evaluator = try CommitEvaluator([live], writer: writer)
      _ = try writer.transaction { try evaluator.open($0) }
      return (try MessageWriter(in: writer), evaluator)
    }
  }

  func apply(_ lines: [String], _ run: Int) throws {
    for (index, line) in lines.enumerated() {
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          try messages.apply(line)
          keep(evaluator.evaluate(writer.takeChanges(), time: nil, writer))
          try writer.setPosition(
            fixture: "stages.jsonl",
            line: run * lines.count + index + 1,
            version: index
          )
        }
      }
    }
  }

  func outcome() throws -> StageOutcome { try store.withWriter { try StageOutcome($0) } }
}

/// Everything, and a reader that takes each version with the batch that its commit has stated.
final class ReaderStage {
  let engine: FeedEngine
  private var versions: FeedVersions.Iterator

  init(_ events: Int) throws {
    engine = try FeedEngine(feed: ScaledFeed.feed(events: events))
    versions = engine.versions().makeAsyncIterator()
  }

  func apply(_ lines: [String], _ run: Int) async throws {
    if run == 0 { keep(await versions.next()) }
    for (index, text) in lines.enumerated() {
      let number = run * lines.count + index + 1
      let line = FixtureLine(text, fixture: "stages.jsonl", line: number)
      guard try await engine.apply(line) != nil else { continue }
      guard let update = await versions.next(), update.from.version + 1 == update.snapshot.version
      else { preconditionFailure("the reader has missed a version") }
      keep(update)
    }
  }
}

extension FeedEngine {
  /// The rows as they are, and the ids as they are shown.
  func outcome() async throws -> StageOutcome {
    let found = Mutex<StageOutcome?>(nil)
    _ = try await write { writer in
      let outcome = try StageOutcome(writer)
      found.withLock { $0 = outcome }
    }
    let ids = snapshot.composition.sections.flatMap { section in
      section.items.map { item -> Int64 in
        if case .integer(let id)? = item.id.object.key.values.first { id } else { -1 }
      }
    }
    return StageOutcome(rows: found.withLock { $0?.rows ?? [] }, ids: ids)
  }
}

/// A terminal's screen that follows a feed.
struct Screen {
  private var model: WatchModel
  private var encoder = ScreenEncoder(depth: .trueColor)
  /// The bytes of the last frame.
  private(set) var byteCount = 0

  init(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance? = nil,
    columns: Int = 120,
    lines: Int = 40
  ) throws {
    model = WatchModel(
      snapshot,
      try appearance ?? ScaledFeed.appearance(),
      columns: columns,
      lines: lines
    )
    draw(at: 0)
  }

  /// Takes a version and draws it.
  mutating func show(_ snapshot: FeedSnapshot, _ updates: BatchUpdates, _ frame: Int) {
    model.show(snapshot, updates, at: .milliseconds(50 * frame))
    draw(at: frame)
  }

  /// Goes back to a version, to show the same ones again.
  mutating func reset(_ snapshot: FeedSnapshot) {
    model.show(snapshot, model.snapshot.composition.updates(to: snapshot.composition), at: .zero)
  }

  private mutating func draw(at frame: Int) {
    byteCount = encoder.bytes(for: model.screen(at: .milliseconds(50 * frame))).count
  }
}
