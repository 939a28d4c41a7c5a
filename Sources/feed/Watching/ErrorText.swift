import FeedDefinition
import Foundation

/// What a watched feed says of an error, where one must not end it.
enum ErrorText {
  /// All that is wrong, in the lines that a command would end with.
  static func lines(of error: any Error) -> String {
    (error as? Failure)?.message ?? "\(error)"
  }

  /// The name of a file without its folders, for a line of a page.
  static func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  /// What is wrong first, in one line with its place and its remedy; its code is for programs.
  static func line(of error: any Error) -> String {
    guard let errors = error as? FeedFileErrors, let first = errors.problems.first else {
      return lines(of: error).replacing(#/^error\[[a-z-]+\]: /#, with: "").split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }
    let place = name(first.file) + (first.position.map { ":\($0)" } ?? "")
    let more = errors.problems.count + errors.omitted - 1
    return "\(place): \(first.message)" + (more > 0 ? " (and \(more) more)" : "")
      + (first.hint.map { "; hint: \($0)" } ?? "")
  }
}
