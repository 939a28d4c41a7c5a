public import FeedModel

/// The checksums of a feed's versions as clients hold them, for all views from one set of hashes.
///
/// ```swift
/// var checksums = FeedChecksums(encoder)
/// checksums.update(to: snapshot)
/// checksums.checksum(in: view).description   // "9f86d081884c7d65"
/// ```
public struct FeedChecksums: Sendable {
  private var hashes: ContentHashes<SectionID, SectionContent, ItemID, Content>

  /// Begins without a version.
  ///
  /// - Parameter encoder: What makes the images and patches that are checked.
  public init(_ encoder: WireEncoder) {
    hashes = ContentHashes(
      header: { Checksum.hash(of: encoder.header(of: $0, $1), id: $0.description) },
      item: { Checksum.hash(of: encoder.look(of: $0, $1), id: $0.description) }
    )
  }

  /// Goes over to a version, usually a newer one.
  ///
  /// - Parameter snapshot: The version.
  /// - Complexity: O(*d* log *n*) for *d* items that differ, each hashed, one multiplication for each
  ///   item of a section in which any differs, and O(*s*) for *s* sections.
  public mutating func update(to snapshot: FeedSnapshot) {
    hashes.update(to: snapshot.composition)
  }

  /// The checksum of what a client of a view holds at this version.
  ///
  /// - Parameter view: The sections that the client has asked for.
  /// - Returns: The checksum.
  /// - Complexity: O(*s*) for *s* sections.
  public func checksum(in view: FeedView = .all) -> Checksum {
    hashes.checksum { view.contains($0) }
  }

  /// How many items were hashed, and how many hashes were folded, in all.
  package var work: (hashed: Int, folded: Int) { (hashes.hashedItems, hashes.foldedItems) }
}
