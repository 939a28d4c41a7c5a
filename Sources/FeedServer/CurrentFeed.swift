import FeedEngine
import FeedFormatting
import FeedWire
import Foundation
import Synchronization

/// A feed with what decides how its versions look.
struct ShownFeed: Sendable {
  let engine: FeedEngine
  let appearance: FeedAppearance
  let revision: [String]

  /// Makes what writes the feed's versions.
  ///
  /// The epoch is that of the store's history, or one that ends with this process.
  func encoder() async -> WireEncoder {
    let identity = try? await engine.identity { UUID().uuidString }
    let epoch = Epoch(of: [FeedEngine.composerVersion, identity ?? UUID().uuidString] + revision)
    return WireEncoder(epoch: epoch, appearance: appearance)
  }
}

/// The feed that is served now; another one takes its place when the feed file was edited.
final class CurrentFeed: Sendable {
  /// Guarded by the mutex.
  private let state: Mutex<ShownFeed>
  /// The feeds that take the place of the first one; whoever is late gets the last of them.
  let successors: AsyncStream<ShownFeed>
  private let announce: AsyncStream<ShownFeed>.Continuation

  init(_ feed: ShownFeed) {
    state = Mutex(feed)
    (successors, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var value: ShownFeed { state.withLock { $0 } }

  var engine: FeedEngine { state.withLock(\.engine) }

  /// Puts another feed in the place of the one that is there.
  func replace(with feed: ShownFeed) {
    state.withLock { $0 = feed }
    announce.yield(feed)
  }

  /// Does something with the engine, and does it again if another one has taken over meanwhile.
  func perform<Result: Sendable>(
    _ body: (FeedEngine) async throws -> Result
  ) async throws -> Result {
    try await FeedEngine.perform(on: { engine }, body)
  }
}
