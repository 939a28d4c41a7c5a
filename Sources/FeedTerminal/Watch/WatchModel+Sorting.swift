import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// Another order of a section, for this viewer alone.
  struct Sorting: Hashable {
    /// The text of an item that decides, by the key that chooses it.
    enum Column: Character, CaseIterable {
      case title = "t"
      case subtitle = "s"
      case value = "v"
      case badge = "b"

      func text(of look: ItemAppearance) -> TextTemplate? {
        switch self {
        case .title: look.title
        case .subtitle: look.subtitle
        case .value: look.value
        case .badge: look.badge
        }
      }
    }

    let section: SectionID
    let column: Column
    var isDescending: Bool

    /// Returns a snapshot whose section is sorted; items without a value come last, and equal ones keep their order.
    ///
    /// - Complexity: O(*n* · log *n*) for a section of *n* items.
    func applied(to snapshot: FeedSnapshot, _ appearance: FeedAppearance) -> FeedSnapshot {
      var composition = snapshot.composition
      guard let count = composition.itemCount(inSection: section) else { return snapshot }
      let items = composition.items(inSection: section, range: 0..<count)
      let look = appearance.sections[section.declaration]
      let sorted = Self.runs(of: items, look).flatMap { self.sorted($0, appearance).joined() }
      composition.deleteItems(inSection: section, range: 0..<count)
      // They are the items that were just deleted, so none is in the snapshot.
      guard (try? composition.insertItems(sorted, inSection: section, at: 0)) != nil else {
        preconditionFailure("a sorted section has an item twice")
      }
      return FeedSnapshot(
        version: snapshot.version,
        composition: composition,
        status: snapshot.status
      )
    }

    /// An item, and the items below it, which move with it.
    private typealias Block = ArraySlice<FeedSnapshot.Composition.Entry>

    private func sorted(_ blocks: [Block], _ appearance: FeedAppearance) -> [Block] {
      let keys = blocks.map { $0.first.flatMap { key(of: $0, appearance) } }
      return blocks.indices.sorted { left, right in
        switch (keys[left], keys[right]) {
        case (nil, nil): left < right
        case (nil, _): false
        case (_, nil): true
        case (let a?, let b?) where a == b: left < right
        case (let a?, let b?): isDescending ? b < a : a < b
        }
      }.map { blocks[$0] }
    }

    /// Returns the parts of a section that are sorted, each by itself, as on the page in a browser.
    ///
    /// Rows with columns are sorted below their heading. In other sections the items of the top level are.
    private static func runs(
      of items: [FeedSnapshot.Composition.Entry],
      _ look: SectionAppearance?
    ) -> [[Block]] {
      let areRows = items.map { look?.columns[$0.id.kind] != nil && $0.id.slot == 0 }
      if areRows.contains(true) {
        return items.indices.reduce(into: []) { runs, index in
          let block = items[index...index]
          if index > 0, areRows[index], areRows[index - 1] {
            runs[runs.count - 1].append(block)
          } else {
            runs.append([block])
          }
        }
      }
      let depths = items.map { look?.depths[$0.id.kind] ?? 0 }
      let top = depths.min()
      let begins = items.indices.filter { depths[$0] == top }
      let ends = begins.dropFirst() + [items.endIndex]
      return [[items[..<(begins.first ?? 0)]], zip(begins, ends).map { items[$0..<$1] }]
    }

    private func key(
      of item: FeedSnapshot.Composition.Entry,
      _ appearance: FeedAppearance
    ) -> Key? {
      guard let look = appearance.items[item.id.kind], let template = column.text(of: look) else {
        return nil
      }
      // The first field that has a value, as a figure if it is one.
      let value = template.fieldNames.lazy.compactMap { item.content[$0] }.first { $0 != .null }
      if let figure = value?.figure, !figure.isNaN { return .figure(figure) }
      // A date in ISO 8601 sorts by its time, not by the name of its weekday.
      let raw = template.fieldNames.count == 1 ? value?.string : nil
      let text = raw ?? template.text(item.content)
      return text.isEmpty ? nil : .text(text.lowercased())
    }
  }

  /// Figures come before texts.
  private enum Key: Comparable {
    case figure(Double)
    case text(String)
  }

  /// Asks for the column by which to sort the section of the selected item, or the first one on the screen.
  mutating func beginSorting() {
    let own = selected.flatMap { snapshot.composition.section(containing: $0) }
    guard let section = own ?? targets.first?.section else { return }
    sortedSection = section
    message = "sort by: t title, s subtitle, v value, b badge; o: the declared order"
  }

  /// Takes the key of a column; the same one again reverses the order.
  mutating func chooseSorting(_ key: WatchKey, of section: SectionID, at now: Duration) {
    sortedSection = nil
    guard case .character(let character) = key else { return }
    if let column = Sorting.Column(rawValue: character) {
      let isSame = sorting?.section == section && sorting?.column == column
      sorting = Sorting(
        section: section,
        column: column,
        isDescending: isSame ? !(sorting?.isDescending ?? true) : false
      )
    } else if character == "o" {
      sorting = nil
    } else {
      return
    }
    arrangeAgain(at: now)
  }

  /// Returns true for an item in a section that the viewer has sorted or filtered.
  func isSorted(_ item: ItemID) -> Bool {
    !filtering.text.isEmpty
      || sorting.map { $0.section == snapshot.composition.section(containing: item) } ?? false
  }
}
