/// The limits on the messages of a subject that wait for its reader.
package struct SubjectLimits: Hashable, Sendable {
  /// The maximum number of messages.
  package var messages: Int
  /// The maximum total size of the messages in bytes.
  package var bytes: Int

  /// Creates limits; messages beyond either limit are dropped.
  package init(messages: Int = 65_536, bytes: Int = 64 << 20) {
    self.messages = messages
    self.bytes = bytes
  }
}
