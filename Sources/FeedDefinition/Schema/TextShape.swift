import FeedModel

/// The shape of a text.
struct TextShape: Sendable {
  /// The name in messages: `a name`, `an SQL expression`.
  var noun: String
  /// A regular expression that the whole text matches, for the JSON Schema.
  var pattern: String?
  /// The same condition in Swift.
  var accepts: @Sendable (String) -> Bool = { _ in true }
  /// The allowed words, if the text is one of several words.
  var cases: [String] = []
  /// An example of its notation.
  var example: String?
  /// The hint for a list of several such texts, if there is a remedy.
  var listHint: String?
  /// The message for a rejected text, if it is not that the text is not of this shape.
  var complaint: String?

  var schema: JSONText {
    .type(
      "string",
      cases.isEmpty ? nil : ("enum", .array(cases.map(JSONText.string))),
      pattern.map { ("pattern", .string($0)) }
    )
  }

  /// Returns whether a text is accepted; a problem states why it is not.
  func takes(
    _ text: String,
    as subject: String,
    at place: FeedFilePosition,
    _ problems: ProblemCollector
  ) -> Bool {
    if !cases.isEmpty {
      guard !cases.contains(text) else { return true }
      let message = "\(subject) cannot be '\(text)'"
      problems.error("unknown-word", message, hint: caseHint(text), at: place)
    } else {
      guard !accepts(text) else { return true }
      let message = "\(subject) " + (complaint ?? "must be \(noun), and is '\(text)'")
      problems.error("bad-value", message, hint: example, at: place)
    }
    return false
  }

  func caseHint(_ word: String) -> String? {
    Suggestion.hint(for: word, among: cases, called: "possible")
  }
}
