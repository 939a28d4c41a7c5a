import FeedModel
import FeedStore

/// The position of an input whose adapter reads it from messages.
struct InputPosition: Sendable {
  private let paths: PositionPaths?
  private(set) var values: [String: String]

  /// Resumes at a stored position.
  init(_ paths: PositionPaths?, _ stored: String?) {
    self.paths = paths
    values = paths?.values(of: stored) ?? [:]
  }

  /// Whether messages have a position.
  var isKept: Bool { paths != nil }

  /// Returns the position after a message; `nil` if there is none.
  mutating func advance(past message: [UInt8]) -> String? {
    paths == nil ? nil : advance(past: message, try? JSONReader.read(message))
  }

  /// Returns the position after a message that was read; `nil` if there is none.
  mutating func advance(past message: [UInt8], _ node: JSONNode?) -> String? {
    paths?.position(after: &values, message, node)
  }

  /// Forgets the position.
  mutating func forget() { values = [:] }
}
