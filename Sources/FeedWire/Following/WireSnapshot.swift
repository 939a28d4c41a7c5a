public import FeedModel
public import FeedSnapshots

/// What a client holds: the sections of its view with their items, known by the ids of the wire.
///
/// A value as every snapshot is: keep as many versions as you like, compare any two of them.
public typealias WireSnapshot = ContentSnapshot<Text, WireHeader, Text, WireLook>

extension ContentSnapshot
where
  SectionID == Text,
  SectionContent == WireHeader,
  ItemID == Text,
  ItemContent == WireLook
{
  /// Holds what an image shows.
  ///
  /// - Parameter sections: The sections, in order.
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidBatch`` if two sections, or two items, have
  ///   one id.
  /// - Complexity: O(*n*) for *n* items.
  public init(_ sections: [WireSection]) throws(WireError) {
    do throws(SnapshotError) {
      try self.init(
        sections.map { section in
          (id: Text(section.id), content: section.header, items: section.items.map(\.entry))
        }
      )
    } catch {
      throw WireError(.invalidBatch, error.message, hint: "the feed has two of one id")
    }
  }

  /// The sections as they go over the wire.
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

extension WireItem {
  /// The item as a snapshot has it.
  var entry: WireSnapshot.Entry { WireSnapshot.Entry(id: Text(id), content: look) }
}
