extension BatchUpdates {
  /// Describes the batch as the calls that a list view gets, a line an edit, with the ids.
  ///
  /// ```
  /// deleteItems(at: [0, 4])             apple
  /// moveItem(at: [1, 0], to: [0, 2])    pear
  /// ```
  ///
  /// - Parameters:
  ///   - old: The snapshot that the batch starts with.
  ///   - new: The snapshot that it leads to.
  /// - Returns: The lines, in the order in which a list view performs them.
  /// - Complexity: O(*d* log *n*) for *d* edits.
  public func lines<SectionID, SectionContent, ItemID, ItemContent>(
    from old: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>,
    to new: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
  ) -> [String] {
    var rows: [(call: String, id: String)] = []
    for index in deleteSections {
      rows.append(("deleteSections([\(index)])", "\(old.sectionID(at: index))"))
    }
    for path in deleteItems {
      rows.append(("deleteItems(at: \(path))", "\(old.item(at: path).id)"))
    }
    for index in insertSections {
      rows.append(("insertSections([\(index)])", "\(new.sectionID(at: index))"))
    }
    for move in moveSections {
      rows.append(
        ("moveSection(\(move.from), toSection: \(move.to))", "\(new.sectionID(at: move.to))")
      )
    }
    for path in insertItems {
      rows.append(("insertItems(at: \(path))", "\(new.item(at: path).id)"))
    }
    for move in moveItems {
      rows.append(("moveItem(at: \(move.from), to: \(move.to))", "\(new.item(at: move.to).id)"))
    }
    for index in reloadSections {
      rows.append(("reloadSections([\(index)])", "\(new.sectionID(at: index))"))
    }
    for path in reloadItems {
      rows.append(("reloadItems(at: \(path))", "\(new.item(at: path).id)"))
    }
    for path in reconfigureItems {
      rows.append(("reconfigureItems(at: \(path))", "\(new.item(at: path).id)"))
    }
    let width = rows.map(\.call.count).max() ?? 0
    return rows.map { row in
      row.call + String(repeating: " ", count: width + 2 - row.call.count) + row.id
    }
  }
}

extension BatchUpdates: CustomStringConvertible {
  /// The kinds of edits that there are, with their places.
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
