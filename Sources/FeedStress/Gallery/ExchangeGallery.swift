/// A betting exchange: ladders of prices to back and to lay, with the money that is offered at each.
package struct ExchangeGallery: GallerySource {
  package static let rate = 12

  private struct Runner {
    let event: Int
    let name: String
    /// The chance to win, as a share of the sum of the event's chances.
    var chance: Int
    /// The steps of the best prices to back and to lay on the ladder.
    var back = 0
    var lay = 0
    /// The money at each step of the ladder, by its distance from the middle: three to back, three to lay.
    var sizes: [Int]
  }

  private static let events = [
    ("Northbridge v Saltmere", -20, ["Northbridge", "Saltmere", "The Draw"]),
    ("A. Lindqvist v M. Okafor", -35, ["A. Lindqvist", "M. Okafor"]),
    ("Harbour City v Old Mill", 45, ["Harbour City", "Old Mill", "The Draw"]),
    ("J. Pereira v T. Novak", 75, ["J. Pereira", "T. Novak"]),
    ("Eastvale v Kingsferry", 120, ["Eastvale", "Kingsferry", "The Draw"]),
    ("Westport v Longacre", 180, ["Westport", "Longacre", "The Draw"]),
  ]
  private static let levels = 3

  private var random: SplitMix64
  private let start: Int64
  private var runners: [Runner] = []
  private var matched: [Int] = []

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    self.start = start - start % 300
    for (event, declared) in Self.events.enumerated() {
      matched.append(random.within(20_000...900_000))
      for name in declared.2 {
        let sizes = (0..<2 * Self.levels).map { _ in random.within(20...2_400) }
        runners.append(
          Runner(event: event, name: name, chance: random.within(150...600), sizes: sizes)
        )
      }
      priceRunners(of: event)
    }
  }

  /// The sums of the chances at the best prices to back and to lay, in thousandths, before these are rounded to the ladder.
  private static let books = (back: 1_008, lay: 995)

  /// Sets the best prices of an event, by the chances of its runners.
  private mutating func priceRunners(of event: Int) {
    let rivals = runners.indices.filter { runners[$0].event == event }
    let total = rivals.reduce(0) { $0 + runners[$1].chance }
    for index in rivals {
      let fair = 100_000 * total / runners[index].chance
      var step = Self.levels
      while Self.price(ofStep: step + 1) * Self.books.back <= fair { step += 1 }
      runners[index].back = step
      while Self.price(ofStep: step) * Self.books.lay < fair { step += 1 }
      runners[index].lay = step
    }
  }

  /// Moves chances from one runner of an event to another, if that leaves both with enough.
  private mutating func moveChance(of index: Int) {
    let rivals = runners.indices.filter { runners[$0].event == runners[index].event && $0 != index }
    let rival = rivals[random.below(rivals.count)]
    let (loser, winner) = random.below(2) == 0 ? (index, rival) : (rival, index)
    guard runners[loser].chance > 100 else { return }
    runners[loser].chance -= 8
    runners[winner].chance += 8
    priceRunners(of: runners[index].event)
  }

  package var opening: WorkloadMessage {
    var message = WorkloadMessage(
      "event",
      Self.events.enumerated().map { index, event in
        [
          ("id", .integer(index + 1)), ("name", .text(event.0)),
          ("is_in_play", .flag(event.1 < 0)), ("starts_at", .time(start + Int64(event.1) * 60)),
          ("matched", .integer(matched[index])),
        ]
      }
    )
    message.upsert(
      "runner",
      runners.enumerated().map {
        [
          ("id", .integer($0 + 1)), ("event_id", .integer($1.event + 1)), ("name", .text($1.name)),
        ]
      }
    )
    message.upsert("quote", runners.indices.flatMap { quotes($0) })
    return message
  }

  package mutating func next(at _: Int64) -> WorkloadMessage {
    // Half of what happens, happens in play.
    let inPlay = runners.indices.filter { Self.events[runners[$0].event].1 < 0 }
    let index =
      random.below(2) == 0 ? inPlay[random.below(inPlay.count)] : random.below(runners.count)
    if random.below(4) == 0 {
      moveChance(of: index)
      runners[index].sizes = runners[index].sizes.map { max($0 + random.within(-300...300), 10) }
      let event = runners[index].event
      matched[event] += random.within(50...4_000)
      let rivals = runners.indices.filter { runners[$0].event == event }
      var message = WorkloadMessage("quote", rivals.flatMap { quotes($0) })
      message.upsert(
        "event",
        [[("id", .integer(event + 1)), ("matched", .integer(matched[event]))]]
      )
      return message
    }
    let level = random.below(2 * Self.levels)
    runners[index].sizes[level] = max(
      runners[index].sizes[level] + random.within(-240...260),
      10
    )
    return WorkloadMessage("quote", [quotes(index)[level]])
  }

  /// The rows of a ladder: the best price to back is the third, the best to lay the fourth.
  private func quotes(_ index: Int) -> [WorkloadMessage.Row] {
    runners[index].sizes.enumerated().map { level, size in
      let step =
        level < Self.levels
        ? runners[index].back + level - Self.levels + 1 : runners[index].lay + level - Self.levels
      return [
        ("id", .integer(index * 10 + level)), ("runner_id", .integer(index + 1)),
        ("mark", .text([Self.levels - 1: "Back ", Self.levels: "Lay "][level] ?? "")),
        ("price", .price(Self.price(ofStep: step))),
        ("size", .integer(size)),
      ]
    }
  }

  /// The price of a step of the ladder, in hundredths: the higher, the larger the steps.
  private static func price(ofStep step: Int) -> Int {
    switch step {
    case ..<100: 100 + step
    case ..<150: 200 + 2 * (step - 100)
    case ..<170: 300 + 5 * (step - 150)
    default: 400 + 10 * (step - 170)
    }
  }
}
