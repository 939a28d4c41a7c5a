// Measures: how long a change takes from its message to the batch in a reader's hands, at life's speed.
// Why: a price that is late is a wrong price; ten readers must not hold up the writer or each other.
// Expected: a fraction of a frame, also for the slowest of a hundred.
// Command: swift run -c release --package-path Benchmarks bench delivery
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStress
import Measuring
import Synchronization

/// When each version's message came in, and how long it took to each reader.
private final class Deliveries: Sendable {
  private let state = Mutex(
    (sent: [Int: Double](), times: [Double](), screens: [Double](), missed: 0)
  )

  func willApply(version: Int) {
    let now = Stopwatch.wall.now
    state.withLock { $0.sent[version] = now }
  }

  func didArrive(_ version: Int, after held: Int) {
    let now = Stopwatch.wall.now
    state.withLock { state in
      state.missed += max(version - held - 1, 0)
      if let sent = state.sent[version] { state.times.append(now - sent) }
    }
  }

  /// Notes that a screen shows these versions now, the last one in place of the others.
  func didShow(_ versions: ClosedRange<Int>) {
    let now = Stopwatch.wall.now
    state.withLock { state in
      state.screens += versions.compactMap { state.sent[$0] }.map { now - $0 }
    }
  }

  var screens: [Double] { state.withLock { $0.screens } }
  var times: [Double] { state.withLock { $0.times } }
  var missed: Int { state.withLock { $0.missed } }
}

func measureDelivery(_ sheet: inout Sheet) async throws {
  var profile = ExchangeProfile.peak
  profile.seconds = sheet.options.isQuick ? 3 : 20
  let lines = String(decoding: ExchangeWorkload(profile, seed: 1).bytes, as: UTF8.self)
    .split(separator: "\n").map(String.init)
  let feed = try FeedFile.load(path: Repository.path("layouts/exchange.yaml")).feed
  let workshop = try Workshop()
  let engine = try FeedEngine(feed: feed, store: workshop.location("peak", 0, inFile: true))
  let deliveries = Deliveries()
  let readerCount = 10
  var commits: [Double] = []
  try await withThrowingTaskGroup(of: Void.self) { group in
    var number = 0
    let start = milliseconds(of: lines[0])
    var isPlaying = false
    var clock = ContinuousClock.now
    for line in lines {
      let due = milliseconds(of: line) - start
      if due > 0, !isPlaying {
        // The image is in: from here on it is life.
        isPlaying = true
        clock = .now
        let screen = engine.versions()
        group.addTask { try await show(screen, of: feed, deliveries) }
        for _ in 0..<readerCount {
          let versions = engine.versions()
          group.addTask {
            var held = 0
            for await update in versions {
              keep(update.updates.operationCount)
              if held > 0 { deliveries.didArrive(update.snapshot.version, after: held) }
              held = update.snapshot.version
            }
          }
        }
      }
      if isPlaying { try await Task.sleep(until: clock + .milliseconds(due), clock: .continuous) }
      number += 1
      let version = engine.snapshot.version + 1
      if isPlaying { deliveries.willApply(version: version) }
      let begin = Stopwatch.wall.now
      let entry = FixtureLine(line, fixture: "peak.jsonl", line: number, adapter: "betfair")
      let update = try await engine.apply(entry)
      if isPlaying, update != nil { commits.append(Stopwatch.wall.now - begin) }
    }
    try await Task.sleep(for: .milliseconds(200))
    try await engine.close()
    try await group.waitForAll()
  }
  let times = Samples(deliveries.times)
  let writes = Samples(commits)
  let what = "500 messages and 1,500 changes a second, \(readerCount) readers"
  sheet.add(
    "\(what): message to batch, 99 of 100",
    Samples([times.quantile(0.99)]),
    must: .atMost(.milliseconds(16)),
    note: "\(times.runs) deliveries; versions that readers slept through: \(deliveries.missed)"
  )
  let screens = Samples(deliveries.screens)
  sheet.add(
    "\(what): message to screen, 99 of 100",
    Samples([screens.quantile(0.99)]),
    must: .atMost(.milliseconds(60)),
    note: "at most twenty frames a second; versions that share a frame count each"
  )
  sheet.add("\(what): message to batch, the median", Samples([times.median]))
  sheet.add("\(what): message to commit, 99 of 100", Samples([writes.quantile(0.99)]))
}

/// Follows the versions on a screen of 120 × 40 cells, at most twenty times a second.
private func show(
  _ versions: FeedVersions,
  of feed: Feed,
  _ deliveries: Deliveries
) async throws {
  var screen: Screen?
  var held = 0
  var frame = 0
  let start = ContinuousClock.now
  for await update in versions {
    let version = update.snapshot.version
    if screen == nil {
      screen = try Screen(update.snapshot, FeedAppearance(feed))
    } else {
      screen?.show(update.snapshot, update.updates, frame)
      deliveries.didShow(held + 1...version)
    }
    held = version
    // Whatever comes until then is on the next frame.
    frame = Int((ContinuousClock.now - start) / .milliseconds(50)) + 1
    try await Task.sleep(until: start + .milliseconds(50) * frame, clock: .continuous)
  }
}

/// The moment of a message, as the stream writes it: `"pt":1767225600000`.
private func milliseconds(of line: String) -> Int {
  guard let mark = line.firstRange(of: "\"pt\":") else { return 0 }
  return Int(line[mark.upperBound...].prefix { $0.isNumber }) ?? 0
}
