import FeedModel
import FeedStore

extension FeedEngine {
  /// How many bytes a message has at least that is staged; a shorter one takes less than a millisecond.
  package static let fewestStagedBytes = 16 << 10

  /// Runs a body behind the staging of a long message.
  ///
  /// The JSON is read beside the engine, and its rows are put into temporary tables a few at a time, so that
  /// other calls come in between. What is left for the message's transaction is to move them. What cannot be
  /// staged is applied in its transaction as a whole.
  ///
  /// - Parameter body: Applies the message; told whether it is staged.
  /// - Throws: What the body throws.
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
    // A message that cannot be read says so when it is applied.
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
      // Only a store that is closed or lost keeps the rows, and it takes none any more.
      try? core.store.withWriter { _ in try core.messages.unstage(piece, adapter: adapter) }
      await letOthersIn()
    }
    return try result.get()
  }

  /// Reads a message beside the engine.
  @concurrent
  private static func read(_ message: String, by reader: MessageReader) async throws -> MessageRows
  {
    try reader.read(message)
  }
}
