public import FeedModel
import FeedSnapshots

/// One version of a feed, limited to the sections of a view.
///
/// It shares the items of the snapshot, so it needs little memory.
public struct ViewVersion: Sendable {
  /// The version, with all sections.
  public let snapshot: FeedSnapshot
  /// The states of the sources.
  public let sources: [WireSource]
  /// The sections of the view.
  let sections: FeedSnapshot.Composition.SectionList
  /// The places of the windows by their sections.
  let places: [SectionID: WindowedVersion.Place]
  /// Whether items have the typed values of their texts.
  let hasRawValues: Bool

  /// Creates a version for a view.
  ///
  /// - Parameter sources: The states of the sources; `nil` for those of the snapshot.
  /// - Complexity: O(1) for all sections, O(*s*) for some of *s* sections.
  public init(
    _ snapshot: FeedSnapshot,
    in view: FeedView = .all,
    sources: [WireSource]? = nil
  ) {
    self.snapshot = snapshot
    self.sources = sources ?? snapshot.status.map { WireSource($0) }
    hasRawValues = view.hasRawValues
    let all = snapshot.composition.sections
    sections = view.isAll ? all : all.selecting { view.contains($0.id) }
    places = [:]
  }

  /// Creates a version for the windows of a view.
  ///
  /// - Complexity: O(1).
  public init(_ part: WindowedVersion, sources: [WireSource]? = nil) {
    snapshot = part.shown
    self.sources = sources ?? snapshot.status.map { WireSource($0) }
    sections = snapshot.composition.sections
    hasRawValues = part.view.hasRawValues
    places = part.places
  }

  /// Returns whether the sources have the same states and errors as in another version, ignoring their ages.
  func hasSameSources(as other: ViewVersion) -> Bool {
    sources.elementsEqual(other.sources) {
      $0.id.hasSameBytes(as: $1.id) && $0.state == $1.state && $0.error == $1.error
    }
  }
}
