public import FeedModel

/// One line of a fixture: a message and its position, from which a later run can resume.
public struct FixtureLine: Hashable, Sendable {
  /// The message, one JSON object.
  public var text: String
  /// The name under which the position is stored.
  public var fixture: String
  /// The number of the line, counted from one.
  public var line: Int
  /// The adapter of a message in a foreign format.
  public var adapter: String?
  /// The new value of `:now`, or `nil`; ignored by a feed that does not use the time.
  public var time: Value?
  /// A digest of all lines up to this one, which is stored with the position.
  ///
  /// With a digest, the line is rejected if another program has changed the stored position. Without
  /// one, the position is not checked.
  public var digest: UInt64?
  /// The location of the fixture, which is stored with its first line.
  public var place: String?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - fixture: The name under which the position is stored.
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
