package import FeedDefinition
package import FeedEngine

/// The way in which a command runs the inputs of a feed; an edited feed file has its own engine and inputs.
package struct InputRunning: Sendable {
  /// Checks that the inputs can run, before the store is opened.
  let check: @Sendable (_ feed: Feed, _ path: String) throws -> Void
  /// Prepares the inputs; `nil` if none run.
  let prepare: @Sendable (_ feed: Feed) throws -> RunInputs?

  /// Runs no inputs.
  package static let none = InputRunning { _, _ in
  } prepare: { _ in
    nil
  }

  /// Creates a way of running inputs.
  package init(
    check: @escaping @Sendable (_ feed: Feed, _ path: String) throws -> Void,
    prepare: @escaping @Sendable (_ feed: Feed) throws -> RunInputs?
  ) { (self.check, self.prepare) = (check, prepare) }
}

/// The functions that run the inputs of a feed.
package struct RunInputs: Sendable {
  /// Runs the inputs until its task is cancelled, and reports their events.
  package let run: @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void
  /// Records the messages that clients post, if the inputs are recorded.
  package var record: (@Sendable (PostedMessage) -> Void)?
  /// Finishes the recording, once the inputs no longer run.
  package var end: @Sendable () throws -> Void = {}

  /// Creates the functions of inputs that are not recorded.
  package init(
    run: @escaping @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void
  ) { self.run = run }
}
