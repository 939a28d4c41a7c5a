import FeedModel
import FeedSnapshots

/// The result of encoding a patch from one version to another.
public enum EncodedPatch: Hashable, Sendable {
  /// The view is the same in both versions.
  case unchanged
  /// The data of a `patch` event.
  case patch([UInt8])
  /// The patch would be larger than allowed; send an image.
  case tooLarge
}

extension WireEncoder {
  /// Encodes the patch from one version of a view to another.
  ///
  /// - Parameters:
  ///   - new: The version after the patch, of the same view.
  ///   - limit: The maximum size of the patch in bytes.
  /// - Returns: The patch, or the reason for its absence.
  /// - Complexity: O(*d* log *n*) for *d* edits between two versions of one feed, plus O(*s*) if the view omits
  ///   some of *s* sections.
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
