public import FeedSnapshots

/// One version of a feed: its sections, items, contents and the states of its sources.
///
/// A snapshot is complete and immutable: its contents can be read for as long as it is kept,
/// even if the store changes. Copying it takes constant time.
public struct FeedSnapshot: Sendable {
  /// Sections and items in their order, with their contents.
  public typealias Composition = ContentSnapshot<SectionID, SectionContent, ItemID, Content>

  // The parts are behind one reference, because each reader receives every version.
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

  /// The state of each input when the version was created, in the order of their declarations.
  ///
  /// It is empty if the snapshot was not created by a `FeedEngine`. Counts and rates of inputs change
  /// independently of the feed, and do not create versions.
  @inlinable
  public var inputs: [InputStatus] { storage.inputs }

  /// Creates a version from its parts.
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
  /// Returns the content of an item of this version.
  ///
  /// ```swift
  /// snapshot[id]?["price"]   // 2.8, even if the store has changed
  /// ```
  ///
  /// - Returns: Its content, or `nil` if the version does not show the item.
  /// - Complexity: O(log *n*).
  public subscript(id: ItemID) -> Content? { composition.content(of: id) }
}

extension FeedSnapshot: CustomStringConvertible {
  /// The version, its size, and the sources with a problem: `version 12; items: 40, sections: 3; teams: REASON`.
  public var description: String {
    let problems = status.compactMap { state in state.problem.map { "\(state.source): \($0)" } }
    let size = "items: \(composition.itemCount), sections: \(composition.sectionCount)"
    return (["version \(version)", size] + problems).joined(separator: "; ")
  }
}

/// The content of a section, without its items.
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

  /// Returns whether two descriptions are equal; titles are compared by their bytes.
  public static func == (lhs: SectionContent, rhs: SectionContent) -> Bool {
    // Swift's strings would hide a change between canonically equivalent titles.
    lhs.source == rhs.source
      && lhs.title.map { Text($0) } == rhs.title.map { Text($0) }
  }
}
