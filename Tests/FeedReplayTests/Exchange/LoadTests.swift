import FeedEngine
import FeedModel
import FeedSnapshots
import Foundation
import TestSupport
import Testing

@testable import FeedStress

@Suite("Exchange: generated recordings")
struct LoadTests {
  private var small: ExchangeProfile {
    var profile = ExchangeProfile.home
    profile.live = 6
    profile.standard = 14
    profile.markets = 2
    profile.messages = 40...60
    profile.changes = 1...7
    profile.seconds = 3
    return profile
  }

  @Test(arguments: 0..<3)
  func `a generated recording is played, and every batch is valid`(seed: UInt64) async throws {
    let workload = ExchangeWorkload(small, seed: seed)
    let path = NSTemporaryDirectory() + "load-\(UUID().uuidString).jsonl"
    try Data(workload.bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let replay = try await Replayer(
      [(path, "betfair", 0)],
      feed: Exchange.feed(),
      verifies: true
    )
    try await replay.play()
    #expect(replay.messages == workload.messages)
    #expect(replay.versions < replay.messages)
    // The best prices are those of the ladders.
    let wrong = try await replay.rows(
      """
      SELECT id FROM runner r WHERE back IS NOT (SELECT max(key) FROM quote
        WHERE market_id = r.market_id AND runner_id = r.id AND ladder = 0)
      """
    )
    #expect(wrong.isEmpty, "seed \(seed)")
    let sections = replay.engine.snapshot.composition.sections.map(\.id.description)
    #expect(sections.contains("live/1"))
    #expect(sections.contains("standard/1"))
  }

  @Test func `equal seeds generate equal recordings, and different seeds different ones`() {
    #expect(ExchangeWorkload(small, seed: 3).bytes == ExchangeWorkload(small, seed: 3).bytes)
    #expect(ExchangeWorkload(small, seed: 3).bytes != ExchangeWorkload(small, seed: 4).bytes)
  }

  @Test func `a message is appended to the recording without copying earlier messages`() {
    var board = ExchangeBoard(small, SplitMix64(seed: 1))
    board.writeImage()
    var places: [Int] = []
    for index in 0..<1_000 {
      board.writeMessage(0, index, of: 1_000)
      let place = unsafe board.line.bytes.withUnsafeBytes {
        Int(bitPattern: $0.baseAddress)
      }
      if places.last != place { places.append(place) }
    }
    // An array that grows moves only when its size doubles.
    #expect(places.count < 10)
  }

  @Test func `a recording reports the fraction that is written`() {
    var parts: [Double] = []
    _ = ExchangeWorkload(small, seed: 1) { parts.append($0) }
    #expect(parts == [1 / 3, 2 / 3, 1])
  }

  @Test func `the profiles have their nominal rates`() {
    let profiles: [(ExchangeProfile, changes: ClosedRange<Int>, runners: Int)] = [
      (.home, 250...600, 660), (.peak, 1_450...1_550, 6_000), (.stress, 9_500...10_500, 45_000),
    ]
    for (profile, changes, runners) in profiles {
      #expect((profile.live + profile.standard) * profile.markets * 3 == runners)
      var short = profile
      // A few events suffice to count messages.
      (short.live, short.standard, short.seconds) = (10, 10, 2)
      let workload = ExchangeWorkload(short, seed: 1)
      #expect(changes.contains(workload.changes / 2), "\(profile.name): \(workload.changes / 2)")
    }
  }
}
