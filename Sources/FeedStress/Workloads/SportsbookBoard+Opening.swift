// How the board is laid out, and how it grows.
extension SportsbookBoard {
  /// Three in the afternoon, when the fixture begins.
  static let now = 15 * 60

  /// The board at the start: all sports, some of their events already on.
  static func opening(_ random: inout SplitMix64) -> SportsbookBoard {
    var board = SportsbookBoard()
    for (order, profile) in SportProfile.all.enumerated() {
      board.sports.append(Sport(profile: profile, order: (order + 1) * 10))
      let sides = random.shuffled(profile.sides)
      let pairs = stride(from: 0, to: sides.count - 1, by: 2).map { (sides[$0], sides[$0 + 1]) }
      for (home, away) in pairs {
        board.open(home, away, sport: order, &random)
      }
      // The sides of the first day meet others on the next one.
      for (index, pair) in pairs.dropLast(pairs.count / 2).enumerated() {
        let away = pairs[(index + 1) % pairs.count].1
        board.open(pair.0, away, sport: order, daysAhead: 1, &random)
      }
    }
    for index in board.events.indices where board.events[index].startsAt <= now {
      board.start(index, &random)
    }
    for index in random.shuffled(Array(board.events.indices)).prefix(14) {
      board.events[index].isFeatured = true
    }
    return board
  }

  /// Adds an event with all its markets.
  ///
  /// - Parameters:
  ///   - daysAhead: The day of an event whose start is drawn; zero is the first day.
  ///   - startsAt: The start, in minutes after the midnight of the first day.
  @discardableResult
  mutating func open(
    _ home: String,
    _ away: String,
    sport: Int,
    daysAhead: Int = 0,
    startsAt: Int? = nil,
    _ random: inout SplitMix64
  ) -> Int {
    let profile = sports[sport].profile
    let startsAt =
      startsAt
      ?? (daysAhead == 0
        ? Self.now + 5 * random.within(-20...76) : 1_440 * daysAhead + 15 * random.within(40...84))
    let index = events.count
    events.append(
      Event(
        sport: sport,
        home: home,
        away: away,
        competition: random.element(of: profile.competitions) ?? "",
        startsAt: startsAt
      )
    )
    let balance = random.within(3_000...7_000)
    let offered = random.below(4) == 0 ? profile.markets.dropLast() : profile.markets[...]
    for template in offered { add(template, to: index, balance: balance, &random) }
    return index
  }

  /// Adds a market to an event.
  @discardableResult
  mutating func add(
    _ template: MarketTemplate,
    to event: Int,
    balance: Int,
    _ random: inout SplitMix64
  ) -> Int {
    let index = markets.count
    let order = (events[event].markets.count + 1) * 10
    let outcomes: [(name: String, share: Int)]
    let (home, away) = (events[event].home, events[event].away)
    switch template.outcomes {
    case .winner:
      outcomes = [(home, balance), (away, 10_000 - balance)]
    case .winnerOrDraw:
      let draw = random.within(1_800...2_900)
      let first = (10_000 - draw) * balance / 10_000
      outcomes = [(home, first), ("Draw", draw), (away, 10_000 - draw - first)]
    case .total:
      return add(template.on(line: random.within(-1...1)), to: event, balance: balance, &random)
    case .line:
      let over = random.within(4_300...5_700)
      outcomes = [("Over", over), ("Under", 10_000 - over)]
    case .named(let listed):
      outcomes = listed
    }
    markets.append(Market(event: event, name: template.name, order: order))
    events[event].markets.append(index)
    for outcome in outcomes { add(outcome.name, share: outcome.share, to: index) }
    for _ in 0..<3 { shiftShares(of: index, &random) }
    return index
  }

  /// Adds a selection to a market.
  @discardableResult
  mutating func add(_ name: String, share: Int, to market: Int) -> Int {
    let index = selections.count
    let order = (markets[market].selections.count + 1) * 10
    selections.append(Selection(market: market, name: name, order: order, share: share))
    markets[market].selections.append(index)
    return index
  }

  /// Makes one outcome more probable and another less.
  ///
  /// - Returns: The two selections, or `nil` for fewer than two.
  @discardableResult
  mutating func shiftShares(of market: Int, _ random: inout SplitMix64) -> [Int] {
    let places = markets[market].selections
    guard places.count > 1 else { return [] }
    let from = random.below(places.count)
    let to = (from + random.within(1...(places.count - 1))) % places.count
    let share = selections[places[from]].share
    let shift = min(share * random.within(1...12) / 100, share - 40)
    guard shift > 0 else { return [] }
    selections[places[from]].share -= shift
    selections[places[to]].share += shift
    return [places[min(from, to)], places[max(from, to)]]
  }

  /// Sets an event that began some time ago to its present state.
  private mutating func start(_ index: Int, _ random: inout SplitMix64) {
    events[index].status = .live
    events[index].ticks = min(58, (Self.now - events[index].startsAt) / 2)
    let scoring = sports[events[index].sport].profile.scoring
    for _ in 0..<(events[index].ticks * scoring.perEvent / 60) {
      events[index].points[random.below(2)] += random.element(of: scoring.steps) ?? 1
    }
  }
}
