public import FeedDefinition

/// A file to be played: a fixture, or a recording in a foreign format with the adapter for it.
public struct Recording: Hashable, Sendable {
  /// The path of the file; `-` is standard input.
  public var path: String
  /// The adapter that its messages are for; without one it is a fixture.
  public var adapter: String?
  /// How it is read, if it is not a fixture.
  public var format: RecordingFormat
  /// The seconds by which it is played later than its place on the clock says.
  public var offset: Double

  /// Describes a file to be played.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - adapter: The adapter that its messages are for.
  ///   - format: How it is read.
  ///   - offset: The seconds by which it is played later.
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

/// How the clocks of several recordings are laid over one another.
public enum Alignment: Hashable, Sendable {
  /// By the times that the messages say: what happened together is played together.
  case clock
  /// Each begins at the start.
  case start
  /// A moment that the adapters know by this name happens in all of them at once.
  case mark(String)

  /// Reads `clock`, `start`, or the name of a mark.
  ///
  /// - Parameter text: The alignment as the command line writes it.
  public init(_ text: String) {
    self =
      switch text {
      case "clock": .clock
      case "start": .start
      default: .mark(text)
      }
  }
}
