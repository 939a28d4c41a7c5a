public import FeedSnapshots

/// One line of a fixture: a message, and where it stands, so that a run can go on after it.
public struct FixtureLine: Hashable, Sendable {
  /// The message, one JSON object.
  public var text: String
  /// The name under which the position is kept, usually the fixture's path.
  public var fixture: String
  /// The number of the line, counted from one.
  public var line: Int
  /// The adapter that the message is for, if it is as a foreign source wrote it.
  public var adapter: String?
  /// The time from this line on, if it lets time pass; a feed that does not ask for it ignores it.
  public var time: Value?

  /// Describes a line.
  ///
  /// - Parameters:
  ///   - text: The message, one JSON object.
  ///   - fixture: The name under which the position is kept.
  ///   - line: The number of the line, counted from one.
  ///   - adapter: The adapter that the message is for.
  ///   - time: The time from this line on.
  public init(
    _ text: String,
    fixture: String,
    line: Int,
    adapter: String? = nil,
    time: Value? = nil
  ) {
    self.text = text
    self.fixture = fixture
    self.line = line
    self.adapter = adapter
    self.time = time
  }
}
