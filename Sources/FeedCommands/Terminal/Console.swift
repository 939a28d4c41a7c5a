import FeedFormatting
import FeedSnapshots
import Foundation

/// Short texts on standard output, and messages on standard error.
///
/// This and ``OutputBuffer`` are the only outputs of the program: they escape control characters in
/// all foreign text, such as a key, a file name or an argument.
package enum Console {
  /// Prints a text without foreign parts, such as help, on standard output.
  ///
  /// - Throws: As ``OutputBuffer/flush()``.
  package static func print(_ text: String) throws {
    var output = OutputBuffer()
    try output.write(rendered: text + "\n")
    try output.flush()
  }

  /// Prints a one-line message on standard error, with escaped quotations.
  package static func error(_ message: String) { error(lines: message.onOneLine) }

  /// Prints the lines of an error on standard error.
  package static func error(lines: String) { write(lines + "\n") }

  /// Prints on standard error without a line feed.
  static func write(_ message: String) { draw(message.inertLines) }

  /// Prints control sequences for the terminal on standard error.
  package static func draw(_ rendered: String) {
    // If standard error itself is closed, the failure cannot be reported.
    try? FileHandle.standardError.write(contentsOf: Data(rendered.utf8))
  }
}

/// The reader of standard output has closed it.
package struct BrokenPipe: Error {}
