/// How much of a subject may wait for its reader.
package struct SubjectLimits: Hashable, Sendable {
  /// How many messages.
  package var messages: Int
  /// How many bytes they may have together.
  package var bytes: Int

  /// Describes limits; what comes beyond either of them is dropped.
  package init(messages: Int = 65_536, bytes: Int = 64 << 20) {
    self.messages = messages
    self.bytes = bytes
  }
}
