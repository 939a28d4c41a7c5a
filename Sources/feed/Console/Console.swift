import FeedFormatting
import FeedSnapshots
import Foundation

/// Short texts on standard output, and messages on standard error.
///
/// This and ``OutputBuffer`` are the only ways out of the program: what is a user's in a text, as a
/// key, a name of a file or an argument, is made inert here, whoever put it there.
enum Console {
  /// Prints a text that is all our own, as help is, on standard output.
  ///
  /// - Throws: As ``OutputBuffer/flush()``.
  static func print(_ text: String) throws {
    var output = OutputBuffer()
    try output.write(rendered: text + "\n")
    try output.flush()
  }

  /// Prints a message of one line on standard error, whatever is quoted in it.
  static func error(_ message: String) { error(lines: message.onOneLine) }

  /// Prints on standard error what an error says of itself, whose lines are of its own making.
  static func error(lines: String) { write(lines + "\n") }

  /// Prints on standard error without a line feed.
  static func write(_ message: String) { draw(message.inertLines) }

  /// Prints on standard error what tells the terminal where it is to stand.
  static func draw(_ rendered: String) {
    // There is nobody left to tell when standard error itself is closed.
    try? FileHandle.standardError.write(contentsOf: Data(rendered.utf8))
  }
}

/// The reader of standard output has gone away.
struct BrokenPipe: Error {}
