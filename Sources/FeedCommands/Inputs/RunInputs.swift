package import FeedEngine

/// Prepares the inputs that run next to a feed; an edited feed file has its own engine and inputs.
///
/// - Returns: The runner of the inputs, or `nil` if none run.
/// - Throws: ``Failure`` if they cannot run.
package typealias InputRunning =
  @Sendable (_ engine: FeedEngine, _ feed: String) throws -> RunInputs?

/// The functions that run the inputs of a feed.
package struct RunInputs: Sendable {
  /// Runs the inputs until its task is cancelled, and reports their events.
  package let run: @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void
  /// Records the messages that clients post, if the inputs are recorded.
  package var record: (@Sendable (PostedMessage) -> Void)?
  /// Finishes the recording, once the inputs no longer run.
  package var end: @Sendable () throws -> Void = {}

  /// Prepares no inputs.
  static let none: InputRunning = { _, _ in nil }

  /// Creates the functions of inputs that are not recorded.
  package init(
    run: @escaping @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void
  ) { self.run = run }
}
