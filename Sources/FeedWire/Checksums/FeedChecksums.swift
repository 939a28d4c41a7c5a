public import FeedModel

/// The checksums of a feed's versions for all views, from one set of hashes.
///
/// ```swift
/// var checksums = FeedChecksums(encoder)
/// checksums.update(to: snapshot)
/// checksums.checksum(in: view).description   // "9f86d081884c7d65"
/// ```
public struct FeedChecksums: Sendable {
  private var hashes: ContentHashes<SectionID, SectionContent, ItemID, Content>

  /// Creates checksums without a version.
  public init(_ encoder: WireEncoder) {
    hashes = ContentHashes(
      header: { Checksum.hash(of: encoder.header(of: $0, $1), id: $0.description) },
      item: { Checksum.hash(of: encoder.look(of: $0, $1), id: $0.description) }
    )
  }

  /// Updates the hashes to a version, usually a newer one.
  ///
  /// - Complexity: O(*d* log *n*) for *d* items that differ, each hashed once, plus one multiplication for each
  ///   item of their sections, plus O(*s*) for *s* sections.
  public mutating func update(to snapshot: FeedSnapshot) {
    hashes.update(to: snapshot.composition)
  }

  /// Returns the checksum for clients of a view.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public func checksum(in view: FeedView = .all) -> Checksum {
    hashes.checksum { view.contains($0) }
  }

  /// The total number of hashed items and of combined hashes.
  package var work: (hashed: Int, folded: Int) { (hashes.hashedItems, hashes.foldedItems) }
}
