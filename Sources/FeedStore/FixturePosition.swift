/// The position up to which a fixture has been played into a store.
public struct FixturePosition: Hashable, Sendable {
  /// The name of the fixture in the store.
  public var fixture: String
  /// The number of the last applied line.
  public var line: Int
  /// The digest of all lines up to that one, or `nil`.
  public var digest: UInt64?

  /// Creates a position.
  ///
  /// - Parameter digest: The digest of all lines up to that one, or `nil`.
  public init(fixture: String, line: Int, digest: UInt64? = nil) {
    self.fixture = fixture
    self.line = line
    self.digest = digest
  }
}
