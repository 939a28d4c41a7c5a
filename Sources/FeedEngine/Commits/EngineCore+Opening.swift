import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

extension EngineCore {
  /// Composes the first version, or the last version of the store.
  ///
  /// The version number is incremented if a document's file has changed since the store was closed, or if
  /// the feed differs from its predecessor.
  ///
  /// With a log, only entries lead to versions. Files of documents are not read: one replica appends them.
  /// After an upgrade entry the feed begins with the next version, even if it looks the same.
  func open(isReader: Bool, followsLog: Bool, after predecessor: FeedSnapshot?) throws {
    try store.withWriter { writer in
      let tracksOthers = isReader ? nil : feed.tracksOthers && store.location.isShared
      let isReading = try !writer.isToChangeTriggers(tracksOthers: tracksOthers)
      _ = try writer.transaction(isReading: isReading) { writer in
        let version = try writer.version()
        if version == nil { try plantSeed(in: writer) }
        let isChanged = try loadDocuments(writer, readingFiles: !followsLog)
        if followsLog { try loadConditions(writer) }
        try evaluator.open(writer, tracksOthers: tracksOthers)
        composer.recompose()
        var number = version.map { $0 + (isChanged ? 1 : 0) } ?? 1
        // All replicas must have the same version number after the upgrade entry.
        if followsLog, let upgrade = try writer.upgrade(), upgrade.version > version ?? 0 {
          number = upgrade.version
        }
        states = sourceStates()
        try loadInputStatus(writer)
        if let predecessor {
          let isSame =
            predecessor.status == states.status
            && predecessor.composition.updates(to: composer.composition).isEmpty
          number = max(number, predecessor.version + (isSame ? 0 : 1))
        }
        snapshot = FeedSnapshot(
          version: number,
          composition: composer.composition,
          status: states.status,
          inputs: inputStatus
        )
        if version != number { try writer.setVersion(number) }
      }
    }
  }
}
