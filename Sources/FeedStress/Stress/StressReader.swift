import FeedEngine
import FeedModel
import FeedSnapshots

/// A reader that takes batches at its own pace and performs them on the referee model.
struct StressReader: Sendable {
  let number: Int
  /// The time for which the reader sleeps after a batch.
  let rest: Duration
  let isVisitor: Bool
  let time: RunningTime
  /// The referee that performs the batches; `nil` if the reader performs them itself.
  let referee: StressReferee?
  /// A test's function that replaces valid updates with wrong ones.
  let tampering: StressRun.Tampering?

  /// Creates a reader whose number determines its pace.
  ///
  /// The first reader waits for every version; the last one sleeps for two seconds after each batch.
  init(
    number: Int,
    of count: Int,
    isVisitor: Bool = false,
    _ time: RunningTime,
    referee: StressReferee? = nil,
    tampering: StressRun.Tampering? = nil
  ) {
    self.number = number
    self.isVisitor = isVisitor
    self.time = time
    self.referee = referee
    self.tampering = tampering
    // If latencies are measured, all readers except the last one wait for every version.
    let paces: [Duration] =
      referee == nil ? [.zero, .milliseconds(1), .milliseconds(16), .milliseconds(250)] : [.zero]
    rest =
      isVisitor
      ? .milliseconds(5)
      : number > 0 && number == count - 1 ? .seconds(2) : paces[number % paces.count]
  }

  /// Whether the reader takes every version without sleeping.
  var isWaiting: Bool { rest == .zero }

  var pace: String { isWaiting ? "waits" : "rests \(rest)" }

  /// Follows the versions to their end.
  func follow(_ versions: FeedVersions, _ board: StressBoard) async {
    var held = FeedSnapshot(version: 0, composition: .init(), status: [])
    var model = FeedReferee(held)
    for await given in versions {
      let received = time.now
      let update = tampering?(given) ?? given
      let version = update.snapshot.version
      let last = held.version
      board.didReceive(version, after: last, at: received, by: self)
      if version <= last {
        board.didFail("reader \(number): version \(version) came after version \(last)")
      }
      if let referee {
        referee.offer(update, from: held, by: number)
      } else {
        do throws(InvalidBatch) {
          try model.perform(update.updates, to: update.snapshot)
          board.didReferee()
        } catch {
          board.didFail("reader \(number): the batch from version \(last) to \(version): \(error)")
          return
        }
      }
      board.didPerform(version, missed: last == 0 ? 0 : version - last - 1, by: self)
      held = update.snapshot
      if rest > .zero {
        do { try await time.sleep(for: rest) } catch { return }
      }
    }
  }
}
