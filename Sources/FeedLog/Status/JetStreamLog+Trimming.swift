import FeedModel
import Foundation

extension JetStreamLog {
  /// Returns the first entry within a maximum age.
  ///
  /// - Parameter age: The maximum age in seconds, by the clock of the log's servers.
  /// - Returns: The number of the entry; one beyond the newest if all are older.
  /// - Throws: ``LogError``.
  /// - Complexity: O(log *n*) requests for *n* entries.
  package func firstEntry(noOlderThan age: Double, _ status: LogStatus) async throws -> UInt64 {
    guard let newestAge = status.newestAge else { return status.bounds.last + 1 }
    guard let newest = try await time(ofEntry: status.bounds.last) else {
      return status.bounds.first
    }
    let oldestTime = newest + newestAge - age
    var (low, high) = (status.bounds.first, status.bounds.last + 1)
    while low < high {
      let middle = low + (high - low) / 2
      // A missing entry counts as older than the entry after it.
      if let time = try await time(ofEntry: middle), time >= oldestTime {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Returns the time of an entry in seconds since 1970, or `nil` if the entry is missing.
  func time(ofEntry sequence: UInt64) async throws -> Double? {
    try await message(ofEntry: sequence)?.time.flatMap(JetStreamTime.seconds)
  }

  /// Returns the digest of an entry on the leader of the log, or `nil` if the entry is missing.
  func digest(ofEntry sequence: UInt64) async throws -> SHA256Digest? {
    try await message(ofEntry: sequence).map { SHA256.digest(of: [UInt8]($0.data ?? Data())) }
  }

  private func message(
    ofEntry sequence: UInt64
  ) async throws -> JetStreamAnswers.StoredMessage.Message? {
    let answer: Result<JetStreamAnswers.StoredMessage, _> = try await jetStream.ask(
      "STREAM.MSG.GET.\(address.stream)",
      JetStreamQuestions.Message(sequence: sequence)
    )
    if case .failure(let failure) = answer, failure.isOfSomethingMissing { return nil }
    return try answer.mapError(\.error).get().message
  }

  /// Removes the report of a replica, so that it no longer prevents the removal of entries.
  ///
  /// - Throws: ``LogError``.
  package func forget(_ id: String) async throws {
    try await keys.remove(ReplicaRecord.keyPrefix + id)
  }
}

extension LogError {
  static func unknownReplica(_ id: String, known: [String]) -> LogError {
    LogError(
      .unknownReplica,
      "no replica '\(id)' has reported to the log",
      hint: Suggestion.hint(for: id, among: known, kind: "replicas")
    )
  }

  static func replicaReports(_ id: String, _ age: Double) -> LogError {
    LogError(
      .replicaReports,
      "replica '\(id)' is running: it reported \(age.inWords) ago",
      hint: "stop it first; a running replica reports again within seconds"
    )
  }
}
