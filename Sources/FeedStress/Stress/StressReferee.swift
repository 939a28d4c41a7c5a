import FeedEngine
import FeedModel
import FeedSnapshots
import Synchronization

/// A background task that performs batches on the referee model, within a share of the processor time.
///
/// The model compares whole snapshots, which takes much longer than creating a batch. A run that measures
/// latencies must not make its readers wait for it.
///
/// Readers that keep up move through the same versions and get equal batches. Such a batch is performed
/// once and counts for all of them.
final class StressReferee: Sendable {
  private struct Step: Hashable {
    var from: Int
    var to: Int
  }

  private struct Case: Sendable {
    var reader: Int
    var held: FeedSnapshot
    var update: FeedUpdate

    var step: Step { Step(from: held.version, to: update.snapshot.version) }
  }

  private struct State {
    /// The next case to judge.
    var next: Case?
    /// The recent batches that have been or are being judged, the newest last.
    var judged: [(step: Step, batch: BatchUpdates)] = []
    /// The number of offered batches that are equal to a judged one.
    var equals = 0
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())
  /// The number of judged batches that are remembered for slightly slower readers.
  private static let memory = 64

  /// Offers a batch, which is judged if no other is waiting, or counted if it equals a known one.
  func offer(_ update: FeedUpdate, from held: FeedSnapshot, by reader: Int) {
    let offered = Case(reader: reader, held: held, update: update)
    state.withLock { state in
      if state.judged.contains(where: { $0.step == offered.step && $0.batch == update.updates }) {
        state.equals += 1
      } else if state.next == nil {
        state.next = offered
      } else if let next = state.next, next.step == offered.step,
        next.update.updates == update.updates
      {
        state.equals += 1
      }
    }
  }

  /// Judges batches until the task is cancelled.
  ///
  /// - Parameter share: The share of one processor's time to use, up to 1.
  func work(share: Double, _ time: RunningTime, _ board: StressBoard) async {
    while !Task.isCancelled {
      let begin = time.now
      if let taken = take(board) { judge(taken, board) }
      let spent = time.now - begin
      do {
        try await time.sleep(for: max(spent * (1 / share - 1), .milliseconds(1)))
      } catch {
        return
      }
    }
  }

  private func take(_ board: StressBoard) -> Case? {
    let (taken, equals) = state.withLock { state in
      defer {
        state.equals = 0
        if let next = state.next {
          if state.judged.count == Self.memory { state.judged.removeFirst() }
          state.judged.append((next.step, next.update.updates))
        }
        state.next = nil
      }
      return (state.next, state.equals)
    }
    board.didReferee(equals)
    return taken
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
