import FeedModel
import Logging
import Synchronization

/// The log messages about sources that fail and recover.
///
/// Late sources are not logged here: their inputs are.
final class SourceLog: Sendable {
  private let logger: Logger
  /// The problems of the failed sources; guarded by the mutex.
  private let failed: Mutex<[Name: String]> = Mutex([:])

  init(_ logger: Logger) { self.logger = logger }

  /// Logs the differences from the last call.
  ///
  /// - Complexity: O(*s*) for *s* sources.
  func note(_ status: [SourceStatus]) {
    failed.withLock { failed in
      for source in status {
        let problem = source.failure
        guard problem != failed[source.source] else { continue }
        failed[source.source] = problem
        let name: Logger.Metadata = ["source": .string("\(source.source)")]
        if let problem {
          let metadata = name.merging(["error": .string(problem)]) { $1 }
          logger.warning("a source has failed, and shows its last rows", metadata: metadata)
        } else {
          logger.notice("a source works again", metadata: name)
        }
      }
    }
  }
}

extension SourceStatus {
  /// The problem of a source that has failed.
  fileprivate var failure: String? { if case .failed(let problem) = state { problem } else { nil } }
}
