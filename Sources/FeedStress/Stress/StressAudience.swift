package import FeedEngine
package import FeedModel

/// External readers of a run, such as clients that follow it through a server.
package protocol StressAudience: Sendable {
  /// Begins to follow the engine.
  ///
  /// - Throws: The error that prevents the audience from following.
  func begin(on engine: FeedEngine, _ news: StressNews) async throws

  /// Returns a description of the readers that have not reached the version, or `nil`.
  func absence(from snapshot: FeedSnapshot) -> String?

  /// Stops following.
  func end() async throws
}

/// The interface through which an audience reports to a run.
package struct StressNews: Sendable {
  let board: StressBoard
  let time: RunningTime

  /// Reports that a reader has received a batch.
  package func didReceive(_ version: Int, after last: Int) {
    board.didReceive(version, after: last, at: time.now)
  }

  /// Reports that the referee model has performed a reader's batch.
  package func didPerform(missed: Int, by number: Int, _ pace: String) {
    board.didPerform(missed: missed, by: number, pace)
    board.didReferee()
  }

  /// Reports a fault, which ends the run.
  package func didFail(_ what: String) { board.didFail(what) }
}
