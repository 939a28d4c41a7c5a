/// The entries of a log after a position, in batches as they come.
///
/// A reader gets all that is there at once, and the next batch when it asks again: nothing is read
/// ahead but one batch, so that a reader that is slow costs no memory.
public struct LogTail: AsyncSequence, Sendable {
  /// A batch.
  public typealias Element = LogBatch

  private let start: @Sendable () -> any LogReader

  init(_ start: @escaping @Sendable () -> any LogReader) { self.start = start }

  /// Begins to read.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: start()) }

  /// Reads batch after batch.
  public struct Iterator: AsyncIteratorProtocol {
    var reader: any LogReader

    /// Waits for the next batch.
    ///
    /// - Returns: The batch, or `nil` once the log is closed.
    /// - Throws: ``LogError`` if an entry is gone or another one, `CancellationError`.
    public mutating func next() async throws -> LogBatch? { try await reader.next() }
  }
}

/// Reads a log, for one iterator.
protocol LogReader {
  /// Waits for the entries that come next.
  ///
  /// - Returns: The entries, or `nil` once the log is closed.
  /// - Throws: ``LogError``, `CancellationError`.
  mutating func next() async throws -> LogBatch?
}
