/// An ordered log to which the changes of a feed are appended.
package protocol EntryLog: Sendable {
  /// Appends an entry, and returns when it is applied here.
  ///
  /// - Returns: The outcome; `nil` if the entry was appended before under the same key, and its outcome is
  ///   only in the store.
  /// - Throws: ``EngineError`` with code ``EngineError/Code/logUnreachable`` if no server of the log answers;
  ///   the entry may have been appended even so.
  func apply(_ entry: FeedEntry) async throws -> AppliedEntry?

  /// Suspends until all entries that the log has now are applied, up to a time limit.
  ///
  /// - Throws: ``EngineError`` with code ``EngineError/Code/replicaBehind`` if that takes longer, or
  ///   ``EngineError/Code/logUnreachable``.
  func catchUp() async throws

  /// The position in the log, and its state.
  var condition: EntryLogCondition { get }
}

/// The position up to which a log is applied here, and the state of the log.
package struct EntryLogCondition: Hashable, Sendable {
  /// The number of the last entry that was applied.
  package var applied: UInt64 = 0
  /// The number of the newest known entry of the log.
  package var newest: UInt64 = 0
  /// Whether the replica has caught up with the log at least once.
  package var isReady = false
  /// The time since which no server of the log answers, in seconds since 1970; `nil` if one answers.
  package var silentSince: Double?
  /// The reason why no entries are applied although servers answer: the log was deleted or
  /// replaced.
  package var problem: Problem?
  /// Whether another replica differs, and there is no majority for either state.
  package var isDisputed = false
  /// The seconds since the last answer of a server of the log, by a monotonic clock.
  package var answerAge = 0.0
  /// The roles of which one replica has each (`clock`, `documents`, `input.NAME`): whether it is this one.
  package var roles: [String: Bool] = [:]

  /// The reason why a log cannot be followed, from its error.
  package struct Problem: Hashable, Sendable {
    /// The kind of failure.
    package var code: String
    /// The description of the problem.
    package var message: String
    /// The most likely solution, or `nil`.
    package var hint: String?

    /// Describes a problem.
    package init(code: String, message: String, hint: String?) {
      (self.code, self.message, self.hint) = (code, message, hint)
    }
  }

  /// Creates the condition of a log before its first answer.
  package init() {}
}
