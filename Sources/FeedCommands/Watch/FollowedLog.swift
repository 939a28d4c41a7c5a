import FeedEngine

/// The ordered log that replaces the files, the clock and the inputs of a served feed.
package struct FollowedLog: Sendable {
  /// Applies the log until its task is cancelled, and reports events.
  let run: @Sendable (@escaping @Sendable (String) -> Void) async throws -> Void
  /// Ends the use of the log.
  let end: @Sendable () async -> Void

  package init(
    run: @escaping @Sendable (@escaping @Sendable (String) -> Void) async throws -> Void,
    end: @escaping @Sendable () async -> Void
  ) { (self.run, self.end) = (run, end) }
}
