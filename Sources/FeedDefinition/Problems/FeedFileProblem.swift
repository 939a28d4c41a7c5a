import FeedFormatting
import FeedSnapshots
public import Foundation

/// An error or warning in a feed file, with its position and a suggested correction.
///
/// ```text
/// home.yaml:12:12: error[unknown-source]: section 'trending' names source 'hot', which no source declares
///     source: hot
///             ^
///   hint: did you mean 'hot-articles'? declared: ads, hot-articles, latest
/// ```
public struct FeedFileProblem: Error, Hashable, Sendable {
  /// The severity of a problem.
  public enum Severity: String, Hashable, Sendable {
    /// The file cannot be loaded.
    case error
    /// The file can be loaded, but probably does not mean what its author intended.
    case warning
  }

  /// The severity of the problem.
  public let severity: Severity
  /// A stable word for the kind of problem, such as `unknown-key`.
  public let code: String
  /// A description of the problem, in lower case, without a final period.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?
  /// The name of the file.
  public let file: String
  /// The position, or `nil` if the problem concerns the whole file.
  public let position: FeedFilePosition?
  /// The line of the file at that position.
  public let sourceLine: String?

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - message: A description of the problem, in lower case, without a final period.
  ///   - hint: A suggested correction, or `nil`.
  ///   - position: The position, or `nil` if the problem concerns the whole file.
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
  /// The problem as text, without a final newline.
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

/// The errors of a feed file that cannot be loaded.
public struct FeedFileErrors: Error, Hashable, Sendable {
  /// The maximum number of problems that are kept.
  static let most = 100

  /// The errors, in the order of the file: between one and a hundred.
  public let problems: [FeedFileProblem]
  /// The number of further errors that were left out.
  public let omitted: Int

  /// Creates a collection of problems.
  ///
  /// - Parameters:
  ///   - problems: The problems, in the order of the file; the first hundred are kept.
  ///   - omitted: The number of problems that the caller left out.
  public init(problems: [FeedFileProblem], omitted: Int = 0) {
    self.problems = Array(problems.prefix(Self.most))
    self.omitted = omitted + max(problems.count - Self.most, 0)
  }

  /// Returns a line that reports the number of omitted problems.
  ///
  /// - Parameter noun: The noun for one of them, for example `error`.
  /// - Returns: The line, or `nil` if the number is zero.
  package static func omission(of count: Int, _ noun: String) -> String? {
    count > 0 ? "and \(count) more \(noun)\(count == 1 ? "" : "s"), which are not shown" : nil
  }
}

extension FeedFileErrors: CustomStringConvertible {
  /// The problems as text, one after the other, followed by the number of omitted ones.
  public var description: String {
    let omission = Self.omission(of: omitted, "error")
    return (problems.map(\.description) + [omission].compactMap { $0 }).joined(separator: "\n")
  }
}

extension FeedFileErrors: LocalizedError {
  /// The same as the description, with the remedy, for `localizedDescription`.
  public var errorDescription: String? { description }
}
