import FeedModel
package import FeedStore

/// Another connection that writes to the store of a run, and what it says about each line.
package protocol StressOutside: Sendable {
  /// Has a line written; need not wait until it is.
  ///
  /// - Throws: What ended the connection.
  func write(_ line: String) throws

  /// What has been said since the last time, in the order of the lines.
  func answers() throws -> [StressAnswer]

  /// Ends the connection.
  func close() throws
}

/// What became of a line that another connection was to write.
package struct StressAnswer: Hashable, Sendable {
  /// The line of the run that was committed last before it.
  package var after: Int
  /// Whether it was written; the store may have refused it.
  package var isApplied: Bool

  package init(after: Int, isApplied: Bool) {
    self.after = after
    self.isApplied = isApplied
  }
}

/// Writes lines to a store beside an engine, each in a transaction that looks how far the run is.
package struct StressOutsider: Sendable {
  /// The name under which the engine of a run keeps its position.
  package static let fixture = "stress"
  private let store: Store

  /// Opens a connection of its own.
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
