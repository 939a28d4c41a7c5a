import FeedModel
import Foundation

/// Values that all programs of a log share; a value can be replaced on condition of its revision.
///
/// They are in a key-value bucket of NATS, so that its own tools can read them.
struct LogKeys: Sendable {
  private let jetStream: JetStream
  private let bucket: String

  /// A value.
  struct Value: Hashable, Sendable {
    var bytes: [UInt8]
    /// The number of the value; it increases with each change.
    var revision: UInt64
    /// The time of the change, in seconds since 1970 by the server's clock.
    var time: Double?

    func decoded<T: Decodable>(_ type: T.Type) -> T? {
      try? JSONDecoder().decode(type, from: Data(bytes))
    }
  }

  init(_ jetStream: JetStream, bucket: String) {
    self.jetStream = jetStream
    self.bucket = bucket
  }

  private var stream: String { "KV_\(bucket)" }

  private func subject(_ key: String) -> String { "$KV.\(bucket).\(key)" }

  /// Creates the bucket, unless it exists.
  func open(replicas: Int) async throws {
    _ = try await jetStream.makeStream(
      JetStreamQuestions.Stream(
        name: stream,
        subjects: [subject(">")],
        replicas: replicas,
        mostPerSubject: 1
      )
    )
  }

  /// The value of a key on the leader of the bucket.
  subscript(key: String) -> Value? {
    get async throws {
      let answer: Result<JetStreamAnswers.StoredMessage, _> = try await jetStream.ask(
        "STREAM.MSG.GET.\(stream)",
        JetStreamQuestions.LastMessage(subject: subject(key))
      )
      if case .failure(let failure) = answer, failure.isOfSomethingMissing { return nil }
      let message = try answer.mapError(\.error).get().message
      return Value(
        bytes: message.data.map { [UInt8]($0) } ?? [],
        revision: message.sequence,
        time: message.time.flatMap(JetStreamTime.seconds)
      )
    }
  }

  /// Returns the keys with a prefix, in alphabetical order.
  ///
  /// - Parameter prefix: The prefix, with its final full stop: `replica.`.
  /// - Throws: ``LogError``.
  func names(under prefix: String) async throws -> [String] {
    let answer: Result<JetStreamAnswers.Stream, _> = try await jetStream.ask(
      "STREAM.INFO.\(stream)",
      JetStreamQuestions.Subjects(filter: subject("\(prefix)>"))
    )
    if case .failure(let failure) = answer, failure.isOfSomethingMissing { return [] }
    let stream = try answer.mapError(\.error).get()
    let start = subject("").count
    return (stream.state.subjects ?? [:]).keys.map { String($0.dropFirst(start)) }.sorted()
  }

  /// Sets the value of a key unconditionally.
  ///
  /// - Throws: ``LogError``.
  func put(_ key: String, _ value: [UInt8]) async throws {
    let request = NATSRequest(subject: subject(key), body: value)
    let answer: Result<JetStreamAnswers.Receipt, _> = try await jetStream.send(request)
    _ = try answer.mapError(\.error).get()
  }

  /// Removes a key and its value.
  ///
  /// - Throws: ``LogError``.
  func remove(_ key: String) async throws {
    _ = try await jetStream.ask(
      "STREAM.PURGE.\(stream)",
      JetStreamQuestions.PurgeSubject(filter: subject(key)),
      for: JetStreamAnswers.Nothing.self
    ).mapError(\.error).get()
  }

  /// Replaces the value of a key, if its revision is the expected one.
  ///
  /// - Parameter revision: The expected revision; zero if the key must not exist.
  /// - Returns: The revision of the new value, or `nil` if the revision was not the expected one.
  /// - Throws: ``LogError``.
  func set(_ key: String, to value: [UInt8], expecting revision: UInt64) async throws -> UInt64? {
    let request = NATSRequest(
      subject: subject(key),
      headers: [
        .init(name: "Nats-Msg-Id", value: UUID().uuidString),
        .init(name: "Nats-Expected-Last-Subject-Sequence", value: "\(revision)"),
      ],
      body: value
    )
    let answer: Result<JetStreamAnswers.Receipt, _> = try await jetStream.send(request)
    if case .failure(let failure) = answer, failure.number == JetStreamFailure.wrongLastSequence {
      return nil
    }
    return try answer.mapError(\.error).get().sequence
  }
}

extension LogKeys: LeaseKeys {
  func leaseValue(of key: String) async throws -> Value? { try await self[key] }
}
