import FeedEngine
import FeedModel
import Foundation

extension Writing {
  /// Looks something up that a write names.
  ///
  /// A replica that has not applied all entries may lack the item: it searches again after it has.
  ///
  /// - Parameter body: Looks it up.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body after all entries are applied, or the reason why they cannot be applied.
  func lookUp<Found: Sendable>(
    _ body: @Sendable (FeedEngine) async throws -> Found
  ) async throws -> Found {
    do { return try await feed.perform(body) } catch let error as EngineError {
      guard let log else { throw error }
      try await log.catchUp()
      return try await feed.perform(body)
    }
  }

  /// Has a write take its place in the log, and returns when it is applied here.
  ///
  /// - Returns: The version after it.
  func append(_ entry: FeedEntry, to log: any EntryLog) async throws -> Int {
    let applied = try await log.apply(entry)
    switch applied?.outcome {
    case .applied: return applied?.version ?? hub.newest.version
    case .refused(let reason, _): throw reason
    case .repeated, nil:
      let record: RequestPart.Record? =
        if let key = entry.request?.key {
          try await feed.perform { try await $0.record(ofRequest: key) }
        } else { nil }
      if let record { throw RequestRepeated(record: record) }
      return feed.engine.snapshot.version
    }
  }
}

extension PostedMessage {
  /// The message as an entry of a log: of an input that several write to, if it was posted to one.
  var entry: FeedEntry {
    let step = input.map {
      FeedEntry.Step(input: $0, number: 0, position: nil, time: Date.now.timeIntervalSince1970)
    }
    return FeedEntry(.message(text, adapter: adapter), step: step)
  }
}
