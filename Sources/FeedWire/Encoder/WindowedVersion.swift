public import FeedModel
import FeedSnapshots

/// The part of a version that the windows of a client show.
///
/// A window that starts at the first item stays there. Any other window follows its first item that stays, so
/// that insertions before it do not move what the client shows; their number is counted.
///
/// ```swift
/// var part = WindowedVersion(snapshot, in: view)
/// part.advance(by: WindowStep(from: snapshot, to: newer))
/// part.move("photos", to: .offset(300), count: 100, in: newer)
/// ```
public struct WindowedVersion: Sendable {
  /// The place of a window in its section.
  struct Place: Hashable, Sendable {
    /// The number of items before the window.
    var from: Int
    /// The maximum number of items of the window.
    var count: Int
    /// The number of items of the section.
    var total: Int
    /// Whether the window stays at the beginning of the section.
    var isFirst: Bool
    /// Whether the items that arrive outside the window are counted.
    var isCounted = true
    /// The number of items that have arrived before the window since it was opened.
    var before = 0
    /// The number of items that have arrived after the window since it was opened.
    var behind = 0

    var range: Range<Int> { min(from, total)..<min(from + count, total) }
    var end: Int { from + count }
  }

  /// The version; it contains only the items of the windows.
  public private(set) var shown: FeedSnapshot
  /// The places of the windows; sections without one are shown whole.
  private(set) var places: [SectionID: Place] = [:]
  let view: FeedView

  /// Opens the windows of a view.
  ///
  /// - Complexity: O(*s* + *k*) for *s* sections and *k* items in windows.
  public init(_ whole: FeedSnapshot, in view: FeedView) {
    self.view = view
    shown = whole
    for section in whole.composition.sections where view.contains(section.id) {
      places[section.id] = opened(section, of: whole.composition)
    }
    show(whole, composing(whole))
  }

  /// Opens the windows of a view at an older version; items that have arrived since are not counted.
  ///
  /// - Precondition: All windows stay at the first items, so that they were the same at every version.
  public init(older whole: FeedSnapshot, in view: FeedView) {
    precondition(!view.hasOwnWindows, "the places of moved windows are unknown")
    self.init(whole, in: view)
    for id in places.keys { places[id]?.isCounted = false }
  }

  /// Returns whether two versions of one view show the same items and the same places of windows.
  public func isIdentical(to other: Self) -> Bool {
    shown.composition.sections.isIdentical(to: other.shown.composition.sections)
      && places == other.places
  }
}

extension WindowedVersion {
  private typealias Composition = FeedSnapshot.Composition

  private func opened(_ section: Composition.Section, of whole: Composition) -> Place? {
    guard let window = view.window(of: section.id) else { return nil }
    return opened(window.start, count: window.count, section, of: whole)
  }

  private func opened(
    _ start: FeedWindow.Start,
    count: Int,
    _ section: Composition.Section,
    of whole: Composition
  ) -> Place {
    let total = section.items.count
    var from = 0
    switch start {
    case .offset(let offset): from = min(offset, total)
    // A client may name an item that has just left; its window begins at the first item.
    case .name: break
    case .item(let item):
      if let path = whole.path(of: item), path.section == whole.index(ofSection: section.id) {
        from = path.item
      }
    }
    return Place(from: from, count: count, total: total, isFirst: from == 0)
  }

  private mutating func show(_ whole: FeedSnapshot, _ composition: Composition) {
    shown = FeedSnapshot(
      version: whole.version,
      composition: composition,
      status: whole.status,
      inputs: whole.inputs
    )
  }

  /// Returns the items of a section that its window shows.
  private func items(of section: Composition.Section) -> Composition.ItemList {
    places[section.id].map { section.items[$0.range] } ?? section.items
  }

  /// Returns the items of all windows.
  private func composing(_ whole: FeedSnapshot) -> Composition {
    var composition = Composition()
    for section in whole.composition.sections where view.contains(section.id) {
      Self.edit { () throws(SnapshotError) in
        try composition.insertSection(
          section.id,
          content: section.content,
          at: composition.sectionCount
        )
        try composition.insertItems(Array(items(of: section)), inSection: section.id, at: 0)
      }
    }
    return composition
  }

  /// Makes edits that cannot fail, because ids are unique in the whole feed.
  private static func edit(_ body: () throws(SnapshotError) -> Void) {
    do throws(SnapshotError) { try body() } catch { preconditionFailure("\(error)") }
  }
}

extension WindowedVersion {
  /// Follows the edits between two versions.
  ///
  /// - Precondition: The step starts from this version.
  /// - Complexity: O(*d* log *n* + *k*) for *d* edits and *k* items in the windows of sections with inserted,
  ///   deleted or moved items; O(*s* + *k*) for *s* sections if sections are edited.
  public mutating func advance(by step: WindowStep) {
    precondition(step.old.version == shown.version, "a step from another version")
    let whole = step.new.composition
    guard !step.editsSections else {
      for section in whole.sections where view.contains(section.id) {
        places[section.id] = followed(section, step)
      }
      for index in step.batch.deleteSections {
        let id = step.old.composition.sectionID(at: index)
        if whole.index(ofSection: id) == nil { places[id] = nil }
      }
      return show(step.new, composing(step.new))
    }
    var composition = shown.composition
    let edited = step.edited.filter { view.contains($0) }
    for id in edited {
      guard let section = whole.section(id) else { continue }
      places[id] = followed(section, step)
    }
    replaceItems(of: edited, in: &composition, whole)
    for path in step.batch.reconfigureItems {
      let entry = whole.item(at: path)
      composition.setContent(entry.content, of: entry.id)
    }
    for id in step.headers where view.contains(id) {
      guard let content = whole.content(ofSection: id) else { continue }
      Self.edit { () throws(SnapshotError) in try composition.setContent(content, ofSection: id) }
    }
    show(step.new, composition)
  }

