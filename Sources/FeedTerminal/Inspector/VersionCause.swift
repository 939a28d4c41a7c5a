/// The cause of a version: a line of a fixture, an action, or an edit of the feed file.
package struct VersionCause: Hashable, Sendable {
  /// The description; empty if it is unknown.
  package var text: String
  /// The time of day in the message, if it has one.
  package var time: String?

  package init(_ text: String, time: String? = nil) {
    (self.text, self.time) = (text, time)
  }

  /// The description with the time: `day.jsonl:5, at 1.5 s, 2026-07-01T18:30:01.500Z`.
  var line: String { [text, time].compactMap(\.self).joined(separator: ", ") }
}

extension VersionCause: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}
