/// A minute of the sportsbook's life: draws one message after the other and keeps the board in step.
///
/// Each message changes the board within its rules: prices of open markets move, suspended markets
/// reopen, live events score and finish. The board changes before the message is written.
struct SportsbookPlay {
  var board: SportsbookBoard
  var random: SplitMix64
  var ads: [SportsbookAd]
  /// Markets under suspension, by the number of the message that lifts it.
  private var reopenings: [(due: Int, event: Int?, markets: [Int])] = []
  private var number = 0

  init(board: SportsbookBoard, ads: [SportsbookAd], random: SplitMix64) {
    self.board = board
    self.ads = ads
    self.random = random
  }

  /// Draws the next message; never an empty one.
  mutating func next() -> WorkloadMessage {
    number += 1
    if let due = reopenings.firstIndex(where: { $0.due <= number }) {
      let reopening = reopenings.remove(at: due)
      let message = reopen(reopening.event, reopening.markets)
      if !message.isEmpty { return message }
    }
    while true {
      let message = draw()
      if !message.isEmpty { return message }
    }
  }

  /// Chooses the next message, in ten-thousandths; the rest are prices.
  private mutating func draw() -> WorkloadMessage {
    switch random.below(10_000) {
    case ..<480: return suspendMarket()
    case ..<540: return suspendEvent()
    case ..<840: return score()
    case ..<1_300: return tick()
    case ..<1_560: return changeBetslip()
    case ..<1_605: return kickOff()
    case ..<1_640: return finish()
    case ..<1_700: return addMarket()
    case ..<1_740: return addSelection()
    case ..<1_765: return addEvent()
    case ..<1_845: return feature()
    case ..<1_870: return reorderSports()
    case ..<1_880: return toggleSport()
    case ..<1_930: return changeAds()
    case ..<2_050: return remove()
    default: return movePrices()
    }
  }

  private mutating func suspendMarket() -> WorkloadMessage {
    guard let market = openMarket() else { return WorkloadMessage() }
    return suspend(nil, [market])
  }

  /// Suspends all open markets of a live event, as after a goal that is being looked at.
  private mutating func suspendEvent() -> WorkloadMessage {
    guard let event = event(in: .live), !board.events[event].isSuspended else {
      return WorkloadMessage()
    }
    return suspend(event, markets(of: event, in: .open))
  }

  private mutating func suspend(_ event: Int?, _ markets: [Int]) -> WorkloadMessage {
    guard !markets.isEmpty else { return WorkloadMessage() }
    var message = WorkloadMessage()
    if let event { message.upsert("event", [mark(event, isSuspended: true)]) }
    for market in markets { board.markets[market].status = .suspended }
    reopenings.append((number + random.within(60...420), event, markets))
    message.upsert("market", markets.map(board.marketState))
    return message
  }

  private mutating func reopen(_ event: Int?, _ markets: [Int]) -> WorkloadMessage {
    var message = WorkloadMessage()
    if let event, !board.events[event].isRemoved {
      message.upsert("event", [mark(event, isSuspended: false)])
    }
    let markets = markets.filter {
      board.markets[$0].status == .suspended && !board.markets[$0].isRemoved
    }
    for market in markets { board.markets[market].status = .open }
    message.upsert("market", markets.map(board.marketState))
    return message
  }

  private mutating func mark(_ event: Int, isSuspended: Bool) -> WorkloadMessage.Row {
    board.events[event].isSuspended = isSuspended
    return [("id", board.eventID(event)), ("is_suspended", .integer(isSuspended ? 1 : 0))]
  }
}

// Drawing from the board.
extension SportsbookPlay {
  mutating func event(in status: SportsbookBoard.Event.Status) -> Int? {
    random.element(
      of: board.events.indices.filter {
        board.events[$0].status == status && !board.events[$0].isRemoved
      }
    )
  }

  /// Returns an open market, of a live event twice as often as of other events.
  mutating func openMarket() -> Int? {
    let event = random.below(3) > 0 ? event(in: .live) : event(in: .scheduled)
    guard let event else { return nil }
    return random.element(of: markets(of: event, in: .open))
  }

  func markets(of event: Int, in status: SportsbookBoard.Market.Status) -> [Int] {
    board.events[event].markets.filter {
      board.markets[$0].status == status && !board.markets[$0].isRemoved
    }
  }
}
