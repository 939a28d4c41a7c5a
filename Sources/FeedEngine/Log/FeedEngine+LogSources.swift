import FeedDefinition
package import FeedModel
import FeedStore

extension FeedEngine {
  /// Watches the files of all documents and appends an entry for each file that has changed.
  ///
  /// If a file cannot be read, no entry is appended. Returns when the task is cancelled or the engine is
  /// closed.
  ///
  /// - Parameter onError: Called if a document cannot be appended; the watch continues.
  /// - Throws: `DocumentError` if a file's directory cannot be watched.
  package nonisolated func appendDocumentFiles(
    to log: any EntryLog,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    let watches = try feed.sources.compactMap(\.document).compactMap { document in
      try document.file.map { (document: document, watch: try FileWatch(path: $0)) }
    }
    await ending.cancelling {
      await withDiscardingTaskGroup { group in
        for (document, watch) in watches {
          group.addTask {
            await self.append(document, to: log, onError)
            for await _ in watch { await self.append(document, to: log, onError) }
          }
        }
      }
    }
  }

  private func append(
    _ document: DocumentDeclaration,
    to log: any EntryLog,
    _ onError: @Sendable (any Error) -> Void
  ) async {
    do {
      guard case .success(let bytes) = DocumentFile.bytes(of: document) else { return }
      let known = try core.store.withWriter { writer in
        try writer.state(named: "failed/\(document.name)")
          ?? writer.state(named: "document/\(document.name)")
      }
      guard known != .blob(bytes) else { return }
      _ = try await log.apply(FeedEntry(.document(document.name.description, bytes)))
    } catch {
      if isWorthTelling(error) { onError(error) }
    }
  }

  /// Appends ticks at the given interval until the task is cancelled or the engine is closed.
  ///
  /// Returns at once if the feed does not use the time.
  ///
  /// - Parameters:
  ///   - onError: Called with the error of each tick that cannot be appended; later ticks follow.
  ///   - now: Returns the current time, in the form that the queries compare.
  package nonisolated func appendTicks(
    to log: any EntryLog,
    every interval: Duration = .seconds(1),
    clock: some Clock<Duration> = ContinuousClock(),
    onError: @escaping @Sendable (any Error) -> Void = { _ in },
    now: @Sendable () -> Value
  ) async {
    guard await usesTime else { return }
    while !Task.isCancelled, !ending.hasCome {
      do { _ = try await log.apply(FeedEntry(.tick(now()))) } catch {
        if isWorthTelling(error) { onError(error) }
      }
      await ending.cancelling { try? await clock.sleep(for: interval) }
    }
  }
}

extension FeedEngine {
  /// The version of the composer, incremented when the same rows and feed file lead to another feed.
  package static var composerVersion: String { "1" }

  /// Returns the newest upgrade of the feed in the log.
  ///
  /// - Returns: The upgrade, or `nil` if there was none.
  /// - Throws: `StoreError` if the store cannot be read.
  package func upgrade() throws -> FeedUpgrade? { try core.store.withWriter { try $0.upgrade() } }
}
