/// The visible state at one moment: ordered sections of ordered items, with their contents.
///
/// A snapshot is a value. Copying one is O(1), and an edit of a copy takes logarithmic time and new
/// memory, because both share their common parts. Keep as many versions as you need, and read them
/// from any thread. The ids of items are unique across all sections, and so are the ids of sections.
///
/// ```swift
/// var snapshot = ContentSnapshot<String, String, Int, String>()
/// try snapshot.insertSection("fruit", content: "Fruit", at: 0)
/// try snapshot.insertItems([SnapshotEntry(id: 7, content: "apple")], inSection: "fruit", at: 0)
/// let old = snapshot
/// snapshot.setContent("pear", of: 7)
/// old.updates(to: snapshot).reconfigureItems   // [[0, 0]]
/// ```
public struct ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>: Sendable
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  /// An item with its content.
  public typealias Entry = SnapshotEntry<ItemID, ItemContent>

  @usableFromInline
  typealias Record = SectionRecord<SectionID, SectionContent, ItemID, ItemContent>
  @usableFromInline
  typealias SectionNode = TreeNode<Record>
  @usableFromInline
  typealias ItemNode = TreeNode<Entry>

  /// The sections, in order, each with its own tree of items.
  @usableFromInline
  var sectionRoot: SectionNode?
  /// The leaf of each section, by the hash of the section's id.
  @usableFromInline
  var sectionIndex = HashIndex()
  /// The leaf of each item of all sections, by the hash of the item's id.
  @usableFromInline
  var itemIndex = HashIndex()
  /// The parents of the nodes of all trees.
  @usableFromInline
  var table = NodeTable()

  /// Creates an empty snapshot.
  @inlinable
  public init() {}

  /// The number of sections.
  @inlinable
  public var sectionCount: Int { sectionRoot?.count ?? 0 }

  /// The number of items in all sections.
  @inlinable
  public var itemCount: Int { sectionRoot?.weight ?? 0 }

  /// Whether there are no sections, and so no items.
  @inlinable
  public var isEmpty: Bool { sectionRoot == nil }
}
