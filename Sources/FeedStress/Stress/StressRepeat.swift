package import FeedDefinition
public import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
package import FeedStore
public import Foundation

/// Plays the lines of a run again, and looks whether the same is wrong.
package enum StressRepeat {
  /// Plays lines against a store.
  ///
  /// It does what `feed replay --verify --on-error skip` does with the same fixture.
  ///
  /// - Parameter tampering: What a test puts in place of good updates.
  /// - Throws: What ended the replay.
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
      "the feed is not what a fresh one is: \($0)"
    }
  }
}

extension FeedEngine {
  /// Finds in what the newest version is not what a fresh engine composes from the same rows.
  ///
  /// - Parameter directory: Where the copy of the store lies in the meantime.
  /// - Throws: `StoreError` if the store cannot be copied or opened.
  public func differenceFromFresh(
    in directory: URL = FileManager.default.temporaryDirectory
  ) async throws -> String? {
    // Others may be writing: both feeds are to see one state of the store.
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
