/// Takes what is to be written to a feed that follows an ordered log.
package protocol EntryLog: Sendable {
  /// Appends an entry, and returns when it is applied here.
  ///
  /// - Returns: What became of it; `nil` for one that was appended before under the same key and applied so
  ///   long ago that only the store knows.
  /// - Throws: ``EngineError`` with code ``EngineError/Code/logUnreachable`` if no server of the log answers;
  ///   the entry may be appended all the same.
  func apply(_ entry: FeedEntry) async throws -> AppliedEntry?

  /// Waits for a while until everything is applied that the log has now.
  ///
  /// - Throws: ``EngineError`` with code ``EngineError/Code/replicaBehind`` if that takes longer, or
  ///   ``EngineError/Code/logUnreachable``.
  func catchUp() async throws

  /// How far the log is applied here.
  var condition: EntryLogCondition { get }
}

/// How far a log is applied here, and whether it answers.
package struct EntryLogCondition: Hashable, Sendable {
  /// The number of the last entry that was applied.
  package var applied: UInt64 = 0
  /// The number of the newest entry that the log was seen to have.
  package var newest: UInt64 = 0
  /// Whether everything was applied once that the log had then.
  package var isReady = false
  /// Since when no server of the log has answered, in seconds since 1970; `nil` while one does.
  package var silentSince: Double?
  /// Why nothing is applied, though servers answer: the log is gone, or is not the one that was applied here.
  package var problem: Problem?
  /// Whether another replica differs, and no majority shows which of the two is right.
  package var isDisputed = false
  /// How many seconds ago a server of the log has answered last, by a clock that never jumps.
  package var answerAge = 0.0
  /// What one replica does alone, and whether this one does it now: `clock`, `documents`, `input.NAME`.
  package var roles: [String: Bool] = [:]

  /// Why a log cannot be followed, in the words of its error.
  package struct Problem: Hashable, Sendable {
    /// The kind of failure.
    package var code: String
    /// The description of the problem.
    package var message: String
    /// The one likely remedy.
    package var hint: String?

    /// Describes a problem.
    package init(code: String, message: String, hint: String?) {
      (self.code, self.message, self.hint) = (code, message, hint)
    }
  }

  /// Describes a log of which nothing is known yet.
  package init() {}
}
