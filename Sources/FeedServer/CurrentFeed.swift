import FeedEngine
import FeedFormatting
import FeedModel
import FeedWire
import Foundation
import Synchronization

/// A feed with the values that determine the content of its versions.
struct ShownFeed: Sendable {
  let engine: FeedEngine
  let appearance: FeedAppearance
  let revision: [String]
  let layouts: ServedLayouts

  init(engine: FeedEngine, appearance: FeedAppearance, revision: [String]) {
    self.engine = engine
    self.appearance = appearance
    self.revision = revision
    layouts = ServedLayouts(engine.feed, appearance)
  }

  /// Creates the encoder of the feed's versions.
  ///
  /// The epoch identifies the history of the store, or only this process if the store has no identity.
  func encoder() async -> WireEncoder {
    let identity = try? await engine.identity { UUID().uuidString }
    let epoch = Epoch(of: [FeedEngine.composerVersion, identity ?? UUID().uuidString] + revision)
    return WireEncoder(epoch: epoch, appearance: appearance)
  }
}

/// The feed that is served now; an edited feed file replaces it.
final class CurrentFeed: Sendable {
  private let state: Mutex<ShownFeed>
  private let refused = Mutex<InputStatus?>(nil)
  /// The feeds that replace the first one; a slow reader gets only the newest.
  let successors: AsyncStream<ShownFeed>
  private let successor: AsyncStream<ShownFeed>.Continuation

  init(_ feed: ShownFeed) {
    state = Mutex(feed)
    (successors, successor) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var value: ShownFeed { state.withLock { $0 } }

  var engine: FeedEngine { state.withLock(\.engine) }

  /// Replaces the feed.
  func replace(with feed: ShownFeed) {
    state.withLock { $0 = feed }
    refusedEdit = nil
    successor.yield(feed)
  }

  /// The feed file whose last edit cannot be shown, as an input that has failed; `nil` if it is the one shown.
  var refusedEdit: InputStatus? {
    get { refused.withLock { $0 } }
    set { refused.withLock { $0 = newValue } }
  }

  /// Performs an operation on the engine; repeats it if another engine has replaced that one.
  func perform<Result: Sendable>(
    _ body: (FeedEngine) async throws -> Result
  ) async throws -> Result {
    try await FeedEngine.perform(on: { engine }, body)
  }
}
