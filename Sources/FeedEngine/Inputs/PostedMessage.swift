/// A message that was posted to a served feed, and committed.
package struct PostedMessage: Hashable, Sendable {
  /// The message.
  package let text: String
  /// The input that it was posted to, if it was to one.
  package let input: String?
  /// The adapter that it is for; without one it is a line of a fixture.
  package let adapter: String?
  /// What the sender calls the request, so that a repeat is known.
  package let key: String?

  /// Describes a message.
  package init(_ text: String, input: String?, adapter: String?, key: String?) {
    (self.text, self.input, self.adapter, self.key) = (text, input, adapter, key)
  }
}
