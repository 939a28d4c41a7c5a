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
  ///   - number: The number under which clients hold the old version, if it differs from its own.
  ///   - new: The version after the patch, of the same view.
  ///   - limit: The maximum size of the patch in bytes.
  /// - Returns: The patch, or the reason for its absence.
  /// - Complexity: O(*d* log *n*) for *d* edits between two versions of one feed, plus O(*s*) if the view omits
  ///   some of *s* sections.
  public func patch(
    from old: ViewVersion,
    heldAs number: Int? = nil,
    to new: ViewVersion,
    limit: Int = .max
  ) -> EncodedPatch {
    let plan = PatchPlan(from: old, to: new, encoder: self)
    let sources = new.hasSameSources(as: old) ? [] : new.sources
    let windows = new.windowChanges(from: old, inserted: plan.batch.insertSections)
    guard !plan.batch.isEmpty || !sources.isEmpty || !windows.isEmpty else { return .unchanged }
    var json = JSONWriter()
    var isTooLarge = false
    json.patch(from: number ?? old.snapshot.version, to: new.snapshot.version, plan.batch) { json in
      json.list("sections", plan.batch.insertSections) { json, index in
        if json.bytes.count > limit { isTooLarge = true }
        if !isTooLarge { write(new.sections[index], of: new, into: &json) }
      }
      json.list("items", plan.batch.insertItems) { json, path in
        if json.bytes.count > limit { isTooLarge = true }
        if !isTooLarge {
          let entry = new.sections[path.section].items[path.item]
          json.item(item(entry, hasRawValues: new.hasRawValues))
        }
      }
      json.list("changes", plan.changes) { $0.change($1) }
      json.list("headers", plan.headers) { $0.headerChange($1) }
      json.list("windows", windows) { $0.windowChange($1) }
      json.list("sources", sources) { $0.source($1) }
    }
    return isTooLarge || json.bytes.count > limit ? .tooLarge : .patch(json.bytes)
  }
}

extension ViewVersion {
  /// Returns the windows that differ from those of an older version, except those of inserted sections.
  fileprivate func windowChanges(from old: ViewVersion, inserted: [Int]) -> [WireWindowChange] {
    guard !places.isEmpty, places != old.places else { return [] }
    let inserted = Set(inserted)
    return sections.enumerated().compactMap { index, section in
      guard !inserted.contains(index), let place = places[section.id] else { return nil }
      // A section that was whole has a window now.
      guard let before = old.places[section.id] else {
        return WireWindowChange(at: index, window: place.window)
      }
      let isCounted = before.isCounted
      let change = WireWindowChange(
        at: index,
        window: place.window,
        before: isCounted ? place.before - before.before : 0,
        behind: isCounted ? place.behind - before.behind : 0
      )
      let isSame =
        place.count == before.count && change.window == before.window && change.before == 0
        && change.behind == 0
      return isSame ? nil : change
    }
  }
}
