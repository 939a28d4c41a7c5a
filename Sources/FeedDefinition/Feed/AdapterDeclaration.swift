public import FeedStore

/// An adapter of the feed file: the conversion of messages to rows, and the format of recordings.
public struct AdapterDeclaration: Hashable, Sendable {
  /// The conversion of one message to rows.
  public var adapter: Adapter
  /// The format of a recording of such messages.
  public var recording: RecordingFormat
  /// The values of a message that are the position of its input, or `nil`.
  public var position: PositionPaths?

  /// Declares an adapter.
  public init(adapter: Adapter, recording: RecordingFormat = RecordingFormat()) {
    self.adapter = adapter
    self.recording = recording
  }
}

/// The format of a foreign recording: the paths of its messages and of their times.
public struct RecordingFormat: Hashable, Sendable {
  /// The path of the list of messages in each value of the file; the root stands for the value itself.
  public var items: JSONPath
  /// The path of a message's time, or `nil` if messages have no time.
  public var time: JSONPath?
  /// The unit of the times.
  public var unit: TimeUnit
  /// Whether messages are played in the order of their times instead of file order.
  public var isSorted: Bool

  /// The unit of the times in messages.
  public enum TimeUnit: String, CaseIterable, Hashable, Sendable {
    /// Seconds since a moment that is the same for all messages.
    case seconds = "s"
    /// Milliseconds.
    case milliseconds = "ms"
    /// Microseconds.
    case microseconds = "us"
    /// Nanoseconds.
    case nanoseconds = "ns"
    /// A text in the format of ISO 8601: `2026-07-01T18:30:00.250Z`.
    case iso
  }

  /// Declares the format of a recording.
  ///
  /// - Parameter isSorted: Whether messages are played in the order of their times.
  public init(
    items: JSONPath = .root,
    time: JSONPath? = nil,
    unit: TimeUnit = .seconds,
    isSorted: Bool = false
  ) {
    self.items = items
    self.time = time
    self.unit = unit
    self.isSorted = isSorted
  }
}
