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
      _ = board.settle(index)
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
    let (ticks, count) = (events[index].ticks, events[index].ticks * scoring.perEvent / 60)
    for number in 0..<count {
      let side = random.below(2)
      let tick = ticks * (number + 1) / count
      score(random.element(of: scoring.steps) ?? 1, for: side, in: index, at: tick)
    }
    advance(index, by: 0)
  }

  /// Adds points to a side, if the time allows that many, and begins the next set or leg.
  ///
  /// - Parameter tick: The time of the score, of which a whole event has sixty.
  mutating func score(_ step: Int, for side: Int, in index: Int, at tick: Int) {
    let profile = sports[events[index].sport].profile
    var side = profile.scoring.sidesTakeTurns ? (tick <= 30 ? 0 : 1) : side
    let points = events[index].points.reduce(step, +)
    if let parts = profile.decidingParts {
      // The side that wins most of them ends the event.
      if events[index].points[side] >= parts / 2 { side = 1 - side }
      guard events[index].points[side] < parts / 2 else { return }
      events[index].ticks = max(events[index].ticks, (60 * points + parts - 1) / parts)
    } else {
      // A fifth more than is usual by then.
      let most = profile.expectedPoints * tick / 50_000 + (profile.scoring.steps.max() ?? 1)
      guard points <= most else { return }
    }
    events[index].points[side] += step
  }

  /// Removes the outcomes of an event that its score puts out of reach, and closes the markets that it decides.
  ///
  /// - Returns: The closed markets and the removed selections.
  mutating func settle(_ index: Int) -> (closed: [Int], removed: [Int]) {
    let points = events[index].points
    var closed: [Int] = []
    var removed: [Int] = []
    for market in events[index].markets
    where !markets[market].isRemoved && markets[market].status != .closed {
      switch MarketRule(market: markets[market].name) {
      case .untilPoints(let count):
        if points.max() ?? 0 >= count { closed.append(market) }
      case .listed where markets[market].name != "Winning margin":
        let out = markets[market].selections.filter { isOut(selections[$0].name, points) }
        for selection in out { selections[selection].isRemoved = true }
        markets[market].selections.removeAll { out.contains($0) }
        removed += out
        if markets[market].selections.count < 2 { closed.append(market) }
      case .decided:
        if MarketRule.isDecided(markets[market].name, points) { closed.append(market) }
      case .listed, .independent: break
      }
    }
    for market in closed { markets[market].status = .closed }
    return (closed, removed)
  }

  /// Returns whether a side already has more points than in a result such as `2-1`.
  private func isOut(_ result: String, _ points: [Int]) -> Bool {
    let numbers = result.split(separator: "-").compactMap { Int($0) }
    return numbers.count == 2 && zip(points, numbers).contains { $0 > $1 }
  }

  /// Moves the clock of an event, but not past a set or leg whose winner is not known.
  mutating func advance(_ index: Int, by ticks: Int) {
    let played = events[index].points.reduce(0, +)
    let last = sports[events[index].sport].profile.decidingParts
      .map { (60 * (played + 1) - 1) / $0 }
    events[index].ticks = min(events[index].ticks + ticks, last ?? 59, 59)
  }

  /// Ends an event; the side that leads, or the first one, wins the last set or leg.
  mutating func finish(_ index: Int) {
    events[index].status = .finished
    guard let parts = sports[events[index].sport].profile.decidingParts else { return }
    let winner = events[index].points[0] >= events[index].points[1] ? 0 : 1
    events[index].points[winner] = parts / 2 + 1
  }
}
