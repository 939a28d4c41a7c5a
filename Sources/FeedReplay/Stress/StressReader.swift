import FeedEngine
import FeedSnapshots
import Synchronization

/// What all readers of a stress run tell, and what the writer tells them.
final class StressBoard: Sendable {
  private struct State {
    var commits: [Int: ContinuousClock.Instant] = [:]
    /// The version that each reader holds, by its number.
    var held: [Int: Int] = [:]
    var deliveries: [Duration] = []
    var readers: [Int: StressReport.Reader] = [:]
    var visitors = StressReport.Reader(pace: "come and go")
    var faults: [String] = []
  }

  private let state = Mutex(State())

  /// Notes when a version was committed.
  func didCommit(_ version: Int, at time: ContinuousClock.Instant) {
    state.withLock { state in
      state.commits[version] = time
      // Who is further behind than this does not count as waiting.
      state.commits[version - 1_024] = nil
    }
  }

  /// Notes that a reader has performed a batch.
  func didPerform(
    _ version: Int,
    missed: Int,
    receivedAt time: ContinuousClock.Instant,
    by reader: StressReader
  ) {
    state.withLock { state in
      if reader.isVisitor {
        state.visitors.batches += 1
        state.visitors.missed += missed
      } else {
        state.readers[reader.number, default: .init(pace: reader.pace)].batches += 1
        state.readers[reader.number]?.missed += missed
        state.held[reader.number] = version
      }
      if reader.isWaiting, let commit = state.commits[version] {
        state.deliveries.append(commit.duration(to: time))
      }
    }
  }

  func didFail(_ what: String) {
    state.withLock { if $0.faults.count < 8 { $0.faults.append(what) } }
  }

  /// The readers that do not hold a version yet.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - count: How many readers there are.
  /// - Returns: Their numbers.
  func late(for version: Int, of count: Int) -> [Int] {
    state.withLock { state in (0..<count).filter { state.held[$0] != version } }
  }

  var hasFaults: Bool { state.withLock { !$0.faults.isEmpty } }

  /// Takes over what has been told since the last time.
  func collect(into report: inout StressReport, line: Int) {
    let (deliveries, faults) = state.withLock { state in
      defer {
        state.deliveries.removeAll(keepingCapacity: true)
        state.faults.removeAll()
      }
      return (state.deliveries, state.faults)
    }
    for delivery in deliveries { report.addDelivery(delivery) }
    report.faults += faults.map { StressReport.Fault(what: $0, line: line) }
  }

  /// The readers, those who stayed first.
  var readers: [StressReport.Reader] {
    state.withLock { state in
      state.readers.sorted { $0.key < $1.key }.map(\.value)
        + (state.visitors.batches > 0 ? [state.visitors] : [])
    }
  }
}

/// A reader that performs every batch by the strict model, at a pace of its own.
struct StressReader: Sendable {
  let number: Int
  /// How long it rests after a batch.
  let rest: Duration
  let isVisitor: Bool

  /// The reader of a number: the first waits for every version, the last sleeps for seconds.
  init(number: Int, of count: Int, isVisitor: Bool = false) {
    self.number = number
    self.isVisitor = isVisitor
    let paces: [Duration] = [.zero, .milliseconds(1), .milliseconds(16), .milliseconds(250)]
    rest =
      isVisitor
      ? .milliseconds(5)
      : number > 0 && number == count - 1 ? .seconds(2) : paces[number % paces.count]
  }

  /// Whether it is always there to take the next version.
  var isWaiting: Bool { rest == .zero }

  var pace: String { isWaiting ? "waits" : "rests \(rest)" }

  /// Follows the versions to their end.
  func follow(_ versions: FeedVersions, _ board: StressBoard) async {
    var referee: FeedReferee?
    var last = 0
    for await update in versions {
      // What the strict model takes for its judgement is not the feed's time.
      let time = ContinuousClock.now
      let version = update.snapshot.version
      do throws(InvalidBatch) {
        if referee == nil {
          referee = FeedReferee(FeedSnapshot(version: 0, composition: .init(), status: []))
        }
        try referee?.perform(update.updates, to: update.snapshot)
      } catch {
        board.didFail("reader \(number): the batch from version \(last) to \(version): \(error)")
        return
      }
      if version <= last {
        board.didFail("reader \(number): version \(version) came after version \(last)")
      }
      board.didPerform(
        version,
        missed: last == 0 ? 0 : version - last - 1,
        receivedAt: time,
        by: self
      )
      last = version
      if rest > .zero {
        do { try await Task.sleep(for: rest) } catch { return }
      }
    }
  }
}
