import Dispatch
import FeedModel
import FeedStore
import Foundation

/// An ordered log in a SQLite file, for programs on one machine.
///
/// Several programs may append to one file and read it. A repeated id is detected as long as its entry is in
/// the log.
///
/// ```swift
/// let log = try StoreLog(path: "odds.log.sqlite")
/// try await log.append(bytes, id: "odds/7").sequence   // 1
/// ```
public final class StoreLog: OrderedLog {
  private let store: Store
  /// A queue for calls of SQLite, which block while another program has locked the file.
  private let queue = DispatchQueue(label: "FeedLog.StoreLog")
  private let bell = Bell()
  /// The task that rings the bell when another program may have appended.
  private let follower: Task<Void, Never>

  private static let schema = SchemaSource(
    sql: """
      CREATE TABLE entry (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL);
      CREATE TABLE log (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
      """,
    name: "log"
  )

  /// Opens a log, and creates it if it does not exist.
  ///
  /// - Throws: `StoreError` if the file cannot be opened or is not a log.
  public init(path: String) throws {
    store = try Store(at: .file(path), schema: Self.schema)
    let identity = UUID().uuidString
    _ = try store.withWriter { writer in
      try writer.transaction { writer in
        try writer.set("first", "1", onlyNew: true)
        try writer.set("identity", identity, onlyNew: true)
      }
    }
    let (hints, bell) = (store.location.externalChangeHints(), bell)
    follower = Task { for await _ in hints { bell.ring() } }
  }

  deinit { follower.cancel() }

  private func perform<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T
  ) async throws -> T {
    try await queue.result { [store] in
      do { return try store.withWriter { try body($0) } } catch let error as StoreError
        where error.code == .closed
      { throw LogError.closed }
    }
  }

  /// Runs a body in one transaction.
  private func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T
  ) async throws -> T {
    try await perform { writer in
      var result: T?
      _ = try writer.transaction { result = try body($0) }
      guard let result else { preconditionFailure("a transaction ended without its body") }
      return result
    }
  }

  /// Returns the identity of the log, and the range of its entries.
  public func bounds() async throws -> LogBounds { try await write { try $0.logBounds() } }

  /// Appends an entry, unless one with the same id is in the log.
  public func append(
    _ entry: [UInt8],
    id: String,
    expecting last: UInt64?
  ) async throws -> LogReceipt {
    try check(entry, id: id)
    let receipt = try await write { writer in
      let known = try writer.cached("SELECT sequence FROM entry WHERE id = ?1")
      known.bind(id, at: 1)
      defer { known.reset() }
      if try known.step() {
        return LogReceipt(sequence: UInt64(known.integer(at: 0)), isRepeat: true)
      }
      let newest = try writer.logBounds().last
      if let last, last != newest { throw LogError.overtaken(expected: last, last: newest) }
      let insert = try writer.cached("INSERT INTO entry (sequence, id, bytes) VALUES (?1, ?2, ?3)")
      insert.bind(Int64(newest + 1), at: 1)
      insert.bind(id, at: 2)
      insert.bind(entry, at: 3)
      try insert.run()
      return LogReceipt(sequence: newest + 1)
    }
    bell.ring()
    return receipt
  }

  /// Returns the entries after a position, including future ones.
  public func tail(after position: LogPosition) -> LogTail {
    LogTail { StoreReader(log: self, position: position, strokes: self.bell.listen()) }
  }

  /// Removes all entries before the given one.
  public func trim(before sequence: UInt64) async throws {
    try await write { writer in
      let bounds = try writer.logBounds()
      let first = min(sequence, bounds.last + 1)
      guard first > bounds.first else { return }
      let delete = try writer.cached("DELETE FROM entry WHERE sequence < ?1")
      delete.bind(Int64(first), at: 1)
      try delete.run()
      try writer.set("first", "\(first)")
    }
  }

  /// Records the location of a copy of a store, unless a newer copy is recorded.
  public func putSnapshot(_ snapshot: LogSnapshot) async throws {
    try await write { writer in
      if let known = try writer.logSnapshot(), known.sequence > snapshot.sequence { return }
      try writer.set("snapshot", String(decoding: JSONEncoder().encode(snapshot), as: UTF8.self))
    }
  }

  /// Returns the newest recorded copy of a store.
  public func latestSnapshot() async throws -> LogSnapshot? {
    try await perform { try $0.logSnapshot() }
  }

  /// Closes the log and ends all tails.
  public func close() async {
    follower.cancel()
    bell.finish()
    _ = try? await queue.result { [store] in try store.close() }
  }

  /// The size in bytes at which a batch ends.
  private static let batchBytes = 4 << 20

  /// Returns a batch of the entries after a position.
  func read(after position: LogPosition) async throws -> LogBatch {
    try await write { writer in
      let bounds = try writer.logBounds()
      if let problem = bounds.problem(with: position) { throw problem }
      let select = try writer.cached(
        "SELECT sequence, bytes FROM entry WHERE sequence >= ?1 ORDER BY sequence LIMIT 512"
      )
      // The last entry read is selected too, to compare its digest.
      select.bind(Int64(max(position.sequence, bounds.first)), at: 1)
      defer { select.reset() }
      var entries: [LoggedEntry] = []
      var size = 0
      while size < Self.batchBytes, try select.step() {
        let entry = LoggedEntry(
          sequence: UInt64(select.integer(at: 0)),
          bytes: select.bytes(at: 1)
        )
        if entry.sequence == position.sequence {
          guard position.digest == nil || entry.position == position else {
            throw LogError.forked(position.sequence)
          }
          continue
        }
        entries.append(entry)
        size += entry.bytes.count
      }
      let last = entries.last?.sequence ?? position.sequence
      return LogBatch(entries: entries, remaining: bounds.last - last)
    }
  }
}

