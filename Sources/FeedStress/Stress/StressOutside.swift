import FeedModel
package import FeedStore

/// Another connection that writes lines to the store of a run and reports the result of each.
package protocol StressOutside: Sendable {
  /// Sends a line to be written; it may be written later.
  ///
  /// - Throws: The error that ended the connection.
  func write(_ line: String) throws

  /// Returns the answers since the last call, in the order of the lines.
  func answers() throws -> [StressAnswer]

  /// Closes the connection.
  func close() throws
}

/// The result of a line that another connection was asked to write.
package struct StressAnswer: Hashable, Sendable {
  /// The number of the run's last line that was committed before it.
  package var after: Int
  /// Whether the line was written; `false` if the store rejected it.
  package var isApplied: Bool

  package init(after: Int, isApplied: Bool) {
    self.after = after
    self.isApplied = isApplied
  }
}

/// A second writer of a store, which reads the position of the run in the transaction of each line.
package struct StressOutsider: Sendable {
  /// The name under which the engine of a run stores its position.
  package static let fixture = "stress"
  private let store: Store

  /// Opens a separate connection.
  ///
  /// - Throws: `StoreError` if the file cannot be opened.
  package init(
    store path: String,
    schema: SchemaSource,
    limits: StoreLimits = StoreLimits()
  ) throws {
    store = try Store(at: .file(path), schema: schema, limits: limits)
  }

  /// Writes a line.
  ///
  /// - Throws: `StoreError` if the store cannot be written at all.
  package func write(_ line: String) throws -> StressAnswer {
    try store.withWriter { writer in
      let messages = try MessageWriter(in: writer)
      var after = 0
      do {
        _ = try writer.transaction { _ in
          after = try writer.position(of: Self.fixture)?.line ?? 0
          try messages.apply(line)
        }
        return StressAnswer(after: after, isApplied: true)
      } catch let error as StoreError where error.code != .busy && error.code != .storage {
        return StressAnswer(after: after, isApplied: false)
      }
    }
  }

  /// Closes the connection.
  ///
  /// - Throws: `StoreError` if the file cannot be closed.
  package func close() throws { try store.close() }
}
