/// A sign of life: the data of a `heartbeat` event.
///
/// ```json
/// {"version":41,"checksum":"cbf29ce484222325","sources":[{"id":"odds","state":"live","age":1.5}]}
/// ```
public struct Heartbeat: Hashable, Sendable {
  /// The newest version; the client's view is the same as at the version that the client holds.
  public var version: Int
  /// What the client must hold.
  public var checksum: Checksum
  /// How the sources fare.
  public var sources: [WireSource]

  /// Describes a sign of life.
  ///
  /// - Parameters:
  ///   - version: The newest version.
  ///   - checksum: What the client must hold.
  ///   - sources: How the sources fare.
  public init(version: Int, checksum: Checksum, sources: [WireSource] = []) {
    self.version = version
    self.checksum = checksum
    self.sources = sources
  }
}
