package import FeedEngine
package import FeedModel

/// Those who follow a run from outside of its process or through a network, as clients of a server do.
package protocol StressAudience: Sendable {
  /// Begins to follow.
  ///
  /// - Throws: What keeps the audience from following.
  func begin(on engine: FeedEngine, _ news: StressNews) async throws

  /// Tells whether all have come to the last version.
  ///
  /// - Returns: Who has not, in words; `nil` if all have.
  func absence(from snapshot: FeedSnapshot) -> String?

  /// Stops following.
  func end() async throws
}

/// What an audience tells a run.
package struct StressNews: Sendable {
  let board: StressBoard
  let time: RunningTime

  /// Notes that somebody has a batch in its hands.
  package func didReceive(_ version: Int, after last: Int) {
    board.didReceive(version, after: last, at: time.now)
  }

  /// Notes that the strict model has performed somebody's batch.
  package func didPerform(missed: Int, by number: Int, _ pace: String) {
    board.didPerform(missed: missed, by: number, pace)
    board.didReferee()
  }

  /// Notes a fault, which ends the run.
  package func didFail(_ what: String) { board.didFail(what) }
}
