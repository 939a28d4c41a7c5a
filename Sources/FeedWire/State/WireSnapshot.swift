public import FeedModel
public import FeedSnapshots

/// The snapshot of a client: the sections of its view with their items, identified by text ids.
///
/// It is a value: versions can be kept and compared.
public typealias WireSnapshot = ContentSnapshot<Text, WireHeader, Text, WireLook>

extension ContentSnapshot
where
  SectionID == Text,
  SectionContent == WireHeader,
  ItemID == Text,
  ItemContent == WireLook
{
  /// Creates a snapshot from the sections of an image.
  ///
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidBatch`` if two sections or two items have the
  ///   same id.
  /// - Complexity: O(*n*) for *n* items.
  public init(_ sections: [WireSection]) throws(WireError) {
    do throws(SnapshotError) {
      try self.init(
        sections.map { section in
          (id: Text(section.id), content: section.header, items: section.items.map(\.entry))
        }
      )
    } catch {
      throw WireError(.invalidBatch, error.message, hint: "send each id only once")
    }
  }

  /// The sections in their wire format.
  ///
  /// - Complexity: O(*n*) for *n* items.
  public var wireSections: [WireSection] {
    sections.map { section in
      WireSection(
        id: section.id.string,
        header: section.content,
        items: section.items.map { WireItem(id: $0.id.string, look: $0.content) }
      )
    }
  }
}
