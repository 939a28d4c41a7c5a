import FeedDefinition
import Foundation

/// The text of an error that must not end a watched feed.
package enum ErrorText {
  /// The name of a file without its folders, for a line of a page.
  package static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  /// Returns the first mistake, in one line with its position and its hint, without its code.
  package static func line(of error: any Error) -> String {
    guard let errors = error as? FeedFileErrors, let first = errors.problems.first else {
      return "\(error)".replacing(#/^error\[[a-z-]+\]: /#, with: "").split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }
    let place = name(first.file) + (first.position.map { ":\($0)" } ?? "")
    let more = errors.problems.count + errors.omitted - 1
    return "\(place): \(first.message)" + (more > 0 ? " (and \(more) more)" : "")
      + (first.hint.map { "; hint: \($0)" } ?? "")
  }
}
