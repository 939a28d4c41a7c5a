import FeedEngine
import FeedSnapshots
import Synchronization

/// Performs batches by the strict model behind the readers' backs, on a budget of time.
///
/// The model compares whole snapshots, which takes much longer than to make a batch. Who wants to
/// know how soon a batch is in a reader's hands must not have the reader wait for it.
final class StressReferee: Sendable {
  private struct Case: Sendable {
    var reader: Int
    var held: FeedSnapshot
    var update: FeedUpdate
  }

  /// The case that is to be judged next; guarded by the mutex.
  private let next = Mutex<Case?>(nil)

  /// Hands in a batch; it is judged if no other is waiting.
  func offer(_ update: FeedUpdate, from held: FeedSnapshot, by reader: Int) {
    next.withLock { if $0 == nil { $0 = Case(reader: reader, held: held, update: update) } }
  }

  /// Judges until the task is cancelled.
  ///
  /// - Parameters:
  ///   - share: How much of a processor's time to take, up to one.
  ///   - time: The clock of the run.
  ///   - board: Told what is wrong.
  func work(share: Double, _ time: StressTime, _ board: StressBoard) async {
    while !Task.isCancelled {
      let begin = time.now
      let taken = next.withLock { next in
        defer { next = nil }
        return next
      }
      if let taken { judge(taken, board) }
      let spent = time.now - begin
      do {
        try await time.sleep(for: max(spent * (1 / share - 1), .milliseconds(1)))
      } catch {
        return
      }
    }
  }

  private func judge(_ taken: Case, _ board: StressBoard) {
    var referee = FeedReferee(taken.held)
    let version = taken.update.snapshot.version
    do throws(InvalidBatch) {
      try referee.perform(taken.update.updates, to: taken.update.snapshot)
      board.didReferee()
    } catch {
      board.didFail(
        "reader \(taken.reader): the batch from version \(taken.held.version) to \(version): \(error)"
      )
    }
  }
}
