/// An ordered log: all readers receive the same entries in the same order.
///
/// Entries are numbered from one without a gap. Each entry has an id, so that an entry that is
/// appended again after a lost answer is in the log once. The log stores bytes; `FeedEntry` encodes
/// and decodes the entries of a feed.
///
/// ```swift
/// let receipt = try await log.append(bytes, id: "odds/7")
/// for try await batch in log.tail(after: LogPosition(sequence: 0)) {
///   for entry in batch.entries { apply(entry.bytes) }
/// }
/// ```
public protocol OrderedLog: Sendable {
  /// Returns the identity of the log, and the range of its entries.
  ///
  /// - Throws: ``LogError`` if the log cannot be reached.
  func bounds() async throws -> LogBounds

  /// Appends an entry, unless one with the same id is in the log.
  ///
  /// If it throws ``LogError/Code/unreachable``, the entry may still be in the log: append it again
  /// under the same id, or read the log to its end.
  ///
  /// - Parameters:
  ///   - entry: The entry, of at least one byte.
  ///   - id: The id of the entry: 1 to 128 printable ASCII characters.
  ///   - last: The required number of the newest entry; `nil` skips this check.
  /// - Returns: The number of the entry, after the log has stored it permanently.
  /// - Throws: ``LogError``; with code ``LogError/Code/overtaken`` if the newest entry is not `last`.
  func append(_ entry: [UInt8], id: String, expecting last: UInt64?) async throws -> LogReceipt

  /// Returns the entries after a position, including future ones.
  ///
  /// The sequence waits for entries, and for a log that cannot be reached, until its task is cancelled.
  /// It never skips an entry: it throws ``LogError/Code/trimmed`` if the next entry was removed,
  /// and ``LogError/Code/forked`` if the entry at the position has changed.
  func tail(after position: LogPosition) -> LogTail

  /// Removes all entries before the given one.
  ///
  /// - Parameter sequence: The number of the first entry to keep, at most one beyond the newest.
  /// - Throws: ``LogError`` if they cannot be removed.
  func trim(before sequence: UInt64) async throws

  /// Records the location of a copy of a store, unless a newer copy is recorded.
  ///
  /// - Throws: ``LogError`` if it cannot be recorded.
  func putSnapshot(_ snapshot: LogSnapshot) async throws

  /// Returns the newest recorded copy of a store.
  ///
  /// - Returns: The copy, or `nil` if there is none.
  /// - Throws: ``LogError`` if the log cannot be reached.
  func latestSnapshot() async throws -> LogSnapshot?

  /// Closes the log and ends all tails.
  func close() async
}

extension OrderedLog {
  /// Appends an entry without a check of the newest entry.
  ///
  /// - Parameter entry: The entry, of at least one byte.
  /// - Returns: The number of the entry, after the log has stored it permanently.
  /// - Throws: ``LogError``.
  public func append(_ entry: [UInt8], id: String) async throws -> LogReceipt {
    try await append(entry, id: id, expecting: nil)
  }
}

extension OrderedLog {
  /// Checks that an entry is not empty and that its id is valid.
  func check(_ entry: [UInt8], id: String) throws(LogError) {
    precondition(!entry.isEmpty, "an entry of no bytes was appended")
    guard (1...128).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw LogError(
        .badID,
        "the id '\(id.prefix(128))' of an entry is empty, too long, or not printable ASCII",
        hint: "use 1 to 128 ASCII characters without spaces"
      )
    }
  }
}
