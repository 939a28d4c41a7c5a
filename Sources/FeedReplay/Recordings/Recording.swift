public import FeedDefinition

/// A file to play: a fixture, or a recording in a foreign format with its adapter.
public struct Recording: Hashable, Sendable {
  /// The path of the file; `-` is standard input.
  public var path: String
  /// The adapter for its messages; `nil` for a fixture.
  public var adapter: String?
  /// The format, if it is not a fixture.
  public var format: RecordingFormat
  /// The seconds by which it is played later than its time on the clock.
  public var offset: Double
  /// The adapters that the feed declares; the error of a file that is not a fixture names them.
  public var declaredAdapters: [String] = []
  /// Whether it is played by the times in its messages, so that a recording without times gets a warning.
  public var needsTimes = false

  /// Creates a file to play.
  ///
  /// - Parameter offset: The seconds by which it is played later.
  public init(
    path: String,
    adapter: String? = nil,
    format: RecordingFormat = RecordingFormat(),
    offset: Double = 0
  ) {
    self.path = path
    self.adapter = adapter
    self.format = format
    self.offset = offset
  }
}

/// The alignment of the clocks of several recordings.
public enum Alignment: Hashable, Sendable {
  /// By the times in the messages: simultaneous messages are played simultaneously.
  case clock
  /// All recordings begin at the start.
  case start
  /// By a moment that the adapters declare under this name.
  case mark(String)

  /// Reads `clock`, `start`, or the name of a mark.
  ///
  /// - Parameter text: The alignment in the notation of the command line.
  public init(_ text: String) {
    self =
      switch text {
      case "clock": .clock
      case "start": .start
      default: .mark(text)
      }
  }
}

extension Recording {
  /// Opens the lines of the file on the clock of a merge.
  ///
  /// - Parameter shift: The shift of the times of a recording; `nil` if its first message
  ///   determines it.
  /// - Throws: ``FixtureError`` if the file cannot be read.
  func lines(shift: Double?, start: Double) throws(FixtureError) -> any TimedLines {
    guard adapter != nil else { return try FixtureLines(self, offset: start) }
    return try RecordingLines(self, shift: shift, start: start)
  }
}
