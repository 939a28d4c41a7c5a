public import FeedSnapshots

/// The strict model of a list view for feeds: it performs the batch of each version or rejects it.
///
/// A `CollectionModel` for the types of a feed, specialised once for all users.
///
/// ```swift
/// var referee = FeedReferee(engine.snapshot)
/// try referee.perform(update.updates, to: update.snapshot)
/// ```
public struct FeedReferee: Sendable {
  private var model: CollectionModel<SectionID, SectionContent, ItemID, Content>

  /// Shows a version.
  ///
  /// - Complexity: O(*n*).
  public init(_ snapshot: FeedSnapshot) { model = CollectionModel(snapshot.composition) }

  /// Performs a batch if it follows all rules.
  ///
  /// - Parameter batch: The batch that leads from the shown version to another.
  /// - Throws: `InvalidBatch` with all broken rules.
  /// - Complexity: O(*n*).
  public mutating func perform(
    _ batch: BatchUpdates,
    to snapshot: FeedSnapshot
  ) throws(InvalidBatch) {
    try model.perform(batch, to: snapshot.composition)
  }
}
