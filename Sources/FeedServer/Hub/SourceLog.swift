import FeedModel
import Logging
import Synchronization

/// The log messages about sources that fail and recover.
///
/// Late sources are not logged here, nor those whose inputs have failed: their inputs are.
final class SourceLog: Sendable {
  private let logger: Logger
  /// The states of the last call; guarded by the mutex.
  private let known: Mutex<[SourceStatus]> = Mutex([])

  init(_ logger: Logger) { self.logger = logger }

  /// Logs the differences from the last call.
  ///
  /// - Complexity: O(1) for the array of the last call, otherwise O(*s*²) for *s* sources.
  func note(_ status: [SourceStatus]) {
    known.withLock { known in
      guard status != known else { return }
      for source in status {
        let before = known.first { $0.source == source.source }?.failure
        guard source.failure != before else { continue }
        let name: Logger.Metadata = ["source": .string("\(source.source)")]
        if let problem = source.failure {
          let metadata = name.merging(["error": .string(problem)]) { $1 }
          logger.warning("a source has failed, and shows its last rows", metadata: metadata)
        } else if source.problem == nil {
          logger.notice("a source works again", metadata: name)
        }
      }
      known = status
    }
  }
}

extension SourceStatus {
  /// The problem of a source that has failed, unless an input reports it.
  fileprivate var failure: String? {
    guard case .failed(let problem) = state, !isOfInput else { return nil }
    return problem
  }
}
