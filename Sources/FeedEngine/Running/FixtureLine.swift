/// One line of a fixture: a message, and where it stands, so that a run can go on after it.
public struct FixtureLine: Hashable, Sendable {
  /// The message, one JSON object.
  public var text: String
  /// The name under which the position is kept, usually the fixture's path.
  public var fixture: String
  /// The number of the line, counted from one.
  public var line: Int

  /// Describes a line.
  ///
  /// - Parameters:
  ///   - text: The message, one JSON object.
  ///   - fixture: The name under which the position is kept.
  ///   - line: The number of the line, counted from one.
  public init(_ text: String, fixture: String, line: Int) {
    self.text = text
    self.fixture = fixture
    self.line = line
  }
}
