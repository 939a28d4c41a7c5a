import FeedModel
import Foundation

extension JetStreamLog {
  /// The first entry that is not older than a time.
  ///
  /// - Parameters:
  ///   - age: How old entries may be that are to stay, in seconds by the clock of the log's servers.
  ///   - status: How the log fares.
  /// - Returns: Its number; one beyond the newest if all are older.
  /// - Throws: ``LogError``.
  /// - Complexity: O(log *n*) questions for *n* entries.
  package func firstEntry(noOlderThan age: Double, _ status: LogStatus) async throws -> UInt64 {
    guard let newestAge = status.newestAge else { return status.bounds.last + 1 }
    guard let newest = try await time(ofEntry: status.bounds.last) else {
      return status.bounds.first
    }
    let oldestTime = newest + newestAge - age
    var (low, high) = (status.bounds.first, status.bounds.last + 1)
    while low < high {
      let middle = low + (high - low) / 2
      // What is gone from the middle is as old as what comes behind it.
      if let time = try await time(ofEntry: middle), time >= oldestTime {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// When an entry was appended, in seconds since 1970 by the server's clock; `nil` if it is gone.
  func time(ofEntry sequence: UInt64) async throws -> Double? {
    try await message(ofEntry: sequence)?.time.flatMap(JetStreamTime.seconds)
  }

  /// The digest of an entry, as the leader of the log has it; `nil` if it is gone.
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

  /// Forgets what a replica has said of itself, so that it keeps no entry any more.
  ///
  /// - Parameter id: Its name.
  /// - Throws: ``LogError``.
  package func forget(_ id: String) async throws {
    try await keys.remove(ReplicaRecord.keyPrefix + id)
  }
}

extension LogStatus {
  /// How the others fare without a replica that is gone for good.
  ///
  /// - Parameter id: Its name.
  /// - Returns: The status without it.
  /// - Throws: ``LogError`` if there is none of this name, or it runs.
  package func forgetting(_ id: String) throws(LogError) -> LogStatus {
    guard let member = members.first(where: { $0.record.id == id }) else {
      throw .unknownReplica(id, known: members.map(\.record.id))
    }
    if member.reports { throw .replicaReports(id, member.age) }
    var status = self
    status.members = Self.members(
      members.filter { $0.record.id != id }.map { ($0.record, $0.age) }
    )
    return status
  }
}

extension LogError {
  fileprivate static func unknownReplica(_ id: String, known: [String]) -> LogError {
    LogError(
      .unknownReplica,
      "no replica '\(id)' has reported to the log",
      hint: Suggestion.hint(for: id, among: known, kind: "replicas")
    )
  }

  fileprivate static func replicaReports(_ id: String, _ age: Double) -> LogError {
    LogError(
      .replicaReports,
      "replica '\(id)' runs: it has reported \(age.inWords) ago",
      hint: "stop it first; it would report again in seconds"
    )
  }
}
