public import FeedSnapshots

/// The answer to a pair of snapshots: a batch, or `{"error": {"code": …, "message": …}}`.
public enum DiffAnswer: Hashable, Sendable, Encodable {
  /// The batch that leads from the old snapshot to the new one.
  case updates(BatchUpdates)
  /// The reason why there is no batch.
  case error(code: String, message: String)

  private enum Key: String, CodingKey {
    case error, code, message
  }

  /// Writes the nine keys of the batch, or the error.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .updates(let batch): try batch.encode(to: encoder)
    case .error(let code, let message):
      var container = encoder.container(keyedBy: Key.self)
      var error = container.nestedContainer(keyedBy: Key.self, forKey: .error)
      try error.encode(code, forKey: .code)
      try error.encode(message, forKey: .message)
    }
  }
}
