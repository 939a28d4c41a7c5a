/// A periodic confirmation of the client's version: the data of a `heartbeat` event.
///
/// ```json
/// {"version":41,"checksum":"cbf29ce484222325","sources":[{"id":"odds","state":"live","age":1.5}]}
/// ```
public struct Heartbeat: Hashable, Sendable {
  /// The newest version; the client's view has not changed up to it.
  public var version: Int
  /// The checksum of the content that the client must hold.
  public var checksum: Checksum
  /// The states of the sources.
  public var sources: [WireSource]

  /// Creates a heartbeat.
  ///
  /// - Parameter checksum: The checksum of the content that the client must hold.
  public init(version: Int, checksum: Checksum, sources: [WireSource] = []) {
    self.version = version
    self.checksum = checksum
    self.sources = sources
  }
}
