/// An item of a snapshot: its identity and its content.
public struct SnapshotEntry<ID: Hashable & Sendable, Content: Equatable & Sendable>: Sendable,
  Equatable
{
  /// The stable identity, unique within a snapshot.
  public var id: ID
  /// The content of the item.
  public var content: Content

  /// Creates an entry from an identity and a content.
  @inlinable
  public init(id: ID, content: Content) {
    self.id = id
    self.content = content
  }
}

extension SnapshotEntry: Hashable where Content: Hashable {}

extension SnapshotEntry: TreeElement {
  @usableFromInline
  typealias Key = ID

  @inlinable
  var key: ID { id }

  @inlinable
  var weight: Int { 1 }

  @inlinable
  static var hasUnitWeight: Bool { true }

  /// Trivial entries are copied as plain bytes; each copied reference must be counted.
  @inlinable
  static var leafCapacity: Int { _isPOD(SnapshotEntry.self) ? 64 : 16 }

  @inlinable
  func hasSameBody(as other: SnapshotEntry) -> Bool { content == other.content }
}

/// A section of a snapshot as an element of a tree: with the tree of its items.
///
/// A record has two references, whatever the size of the section's content, because an edit also
/// copies the neighbouring records.
@usableFromInline
struct SectionRecord<SectionID, SectionContent, ItemID, ItemContent>: TreeElement
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  @usableFromInline
  typealias Items = TreeNode<SnapshotEntry<ItemID, ItemContent>>

  /// The part that stays the same when only items change.
  @usableFromInline
  final class Header: Sendable {
    @usableFromInline
    let id: SectionID
    @usableFromInline
    let content: SectionContent

    @inlinable
    init(id: SectionID, content: SectionContent) {
      self.id = id
      self.content = content
    }
  }

  @usableFromInline
  var header: Header
  @usableFromInline
  var items: Items?
  /// The number by which the root of the items refers to its section, for the section's lifetime.
  @usableFromInline
  let handle: UInt32

  @inlinable
  init(id: SectionID, content: SectionContent, handle: UInt32, items: Items?) {
    header = Header(id: id, content: content)
    self.items = items
    self.handle = handle
  }

  @inlinable
  var id: SectionID { header.id }

  @inlinable
  var content: SectionContent {
    get { header.content }
    set { header = Header(id: header.id, content: newValue) }
  }

  @inlinable
  var key: SectionID { header.id }

  @inlinable
  var weight: Int { items?.count ?? 0 }

  @inlinable
  static var hasUnitWeight: Bool { false }

  @inlinable
  static var leafCapacity: Int { 16 }

  @inlinable
  func hasSameBody(as other: SectionRecord) -> Bool {
    items === other.items && (header === other.header || content == other.content)
  }
}

extension SnapshotEntry where Content == NoContent {
  /// Creates an item that is known by its id alone.
  @inlinable
  public init(id: ID) { self.init(id: id, content: NoContent()) }
}
