/// A short evening at an exchange, made from a seed: its catalogue, and three minutes of its stream.
///
/// Six events of two sports. Prices move continually; one event goes in play, a goal suspends
/// another event and reverses its prices, and one ends with a winner. A seed produces the same
/// bytes on every machine.
///
/// ```swift
/// EveningWorkload(seed: 1).files.map(\.name)   // ["catalogue.jsonl", "evening.jsonl"]
/// ```
public struct EveningWorkload: Sendable {
  /// The files, by their names within the fixture's directory.
  public let files: [(name: String, bytes: [UInt8])]

  /// Makes the recordings.
  public init(seed: UInt64) {
    var board = EveningBoard(SplitMix64(seed: seed))
    let catalogue = board.catalogue()
    files = [("catalogue.jsonl", catalogue), ("evening.jsonl", board.stream())]
  }
}

/// The events of the evening while a recording of them is made.
private struct EveningBoard {
  private struct Event {
    var sport: (id: Int, name: String)
    var name: String
    var runners: [String]
    /// The start, in minutes after eight.
    var start: Int
    var status = "OPEN"
    var isInPlay = false
    var winner: Int?
    /// The best price to back each runner at, in hundredths.
    var best: [Int] = []
  }

  private var random: SplitMix64
  private var line = JSONLine()
  private var events: [Event]

  /// Eight in the evening of 2026-07-04 in UTC, in milliseconds.
  private static let start = 1_783_195_200_000
  private static let seconds = 180

  init(_ random: SplitMix64) {
    self.random = random
    let soccer = (id: 1, name: "Soccer")
    let tennis = (id: 2, name: "Tennis")
    func match(_ home: String, _ away: String, _ start: Int) -> Event {
      Event(
        sport: soccer,
        name: "\(home) v \(away)",
        runners: [home, away, "The Draw"],
        start: start,
        isInPlay: start < 0
      )
    }
    func pair(_ home: String, _ away: String, _ start: Int) -> Event {
      Event(
        sport: tennis,
        name: "\(home) v \(away)",
        runners: [home, away],
        start: start,
        isInPlay: start < 0
      )
    }
    events = [
      match("Northbridge", "Saltmere", -52), match("Harbour City", "Old Mill", -20),
      match("Eastvale", "Kingsferry", 1), match("Westport", "Longacre", 60),
      pair("A. Lindqvist", "M. Okafor", -35), pair("J. Pereira", "T. Novak", 30),
    ]
    for index in events.indices {
      for _ in events[index].runners { events[index].best.append(self.random.within(140...520)) }
    }
  }

  // MARK: Catalogue

  /// The names of everything, a market a line.
  mutating func catalogue() -> [UInt8] {
    line = JSONLine()
    for (index, event) in events.enumerated() {
      line.object { line in
        line.text("marketId", Self.market(index))
        line.text("marketName", "Match Odds")
        line.text("marketStartTime", Self.time(event.start))
        line.object("description") { $0.text("marketType", "MATCH_ODDS") }
        line.object("eventType") { line in
          line.text("id", "\(event.sport.id)")
          line.text("name", event.sport.name)
        }
        line.object("event") { line in
          line.text("id", "\(34_000_000 + index)")
          line.text("name", event.name)
          line.text("openDate", Self.time(event.start))
        }
        line.array("runners") { line in
          for (number, name) in event.runners.enumerated() {
            line.object { line in
              line.integer("selectionId", 500 + number)
              line.text("runnerName", name)
              line.integer("handicap", 0)
              line.integer("sortPriority", number + 1)
            }
          }
        }
      }
      line.end()
    }
    return line.bytes
  }

  // MARK: Stream

  /// The image of all markets, and then what happens.
  mutating func stream() -> [UInt8] {
    line = JSONLine()
    message(at: 0) { board, line in
      for index in board.events.indices { board.write(index, .image, &line) }
    }
    for second in 1..<Self.seconds {
      happen(second)
      for _ in 0..<random.within(0...2) {
        let index = random.below(events.count)
        guard events[index].status == "OPEN" else { continue }
        let at = second * 1_000 + random.below(1_000)
        let runner = random.below(events[index].runners.count)
        let gone = events[index].best[runner]
        events[index].best[runner] = max(gone + random.within(-2...2), 102)
        message(at: at) { $0.write(index, .prices([runner: gone]), &$1) }
      }
    }
    return line.bytes
  }

