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

    init(version: Int, composition: Composition, status: [SourceStatus]) {
      self.version = version
      self.composition = composition
      self.status = status
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

  /// Joins the parts of a version.
  ///
  /// - Parameters:
  ///   - version: The number of the version.
  ///   - composition: The sections and items.
  ///   - status: The state of each source.
  public init(version: Int, composition: Composition, status: [SourceStatus]) {
    storage = Storage(version: version, composition: composition, status: status)
  }
}

/// What a section shows besides its items.
public struct SectionContent: Hashable, Sendable {
  /// The source of the section's items.
  public let source: Name
  /// The title, if the section has one.
  public let title: String?

  /// Describes a section.
  ///
  /// - Parameters:
  ///   - source: The source of the section's items.
  ///   - title: The title.
  public init(source: Name, title: String? = nil) {
    self.source = source
    self.title = title
  }

  /// Compares two descriptions, titles by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: A description.
  ///   - rhs: Another description.
  /// - Returns: Whether both show the same.
  public static func == (lhs: SectionContent, rhs: SectionContent) -> Bool {
    // Swift's own strings would hide a change between canonically equivalent titles.
    lhs.source == rhs.source
      && lhs.title.map { Text($0) } == rhs.title.map { Text($0) }
  }
}

/// How a source fares: whether what it shows is true, or why it may be old.
public struct SourceStatus: Hashable, Sendable {
  /// The source.
  public let source: Name
  /// What is wrong, or nothing.
  public let problem: String?

  /// Describes the state of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - problem: What is wrong, or nothing.
  public init(source: Name, problem: String? = nil) {
    self.source = source
    self.problem = problem
  }

  /// `ok`, or what is wrong.
  public var state: String { problem ?? "ok" }
}
