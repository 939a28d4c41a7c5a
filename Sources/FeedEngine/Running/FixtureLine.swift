public import FeedModel

/// One line of a fixture: a message, and where it stands, so that a run can go on after it.
public struct FixtureLine: Hashable, Sendable {
  /// The message, one JSON object.
  public var text: String
  /// The name under which the position is kept.
  public var fixture: String
  /// The number of the line, counted from one.
  public var line: Int
  /// The adapter that the message is for, if it is as a foreign source wrote it.
  public var adapter: String?
  /// The time from this line on, if it lets time pass; a feed that does not ask for it ignores it.
  public var time: Value?
  /// A number made of all lines up to this one, which is kept with the position.
  ///
  /// With it, the line is refused if the position is not where this engine has left it; without it,
  /// nobody asks.
  public var digest: UInt64?
  /// Where the fixture lies, to be kept with its first line.
  public var place: String?

  /// Describes a line.
  ///
  /// - Parameters:
  ///   - fixture: The name under which the position is kept.
  ///   - line: The number of the line, counted from one.
  public init(
    _ text: String,
    fixture: String,
    line: Int,
    adapter: String? = nil,
    time: Value? = nil,
    digest: UInt64? = nil,
    place: String? = nil
  ) {
    self.text = text
    self.fixture = fixture
    self.line = line
    self.adapter = adapter
    self.time = time
    self.digest = digest
    self.place = place
  }
}
