import FeedModel
import FeedStore

/// A part of a client's request that is performed once, even if the client repeats it.
///
/// A record is written in the same transaction, so that a repeat is detected even after a restart.
package struct RequestPart: Hashable, Sendable {
  /// The request that the current task serves; a commit of an engine records it.
  @TaskLocal package static var current: RequestPart?

  /// The key that the client has chosen for the request.
  package var key: String
  /// A hash of the request, which detects a key that is used for two different requests.
  package var digest: UInt64
  /// The time of receipt, in seconds since 1970.
  package var time: Int
  /// The number of the part in the request, from one.
  package var part: Int

  /// Describes a part.
  package init(key: String, digest: UInt64, time: Int, part: Int = 1) {
    self.key = key
    self.digest = digest
    self.time = time
    self.part = part
  }

  /// The stored record of a request.
  package struct Record: Hashable, Sendable {
    /// A hash of the request.
    package var digest: UInt64
    /// The time of receipt, in seconds since 1970.
    package var time: Int
    /// The number of completed parts.
    package var parts: Int
    /// The version after the last completed part.
    package var version: Int
  }

  /// The time for which the record of a request is stored, in seconds.
  package static let lifetime = 86_400
  /// The maximum number of records that one transaction deletes, which keeps it short.
  static let mostForgotten = 1000
}

/// An error for a part of a request that was performed before.
package struct RequestRepeated: Error {
  /// The stored record of the request.
  package let record: RequestPart.Record

  /// Describes a repeat.
  package init(record: RequestPart.Record) { self.record = record }
}

extension RequestPart {
  /// Throws an error if the part was performed before, in the transaction that would repeat it.
  func check(in writer: Writer) throws {
    guard let record = try writer.record(ofRequest: key),
      record.digest != digest || record.parts >= part
    else { return }
    throw RequestRepeated(record: record)
  }

  /// Stores the record of the completed part.
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
  /// Returns the stored record of a request.
  ///
  /// - Returns: The record, or `nil` if no request with the key was performed.
  /// - Throws: `StoreError` if the store cannot be read.
  package func record(ofRequest key: String) throws -> RequestPart.Record? {
    try core.store.withWriter { try $0.record(ofRequest: key) }
  }

  /// Deletes the records of requests before a time, in short transactions with other calls in between.
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

  /// Returns the stored identity of the history of versions, creating it if necessary.
  ///
  /// - Returns: The identity, or `nil` if the store cannot contain one: its versions then begin again with
  ///   each engine.
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

  /// Stores the identity of a log as that of the versions, so that all replicas have the same one.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func setIdentity(_ identity: String) async throws {
    try await whenUnlocked {
      let value = Value.text(Text("log \(identity)"))
      guard try core.store.withWriter({ try $0.state(named: "identity") }) != value else { return }
      publish(try core.commit { try $0.setState(value, named: "identity") })
    }
  }

  /// Applies an external message in its own transaction.
  ///
  /// - Parameters:
  ///   - message: A line of a fixture without `sql`, or a message in the format of the adapter.
  ///   - adapter: The adapter of a message in a foreign format.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` or ``EngineError`` if it cannot be applied; nothing is written then.
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
