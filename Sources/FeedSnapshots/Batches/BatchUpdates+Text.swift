extension BatchUpdates {
  /// Describes the batch as calls of a list view: one line per edit, with the ids.
  ///
  /// ```
  /// deleteItems(at: [0, 4])             apple
  /// moveItem(at: [1, 0], to: [0, 2])    pear
  /// ```
  ///
  /// - Returns: The lines, in the order in which a list view performs them.
  /// - Complexity: O(*d* log *n*) for *d* edits.
  public func lines<SectionID, SectionContent, ItemID, ItemContent>(
    from old: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>,
    to new: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
  ) -> [String] {
    let rows = (0..<operationCount).map { position -> (call: String, id: String) in
      let edit = edit(at: position)
      switch edit {
      case .deleteSection(let index): return (edit.call, "\(old.sectionID(at: index))")
      case .deleteItem(let path): return (edit.call, "\(old.item(at: path).id)")
      case .insertSection(let index), .reloadSection(let index):
        return (edit.call, "\(new.sectionID(at: index))")
      case .moveSection(let move): return (edit.call, "\(new.sectionID(at: move.to))")
      case .moveItem(let move): return (edit.call, "\(new.item(at: move.to).id)")
      case .insertItem(let path), .reloadItem(let path), .reconfigureItem(let path):
        return (edit.call, "\(new.item(at: path).id)")
      }
    }
    let width = rows.map(\.call.count).max() ?? 0
    return rows.map { row in
      row.call + String(repeating: " ", count: width + 2 - row.call.count) + row.id
    }
  }
}

extension BatchUpdates: CustomStringConvertible {
  /// The edits by kind, with their paths.
  public var description: String {
    var parts: [String] = []
    func add(_ kind: Kind, _ places: [String]) {
      if !places.isEmpty { parts.append("\(kind.rawValue): \(places.joined(separator: ", "))") }
    }
    add(.deleteSections, deleteSections.map(\.description))
    add(.insertSections, insertSections.map(\.description))
    add(.moveSections, moveSections.map { "\($0.from) → \($0.to)" })
    add(.deleteItems, deleteItems.map(\.description))
    add(.insertItems, insertItems.map(\.description))
    add(.moveItems, moveItems.map { "\($0.from) → \($0.to)" })
    add(.reloadSections, reloadSections.map(\.description))
    add(.reloadItems, reloadItems.map(\.description))
    add(.reconfigureItems, reconfigureItems.map(\.description))
    return parts.isEmpty ? "no updates" : parts.joined(separator: "; ")
  }
}
