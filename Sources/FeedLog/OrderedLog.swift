/// An ordered log: whoever reads it gets the same entries in the same order.
///
/// Entries are numbered from one without a gap. An entry is known by an id, so that one that is
/// appended again after a lost answer is in the log once. What a log keeps are bytes; an entry of a
/// feed is written and read by `LogEntry`.
///
/// ```swift
/// let receipt = try await log.append(bytes, id: "odds/7")
/// for try await batch in log.tail(after: LogPosition(sequence: 0)) {
///   for entry in batch.entries { apply(entry.bytes) }
/// }
/// ```
public protocol OrderedLog: Sendable {
  /// Which log it is, and which entries it has.
  ///
  /// - Returns: The bounds.
  /// - Throws: ``LogError`` if the log cannot be asked.
  func bounds() async throws -> LogBounds

  /// Appends an entry, unless one with the same id is in the log.
  ///
  /// If it throws ``LogError/Code/unreachable``, the entry may be in the log all the same: append it
  /// again under the same id, or read on.
  ///
  /// - Parameters:
  ///   - entry: The entry, of at least one byte.
  ///   - id: What the entry is known by, of 1 to 128 printable characters of ASCII.
  ///   - last: The number of the entry that has to be the newest one; whichever it is if it is `nil`.
  /// - Returns: The number of the entry, when the log has it for good.
  /// - Throws: ``LogError``: with code ``LogError/Code/overtaken`` if another entry is the newest one.
  func append(_ entry: [UInt8], id: String, expecting last: UInt64?) async throws -> LogReceipt

  /// The entries after a position, those that are yet to come among them.
  ///
  /// The sequence waits for entries, and for a log that cannot be reached, until its task is cancelled.
  /// It never leaves an entry out: it throws ``LogError/Code/trimmed`` if the next one was removed,
  /// and ``LogError/Code/forked`` if the entry at the position is not the one that was read there.
  ///
  /// - Parameter position: The entry that was read last.
  /// - Returns: The entries, in batches as they come.
  func tail(after position: LogPosition) -> LogTail

  /// Removes the entries before one.
  ///
  /// - Parameter sequence: The number of the first entry that stays, at most one beyond the newest.
  /// - Throws: ``LogError`` if they cannot be removed.
  func trim(before sequence: UInt64) async throws

  /// Says where a copy of a store is to be had, unless a newer one is known.
  ///
  /// - Parameter snapshot: The copy.
  /// - Throws: ``LogError`` if it cannot be noted.
  func putSnapshot(_ snapshot: LogSnapshot) async throws

  /// The newest copy of a store that was noted.
  ///
  /// - Returns: The copy, or `nil` if there is none.
  /// - Throws: ``LogError`` if the log cannot be asked.
  func latestSnapshot() async throws -> LogSnapshot?

  /// Ends the use of the log, and all tails.
  func close() async
}

extension OrderedLog {
  /// Appends an entry, whichever is the newest one.
  ///
  /// - Parameters:
  ///   - entry: The entry, of at least one byte.
  ///   - id: What the entry is known by.
  /// - Returns: The number of the entry, when the log has it for good.
  /// - Throws: ``LogError``.
  public func append(_ entry: [UInt8], id: String) async throws -> LogReceipt {
    try await append(entry, id: id, expecting: nil)
  }
}

extension OrderedLog {
  /// Refuses what no log takes.
  func check(_ entry: [UInt8], id: String) throws(LogError) {
    precondition(!entry.isEmpty, "an entry of no bytes was appended")
    guard (1...128).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw LogError(
        .badID,
        "the id '\(id.prefix(128))' of an entry is empty, too long, or not plain",
        hint: "1 to 128 characters of ASCII without spaces"
      )
    }
  }
}
