public import FeedModel
import FeedQueries
import FeedSnapshots

/// A section that differed from its query: a fault of this library, to be reported.
public struct FeedMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The section.
  public let section: Name
  /// The section's query, on one line.
  public let query: String
  /// The version in which the section was wrong.
  public let version: Int
  /// The version in which it is right again; the same if nothing visible was wrong.
  public let healedVersion: Int
  /// The line of a fixture that was committed last, if one was.
  public let line: FixtureLine?
  /// The differences, one text for each row and group.
  public let differences: [String]

  /// The mismatch as the commands print it, with the facts for finding its cause.
  public var description: String {
    var lines = [
      "error[self-check]: section '\(section)' of version \(version) differs from its query",
      "  query: \(query)",
    ]
    if let line { lines.append("  line: \(line.fixture):\(line.line): \(line.text)") }
    lines += differences.prefix(Self.shown).map { "  \($0)" }
    if differences.count > Self.shown {
      lines.append("  and \(differences.count - Self.shown) more")
    }
    lines.append(
      "  hint: it is right since version \(healedVersion); please report this with the feed file and "
        + "the lines up to here"
    )
    return lines.map(\.onOneLine).joined(separator: "\n")
  }

  private static let shown = 20
}
