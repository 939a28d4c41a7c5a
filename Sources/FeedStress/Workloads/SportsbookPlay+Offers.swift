// Changes of offers: prices, markets, the betslip, advertisements.
extension SportsbookPlay {
  /// Some outcomes of a market become likelier, others less so.
  mutating func movePrices() -> WorkloadMessage {
    guard let market = openMarket() else { return WorkloadMessage() }
    let before = board.markets[market].selections.map { board.selections[$0].price }
    board.shiftShares(of: market, &random)
    if board.markets[market].selections.count > 2, random.below(4) == 0 {
      board.shiftShares(of: market, &random)
    }
    let moved = zip(board.markets[market].selections, before)
      .filter { board.selections[$0].price != $1 && !board.selections[$0].isRemoved }
    var message = WorkloadMessage()
    message.upsert("selection", moved.map { board.priceRow($0.0) })
    return message
  }

  /// A selection is put on the betslip; of more than a few, one is taken off again.
  mutating func changeBetslip() -> WorkloadMessage {
    let chosen = board.selections.indices.filter {
      board.selections[$0].isInBetslip && !board.selections[$0].isRemoved
    }
    let drop = chosen.count > 24 || (chosen.count > 4 && random.below(4) == 0)
    let candidates =
      drop
      ? chosen
      : (openMarket().map { board.markets[$0].selections } ?? []).filter {
        !board.selections[$0].isInBetslip && !board.selections[$0].isRemoved
      }
    guard let selection = random.element(of: candidates) else { return WorkloadMessage() }
    board.selections[selection].isInBetslip = !drop
    var message = WorkloadMessage()
    message.upsert(
      "selection",
      [[("id", board.selectionID(selection)), ("in_betslip", .integer(drop ? 0 : 1))]]
    )
    return message
  }

  /// An event gets one more total, on another line than those it has.
  mutating func addMarket() -> WorkloadMessage {
    guard let event = event(in: random.below(2) == 0 ? .live : .scheduled),
      let template = board.sports[board.events[event].sport].profile.markets.first(where: {
        if case .total = $0.outcomes { true } else { false }
      })
    else { return WorkloadMessage() }
    let known = board.events[event].markets.map { board.markets[$0].name }
    let line = template.on(line: random.within(-3...3))
    guard !known.contains(line.name),
      !MarketRule.isDecided(line.name, board.events[event].points)
    else { return WorkloadMessage() }
    let market = board.add(line, to: event, balance: random.within(3_000...7_000), &random)
    var message = WorkloadMessage()
    message.upsert("market", [board.marketRow(market)])
    message.upsert("selection", board.markets[market].selections.map(board.selectionRow))
    return message
  }

  /// Adds a selection for all other outcomes to a market with many.
  mutating func addSelection() -> WorkloadMessage {
    guard let market = openMarket(), (4...8).contains(board.markets[market].selections.count),
      !board.markets[market].selections.contains(where: { board.selections[$0].name == "Any other" }
      )
    else { return WorkloadMessage() }
    let selection = board.add("Any other", share: random.within(200...900), to: market)
    var message = WorkloadMessage()
    message.upsert("selection", [board.selectionRow(selection)])
    return message
  }

  /// Deletes a selection, a market or a finished event, with all dependent rows.
  mutating func remove() -> WorkloadMessage {
    var message = WorkloadMessage()
    switch random.below(4) {
    case 0:
      guard
        let event = board.events.indices.first(where: {
          board.events[$0].status == .finished && !board.events[$0].isRemoved
        })
      else { return message }
      let markets = board.events[event].markets.filter { !board.markets[$0].isRemoved }
      message.delete("selection", remove(selectionsOf: markets))
      message.delete("market", remove(markets))
      board.events[event].isRemoved = true
      message.delete("event", [SportsbookBoard.firstEvent + event])
    case 1:
      guard let market = openMarket(), board.markets[market].order > 10 else { return message }
      message.delete("selection", remove(selectionsOf: [market]))
      message.delete("market", remove([market]))
    default:
      guard let market = openMarket(), board.markets[market].selections.count > 3,
        let selection = board.markets[market].selections.popLast()
      else { return message }
      board.selections[selection].isRemoved = true
      message.delete("selection", [SportsbookBoard.firstSelection + selection])
    }
    return message
  }

  private mutating func remove(selectionsOf markets: [Int]) -> [Int] {
    let places = markets.flatMap { board.markets[$0].selections }
    for place in places { board.selections[place].isRemoved = true }
    return places.map { SportsbookBoard.firstSelection + $0 }
  }

  private mutating func remove(_ markets: [Int]) -> [Int] {
    for market in markets { board.markets[market].isRemoved = true }
    return markets.map { SportsbookBoard.firstMarket + $0 }
  }

  /// Inserts, removes or replaces an advertisement.
  mutating func changeAds() -> WorkloadMessage {
    let others = SportsbookAd.pool.filter { ad in !ads.contains { $0.id == ad.id } }
    switch random.below(3) {
    case 0 where ads.count > 2:
      ads.remove(at: random.below(ads.count))
    case 1 where ads.count > 1:
      ads.swapAt(0, random.within(1...(ads.count - 1)))
    default:
      guard ads.count < 6, let ad = random.element(of: others) else { return WorkloadMessage() }
      ads.insert(ad, at: random.below(ads.count + 1))
    }
    var message = WorkloadMessage()
    message.ads = ads
    return message
  }
}
