public import FeedModel
import FeedSnapshots

/// The edits between two versions of a whole feed, as windows follow them.
///
/// All views with windows share it.
public struct WindowStep: Sendable {
  let old: FeedSnapshot
  let new: FeedSnapshot
  /// The edits; no section is reloaded or inserted again.
  let batch: BatchUpdates
  /// The sections whose headers differ.
  let headers: [SectionID]
  /// The items that change their place among the others.
  let moved: Set<ItemID>
  /// The sections with inserted, deleted or moved items.
  let edited: Set<SectionID>

  /// Compares two versions.
  ///
  /// - Complexity: O(*d* log *n*) for *d* edits.
  public init(from old: FeedSnapshot, to new: FeedSnapshot) {
    self.old = old
    self.new = new
    let (before, after) = (old.composition, new.composition)
    batch = before.sections.updates(
      to: after.sections,
      profile: .minimal,
      reloadsSections: false
    )
    headers = before.sections.updates(to: after.sections).reloadSections
      .map { after.sectionID(at: $0) }
    moved = Set(batch.moveItems.map { before.item(at: $0.from).id })
    var edited: Set<SectionID> = []
    for path in batch.deleteItems + batch.moveItems.map(\.from) {
      edited.insert(before.sectionID(at: path.section))
    }
    for path in batch.insertItems + batch.moveItems.map(\.to) {
      edited.insert(after.sectionID(at: path.section))
    }
    self.edited = edited
  }

  /// Whether sections are inserted, deleted or moved.
  var editsSections: Bool {
    !batch.deleteSections.isEmpty || !batch.insertSections.isEmpty || !batch.moveSections.isEmpty
  }
}
