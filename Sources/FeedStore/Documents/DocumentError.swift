import FeedSnapshots

/// The reason why a text or a file is not the declared document.
public struct DocumentError: Error, Hashable, Sendable {
  /// The kinds of problem.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file cannot be read.
    case unreadableFile = "unreadable-file"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The text is not JSON.
    case malformedJSON = "malformed-json"
    /// The text is not a table of comma-separated values.
    case malformedCSV = "malformed-csv"
    /// The text does not have the format of Prometheus.
    case malformedPrometheus = "malformed-prometheus"
    /// The path leads to no value, or to a value that is not a list.
    case notAList = "not-a-list"
    /// An entry of the list is not an object.
    case notAnObject = "not-an-object"
    /// An object has no id.
    case missingID = "missing-id"
    /// An id is neither a text nor an integer.
    case invalidID = "invalid-id"
    /// Two objects have the same id.
    case duplicateID = "duplicate-id"
    /// A number of an object is an integer of more than 64 bits.
    case outOfRange = "out-of-range"
    /// The text is larger than a document may be.
    case tooLarge = "too-large"
  }

  /// The kind of problem.
  public let code: Code
  /// The problem, in lower case, without a final period.
  public let message: String
  /// The one likely remedy.
  public let hint: String?
  /// The document's file, or its name if it was pushed.
  public let place: String
  /// The line and the column, both from one, if the problem has a place in the text.
  public let line: Int?
  /// The column, from one, in Unicode scalars.
  public let column: Int?

  init(
    _ code: Code,
    _ message: String,
    hint: String? = nil,
    place: String,
    line: Int? = nil,
    column: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.place = place
    self.line = line
    self.column = column
  }
}

extension DocumentError: CustomStringConvertible {
  /// The text of the problem for users.
  public var description: String {
    var place = place
    if let line, let column { place += ":\(line):\(column)" }
    return String(error: code.rawValue, message, hint: hint, at: place)
  }
}
