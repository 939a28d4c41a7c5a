/// The position of a reader in a stream of JetStream, written `SEQUENCE CREATED`.
///
/// A stream that was removed and created again numbers its messages from one again, so the position
/// contains the creation time of the stream.
package struct StreamPosition: Hashable, Sendable {
  /// The number of the last message read.
  package var sequence: UInt64
  /// The creation time of the stream, as the server reports it.
  package var created: String

  init(sequence: UInt64, created: String) {
    self.sequence = sequence
    self.created = created
  }

  /// Parses a stored position; `nil` if the text is not one.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let sequence = UInt64(words[0]) else { return nil }
    self.init(sequence: sequence, created: String(words[1]))
  }

  /// The stored form of the position.
  package var text: String { "\(sequence) \(created)" }
}
