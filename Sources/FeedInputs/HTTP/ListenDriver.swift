import FeedEngine

/// A driver that observes the messages posted to a served feed, which applies them itself.
struct ListenDriver {
  /// The pause between two reads of the store.
  private static let interval = Duration.seconds(1)

  /// Runs until the task is cancelled.
  func run(_ session: InputSession) async throws {
    guard session.stale != nil else { return try await session.time.sleep(.seconds(1 << 31)) }
    while true {
      if let record = try await session.engine.record(ofInput: session.name).record {
        try await session.didSee(record)
      }
      try await session.time.sleep(Self.interval)
    }
  }
}
