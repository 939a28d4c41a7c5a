/// A recording in an exchange's wire format, made from a seed: an image, then changes.
///
/// As in real recordings, most changes are below the best price and not visible. The same seed
/// makes the same bytes on every machine.
public struct ExchangeWorkload: Sendable {
  /// The recording, JSON Lines.
  public let bytes: [UInt8]
  /// The messages.
  public let messages: Int
  /// The changes of runners after the image.
  public let changes: Int

  /// Makes a recording.
  ///
  /// - Parameter onProgress: Called after each second of the recording with the part of it that is
  ///   written, up to 1.
  public init(
    _ profile: ExchangeProfile,
    seed: UInt64,
    onProgress: (Double) -> Void = { _ in }
  ) {
    var board = ExchangeBoard(profile, SplitMix64(seed: seed))
    board.writeImage()
    for second in 0..<profile.seconds {
      board.writeChanges(of: second)
      onProgress(Double(second + 1) / Double(profile.seconds))
    }
    bytes = board.line.bytes
    messages = board.messages
    changes = board.changes
  }
}

/// The markets of an exchange while a recording of them is made.
struct ExchangeBoard {
  private let profile: ExchangeProfile
  private var random: SplitMix64
  /// The best price to back each runner at, in steps of a hundredth.
  private var best: [Int]
  private(set) var line = JSONLine()
  private(set) var messages = 0
  private(set) var changes = 0

  private static let start = 1_767_225_600_000
  private static let runnersPerMarket = 3
  private static let sports = [1, 2, 4, 7522]

  init(_ profile: ExchangeProfile, _ random: SplitMix64) {
    self.profile = profile
    self.random = random
    let events = profile.live + profile.standard
    let runners = events * profile.markets * Self.runnersPerMarket
    best = []
    for _ in 0..<runners { best.append(self.random.within(110...900)) }
  }

  private var marketCount: Int { best.count / Self.runnersPerMarket }

  mutating func writeImage() {
    let marketsPerMessage = max(profile.imageSize / Self.runnersPerMarket, 1)
    for first in stride(from: 0, to: marketCount, by: marketsPerMessage) {
      let markets = first..<min(first + marketsPerMessage, marketCount)
      message(at: 0) { board, line in
        for market in markets { board.writeDefinition(of: market, &line) }
      }
    }
  }

  mutating func writeChanges(of second: Int) {
    let count = messagesOfASecond()
    for index in 0..<count { writeMessage(second, index, of: count) }
  }

  /// Writes one message of the given number per second.
  ///
  /// - Returns: The time of the message in milliseconds.
  @discardableResult
  mutating func writeMessage(_ second: Int, _ index: Int, of count: Int) -> Int {
    let size = random.within(profile.changes)
    let time = (second + 1) * 1_000 + index * 1_000 / count
    message(at: time) { board, line in board.writeChanges(size, &line) }
    changes += size
    return time
  }

  /// Draws how many messages there are in the next second.
  mutating func messagesOfASecond() -> Int { random.within(profile.messages) }

  /// Takes out what has been written since the last time.
  mutating func takeBytes() -> [UInt8] {
    defer { line = JSONLine() }
    return line.bytes
  }

  private mutating func message(
    at milliseconds: Int,
    _ body: (inout ExchangeBoard, inout JSONLine) -> Void
  ) {
    // Moved out of `self`, because a second reference would copy the whole text.
    var line = JSONLine()
    swap(&line, &self.line)
    line.object { line in
      line.text("op", "mcm")
      line.integer("pt", Self.start + milliseconds)
      line.array("mc") { body(&self, &$0) }
    }
    line.end()
    self.line = line
    messages += 1
  }

  // MARK: Markets

  private func writeDefinition(of market: Int, _ line: inout JSONLine) {
    let event = market / profile.markets
    let isLive = event < profile.live
    line.object { line in
      line.text("id", "1.\(200_000_000 + market)")
      line.number("img", "true")
      line.object("marketDefinition") { line in
        line.text("eventId", "\(30_000_000 + event)")
        line.text("eventTypeId", "\(Self.sports[event % Self.sports.count])")
        line.text("eventName", "Home \(event + 1) v Away \(event + 1)")
        let number = market % profile.markets
        line.text("name", number == 0 ? "Match Odds" : "Market \(number + 1)")
        line.text("marketType", number == 0 ? "MATCH_ODDS" : "SIDE_\(number)")
        let start = "2026-01-01T\(isLive ? "00" : "\(12 + event % 12)"):00:00.000Z"
        line.text("openDate", start)
        line.text("marketTime", start)
        line.text("status", "OPEN")
        line.number("inPlay", isLive ? "true" : "false")
        line.number("turnInPlayEnabled", event % 100 == 0 ? "true" : "false")
        line.array("runners") { line in
          for (index, name) in ["Home", "Draw", "Away"].enumerated() {
            line.object { line in
              line.integer("id", index + 1)
              line.text("name", "\(name) \(event + 1)")
              line.text("status", "ACTIVE")
              line.integer("sortPriority", index + 1)
            }
          }
        }
      }
      line.array("rc") { line in
        for runner in 0..<Self.runnersPerMarket {
          let price = best[market * Self.runnersPerMarket + runner]
          line.object { line in
            line.integer("id", runner + 1)
            line.levels("atb", [(price, 5_000), (price - 1, 12_000), (price - 2, 800)])
            line.levels("atl", [(price + 2, 4_000), (price + 3, 9_000)])
          }
        }
      }
    }
  }

  /// Changes the given number of runners of one market, and of its neighbours if it has fewer.
  private mutating func writeChanges(_ count: Int, _ line: inout JSONLine) {
    // Half of what happens, happens in play.
    let live = profile.live * profile.markets
    let first = random.below(2) == 0 ? random.below(live) : random.below(marketCount)
    var left = count
    var market = first
    while left > 0 {
      let size = min(left, Self.runnersPerMarket)
      left -= size
      var moves: [(runner: Int, level: Int, size: Int, gone: Int?)] = []
      for runner in 0..<size { moves.append(move(of: market, runner)) }
      line.object { line in
        line.text("id", "1.\(200_000_000 + market)")
        line.array("rc") { line in
          for move in moves {
            line.object { line in
              line.integer("id", move.runner + 1)
              let gone = move.gone.map { [($0, 0)] } ?? []
              line.levels("atb", [(move.level, move.size)] + gone)
            }
          }
        }
      }
      market = (market + 1) % marketCount
    }
  }

  private mutating func move(
    of market: Int,
    _ runner: Int
  ) -> (runner: Int, level: Int, size: Int, gone: Int?) {
    let index = market * Self.runnersPerMarket + runner
    let size = random.within(10...50_000)
    // Three of four changes are below the best price.
    switch random.below(8) {
    case 0: best[index] += 1
    case 1 where best[index] > 104:
      best[index] -= 1
      return (runner, best[index], size, best[index] + 1)
    default: return (runner, max(best[index] - random.within(1...6), 101), size, nil)
    }
    return (runner, best[index], size, nil)
  }
}

extension JSONLine {
  /// Writes levels of a ladder: prices in hundredths, sizes too; a size of zero takes one away.
  fileprivate mutating func levels(_ key: String, _ levels: [(price: Int, size: Int)]) {
    array(key) { line in
      for level in levels {
        line.array { line in
          line.decimal(nil, level.price, places: 2)
          line.decimal(nil, level.size, places: 2)
        }
      }
    }
  }
}
