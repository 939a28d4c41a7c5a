import Synchronization

/// The shared state of a run: reports of all readers, and the commits of the writer.
final class StressBoard: Sendable {
  private struct Commit {
    /// The time at which the line was due, so that the delay of a slow writer is included.
    var due: Duration
    var end: Duration
  }

  private struct State {
    var commits: [Int: Commit] = [:]
    /// The times of batches that readers received before the writer reported the commit.
    var early: [Int: [Duration]] = [:]
    var latestCommit = 0
    /// The version of each reader, by the reader's number.
    var held: [Int: Int] = [:]
    var deliveries: [(commit: Duration, due: Duration)] = []
    var readers: [Int: StressReport.Reader] = [:]
    var visitors = StressReport.Reader(pace: "come and go")
    var refereed = 0
    var faults: [String] = []

    mutating func deliver(_ version: Int, at time: Duration) {
      if let commit = commits[version] {
        deliveries.append((time - commit.end, time - commit.due))
      } else if version > latestCommit {
        early[version, default: []].append(time)
      }
    }
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())
  /// The number of versions for which latencies are recorded; older ones are dropped.
  private static let reach = 4_096

  /// Records the time at which a version was committed.
  func didCommit(_ version: Int, due: Duration, at end: Duration) {
    state.withLock { state in
      state.commits[version] = Commit(due: due, end: end)
      state.latestCommit = version
      state.commits[version - Self.reach] = nil
      for time in state.early.removeValue(forKey: version) ?? [] {
        state.deliver(version, at: max(time, end))
      }
    }
  }

  /// Records the receipt of a batch by a reader, if it is one that waits for every version.
  func didReceive(_ version: Int, after last: Int, at time: Duration, by reader: StressReader) {
    if reader.isWaiting { didReceive(version, after: last, at: time) }
  }

  /// Records the receipt of a batch, for each version that it contains.
  func didReceive(_ version: Int, after last: Int, at time: Duration) {
    guard last > 0, version > last else { return }
    state.withLock { state in
      for version in max(last + 1, version - Self.reach)...max(version, last + 1) {
        state.deliver(version, at: time)
      }
    }
  }

  /// Records that a reader has performed a batch.
  func didPerform(_ version: Int, missed: Int, by reader: StressReader) {
    state.withLock { state in
      if reader.isVisitor {
        state.visitors.batches += 1
        state.visitors.missed += missed
      } else {
        state.readers[reader.number, default: .init(pace: reader.pace)].batches += 1
        state.readers[reader.number]?.missed += missed
        state.held[reader.number] = version
      }
    }
  }

  /// Records that an external reader has performed a batch.
  func didPerform(missed: Int, by number: Int, _ pace: String) {
    state.withLock { state in
      state.readers[number, default: .init(pace: pace)].batches += 1
      state.readers[number]?.missed += missed
    }
  }

  /// Records that the referee model has performed a batch, or the given number of equal ones.
  func didReferee(_ count: Int = 1) { state.withLock { $0.refereed += count } }

  func didFail(_ what: String) {
    state.withLock { if $0.faults.count < 8 { $0.faults.append(what) } }
  }

  /// Returns the numbers of the readers that have not reached the version.
  func late(for version: Int, of count: Int) -> [Int] {
    state.withLock { state in (0..<count).filter { state.held[$0] != version } }
  }

  var hasFaults: Bool { state.withLock { !$0.faults.isEmpty } }

  /// Moves the reports since the last call to the report of the run.
  func collect(into report: inout StressReport, line: Int) {
    let (deliveries, faults, refereed) = state.withLock { state in
      defer {
        state.deliveries.removeAll(keepingCapacity: true)
        state.faults.removeAll()
      }
      return (state.deliveries, state.faults, state.refereed)
    }
    for delivery in deliveries { report.addDelivery(delivery.commit, sinceDue: delivery.due) }
    report.refereed = refereed
    report.faults += faults.map { StressReport.Fault(what: $0, line: line) }
  }

  /// The readers, and one last entry for all visitors.
  var readers: [StressReport.Reader] {
    state.withLock { state in
      state.readers.sorted { $0.key < $1.key }.map(\.value)
        + (state.visitors.batches > 0 ? [state.visitors] : [])
    }
  }
}
