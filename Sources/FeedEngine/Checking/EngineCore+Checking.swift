import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

extension EngineCore {
  /// Compares a section with the whole result of its query, read again, and corrects differences.
  ///
  /// - Returns: The mismatch and the version that its correction led to; or the version of other
  ///   programs' commits, which are not a mismatch.
  func check(_ section: ComposedSection) throws -> (mismatch: FeedMismatch?, update: FeedUpdate?) {
    while true {
      if let update = try catchUp() { return (nil, update) }
      do { return try compare(section) } catch is StaleRows { continue }
    }
  }

  private func compare(
    _ section: ComposedSection
  ) throws -> (mismatch: FeedMismatch?, update: FeedUpdate?) {
    try store.withWriter { writer in
      let version = snapshot.version
      var update: FeedUpdate?
      var newStates = states
      let differences = try evaluator.check(section.query, writer) { edits in
        composer.apply(edits)
        newStates = sourceStates()
        update = nextVersion(nil, newStates)
        if let update { try writer.setVersion(update.snapshot.version) }
      }
      if let update { take(update, newStates) }
      guard !differences.isEmpty else { return (nil, update) }
      let mismatch = FeedMismatch(
        section: section.declaration.id,
        query: section.declaredQuery.text,
        version: version,
        healedVersion: snapshot.version,
        line: latestLine,
        differences: differences
      )
      return (mismatch, update)
    }
  }
}
