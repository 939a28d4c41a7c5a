import FeedDefinition
import FeedDocuments
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

extension EngineCore {
  /// Composes the first version, or the one that the store was left with.
  ///
  /// If a document's file has changed while nobody looked, that is a version of its own; so is what
  /// differs from the feed that was shown before.
  ///
  /// With a log everything that leads to a version is an entry: files of documents are read by one replica, and
  /// behind an entry that goes over to this feed it begins with the next version, whether it looks different or not.
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
        // All replicas begin with the same number behind the entry, whatever else they find.
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
