/// The entries of a log after a position, in batches.
///
/// A batch contains the entries that are available, up to a size. At most one batch is read ahead, so
/// a slow reader uses little memory.
public struct LogTail: AsyncSequence, Sendable {
  /// A batch.
  public typealias Element = LogBatch

  let log: JetStreamLog
  let position: LogPosition

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: JetStreamReader(log: log, after: position))
  }

  /// An iterator over the batches.
  public struct Iterator: AsyncIteratorProtocol {
    var reader: JetStreamReader

    /// Waits for the next batch.
    ///
    /// - Returns: The batch, or `nil` once the log is closed.
    /// - Throws: ``LogError`` if an entry is missing or was replaced, `CancellationError`.
    public mutating func next() async throws -> LogBatch? { try await reader.next() }
  }
}