  /// Writes the visible events of a second: the kick-off, a goal, an end.
  private mutating func happen(_ second: Int) {
    switch second {
    case 40: change(1, at: second) { $0.status = "SUSPENDED" }
    case 52:
      let gone = events[1].best
      change(1, at: second) { $0.status = "OPEN" }
      events[1].best = [max(gone[0] / 2, 105), gone[1] * 2, gone[2] + 90]
      message(at: second * 1_000 + 5) { board, line in
        board.write(1, .prices([0: gone[0], 1: gone[1], 2: gone[2]]), &line)
      }
    case 60: change(2, at: second) { $0.isInPlay = true }
    case 120: change(4, at: second) { $0.status = "SUSPENDED" }
    case 135:
      change(4, at: second) {
        $0.status = "CLOSED"
        $0.winner = 1
      }
    default: break
    }
  }

  private mutating func change(_ index: Int, at second: Int, _ body: (inout Event) -> Void) {
    body(&events[index])
    message(at: second * 1_000) { $0.write(index, .definition, &$1) }
  }

  private mutating func message(
    at milliseconds: Int,
    _ body: (EveningBoard, inout JSONLine) -> Void
  ) {
    var line = line
    line.object { line in
      line.text("op", "mcm")
      line.integer("pt", Self.start + milliseconds)
      line.array("mc") { body(self, &$0) }
    }
    line.end()
    self.line = line
  }

  /// The kind of a market's change.
  private enum Part {
    case image, definition
    /// The new best prices of runners, in the place of those that are gone.
    case prices([Int: Int])
  }

  private func write(_ index: Int, _ part: Part, _ line: inout JSONLine) {
    let event = events[index]
    line.object { line in
      line.text("id", Self.market(index))
      switch part {
      case .image:
        line.number("img", "true")
        define(event, index, &line)
        line.array("rc") { line in
          for runner in event.runners.indices { price(event, runner, gone: nil, &line) }
        }
      case .definition: define(event, index, &line)
      case .prices(let gone):
        line.array("rc") { line in
          for runner in gone.keys.sorted() { price(event, runner, gone: gone[runner], &line) }
        }
      }
    }
  }

  private func define(_ event: Event, _ index: Int, _ line: inout JSONLine) {
    line.object("marketDefinition") { line in
      line.text("eventId", "\(34_000_000 + index)")
      line.text("eventTypeId", "\(event.sport.id)")
      line.text("marketType", "MATCH_ODDS")
      line.text("openDate", Self.time(event.start))
      line.text("marketTime", Self.time(event.start))
      line.text("status", event.status)
      line.number("inPlay", event.isInPlay ? "true" : "false")
      line.number("turnInPlayEnabled", event.sport.id == 1 ? "true" : "false")
      line.array("runners") { line in
        for number in event.runners.indices {
          line.object { line in
            line.integer("id", 500 + number)
            line.text(
              "status",
              event.winner.map { $0 == number ? "WINNER" : "LOSER" } ?? "ACTIVE"
            )
            line.integer("sortPriority", number + 1)
          }
        }
      }
    }
  }

  /// The best levels to back and to lay at; those that are gone have the size zero.
  private func price(_ event: Event, _ runner: Int, gone: Int?, _ line: inout JSONLine) {
    let best = event.best[runner]
    func levels(_ key: String, _ price: Int, gone: Int?, _ line: inout JSONLine) {
      line.array(key) { line in
        for (price, size) in [(price, 12_500)] + (gone.map { [($0, 0)] } ?? []) {
          line.array { line in
            line.decimal(nil, price, places: 2)
            line.decimal(nil, size, places: 2)
          }
        }
      }
    }
    let old = gone == best ? nil : gone
    line.object { line in
      line.integer("id", 500 + runner)
      levels("atb", best, gone: old, &line)
      levels("atl", best + 4, gone: old.map { $0 + 4 }, &line)
    }
  }

  private static func market(_ index: Int) -> String { "1.\(240_000_000 + index)" }

  /// Returns the time at the given minutes after eight.
  private static func time(_ minutes: Int) -> String {
    let minute = 20 * 60 + minutes
    let digits = [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
    return "2026-07-04T\(digits[0]):\(digits[1]):00.000Z"
  }
}
