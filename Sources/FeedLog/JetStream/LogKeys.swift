import Foundation

/// Values beside a log that all who use it see, each replaced only by who has seen the one before.
///
/// It is a bucket as NATS keeps them, so that its own tools read it.
struct LogKeys: Sendable {
  private let jetStream: JetStream
  private let bucket: String

  /// A value.
  struct Value: Hashable, Sendable {
    var bytes: [UInt8]
    /// Its number, which is greater than that of any value before it.
    var revision: UInt64
    /// When it was set, in seconds since 1970 by the server's clock.
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

  /// Makes the bucket unless it is there.
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

  /// The value of a key, as the leader of the bucket has it.
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

  /// The names of all keys that begin alike, in alphabetical order.
  ///
  /// - Parameter prefix: What they begin with, up to a full stop: `replica.`.
  /// - Returns: The names.
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

  /// Sets the value of a key, whatever it was.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The new value.
  /// - Throws: ``LogError``.
  func put(_ key: String, _ value: [UInt8]) async throws {
    let request = NATSRequest(subject: subject(key), body: value)
    let answer: Result<JetStreamAnswers.Receipt, _> = try await jetStream.send(request)
    _ = try answer.mapError(\.error).get()
  }

  /// Removes a key and its value.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``LogError``.
  func remove(_ key: String) async throws {
    _ = try await jetStream.ask(
      "STREAM.PURGE.\(stream)",
      JetStreamQuestions.PurgeSubject(filter: subject(key)),
      for: JetStreamAnswers.Nothing.self
    ).mapError(\.error).get()
  }

  /// Replaces the value of a key, if nobody else has.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The new value.
  ///   - revision: The number of the value that it replaces; zero if there is none.
  /// - Returns: The number of the value, or `nil` if another one was there.
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
