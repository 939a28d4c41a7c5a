import FeedModel

/// What a text may look like.
struct TextShape: Sendable {
  /// What it is called in messages: `a name`, `an SQL expression`.
  var noun: String
  /// A regular expression that the whole text meets, for the JSON Schema.
  var pattern: String?
  /// The same condition in Swift.
  var accepts: @Sendable (String) -> Bool = { _ in true }
  /// The words that the text is one of, if they are fixed.
  var cases: [String] = []
  /// How it is written, for example.
  var example: String?
  /// What to write instead of a list of several such texts, if there is a remedy.
  var listHint: String?
  /// What is said of a text that is not accepted, if it is not that it is none of its kind.
  var complaint: String?

  var schema: JSONText {
    .type(
      "string",
      cases.isEmpty ? nil : ("enum", .array(cases.map(JSONText.string))),
      pattern.map { ("pattern", .string($0)) }
    )
  }

  /// Whether a text is accepted; a problem says why it is not.
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
