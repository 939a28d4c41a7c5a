import FeedModel
import FeedSnapshots

/// What leads a client from one version to another.
public enum EncodedPatch: Hashable, Sendable {
  /// The client's view is the same in both.
  case unchanged
  /// The data of a `patch` event.
  case patch([UInt8])
  /// The patch would be larger than allowed; send an image.
  case tooLarge
}

extension WireEncoder {
  /// Writes what leads from one version of a view to another.
  ///
  /// - Parameters:
  ///   - old: The version that clients hold.
  ///   - new: The version that they are to hold, of the same view.
  ///   - limit: The most bytes that the patch may have.
  /// - Returns: The patch, or why there is none.
  /// - Complexity: O(*d* log *n*) for *d* edits between two versions of one feed, and O(*s*) besides if
  ///   the view has not all of *s* sections.
  public func patch(
    from old: ViewVersion,
    to new: ViewVersion,
    limit: Int = .max
  ) -> EncodedPatch {
    let plan = PatchPlan(from: old, to: new, encoder: self)
    let sources = new.hasSameSources(as: old) ? [] : new.sources
    guard !plan.batch.isEmpty || !sources.isEmpty else { return .unchanged }
    var json = JSONWriter()
    var isTooLarge = false
    json.patch(from: old.snapshot.version, to: new.snapshot.version, plan.batch) { json in
      json.list("sections", plan.batch.insertSections) { json, index in
        if json.bytes.count > limit { isTooLarge = true }
        if !isTooLarge { write(new.sections[index], into: &json) }
      }
      json.list("items", plan.batch.insertItems) { json, path in
        if json.bytes.count > limit { isTooLarge = true }
        if !isTooLarge { json.item(item(new.sections[path.section].items[path.item])) }
      }
      json.list("changes", plan.changes) { $0.change($1) }
      json.list("headers", plan.headers) { $0.headerChange($1) }
      json.list("sources", sources) { $0.source($1) }
    }
    return isTooLarge || json.bytes.count > limit ? .tooLarge : .patch(json.bytes)
  }
}
