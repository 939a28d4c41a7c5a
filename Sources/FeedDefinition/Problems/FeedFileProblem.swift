import FeedFormatting
import FeedSnapshots

/// Something wrong with a feed file, with its place and its remedy.
///
/// ```text
/// home.yaml:12:12: error[unknown-source]: section 'trending' names source 'hot', which no source declares
///     source: hot
///             ^
///   hint: did you mean 'hot-articles'? declared: ads, hot-articles, latest
/// ```
public struct FeedFileProblem: Error, Hashable, Sendable {
  /// Whether a feed can be made of the file all the same.
  public enum Severity: String, Hashable, Sendable {
    /// No feed can be made of the file.
    case error
    /// A feed can be made, but is probably not the one that was meant.
    case warning
  }

  /// Whether a feed can be made of the file all the same.
  public let severity: Severity
  /// A stable word for the kind of problem, such as `unknown-key`.
  public let code: String
  /// What is wrong, in lower case, without a final period.
  public let message: String
  /// The one likely remedy.
  public let hint: String?
  /// The name of the file, as it was given.
  public let file: String
  /// The place, or `nil` if the problem is the file as a whole.
  public let position: FeedFilePosition?
  /// The line of the file at that place.
  public let sourceLine: String?

  /// Describes a problem.
  ///
  /// - Parameters:
  ///   - severity: Whether a feed can be made of the file all the same.
  ///   - code: A stable word for the kind of problem.
  ///   - message: What is wrong, in lower case, without a final period.
  ///   - hint: The one likely remedy.
  ///   - file: The name of the file.
  ///   - position: The place.
  ///   - sourceLine: The line of the file at that place.
  public init(
    severity: Severity = .error,
    code: String,
    message: String,
    hint: String? = nil,
    file: String,
    position: FeedFilePosition? = nil,
    sourceLine: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.file = file
    self.position = position
    self.sourceLine = sourceLine
  }
}

extension FeedFileProblem: CustomStringConvertible {
  /// The problem as it is shown to people, without a newline at the end.
  public var description: String {
    var text = file.onOneLine
    if let position { text += ":\(position)" }
    text += ": \(severity.rawValue)[\(code)]: \(message.onOneLine.inert)"
    if let position, let sourceLine {
      let excerpt = SourceExcerpt(line: sourceLine, column: position.column)
      text += "\n  \(excerpt.text)\n  \(excerpt.caret)"
    }
    if let hint { text += "\n  hint: \(hint.onOneLine.inert)" }
    return text
  }
}

/// All that is wrong with a feed file of which no feed can be made.
public struct FeedFileErrors: Error, Hashable, Sendable {
  /// The most problems that are described.
  static let most = 100

  /// The errors, in the order of the file; at least one, and a hundred at the most.
  public let problems: [FeedFileProblem]
  /// How many more there are.
  public let omitted: Int

  /// Collects problems.
  ///
  /// - Parameters:
  ///   - problems: The problems, in the order of the file; a hundred of them are kept.
  ///   - omitted: How many more there are that were left out before.
  public init(problems: [FeedFileProblem], omitted: Int = 0) {
    self.problems = Array(problems.prefix(Self.most))
    self.omitted = omitted + max(problems.count - Self.most, 0)
  }

  /// A line that says how many problems are left out.
  ///
  /// - Parameters:
  ///   - count: How many they are.
  ///   - noun: What they are called, for example `error`.
  /// - Returns: The line, or `nil` if all are described.
  package static func omission(of count: Int, _ noun: String) -> String? {
    count > 0 ? "and \(count) more \(noun)\(count == 1 ? "" : "s"), which are not shown" : nil
  }
}

extension FeedFileErrors: CustomStringConvertible {
  /// The problems as they are shown to people, one after the other, and how many are not shown.
  public var description: String {
    let omission = Self.omission(of: omitted, "error")
    return (problems.map(\.description) + [omission].compactMap { $0 }).joined(separator: "\n")
  }
}
