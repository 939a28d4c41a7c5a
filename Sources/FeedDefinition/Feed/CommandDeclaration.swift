/// A local program of the feed file: an input reads its output, an alert runs it.
public struct CommandDeclaration: Hashable, Sendable {
  /// The program and its arguments; a single text is a command of the shell.
  public var arguments: [String]
  /// The time between two runs whose whole output is a document; `nil` for one run whose lines are messages.
  public var interval: Duration?
  /// The folder in which it runs, that of the feed file; `nil` for the working directory.
  public var directory: String?
  /// Whether the program may run; a feed file itself cannot allow it.
  public internal(set) var isAllowed = false

  /// Declares a program.
  public init(_ arguments: [String], every interval: Duration? = nil) {
    self.arguments = arguments
    self.interval = interval
  }
}
