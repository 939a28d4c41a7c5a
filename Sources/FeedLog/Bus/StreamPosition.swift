/// Where a reader is in a stream of JetStream: `SEQUENCE CREATED`.
///
/// A stream that was removed and made anew counts from one again, so the time at which it was made belongs to
/// the position.
package struct StreamPosition: Hashable, Sendable {
  /// The number of the message that was read last.
  package var sequence: UInt64
  /// When the stream was made, as the server says it.
  package var created: String

  init(sequence: UInt64, created: String) {
    self.sequence = sequence
    self.created = created
  }

  /// Reads a position that was stored.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let sequence = UInt64(words[0]) else { return nil }
    self.init(sequence: sequence, created: String(words[1]))
  }

  /// The position as it is stored.
  package var text: String { "\(sequence) \(created)" }
}
