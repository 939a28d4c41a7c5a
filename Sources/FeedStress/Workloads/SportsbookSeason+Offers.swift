// Markets that follow the score.
extension SportsbookSeason {
  /// The selections of a market of many scores, which fill two rows of three.
  private static let offeredScores = 6
  /// The probability below which an outcome is out of reach.
  private static let leastChance = 0.000_5

  /// Removes the outcomes that a score puts out of reach, and closes the markets that it decides.
  ///
  /// - Returns: The closed markets, and the keys of the removed selections.
  mutating func settle(_ event: Int, points: [Int]) -> (closed: [Int], removed: [Int]) {
    var closed: [Int] = []
    var removed: [Int] = []
    let forecast = forecast(event, points: points)
    for market in board.events[event].markets where board.markets[market].status != .closed {
      switch MarketRule(market: board.markets[market].name) {
      case .independent: continue
      case .untilPoints(let count):
        if points.max() ?? 0 >= count { closed.append(market) }
      case .decided:
        let chances = chances(of: market, forecast).map(\.1)
        if chances.max() ?? 0 > 0.995 * chances.reduce(0, +) { closed.append(market) }
      case .listed:
        let out = chances(of: market, forecast).filter { $0.1 < Self.leastChance }.map(\.0)
        for selection in out { board.selections[selection].isRemoved = true }
        removed += out
        board.markets[market].selections.removeAll { out.contains($0) }
        if board.markets[market].selections.count < 2 { closed.append(market) }
      }
    }
    for market in closed { board.markets[market].status = .closed }
    return (closed, removed.map { SportsbookBoard.firstSelection + $0 })
  }

  /// Adds the likeliest scores to markets of scores, and sets all prices of an event.
  ///
  /// - Returns: The rows of the new selections and of the new prices.
  mutating func offer(_ event: Int) -> [WorkloadMessage.Row] {
    var rows: [WorkloadMessage.Row] = []
    let forecast = forecast(event, points: board.events[event].points)
    for market in board.events[event].markets where board.markets[market].status != .closed {
      var added: [Int] = []
      if board.markets[market].name == "Correct score" { added = addScores(to: market, forecast) }
      let chances = chances(of: market, forecast)
      let sum = chances.reduce(0) { $0 + $1.1 }
      for (selection, chance) in chances where sum > 0 {
        let before = board.selections[selection].price
        // Outcomes that no one listed keep their part of the probability.
        let whole = board.markets[market].name == "Correct score" ? 1 : sum
        board.selections[selection].share = max(Int(chance / whole * 10_000), 20)
        board.selections[selection].fairShare = board.selections[selection].share
        if !added.contains(selection), board.selections[selection].price != before {
          rows.append(board.priceRow(selection))
        }
      }
      rows += added.map(board.selectionRow)
    }
    return rows
  }

  /// Adds the likeliest scores that a market does not list yet, up to the offered number.
  private mutating func addScores(to market: Int, _ forecast: MatchForecast) -> [Int] {
    let listed = Set(board.markets[market].selections.map { board.selections[$0].name })
    let likeliest = forecast.results.filter { $0.chance >= Self.leastChance }
      .sorted { ($1.chance, $0.points[0]) < ($0.chance, $1.points[0]) }
      .map { (name: "\($0.points[0])–\($0.points[1])", points: $0.points) }
      .filter { !listed.contains($0.name) }
    return likeliest.prefix(max(Self.offeredScores - listed.count, 0)).map { score in
      let selection = board.add(score.name, share: 100, to: market)
      board.selections[selection].order = score.points[0] * 100 + score.points[1]
      return selection
    }
  }

  private func forecast(_ event: Int, points: [Int]) -> MatchForecast {
    let state = board.events[event]
    return MatchForecast(
      board.sports[state.sport].profile,
      balance: matches[event].balance,
      points: points,
      ticks: state.ticks
    )
  }

  /// Returns the selections of a market whose outcome depends on the score, with their probabilities.
  private func chances(of market: Int, _ forecast: MatchForecast) -> [(Int, Double)] {
    switch MarketRule(market: board.markets[market].name) {
    case .decided, .listed: break
    case .untilPoints, .independent: return []
    }
    let event = board.events[board.markets[market].event]
    return board.markets[market].selections.compactMap { selection in
      MarketRule.condition(
        of: board.selections[selection].name,
        in: board.markets[market].name,
        home: event.home,
        away: event.away
      ).map { (selection, forecast.chance($0)) }
    }
  }
}
