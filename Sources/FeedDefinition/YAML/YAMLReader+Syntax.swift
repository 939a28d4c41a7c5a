import Yams

extension YAMLReader {
  /// Reports a syntax error of Yams in plain words.
  func report(_ error: YamlError) {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      report(problem, context: context, at: position(mark))
    case .reader(let problem, _, _, _):
      problems.error("yaml-syntax", "the file cannot be read as YAML: \(problem)", at: nil)
    default:
      problems.error("yaml-syntax", "the file cannot be read as YAML", at: nil)
    }
  }

  private func report(_ problem: String, context: YamlError.Context?, at place: FeedFilePosition) {
    if let tab = tab(before: place) {
      problems.error(
        "tab",
        "a tab is used where YAML allows only spaces",
        hint: "indent with two spaces",
        at: tab
      )
      return
    }
    let opening = context.map { position($0.mark) }
    if let known = Self.known.first(where: {
      problem.contains($0.problem) && (context?.text ?? "").contains($0.context)
    }) {
      problems.error(
        "yaml-syntax",
        known.message,
        hint: known.hint,
        at: known.isAtOpening ? opening ?? place : place
      )
    } else {
      let around = context.map { " \($0.text)" } ?? ""
      problems.error("yaml-syntax", "this is not YAML: \(problem)\(around)", at: place)
    }
  }

  /// Returns the tab at which YAML stopped, at the place or in the blanks before it.
  private func tab(before place: FeedFilePosition) -> FeedFilePosition? {
    guard let line = problems.source.line(place.line) else { return nil }
    let blanks = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }
    guard let column = Array(blanks).firstIndex(of: "\t") else { return nil }
    return FeedFilePosition(line: place.line, column: column + 1)
  }

  /// Returns the position of a mark of Yams, within the text.
  private func position(_ mark: Mark) -> FeedFilePosition {
    let lines = problems.source.lines
    guard mark.line > lines.count else {
      return FeedFilePosition(line: mark.line, column: mark.column)
    }
    let last = lines.lastIndex { !$0.isEmpty } ?? 0
    return FeedFilePosition(line: last + 1, column: lines[last].unicodeScalars.count + 1)
  }

  private struct Known {
    let problem: String
    let context: String
    let message: String
    let hint: String?
    /// Whether the place to report is the start of the faulty element, not the place of detection.
    var isAtOpening = false
  }

  private static let known = [
    Known(
      problem: "mapping values are not allowed",
      context: "",
      message: "the line has a second ':', or its indentation is wrong",
      hint: "put a text with ': ' in quotes, and indent the keys of one map alike"
    ),
    Known(
      problem: "did not find expected key",
      context: "block mapping",
      message: "a key is expected here, indented like those above it",
      hint: "indent the keys of one map alike, and close every quote and bracket"
    ),
    Known(
      problem: "did not find expected '-' indicator",
      context: "",
      message: "an entry of the list is expected here, with '- ' before it",
      hint: "indent the entries of one list alike"
    ),
    Known(
      problem: "did not find expected ',' or '}'",
      context: "",
      message: "',' or '}' is missing in the map that begins here",
      hint: "put a text with a comma, a colon or a bracket in quotes",
      isAtOpening: true
    ),
    Known(
      problem: "did not find expected ',' or ']'",
      context: "",
      message: "',' or ']' is missing in the list that begins here",
      hint: "put a text with a comma, a colon or a bracket in quotes",
      isAtOpening: true
    ),
    Known(
      problem: "found unexpected end of stream",
      context: "quoted scalar",
      message: "no quote closes the text that begins here",
      hint: "add the closing quote",
      isAtOpening: true
    ),
    Known(
      problem: "could not find expected ':'",
      context: "",
      message: "a ':' is missing after the key that begins here",
      hint: "write 'key: value', with a space",
      isAtOpening: true
    ),
    Known(
      problem: "did not find expected comment or line break",
      context: "block scalar",
      message: "a text cannot begin with '>' or '|'",
      hint: "put the text in quotes"
    ),
    Known(
      problem: "cannot start any token",
      context: "",
      message: "a text cannot begin with this character",
      hint: "put the text in quotes"
    ),
    Known(
      problem: "did not find expected alphabetic or numeric character",
      context: "alias",
      message: "an alias has a name of letters from a to z, digits, '_' and '-' after its '*'",
      hint: "rename the anchor and its aliases, or put the text in quotes"
    ),
    Known(
      problem: "did not find expected alphabetic or numeric character",
      context: "anchor",
      message: "an anchor has a name of letters from a to z, digits, '_' and '-' after its '&'",
      hint: "rename the anchor and its aliases, or put the text in quotes"
    ),
    Known(
      problem: "unknown escape character",
      context: "",
      message: "this escape does not exist",
      hint: "write two backslashes for one, or use single quotes"
    ),
    Known(
      problem: "but found another document",
      context: "",
      message: "a second document begins here",
      hint: "keep one feed in one file"
    ),
    Known(
      problem: "did not find expected node content",
      context: "",
      message: "a value is missing here",
      hint: nil
    ),
    Known(
      problem: "did not find expected <document start>",
      context: "",
      message: "the file continues after its only value",
      hint: "indent the keys of one map alike, and begin the file with 'feed: 1'"
    ),
    Known(
      problem: "block sequence entries are not allowed",
      context: "",
      message: "an entry of a list cannot begin here",
      hint: "begin the list on a new line"
    ),
  ]
}
