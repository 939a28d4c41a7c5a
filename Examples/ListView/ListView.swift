import FeedSnapshots
import FeedWire

/// The edits that a list view can make in one batch, named as in UICollectionView.
///
/// Deletes and origins of moves are places before the batch, inserts and targets of moves places after it.
@MainActor protocol ListView: AnyObject {
  /// Removes sections.
  func deleteSections(_ sections: [Int])
  /// Adds sections.
  func insertSections(_ sections: [Int])
  /// Puts a section elsewhere.
  func moveSection(_ section: Int, toSection newSection: Int)
  /// Removes items.
  func deleteItems(at paths: [SnapshotPath])
  /// Adds items.
  func insertItems(at paths: [SnapshotPath])
  /// Puts an item elsewhere.
  func moveItem(at path: SnapshotPath, to newPath: SnapshotPath)
  /// Performs a batch of the calls above, and shows it.
  func performBatch(_ edits: @escaping () -> Void)
  /// Shows sections afresh, places after the batch.
  func reloadSections(_ sections: [Int])
  /// Shows items afresh, places after the batch.
  func reloadItems(at paths: [SnapshotPath])
  /// Shows other contents in the views that are there, places after the batch.
  func reconfigureItems(at paths: [SnapshotPath])
}

/// The data source of a list view: keeps it what a served feed is.
///
/// The snapshot is replaced within the batch, as UICollectionView wants it: it asks for the numbers of items
/// before and after. Nothing can come between the two, since both are on the main actor.
@MainActor final class FeedListSource {
  /// The version that the view shows.
  private(set) var shown: WireSnapshot?
  private weak var view: (any ListView)?

  /// Feeds a view.
  init(_ view: any ListView) { self.view = view }

  /// Performs a version's batch unchanged.
  func perform(_ batch: BatchUpdates, to snapshot: WireSnapshot) {
    view?.performBatch { [self] in
      shown = snapshot
      view?.deleteItems(at: batch.deleteItems)
      view?.deleteSections(batch.deleteSections)
      view?.insertSections(batch.insertSections)
      view?.insertItems(at: batch.insertItems)
      for move in batch.moveSections { view?.moveSection(move.from, toSection: move.to) }
      for move in batch.moveItems { view?.moveItem(at: move.from, to: move.to) }
    }
    view?.reloadSections(batch.reloadSections)
    view?.reloadItems(at: batch.reloadItems)
    view?.reconfigureItems(at: batch.reconfigureItems)
  }
}
