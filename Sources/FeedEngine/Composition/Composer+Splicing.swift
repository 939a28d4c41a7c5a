import FeedModel
import FeedQueries
import FeedSnapshots

// Edits of a commit: all items leave, arrive and change in one pass, section by section.
extension Composer {
  /// Determines the items of the rows of a list that arrived or may have changed.
  func ask(_ edit: ListEdit) -> ListWork {
    let section = sections[edit.root]
    var work = ListWork(edit, section)
    var isSorted = true
    for change in edit.rows {
      switch change {
      case .arrived(let row): work.add(row) { append(row, in: section, to: &$0) }
      case .changed(let row, let range):
        askAgain(row, range, &work)
        isSorted = false
      case .departed: break
      }
    }
    // Once for all rows; each of them has added its own in order.
    if !isSorted { work.removals.sort() }
    return work
  }

  /// Finds those items of a row that stays which differ from what it is shown as now.
  private func askAgain(_ row: ShownRow, _ range: Range<Int>, _ work: inout ListWork) {
    // A list without items may have no section, or one with its placeholder.
    let old = range.isEmpty ? [] : composition.items(inSection: work.id, range: range)
    let template = work.section.template
    let all = template.mayRepeat ? items(of: row, in: work.section) : nil
    let middle = Middle(old, all?.map(\.id) ?? template.ids(of: row))
    guard !middle.isEmpty else { return }
    work.removals.append(contentsOf: middle.old.lazy.map { range.lowerBound + $0 })
    work.add(row, offset: middle.new.lowerBound, kept: old.count - middle.old.count) { items in
      if let all {
        items.append(contentsOf: all[middle.new])
      } else {
        template.append(middle.new, of: row, to: &items)
      }
    }
  }

  /// Splices all lists, adds the sections that this takes and deletes those that are left empty.
  ///
  /// - Parameter contents: Items that stay with what they show now, wherever they are.
  /// - Returns: The batch; `nil` if a section was inserted, removed or changed, or claims were
  ///   settled.
  func splice(_ works: inout ContiguousArray<ListWork>, _ contents: [ComposedItem]) -> BatchUpdates?
  {
    reopenClaims(of: works)
    var splices = Self.splices(&works)
    var isStated = !updateSections(works)
    var batch: BatchUpdates
    do throws(SnapshotError) {
      do throws(SnapshotError) {
        batch = try composition.splice(splices, contents: contents)
      } catch {
        require(error, .duplicateItem)
        withhold(&works)
        splices = Self.splices(&works)
        batch = try composition.splice(splices, contents: contents)
      }
    } catch {
      preconditionFailure("the composer has lost count of its items: \(error)")
    }
    for work in works where !work.section.isGrouped {
      work.section.showsPlaceholder = work.standIn != nil
    }
    if settleClaims() { isStated = false }
    for work in works where removeIfEmpty(work.section, work.list) { isStated = false }
    return isStated ? batch : nil
  }

  /// Replaces the contents of rows that keep their places, if there is no other change.
  func replace(_ edits: ContiguousArray<ListEdit>) -> BatchUpdates {
    composition.replace(
      edits.lazy.map { [sections] edit in
        let section = sections[edit.root]
        var splice = Composition.Splice(section: section.id(of: edit.list))
        splice.replace(edit, section)
        return splice
      }
    )
  }

  private static func splices(
    _ works: inout ContiguousArray<ListWork>
  ) -> ContiguousArray<Composition.Splice> {
    var splices = ContiguousArray<Composition.Splice>()
    splices.reserveCapacity(works.count)
    for index in works.indices {
      let splice = works[index].splice()
      if !splice.isEmpty { splices.append(splice) }
    }
    return splices
  }
}

extension Composer.Composition.Splice {
  /// Replaces the items of rows that stay one item with their current contents.
  mutating func replace(_ edit: ListEdit, _ section: ComposedSection) {
    guard let look = section.template.only else { return }
    edit.forEachReplaced(reserving: { reserve(replacements: $0) }) {
      replace(with: $0.item(look), at: $1)
    }
  }
}

extension QueryEdits {
  /// Whether the edit consists only of the replacements of
  /// ``ListEdit/forEachReplaced(reserving:_:)``.
  ///
  /// The item of a folded group counts its rows, also those that arrive and leave unseen.
  var onlyReplace: Bool {
    reordered.isEmpty
      && lists.allSatisfy {
        $0.rows.isEmpty && $0.removals.isEmpty && !$0.isRetitled && !$0.wasFolded
      }
  }
}
