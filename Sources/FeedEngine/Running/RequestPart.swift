import FeedModel
import FeedStore

/// A part of a client's request that is done once, however often the client repeats it.
///
/// What was done is noted in the same transaction, so that a repeat is known after a restart too.
package struct RequestPart: Hashable, Sendable {
  /// The request that the current task serves; a commit of an engine notes it.
  @TaskLocal package static var current: RequestPart?

  /// The key that the client has given.
  package var key: String
  /// A hash of the request, so that a key that is used for another one is noticed.
  package var digest: UInt64
  /// When the request came, in seconds since 1970.
  package var time: Int
  /// Which part of the request it is, counted from one.
  package var part: Int

  /// Describes a part.
  package init(key: String, digest: UInt64, time: Int, part: Int = 1) {
    self.key = key
    self.digest = digest
    self.time = time
    self.part = part
  }

  /// What was noted of a request.
  package struct Record: Hashable, Sendable {
    /// A hash of the request.
    package var digest: UInt64
    /// When it came.
    package var time: Int
    /// How many parts were done.
    package var parts: Int
    /// The version that the last one has led to.
    package var version: Int
  }

  /// How long a request is known, in seconds.
  package static let lifetime = 86_400
  /// How many requests are forgotten in one transaction at the most, so that nobody has to wait for long.
  static let mostForgotten = 1000
}

/// A part of a request that was done before.
package struct RequestRepeated: Error {
  /// What was noted of the request.
  package let record: RequestPart.Record

  /// Describes a repeat.
  package init(record: RequestPart.Record) { self.record = record }
}

extension RequestPart {
  /// Refuses what was done before, in the transaction that would do it again.
  func check(in writer: Writer) throws {
    guard let record = try writer.record(ofRequest: key),
      record.digest != digest || record.parts >= part
    else { return }
    throw RequestRepeated(record: record)
  }

  /// Notes that the part is done.
  func note(version: Int, in writer: Writer) throws {
    let record = Record(digest: digest, time: time, parts: part, version: version)
    try writer.setState(.text(Text(record.text)), named: Requests.mark + key)
  }
}

extension RequestPart.Record {
  fileprivate var text: String { "\(time) \(digest) \(parts) \(version)" }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, let time = Int(words[0]), let digest = UInt64(words[1]),
      let parts = Int(words[2]), let version = Int(words[3])
    else { return nil }
    self.init(digest: digest, time: time, parts: parts, version: version)
  }
}

extension Writer {
  func record(ofRequest key: String) throws -> RequestPart.Record? {
    guard case .text(let text)? = try state(named: Requests.mark + key) else { return nil }
    return RequestPart.Record(text: text.string)
  }
}

extension FeedEngine {
  /// What the store has noted of a request.
  ///
  /// - Returns: What was noted, or `nil` if nothing was done under that key.
  /// - Throws: `StoreError` if the store cannot be read.
  package func record(ofRequest key: String) throws -> RequestPart.Record? {
    try core.store.withWriter { try $0.record(ofRequest: key) }
  }

  /// Forgets the requests that came before a time, in short transactions between which others have their turn.
  ///
  /// - Parameter time: The time, in seconds since 1970.
  /// - Throws: `StoreError` if the store cannot be written, or `CancellationError`.
  package func forgetRequests(before time: Int) async throws {
    var count = 0
    while true {
      try await whenUnlocked {
        _ = try core.commit {
          count = try $0.forgetRequests(before: time, limit: RequestPart.mostForgotten)
        }
      }
      guard count == RequestPart.mostForgotten else { return }
      await letOthersIn()
      try Task.checkCancellation()
    }
  }

  /// What identifies the history of versions that the store keeps.
  ///
  /// - Returns: The identity, or `nil` if the store keeps none: its versions begin again with each engine.
  /// - Throws: `StoreError` if the store cannot be written.
  package func identity(_ make: @Sendable () -> String) async throws -> String? {
    try await whenUnlocked {
      let known = try core.store.withWriter { writer -> String? in
        guard case .text(let text)? = try writer.state(named: "identity") else { return nil }
        return text.string
      }
      if let known { return known }
      guard try core.store.withWriter({ try $0.keepsAccount }) else { return nil }
      let made = make()
      publish(try core.commit { try $0.setState(.text(Text(made)), named: "identity") })
      return made
    }
  }

  /// Takes the identity of a log for that of the versions that the store keeps: all replicas have the same.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func setIdentity(_ identity: String) async throws {
    try await whenUnlocked {
      let value = Value.text(Text("log \(identity)"))
      guard try core.store.withWriter({ try $0.state(named: "identity") }) != value else { return }
      publish(try core.commit { try $0.setState(value, named: "identity") })
    }
  }

  /// Applies a message that came from outside, in a transaction of its own.
  ///
  /// - Parameters:
  ///   - message: The message, as lines of fixtures are; it may have no `sql`.
  ///   - adapter: The adapter that the message is for, if it is as a foreign source wrote it.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; it then leaves no trace.
  @discardableResult
  package func apply(
    message: String,
    adapter: String? = nil,
    _ didCommit: @Sendable () -> Void = {}
  ) async throws -> FeedUpdate? {
    try await staging(message, adapter: adapter) { isStaged in
      try await whenUnlocked {
        let update = try core.commit {
          try core.apply(message: message, adapter: adapter, isStaged: isStaged, in: $0)
        }
        didCommit()
        return publish(update)
      }
    }
  }
}
