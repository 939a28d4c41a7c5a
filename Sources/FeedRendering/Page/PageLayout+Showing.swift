import FeedFormatting
import FeedLayout
package import FeedModel
package import FeedSnapshots

extension PageLayout {
  /// Takes a version, with the batch that leads to it.
  ///
  /// Places that the batch does not touch stay and are not examined.
  ///
  /// - Returns: Whether the page shows the version; otherwise it must be laid out again.
  /// - Complexity: O(log *n*) for each edit, O(*k*) for an inserted or moved section of *k* items,
  ///   and O(*s*) for *s* sections if any is inserted or moved.
  package mutating func show(
    _ new: FeedSnapshot.Composition,
    from old: FeedSnapshot.Composition,
    _ updates: BatchUpdates
  ) -> Bool {
    do throws(LayoutError) {
      let changes = ItemChanges(updates)
      try moveSections(updates, old, new)
      for change in changes.sections(from: old, to: new) {
        let index = SectionIndex(change.id, near: change.index, in: sections)
        if let index { try edit(index.position, change, new) }
      }
      for index in updates.reloadSections {
        let section = new.sections[index]
        guard let place = SectionIndex(section.id, near: index, in: sections) else { continue }
        try rebuild(place.position, section)
      }
      showContents(updates.reloadItems + updates.reconfigureItems, new)
      return true
    } catch {
      return false
    }
  }

  // MARK: Sections

  private mutating func moveSections(
    _ updates: BatchUpdates,
    _ old: FeedSnapshot.Composition,
    _ new: FeedSnapshot.Composition
  ) throws(LayoutError) {
    let leaving = updates.deleteSections + updates.moveSections.map(\.from)
    let coming = updates.insertSections + updates.moveSections.map(\.to)
    guard !leaving.isEmpty || !coming.isEmpty else { return }
    for index in leaving {
      guard let place = SectionIndex(old.sectionID(at: index), near: index, in: sections) else {
        continue
      }
      sections.remove(at: place.position)
      solved.removeSection(at: place.position)
    }
    for index in coming.sorted() {
      let section = new.sections[index]
      guard choice.shows(section.id) else { continue }
      // After the nearest shown section before it.
      var position = 0
      for before in (0..<index).reversed() {
        let id = new.sectionID(at: before)
        guard choice.shows(id), let place = SectionIndex(id, near: before, in: sections) else {
          continue
        }
        position = place.position + 1
        break
      }
      try insert(section, at: position)
    }
  }

  private mutating func insert(
    _ section: FeedSnapshot.Composition.Section,
    at position: Int
  ) throws(LayoutError) {
    let shown = pageSection(section)
    sections.insert(shown, at: position)
    let measurer = measurer
    var measured = 0
    try solved.insertSection(
      .init(declaration: declaration(of: section), itemCount: shown.count),
      at: position,
      measuring: { request in
        measured += 1
        return measurer.size(request)
      }
    )
    measuredPlaces += measured
  }

  private mutating func rebuild(
    _ position: Int,
    _ section: FeedSnapshot.Composition.Section
  ) throws(LayoutError) {
    sections.remove(at: position)
    solved.removeSection(at: position)
    try insert(section, at: position)
  }

  // MARK: Items

  private mutating func edit(
    _ position: Int,
    _ change: ItemChanges.Section,
    _ new: FeedSnapshot.Composition
  ) throws(LayoutError) {
    guard let section = new.section(change.id) else { return }
    let edits = change.removed.count + change.inserted.count
    guard edits <= max(section.items.count / 4, 64), solved.keepsAnswers(inSection: position) else {
      return try rebuild(position, section)
    }
    let blocks = ChangedBlock.blocks(removed: change.removed, inserted: change.inserted)
    let places = sections[position].show(section.items, differingIn: blocks)
    let measurer = measurer
    var measured = 0
    let measuring: Measuring = { request in
      measured += 1
      return measurer.size(request)
    }
    for block in places.reversed() where !block.old.isEmpty {
      solved.removeItems(block.old, inSection: position)
    }
    for block in places where !block.new.isEmpty {
      solved.insertItems(
        block.new.count,
        at: block.new.lowerBound,
        inSection: position,
        measuring: measuring
      )
    }
    // Whether there is room above an object depends on whether it is one of the first.
    let across = sections[position].across
    let first = across > 1 ? Array(0...across) : [0]
    let behind = places.flatMap { block in
      // Places that no longer are among the first follow the inserted ones.
      block.new.upperBound..<block.new.upperBound + (block.old.lowerBound < across ? across : 1)
    }
    for place in first + behind where place < sections[position].count {
      remeasure(place, inSection: position, measuring)
    }
    measuredPlaces += measured
  }

  private mutating func remeasure(
    _ place: Int,
    inSection section: Int,
    _ measuring: Measuring
  ) {
    guard let request = solved.measuringRequest(ofItem: place, inSection: section) else { return }
    solved.setMeasuredSize(measuring(request), ofItem: place, inSection: section)
  }

  /// Takes the contents of items that keep their places.
  private mutating func showContents(_ paths: [SnapshotPath], _ new: FeedSnapshot.Composition) {
    var known: (index: Int, position: Int?)?
    let ordered = paths.sorted()
    for path in ordered {
      if known?.index != path.section {
        let section = new.sections[path.section]
        let place = SectionIndex(section.id, near: path.section, in: sections)
        known = (path.section, place?.position)
        if let place { sections[place.position].show(section.items) }
      }
      // The width of a chip depends on its text.
      guard let position = known?.position, sections[position].look.arrangement == .chips,
        path.item < sections[position].items.count
      else { continue }
      let measurer = measurer
      remeasure(sections[position].place(ofItem: path.item), inSection: position) {
        measurer.size($0)
      }
      measuredPlaces += 1
    }
  }
}

/// The index of a section among those of a page.
private struct SectionIndex {
  let position: Int

  /// Tries the section's index in the version first: usually all sections are shown.
  init?(_ id: SectionID, near index: Int, in sections: [PageSection]) {
    if index < sections.count, sections[index].id == id {
      position = index
      return
    }
    guard let found = sections.firstIndex(where: { $0.id == id }) else { return nil }
    position = found
  }
}
