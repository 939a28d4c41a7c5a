// Events of the game.
extension SportsbookPlay {
  /// A side scores; the first market of the event follows, and what the score decides leaves.
  mutating func score() -> WorkloadMessage {
    guard let event = event(in: .live) else { return WorkloadMessage() }
    let profile = board.sports[board.events[event].sport].profile
    let side = random.below(2)
    let step = random.element(of: profile.scoring.steps) ?? 1
    board.score(step, for: side, in: event, at: board.events[event].ticks)
    var row: WorkloadMessage.Row = [("id", board.eventID(event)), ("score", board.score(event))]
    if profile.decidingParts != nil { row.append(("clock", board.clock(event))) }
    var message = WorkloadMessage()
    message.upsert("event", [row])
    let first = markets(of: event, in: .open).first
    let moved = first.map { board.shiftShares(of: $0, &random) } ?? []
    let settled = board.settle(event)
    message.upsert("market", settled.closed.map(board.marketState))
    message.upsert(
      "selection",
      moved.filter { !settled.removed.contains($0) }.map(board.priceRow)
    )
    message.delete("selection", settled.removed.map { SportsbookBoard.firstSelection + $0 })
    return message
  }

  /// Advances the clock of an event.
  mutating func tick() -> WorkloadMessage {
    guard let event = event(in: .live) else { return WorkloadMessage() }
    board.advance(event, by: random.within(1...2))
    var message = WorkloadMessage()
    message.upsert("event", [[("id", board.eventID(event)), ("clock", board.clock(event))]])
    return message
  }

  /// The next scheduled event begins.
  mutating func kickOff() -> WorkloadMessage {
    let waiting = board.events.indices.filter {
      board.events[$0].status == .scheduled && !board.events[$0].isRemoved
    }
    guard let event = waiting.min(by: { board.events[$0].startsAt < board.events[$1].startsAt })
    else { return WorkloadMessage() }
    board.events[event].status = .live
    var message = WorkloadMessage()
    message.upsert("event", [board.eventState(event)])
    return message
  }

  /// The live event that is furthest on ends, and its markets close.
  mutating func finish() -> WorkloadMessage {
    let running = board.events.indices.filter { board.events[$0].status == .live }
    guard running.count > 12,
      let event = running.max(by: { board.events[$0].ticks < board.events[$1].ticks })
    else { return WorkloadMessage() }
    board.finish(event)
    let closing = board.events[event].markets.filter {
      board.markets[$0].status != .closed && !board.markets[$0].isRemoved
    }
    for market in closing { board.markets[market].status = .closed }
    var message = WorkloadMessage()
    message.upsert("event", [board.eventState(event)])
    message.upsert("market", closing.map(board.marketState))
    return message
  }

  /// A new event is announced, with all its markets.
  mutating func addEvent() -> WorkloadMessage {
    let sport = random.below(board.sports.count)
    let sides = random.shuffled(board.sports[sport].profile.sides)
    let event = board.open(
      sides[0],
      sides[1],
      sport: sport,
      daysAhead: random.within(0...2),
      &random
    )
    board.events[event].isFeatured = random.below(5) == 0
    let markets = board.events[event].markets
    var message = WorkloadMessage()
    message.upsert("event", [board.eventRow(event)])
    message.upsert("market", markets.map(board.marketRow))
    message.upsert(
      "selection",
      markets.flatMap { board.markets[$0].selections }.map(board.selectionRow)
    )
    return message
  }

  /// An event is put among the featured ones, or taken from them.
  mutating func feature() -> WorkloadMessage {
    let standing = board.events.indices.filter {
      board.events[$0].status != .finished && !board.events[$0].isRemoved
    }
    let featured = standing.filter { board.events[$0].isFeatured }
    let others = standing.filter { !board.events[$0].isFeatured }
    let drop = featured.count > 8 && (featured.count > 16 || random.below(2) == 0)
    guard let event = random.element(of: drop ? featured : others) else {
      return WorkloadMessage()
    }
    board.events[event].isFeatured = !drop
    var message = WorkloadMessage()
    message.upsert(
      "event",
      [[("id", board.eventID(event)), ("is_featured", .integer(drop ? 0 : 1))]]
    )
    return message
  }

  /// Two neighbouring sports change places.
  mutating func reorderSports() -> WorkloadMessage {
    let standing = board.sports.indices.sorted { board.sports[$0].order < board.sports[$1].order }
    let place = random.below(standing.count - 1)
    let pair = [standing[place], standing[place + 1]]
    let orders = pair.map { board.sports[$0].order }
    var message = WorkloadMessage()
    let rows = zip(pair, orders.reversed()).map { sport, order in
      board.sports[sport].order = order
      return [
        ("id", WorkloadMessage.Field.integer(sport + 1)), ("display_order", .integer(order)),
      ]
    }
    message.upsert("sport", rows)
    return message
  }

  /// A sport is hidden, or shown again.
  mutating func toggleSport() -> WorkloadMessage {
    let hidden = board.sports.indices.filter { !board.sports[$0].isActive }
    let sport = hidden.count > 1 ? hidden[0] : random.below(board.sports.count)
    board.sports[sport].isActive.toggle()
    var message = WorkloadMessage()
    message.upsert(
      "sport",
      [
        [
          ("id", .integer(sport + 1)),
          ("is_active", .integer(board.sports[sport].isActive ? 1 : 0)),
        ]
      ]
    )
    return message
  }
}
