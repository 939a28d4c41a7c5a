/// The limits on input from the wire, so that no server can exhaust the memory of a client.
public struct WireLimits: Hashable, Sendable {
  /// The maximum size of an event's data, in bytes.
  public var bytes = 64 << 20
  /// The maximum nesting depth of arrays and objects, including those of unknown keys.
  public var depth = 16
  /// The maximum size of a text, in bytes.
  public var textBytes = 1 << 20
  /// The maximum number of sections in an image or a patch.
  public var sections = 100_000
  /// The maximum number of items in an image or a patch.
  public var items = 2_000_000
  /// The maximum number of edits of each kind in a batch.
  public var edits = 2_000_000
  /// The maximum number of flags, and of fields, of one item.
  public var partsOfAnItem = 256
  /// The maximum number of sources.
  public var sources = 4096

  /// Creates limits that fit all feeds; use smaller numbers for smaller feeds.
  public init() {}
}
