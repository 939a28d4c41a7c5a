package import FeedDefinition
public import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
package import FeedStore
public import Foundation

/// A replay of the lines of a run, which checks whether a fault is reproducible.
package enum StressRepeat {
  /// Plays lines on a store and returns the fault that it finds, or `nil`.
  ///
  /// It does the same as `feed replay --verify --on-error skip` with the lines as a fixture.
  ///
  /// - Parameter tampering: A test's function that replaces valid updates with wrong ones.
  /// - Throws: The error that ended the replay.
  package static func fault(
    playing lines: [String],
    feed: Feed,
    store location: Store.Location,
    limits: StoreLimits = StoreLimits(),
    tampering: StressRun.Tampering? = nil
  ) async throws -> String? {
    let engine = try FeedEngine(feed: feed, store: location, limits: limits)
    var referee = FeedReferee(engine.snapshot)
    var reader = FixtureReader(bytes: Array(lines.joined(separator: "\n").utf8), name: "stress")
    while let line = try reader.next() {
      guard case .entry(let entry) = line else { continue }
      do {
        guard let given = try await engine.play(entry) else { continue }
        let update = tampering?(given) ?? given
        try referee.perform(update.updates, to: update.snapshot)
      } catch is LineFault {
        continue
      } catch let error as InvalidBatch {
        return "the batch of line \(entry.line) breaks the rules: \(error)"
      }
    }
    return try await engine.differenceFromFresh().map {
      "the feed differs from a fresh one: \($0)"
    }
  }
}

extension FeedEngine {
  /// Returns the first difference between the newest version and a fresh engine over the same rows.
  ///
  /// - Parameter directory: The directory for a temporary copy of the store.
  /// - Returns: A description of the difference, or `nil` if there is none.
  /// - Throws: `StoreError` if the store cannot be copied or opened.
  public func differenceFromFresh(
    in directory: URL = FileManager.default.temporaryDirectory
  ) async throws -> String? {
    // Other programs may be writing, and both feeds must read the same state of the store.
    let (mine, fresh) = try await withStoreStanding { snapshot, location in
      guard case .file(let path) = location else { return (snapshot, nil as FeedEngine?) }
      return (snapshot, try FeedEngine(feed: feed, store: .copy(of: path), limits: limits))
    }
    if let fresh { return mine.difference(fromFresh: fresh.snapshot) }
    let copy =
      directory
      .appending(path: "feed-fresh-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try copyStore(to: copy)
    let other = try FeedEngine(feed: feed, store: .copy(of: copy), limits: limits)
    return mine.difference(fromFresh: other.snapshot)
  }
}
