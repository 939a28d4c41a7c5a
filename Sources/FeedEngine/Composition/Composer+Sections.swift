import FeedModel
import FeedQueries
import FeedSnapshots

extension Composer {
  // MARK: Places

  /// The index of the first section of a declaration in the snapshot.
  func start(of section: ComposedSection) -> Int {
    sections[..<section.index].reduce(0) { $0 + $1.count }
  }

  /// Returns whether the section of a list is in the snapshot.
  func isPresent(_ section: ComposedSection, _ list: ShownList?) -> Bool {
    guard section.isGrouped, let list else { return section.count > 0 }
    return list.hasSection
  }

  /// Notes that the section of a list was inserted or removed.
  private func setPresent(_ isPresent: Bool, _ section: ComposedSection, _ list: ShownList?) {
    section.count += isPresent ? 1 : -1
    list?.hasSection = isPresent
  }

  // MARK: Edits

  /// Moves the sections of groups that have got another place among the groups.
  ///
  /// - Returns: The moves; `nil` if several sections of a declaration have moved.
  func moveSections(_ edits: [ListEdit]) -> ContiguousArray<BatchUpdates.SectionMove>? {
    var moves = ContiguousArray<BatchUpdates.SectionMove>()
    var areSingle = true
    var (last, lastMoved): (ComposedSection?, ComposedSection?)
    for edit in edits {
      let (section, list) = (sections[edit.root], edit.list)
      do throws(SnapshotError) {
        let move = try composition.moveSection(
          section.id(of: list),
          behind: list.previousSection.map { section.id(of: $0) },
          orTo: start(of: section)
        )
        if let move {
          areSingle = areSingle && lastMoved !== section
          lastMoved = section
          moves.append(move)
        }
      } catch {
        preconditionFailure("a section of the feed is unknown to its snapshot: \(error)")
      }
      if claims.hasLosers, last !== section { claims.reopen(section: section) }
      last = section
    }
    return areSingle ? moves : nil
  }

  /// Adds the sections of lists that have items now, and gives others the titles of their groups.
  ///
  /// - Returns: Whether there are any.
  func updateSections(_ works: ContiguousArray<ListWork>) -> Bool {
    var isChanged = false
    for work in works {
      let (section, list) = (work.section, work.list)
      if isPresent(section, list) {
        guard work.edit.isRetitled || section.countsObjects && work.mayCountOthers else { continue }
        let content = section.content(of: list)
        guard composition.section(work.id)?.content != content else { continue }
        do throws(SnapshotError) {
          try composition.setContent(content, ofSection: work.id)
        } catch {
          preconditionFailure("a section of the feed is unknown to its snapshot: \(error)")
        }
        isChanged = true
      } else if work.standIn != nil || list.weight > 0 {
        addSection(section, list)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Makes the section of a list exist, without what stands in for items.
  func makePresent(_ section: ComposedSection, _ list: ShownList?) {
    if section.showsPlaceholder {
      composition.deleteItems(inSection: section.id(of: list), range: 0..<1)
      section.showsPlaceholder = false
    }
    if !isPresent(section, list) { addSection(section, list) }
  }

  private func addSection(_ section: ComposedSection, _ list: ShownList?) {
    // After the section of the previous group, or at the start of the declaration.
    let previous = list?.previousSection.flatMap {
      composition.index(ofSection: section.id(of: $0))
    }
    do throws(SnapshotError) {
      try composition.insertSection(
        section.id(of: list),
        content: section.content(of: list),
        at: previous.map { $0 + 1 } ?? start(of: section)
      )
    } catch {
      preconditionFailure("a section of the feed is there unknown to the composer: \(error)")
    }
    setPresent(true, section, list)
  }

  /// Removes a section without items, or fills it with its placeholder.
  ///
  /// - Returns: Whether anything was done.
  func removeIfEmpty(_ section: ComposedSection, _ list: ShownList?) -> Bool {
    let id = section.id(of: list)
    guard isPresent(section, list) else { return false }
    if let list {
      guard list.weight == 0 else { return false }
      if section.isGrouped, section.standIn(for: list) != nil { return false }
    }
    if !section.isGrouped, let placeholder = section.placeholder {
      guard !section.showsPlaceholder else { return false }
      insert(CollectionOfOne(placeholder), into: id, at: 0)
      section.showsPlaceholder = true
      return true
    }
    composition.deleteSection(id)
    setPresent(false, section, list)
    return true
  }

  /// Inserts items that nothing else can be called.
  func insert(_ items: some Collection<ComposedItem>, into section: SectionID, at offset: Int) {
    do throws(SnapshotError) {
      try composition.insertItems(items, inSection: section, at: offset)
    } catch {
      preconditionFailure("the composer has lost count of its items: \(error)")
    }
  }
}
