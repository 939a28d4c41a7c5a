/// A committed message that a client posted to a served feed.
package struct PostedMessage: Hashable, Sendable {
  /// The text of the message.
  package let text: String
  /// The input that it was posted to, or `nil`.
  package let input: String?
  /// The adapter of the message; `nil` for a line of a fixture.
  package let adapter: String?
  /// The sender's key for the request, by which a repeat is recognized.
  package let key: String?

  /// Describes a message.
  package init(_ text: String, input: String?, adapter: String?, key: String?) {
    (self.text, self.input, self.adapter, self.key) = (text, input, adapter, key)
  }
}
