import Foundation

/// Standard output for short texts, and standard error for messages.
enum Console {
  /// Prints a text and a line feed on standard output; a reader that has gone is no error.
  static func print(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
  }

  /// Prints a message and a line feed on standard error.
  static func error(_ message: String) { write(message + "\n") }

  /// Prints on standard error without a line feed.
  static func write(_ message: String) {
    // There is nobody left to tell when standard error itself is closed.
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
  }
}

/// The reader of standard output has gone away.
struct BrokenPipe: Error {}
