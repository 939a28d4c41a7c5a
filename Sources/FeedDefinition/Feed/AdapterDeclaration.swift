public import FeedDocuments
public import FeedStore

/// An adapter as the feed file declares it: how messages become rows, and how a recording of them
/// is read.
public struct AdapterDeclaration: Hashable, Sendable {
  /// How one message becomes rows.
  public var adapter: Adapter
  /// How a recording of such messages is read.
  public var recording: RecordingFormat

  /// Declares an adapter.
  ///
  /// - Parameters:
  ///   - adapter: How one message becomes rows.
  ///   - recording: How a recording of such messages is read.
  public init(adapter: Adapter, recording: RecordingFormat = RecordingFormat()) {
    self.adapter = adapter
    self.recording = recording
  }
}

/// How a recording in a foreign format is read: where its messages stand, and what time they have.
public struct RecordingFormat: Hashable, Sendable {
  /// Where the list of messages stands in each value of the file; the value itself at the root.
  public var items: JSONPath
  /// Where a message says its time, or `nil` for messages without one.
  public var time: JSONPath?
  /// In which unit it does.
  public var unit: TimeUnit
  /// Whether messages are played in the order of their times instead of that of the file.
  public var isSorted: Bool

  /// In which unit a message says its time.
  public enum TimeUnit: String, CaseIterable, Hashable, Sendable {
    /// Seconds since a moment that is the same for all messages.
    case seconds = "s"
    /// Milliseconds.
    case milliseconds = "ms"
    /// Microseconds.
    case microseconds = "us"
    /// Nanoseconds.
    case nanoseconds = "ns"
    /// A text as ISO 8601 has it: `2026-07-01T18:30:00.250Z`.
    case iso
  }

  /// Declares how a recording is read.
  ///
  /// - Parameters:
  ///   - items: Where the list of messages stands in each value of the file.
  ///   - time: Where a message says its time.
  ///   - unit: In which unit it does.
  ///   - isSorted: Whether messages are played in the order of their times.
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
