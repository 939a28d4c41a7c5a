public import FeedSnapshots

/// One version of a feed: its sections and items with all they show, and how its sources fare.
///
/// A snapshot is complete and never changes: what it lists can be looked up in it for as long as it
/// is kept, whatever the store does meanwhile. Handing one out costs nothing.
public struct FeedSnapshot: Sendable {
  /// Sections and items in their order, with their contents.
  public typealias Composition = ContentSnapshot<SectionID, SectionContent, ItemID, Content>

  // One reference, however many parts there are: each reader is handed every version.
  @usableFromInline
  let storage: Storage

  @usableFromInline
  final class Storage: Sendable {
    @usableFromInline
    let version: Int
    @usableFromInline
    let composition: Composition
    @usableFromInline
    let status: [SourceStatus]
    @usableFromInline
    let inputs: [InputStatus]

    init(
      version: Int,
      composition: Composition,
      status: [SourceStatus],
      inputs: [InputStatus]
    ) {
      self.version = version
      self.composition = composition
      self.status = status
      self.inputs = inputs
    }
  }

  /// The number of the version, one more than the version before it.
  @inlinable
  public var version: Int { storage.version }

  /// The sections and items.
  @inlinable
  public var composition: Composition { storage.composition }

  /// The state of each source, in the order of their declarations.
  @inlinable
  public var status: [SourceStatus] { storage.status }

  /// The state of each input as the version was made, in the order of their declarations; empty where the
  /// snapshot was not made by a `FeedEngine`.
  ///
  /// Counts and rates of inputs change without the feed, and lead to no version of their own.
  @inlinable
  public var inputs: [InputStatus] { storage.inputs }

  /// Joins the parts of a version.
  public init(
    version: Int,
    composition: Composition,
    status: [SourceStatus],
    inputs: [InputStatus] = []
  ) {
    storage = Storage(version: version, composition: composition, status: status, inputs: inputs)
  }
}

extension FeedSnapshot {
  /// Looks up what an item of this version shows.
  ///
  /// ```swift
  /// snapshot[id]?["price"]   // 2.8, whatever the store holds meanwhile
  /// ```
  ///
  /// - Returns: Its content, or `nil` if the version does not show the item.
  /// - Complexity: O(log *n*).
  public subscript(id: ItemID) -> Content? { composition.content(of: id) }
}

/// What a section shows besides its items.
public struct SectionContent: Hashable, Sendable {
  /// The source of the section's items.
  public let source: Name
  /// The title, if the section has one.
  public let title: String?

  /// Describes a section.
  public init(source: Name, title: String? = nil) {
    self.source = source
    self.title = title
  }

  /// Compares two descriptions, titles by their bytes.
  ///
  /// - Returns: Whether both show the same.
  public static func == (lhs: SectionContent, rhs: SectionContent) -> Bool {
    // Swift's own strings would hide a change between canonically equivalent titles.
    lhs.source == rhs.source
      && lhs.title.map { Text($0) } == rhs.title.map { Text($0) }
  }
}
