import FeedCommands
import FeedDefinition
import FeedEngine
import FeedLog
import Foundation
import Logging
import Synchronization

/// The store that a new replica lacks, and copies from another replica.
struct MissingStore: Sendable {
  /// The path of the new store.
  let path: String
  /// The feed file, which the other replica must have as well.
  let file: FeedFile
  /// The log that the replica will apply.
  let log: JetStreamLog
  /// The logger of the progress.
  let logger: Logger

  /// The pauses between two rounds through all replicas.
  private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)]
  /// The time between two progress reports.
  private static let pace = Duration.seconds(3)

  /// Fetches the store, unless it exists or the log can be applied from its beginning.
  ///
  /// After a failure, other replicas are tried several times. If none has a copy, the log is
  /// applied from its first entry, which needs no store.
  ///
  /// - Throws: ``Failure`` if the log was trimmed and no replica has a copy; `LogError` if the log
  ///   does not answer.
  func bring() async throws {
    StoreCopy.removeLeftovers(of: path)
    fetch().removeLeftovers()
    guard !path.isEmpty, !FileManager.default.fileExists(atPath: path) else { return }
    let bounds = try await log.bounds()
    guard bounds.last > 0 else { return }
    let isTrimmed = bounds.first > 1
    var (pauses, failure) = (Self.pauses[...], CopyError?.none)
    while true {
      let urls = try await sources().urls
      var isSomebodyThere = false
      for url in urls {
        do { return try await bring(from: url) } catch let error as CopyError {
          logger.warning("\(error.message)", metadata: ["code": "\(error.code.rawValue)"])
          failure = error
          if error.code != .unreachable { isSomebodyThere = true }
        }
      }
      guard !urls.isEmpty, isTrimmed || isSomebodyThere, let pause = pauses.popFirst() else {
        break
      }
      try await Task.sleep(for: pause)
    }
    guard !isTrimmed else { throw Self.noCopy(bounds, failure) }
    logger.notice("no replica has a copy of its store: the log is applied from its first entry")
  }

  private func sources() async throws -> CopySources {
    CopySources(
      try await log.replicas(),
      newest: try await log.latestSnapshot(),
      of: Replica.digest(ofFeed: file.replicatedRevision),
      except: ReplicaRun.id(ofStore: path)
    )
  }

  private func bring(from url: String) async throws {
    logger.notice("fetching the store of another replica", metadata: ["url": "\(url)"])
    let outcome = try await fetch().run(from: url)
    logger.notice(
      "fetched the store: \(outcome.copy.size) bytes, applied up to entry \(outcome.applied.sequence)"
    )
  }

  private func fetch() -> StoreFetch {
    StoreFetch(path: path, feed: file.feed, log: log, onProgress: reporting())
  }

  /// Returns a function that logs the progress every few seconds.
  private func reporting() -> @Sendable (StoreTransfer.Progress) -> Void {
    let pace = Pace()
    return { [logger] progress in
      guard let size = progress.size, pace.isTime(after: Self.pace) else { return }
      logger.notice("fetched \(progress.count.bytesInWords) of \(size.bytesInWords)")
    }
  }

  private static func noCopy(_ bounds: LogBounds, _ failure: CopyError?) -> Failure {
    let reason = failure.map { ": \($0.message)" } ?? ""
    let error = CopyError(
      .noCopy,
      "the log begins with entry \(bounds.first), and no replica has a copy of its store\(reason)",
      hint: "start a replica that has a store with --admin-listen, or fetch one with 'feed copy'"
    )
    return Failure(error.status, lines: "\(error)")
  }
}

/// A limiter for progress reports.
private final class Pace: Sendable {
  /// Guarded by the mutex.
  private let latest = Mutex(ContinuousClock.now)

  /// Returns whether the pause has passed since this last returned `true`.
  func isTime(after pause: Duration) -> Bool {
    latest.withLock { latest in
      guard latest.duration(to: .now) >= pause else { return false }
      latest = .now
      return true
    }
  }
}
