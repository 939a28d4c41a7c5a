/// How far a fixture has been played into a store.
public struct FixturePosition: Hashable, Sendable {
  /// What identifies the fixture in the store.
  public var fixture: String
  /// The number of the last line that has been applied.
  public var line: Int
  /// A number made of all lines up to that one, or `nil` if none was kept.
  public var digest: UInt64?

  /// Describes a position.
  ///
  /// - Parameters:
  ///   - fixture: What identifies the fixture in the store.
  ///   - line: The number of the last line that has been applied.
  ///   - digest: A number made of all lines up to that one, if one was kept.
  public init(fixture: String, line: Int, digest: UInt64? = nil) {
    self.fixture = fixture
    self.line = line
    self.digest = digest
  }
}
