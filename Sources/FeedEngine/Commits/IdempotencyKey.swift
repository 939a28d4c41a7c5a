import FeedModel
import FeedStore

/// A part of a client's request that is performed once, even if the client repeats it.
///
/// A record is written in the same transaction, so that a repeat is detected even after a restart.
package struct IdempotencyKey: Hashable, Sendable {
  /// The request that the current task serves; a commit of an engine records it.
  @TaskLocal package static var current: IdempotencyKey?

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
  package let record: IdempotencyKey.Record

  /// Describes a repeat.
  package init(record: IdempotencyKey.Record) { self.record = record }
}

extension IdempotencyKey {
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

extension IdempotencyKey.Record {
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
  func record(ofRequest key: String) throws -> IdempotencyKey.Record? {
    guard case .text(let text)? = try state(named: Requests.mark + key) else { return nil }
    return IdempotencyKey.Record(text: text.string)
  }
}
