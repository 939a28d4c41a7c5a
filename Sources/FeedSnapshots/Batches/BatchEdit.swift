/// One edit of a batch, as a call of a list view.
package enum BatchEdit: Hashable, Sendable {
  case deleteSection(Int)
  case deleteItem(SnapshotPath)
  case insertSection(Int)
  case moveSection(BatchUpdates.SectionMove)
  case insertItem(SnapshotPath)
  case moveItem(BatchUpdates.ItemMove)
  case reloadSection(Int)
  case reloadItem(SnapshotPath)
  case reconfigureItem(SnapshotPath)

  /// The call, for example `moveItem(at: [1, 0], to: [0, 2])`.
  package var call: String {
    switch self {
    case .deleteSection(let index): "deleteSections([\(index)])"
    case .deleteItem(let path): "deleteItems(at: \(path))"
    case .insertSection(let index): "insertSections([\(index)])"
    case .moveSection(let move): "moveSection(\(move.from), toSection: \(move.to))"
    case .insertItem(let path): "insertItems(at: \(path))"
    case .moveItem(let move): "moveItem(at: \(move.from), to: \(move.to))"
    case .reloadSection(let index): "reloadSections([\(index)])"
    case .reloadItem(let path): "reloadItems(at: \(path))"
    case .reconfigureItem(let path): "reconfigureItems(at: \(path))"
    }
  }
}

extension BatchUpdates {
  /// Returns the edit at a position in the order in which a list view performs the batch.
  ///
  /// - Precondition: The position is below ``operationCount``.
  /// - Complexity: O(1).
  package func edit(at position: Int) -> BatchEdit {
    var rest = position
    /// Returns the element of a list, or `nil` if the position is in a later list.
    func element<Element>(_ list: [Element]) -> Element? {
      if rest < list.count { return list[rest] }
      rest -= list.count
      return nil
    }
    if let index = element(deleteSections) { return .deleteSection(index) }
    if let path = element(deleteItems) { return .deleteItem(path) }
    if let index = element(insertSections) { return .insertSection(index) }
    if let move = element(moveSections) { return .moveSection(move) }
    if let path = element(insertItems) { return .insertItem(path) }
    if let move = element(moveItems) { return .moveItem(move) }
    if let index = element(reloadSections) { return .reloadSection(index) }
    if let path = element(reloadItems) { return .reloadItem(path) }
    if let path = element(reconfigureItems) { return .reconfigureItem(path) }
    preconditionFailure("edit \(position) is outside 0..<\(operationCount)")
  }
}
