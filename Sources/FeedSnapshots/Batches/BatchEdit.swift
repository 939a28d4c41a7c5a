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
