import FeedEngine
import FeedReplay
import Foundation
import TestSupport
import Testing

/// Messages without a visible change: most of a full stream, few of a thinned one.
@Suite(
  "Exchange: messages without a visible change",
  .enabled(if: Exchange.hasRecordings, "\(Exchange.absence)")
)
struct VisibilityTests {
  /// The number of messages that move no price and define no market, counted from the files alone.
  ///
  /// The last football recording was thinned by its author to messages that move the best prices.
  /// Yet if the best price to back disappears and equals the last price paid, the same price stays
  /// visible.
  private static let counts = [
    ("betfair-flumine/greyhounds-1.197931750.WIN", 27),
    ("betfair-mzaja/football-BOTH_TEAMS_TO_SCORE-1.145405534", 391),
    ("betfair-flumine/greyhounds-1.197931751.PLACE", 31),
    ("betfair-limx0/football-multi-1.242971311", 137),
  ]

  @Test(arguments: counts.prefix(amount(2, full: 4)))
  func `a message creates a version exactly if it changes something visible`(
    recording: String,
    unseen: Int
  ) async throws {
    let replay = try await Replayer(betfair: ["\(recording).jsonl"])
    var prices = ShownPrices()
    var (count, quietDefinitions) = (0, 0)
    while let (entry, update) = try await replay.next() {
      let change = try prices.take(entry.text)
      if change == .none { count += 1 }
      // A definition may contain invisible values, such as the time until which bets are delayed.
      guard change != .definition else {
        quietDefinitions += update == nil ? 1 : 0
        continue
      }
      #expect((update != nil) == (change == .price), "\(recording):\(entry.line)")
    }
    #expect(count == unseen)
    // The first version is that of the opening.
    #expect(abs(replay.messages - replay.versions - unseen - quietDefinitions) <= 1)
  }
}

/// The visible prices of a stream, kept in plain dictionaries.
private struct ShownPrices {
  enum Change { case none, price, definition }

  private struct Runner {
    var ladders: [String: [Double: Double]] = [:]
    var last: Double?

    var shown: [Double?] {
      let back = ladders["atb"]?.keys.max() ?? best("batb") ?? best("bdatb")
      // The best price to back shares a column with the last price paid, which replaces a missing
      // one.
      return [ladders["atl"]?.keys.min() ?? best("batl") ?? best("bdatl"), back ?? last]
    }

    private func best(_ ladder: String) -> Double? { ladders[ladder]?[0] }
  }

  private var runners: [String: Runner] = [:]
  private var definitions: [String: NSDictionary] = [:]

  /// Applies a message.
  mutating func take(_ text: String) throws -> Change {
    let message = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    var change = Change.none
    for market in message?["mc"] as? [[String: Any]] ?? [] {
      let id = market["id"] as? String ?? ""
      if market["img"] as? Bool == true {
        for key in runners.keys where key.hasPrefix("\(id) ") { runners[key] = nil }
      }
      if var definition = market["marketDefinition"] as? [String: Any] {
        definition["version"] = nil
        if definitions.updateValue(definition as NSDictionary, forKey: id)
          != definition as NSDictionary
        {
          change = .definition
        }
      }
      for runner in market["rc"] as? [[String: Any]] ?? []
      where move(runner, of: id) && change == .none { change = .price }
    }
    return change
  }

  private mutating func move(_ change: [String: Any], of market: String) -> Bool {
    let key = "\(market) \(change["id"] ?? "") \(change["hc"] ?? 0)"
    let old = runners[key, default: Runner()]
    var new = old
    for ladder in ["atb", "atl", "batb", "batl", "bdatb", "bdatl"] {
      for level in change[ladder] as? [[NSNumber]] ?? [] {
        let numbers = level.map(\.doubleValue)
        guard let place = numbers.first, let size = numbers.last else { continue }
        new.ladders[ladder, default: [:]][place] = size == 0 ? nil : numbers[numbers.count - 2]
      }
    }
    if let last = (change["ltp"] as? NSNumber)?.doubleValue { new.last = last }
    runners[key] = new
    return new.shown != old.shown
  }
}
