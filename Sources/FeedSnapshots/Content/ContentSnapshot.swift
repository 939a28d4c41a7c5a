/// What is shown at one moment: ordered sections of ordered items, with their contents.
///
/// A snapshot is a value. Copying one is O(1), and an edit of a copy costs a logarithm of its size
/// in time and new memory, since both share what they have in common: keep as many versions as
/// you like, and read them from any thread. The ids of all items are unique across sections, and
/// so are those of the sections.
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
  /// From the hash of a section's id to the leaf that holds it.
  @usableFromInline
  var sectionIndex = HashIndex()
  /// From the hash of an item's id to the leaf that holds it, whichever section that is in.
  @usableFromInline
  var itemIndex = HashIndex()
  /// The parents of the nodes of all trees.
  @usableFromInline
  var table = NodeTable()

  /// Makes a snapshot that shows nothing.
  @inlinable
  public init() {}

  /// How many sections there are.
  @inlinable
  public var sectionCount: Int { sectionRoot?.count ?? 0 }

  /// How many items there are in all sections.
  @inlinable
  public var itemCount: Int { sectionRoot?.weight ?? 0 }

  /// Whether there are no sections, and hence no items.
  @inlinable
  public var isEmpty: Bool { sectionRoot == nil }
}
