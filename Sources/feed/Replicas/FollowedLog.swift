import FeedEngine

/// The ordered log that a served feed applies, in the place of files, the clock and inputs of its own.
struct FollowedLog: Sendable {
  /// Applies it until its task is cancelled, and says what happens.
  let run: @Sendable (@escaping @Sendable (String) -> Void) async throws -> Void
  /// Ends its use.
  let end: @Sendable () async -> Void
}
