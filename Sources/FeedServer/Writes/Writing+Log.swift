import FeedEngine
import FeedModel
import Foundation

extension Writing {
  /// Looks up what a write names.
  ///
  /// A replica that has not applied all entries may lack the item, so it catches up and searches again.
  ///
  /// - Throws: The error of the search after all entries are applied, or the error of the catch-up.
  func lookUp<Found: Sendable>(
    _ body: @Sendable (FeedEngine) async throws -> Found
  ) async throws -> Found {
    do { return try await feed.perform(body) } catch let error as EngineError {
      guard let log else { throw error }
      try await log.catchUp()
      return try await feed.perform(body)
    }
  }

  /// Appends a write to the log, and returns when this replica has applied it.
  func append(_ entry: FeedEntry, to log: any EntryLog) async throws -> Int {
    let applied = try await log.apply(entry)
    switch applied?.outcome {
    case .applied: return applied?.version ?? hub.newest.version
    case .refused(let reason, _): throw reason
    case .repeated, nil:
      let record: IdempotencyKey.Record? =
        if let key = entry.request?.key {
          try await feed.perform { try await $0.record(ofRequest: key) }
        } else { nil }
      if let record { throw RequestRepeated(record: record) }
      return feed.engine.snapshot.version
    }
  }
}

extension PostedMessage {
  /// The entry of a log for the message; for a posted input, several replicas may write to it.
  var entry: FeedEntry {
    let step = input.map {
      FeedEntry.Step(input: $0, number: 0, position: nil, time: Date.now.timeIntervalSince1970)
    }
    return FeedEntry(.message(text, adapter: adapter), step: step)
  }
}