/// Reads a log in a store, for one iterator.
private struct StoreReader: LogReader {
  let log: StoreLog
  var position: LogPosition
  let strokes: AsyncStream<Void>

  mutating func next() async throws -> LogBatch? {
    var strokes = strokes.makeAsyncIterator()
    while true {
      try Task.checkCancellation()
      do {
        let batch = try await log.read(after: position)
        if let last = batch.entries.last {
          position = last.position
          return batch
        }
      } catch let error as LogError where error.code == .closed { return nil }
      guard await strokes.next() != nil else {
        try Task.checkCancellation()
        return nil
      }
    }
  }
}

extension Writer {
  fileprivate func value(_ name: String) throws -> String? {
    let select = try cached("SELECT value FROM log WHERE name = ?1")
    select.bind(name, at: 1)
    defer { select.reset() }
    return try select.step() ? select.text(at: 0) : nil
  }

  fileprivate func set(_ name: String, _ value: String, onlyNew: Bool = false) throws {
    let insert = try cached(
      "INSERT OR \(onlyNew ? "IGNORE" : "REPLACE") INTO log (name, value) VALUES (?1, ?2)"
    )
    insert.bind(name, at: 1)
    insert.bind(value, at: 2)
    try insert.run()
  }

  fileprivate func logSnapshot() throws -> LogSnapshot? {
    guard let text = try value("snapshot") else { return nil }
    return try? JSONDecoder().decode(LogSnapshot.self, from: Data(text.utf8))
  }

  fileprivate func logBounds() throws -> LogBounds {
    let first = try value("first").flatMap { UInt64($0) } ?? 1
    let select = try cached("SELECT max(sequence) FROM entry")
    defer { select.reset() }
    let last =
      try select.step() && !select.isNull(at: 0) ? UInt64(select.integer(at: 0)) : first - 1
    return LogBounds(identity: try value("identity") ?? "", first: first, last: last)
  }
}
