/// How much is read of what comes over the wire, so that no server can fill a client's memory.
public struct WireLimits: Hashable, Sendable {
  /// The most bytes of one event's data.
  public var bytes = 64 << 20
  /// How deep arrays and objects may nest, those of unknown keys too.
  public var depth = 16
  /// The most bytes of one text.
  public var textBytes = 1 << 20
  /// The most sections of an image or a patch.
  public var sections = 100_000
  /// The most items of an image or a patch.
  public var items = 2_000_000
  /// The most edits of each kind in a batch.
  public var edits = 2_000_000
  /// The most flags, and the most fields, of one item.
  public var partsOfAnItem = 256
  /// The most sources.
  public var sources = 4096

  /// Allows what any feed of ours can be; smaller numbers suit smaller feeds.
  public init() {}
}
