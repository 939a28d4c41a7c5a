import FeedModel
import FeedStore

extension FeedEngine {
  /// The minimum size in bytes of a staged message; a shorter one takes less than a millisecond.
  package static let fewestStagedBytes = 16 << 10

  /// Stages the rows of a long message, and runs a body.
  ///
  /// The JSON is parsed outside the engine, and its rows are written to temporary tables in small portions,
  /// so that other calls run in between. The transaction of the message then only moves the rows. A message
  /// that cannot be staged is applied in its transaction as a whole.
  ///
  /// - Parameter body: Applies the message; its argument is whether the message is staged.
  /// - Throws: The error of the body.
  func staging<Result>(
    _ message: String,
    adapter: String?,
    _ body: (_ isStaged: Bool) async throws -> Result
  ) async throws -> Result {
    guard let adapter, message.utf8.count >= Self.fewestStagedBytes,
      let reader = try core.store.withWriter({ _ in core.messages.beginStaging(ofAdapter: adapter) }
      )
    else { return try await body(false) }
    defer { core.messages.endStaging(ofAdapter: adapter) }
    // If the message cannot be read, applying it throws the error.
    guard let rows = try? await Self.read(message, by: reader) else { return try await body(false) }
    let result: Swift.Result<Result, any Error>
    do {
      for piece in rows.pieces {
        try core.store.withWriter { _ in
          try core.messages.stage(piece, of: rows, adapter: adapter)
        }
        await letOthersIn()
      }
      result = .success(try await body(true))
    } catch {
      result = .failure(error)
    }
    for piece in rows.pieces {
      // This fails only if the store is closed or lost, and its temporary tables with it.
      try? core.store.withWriter { _ in try core.messages.unstage(piece, adapter: adapter) }
      await letOthersIn()
    }
    return try result.get()
  }

  /// Parses a message outside the engine's actor.
  @concurrent
  private static func read(_ message: String, by reader: MessageReader) async throws -> MessageRows
  {
    try reader.read(message)
  }
}
