import FeedSnapshots

/// Why a line of a fixture cannot be played, with its place and what to do about it.
public struct FixtureError: Error, Hashable, Sendable {
  /// What kind of mistake it is; stable, fit for metrics.
  public enum Code: String, Sendable {
    /// The file cannot be opened or read.
    case unreadable = "fixture-unreadable"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The line is longer than a line may be.
    case lineTooLong = "line-too-long"
    /// The line is not a JSON object.
    case notAnObject = "fixture-syntax"
    /// The line does not say when it is to be played.
    case missingTime = "missing-at"
    /// The time is not a number of seconds, negative, or too large.
    case invalidTime = "invalid-at"
    /// A recording has no moment of the name by which it is to be aligned.
    case noSuchMoment = "no-such-moment"
    /// The lines that were played earlier are not those that the file has now.
    case changed = "fixture-changed"
    /// Another program plays the same fixture, and what it has played is not in this file.
    case overtaken = "fixture-overtaken"
    /// No message has a time where the adapter says that it stands, or none in its unit.
    case noTimes = "no-times"
    /// So many lines in a row cannot be played that the file is not what it was taken for.
    case tooManyFaults = "too-many-bad-lines"
    /// The time lies before that of the line before.
    case timeGoesBack = "at-goes-back"
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What is wrong, in lower case, without a final period.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// The path of the fixture.
  public var file: String
  /// The line, counted from one, or `nil` for the file as a whole.
  public var line: Int?
  /// The round in which the line was read, counted from one.
  public var round = 1
  /// Whether the file is played all the same.
  public var isWarning = false

  /// Describes a mistake.
  ///
  /// - Parameters:
  ///   - code: What kind of mistake it is.
  ///   - message: What is wrong.
  ///   - hint: What to do about it.
  ///   - file: The path of the fixture.
  ///   - line: The line, counted from one.
  public init(
    _ code: Code,
    _ message: String,
    hint: String? = nil,
    file: String,
    line: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.file = file
    self.line = line
  }
}

extension FixtureError: CustomStringConvertible {
  /// The place, the code and the message on one line; the hint on another.
  public var description: String {
    let place = (line.map { "\(file):\($0)" } ?? file) + (round > 1 ? " (round \(round))" : "")
    return isWarning
      ? String(warning: code.rawValue, message, hint: hint, at: place)
      : String(error: code.rawValue, message, hint: hint, at: place)
  }
}
