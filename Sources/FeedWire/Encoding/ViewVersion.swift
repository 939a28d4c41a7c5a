public import FeedModel
import FeedSnapshots

/// One version of a feed as one view has it.
///
/// It shares the items of the snapshot: keep as many as you like.
public struct ViewVersion: Sendable {
  /// The version, with all sections.
  public let snapshot: FeedSnapshot
  /// How the sources fare.
  public let sources: [WireSource]
  /// The sections of the view.
  let sections: FeedSnapshot.Composition.SectionList

  /// Looks at a version.
  ///
  /// - Parameters:
  ///   - snapshot: The version.
  ///   - view: The sections that clients have asked for.
  ///   - sources: How the sources fare; as the snapshot tells if it is `nil`.
  /// - Complexity: O(1) for all sections, O(*s*) for some of *s* sections.
  public init(
    _ snapshot: FeedSnapshot,
    in view: FeedView = .all,
    sources: [WireSource]? = nil
  ) {
    self.snapshot = snapshot
    self.sources = sources ?? snapshot.status.map { WireSource($0) }
    let all = snapshot.composition.sections
    sections = view.isAll ? all : all.selecting { view.contains($0.id) }
  }

  /// Whether the sources fare as they do in another version, however long it is since they were heard of.
  func hasSameSources(as other: ViewVersion) -> Bool {
    sources.elementsEqual(other.sources) { $0.id.hasSameBytes(as: $1.id) && $0.state == $1.state }
  }
}
