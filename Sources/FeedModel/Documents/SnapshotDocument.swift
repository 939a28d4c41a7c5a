public import FeedSnapshots

/// A snapshot in the form of a file: sections of items, whose ids are texts.
///
/// ```json
/// {"sections": [{"id": "a", "items": ["1", "2"]}, {"id": "b", "items": []}]}
/// ```
///
/// Ids are compared by their UTF-8 bytes, never by Unicode equivalence.
public struct SnapshotDocument: Hashable, Sendable, Decodable {
  /// A section in the form of a file.
  public struct Section: Hashable, Sendable, Decodable {
    /// The section's id.
    public var id: String
    /// The ids of its items, in order.
    public var items: [String]

    /// Describes a section.
    public init(id: String, items: [String]) {
      self.id = id
      self.items = items
    }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Describes a snapshot.
  public init(sections: [Section]) { self.sections = sections }

  /// Creates the snapshot.
  ///
  /// - Throws: `SnapshotError` with code `duplicateSection` or
  ///   `duplicateItem`.
  /// - Complexity: O(*n*).
  public func snapshot() throws(SnapshotError) -> Snapshot<Text, Text> {
    try Snapshot(
      sections.map { section in
        (id: Text(section.id), items: section.items.map { Text($0) })
      }
    )
  }
}