  /// Returns the place of a section's window after a step.
  private func followed(_ section: Composition.Section, _ step: WindowStep) -> Place? {
    guard var place = places[section.id], let before = step.old.composition.section(section.id)
    else { return opened(section, of: step.new.composition) }
    guard step.edited.contains(section.id) else { return place }
    let (old, new) = (step.old.composition, step.new.composition)
    let (oldIndex, newIndex) = (old.index(ofSection: section.id), new.index(ofSection: section.id))
    let oldPlace = place
    place.total = section.items.count
    if !place.isFirst {
      let stays = before.items[oldPlace.range].lazy.filter { !step.moved.contains($0.id) }
        .compactMap { new.path(of: $0.id) }.first { $0.section == newIndex }
      place.from = stays?.item ?? max(0, min(oldPlace.from, place.total - place.count))
    }
    func arrive(_ to: SnapshotPath, from source: SnapshotPath? = nil) {
      guard to.section == newIndex else { return }
      let offset = source.flatMap { $0.section == oldIndex ? $0.item : nil }
      if to.item < place.from, offset.map({ $0 >= oldPlace.from }) ?? true { place.before += 1 }
      if to.item >= place.end, offset.map({ $0 < oldPlace.end }) ?? true { place.behind += 1 }
    }
    for path in step.batch.insertItems { arrive(path) }
    for move in step.batch.moveItems { arrive(move.to, from: move.from) }
    return place
  }

  /// Replaces the items of sections; the items that stay keep their place in memory.
  private func replaceItems(
    of sections: some Collection<SectionID>,
    in composition: inout Composition,
    _ whole: Composition
  ) {
    // An item may leave one section for another, so take out first.
    var wanted: [(id: SectionID, entries: [Composition.Entry])] = []
    for id in sections {
      guard let section = whole.section(id) else { continue }
      let entries = Array(items(of: section))
      wanted.append((id, entries))
      keep(Set(entries.map(\.id)), of: id, in: &composition)
    }
    for (id, entries) in wanted {
      let left = composition.section(id).map { $0.items.map(\.id) } ?? []
      let isLeft = Set(left)
      if !entries.lazy.map(\.id).filter(isLeft.contains).elementsEqual(left) {
        composition.deleteItems(inSection: id, range: 0..<left.count)
        insert(entries, where: { _ in true }, in: id, of: &composition)
      } else {
        insert(entries, where: { !isLeft.contains($0.id) }, in: id, of: &composition)
        composition.setContents(entries)
      }
    }
  }

  /// Deletes the items of a section that its window does not show any more, adjacent ones together.
  private func keep(
    _ ids: Set<ItemID>,
    of section: SectionID,
    in composition: inout Composition
  ) {
    guard let items = composition.section(section)?.items else { return }
    var end = items.endIndex
    while end > 0 {
      let last = items[..<end].lastIndex { !ids.contains($0.id) }
      guard let last else { return }
      let first = items[...last].lastIndex { ids.contains($0.id) }.map { $0 + 1 } ?? 0
      composition.deleteItems(inSection: section, range: first..<last + 1)
      end = first
    }
  }

  /// Inserts selected items at their positions among all items of a window, adjacent ones together.
  private func insert(
    _ entries: [Composition.Entry],
    where isNew: (Composition.Entry) -> Bool,
    in section: SectionID,
    of composition: inout Composition
  ) {
    var start = 0
    while let first = entries[start...].firstIndex(where: isNew) {
      let end = entries[first...].firstIndex { !isNew($0) } ?? entries.endIndex
      Self.edit { () throws(SnapshotError) in
        try composition.insertItems(entries[first..<end], inSection: section, at: first)
      }
      start = end
    }
  }

  /// Moves the window of a section.
  ///
  /// - Parameter whole: The whole feed, at this version.
  /// - Returns: Whether the view has the section.
  /// - Complexity: O(log *n* + *k*) for *k* items in both windows.
  public mutating func move(
    _ id: SectionID,
    to start: FeedWindow.Start,
    count: Int,
    in whole: FeedSnapshot
  ) -> Bool {
    precondition(whole.version == shown.version, "a window moves in its own version")
    guard view.contains(id), let section = whole.composition.section(id) else { return false }
    var place = opened(start, count: count, section, of: whole.composition)
    (place.before, place.behind) = (places[id]?.before ?? 0, places[id]?.behind ?? 0)
    places[id] = place
    var composition = shown.composition
    replaceItems(of: [id], in: &composition, whole.composition)
    show(whole, composition)
    return true
  }
}

extension WindowedVersion.Place {
  /// The place in its wire format.
  var window: WireWindow { WireWindow(from: min(from, total), total: total) }
}
