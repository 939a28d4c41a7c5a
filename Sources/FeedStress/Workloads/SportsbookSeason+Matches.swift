// The life of a match: announced, begun, scored, ended.
extension SportsbookSeason {
  /// Adds an event that begins at the given minute, or began then.
  ///
  /// An event that has ended already is marked as removed.
  @discardableResult
  mutating func open(_ home: String, _ away: String, sport: Int, startsAt: Int) -> Int {
    let event = play.board.open(home, away, sport: sport, startsAt: startsAt, &play.random)
    let balance = play.random.within(3_000...7_000)
    let profile = board.sports[sport].profile
    let course = MatchCourse(profile, balance: balance, &play.random)
    matches.append((course, balance))
    let ticks = (minute - startsAt) / 2
    if minute >= startsAt {
      board.events[event].status = ticks < course.end ? .live : .finished
      board.events[event].isRemoved = ticks >= course.end
      board.events[event].ticks = ticks
      board.events[event].points = course.points(afterTicks: ticks)
    }
    for market in board.events[event].markets {
      // The scores within reach take the place of the usual ones.
      if board.markets[market].name == "Correct score" { board.markets[market].selections = [] }
      for selection in board.markets[market].selections {
        board.selections[selection].fairShare = board.selections[selection].share
        let name = board.selections[selection].name
        let isRange = name.split(separator: " ").last?.first?.isNumber == true
        if isRange { board.selections[selection].name = name.replacing("-", with: "–") }
      }
    }
    if !board.events[event].isRemoved {
      _ = offer(event)
      _ = settle(event, points: board.events[event].points)
      _ = offer(event)
    }
    return event
  }

  /// Announces an event of two sides that are free at its time.
  mutating func announce() -> WorkloadMessage {
    var message = WorkloadMessage()
    let sport = play.random.below(board.sports.count)
    let days = play.random.below(4) == 0 ? play.random.within(1...2) : 0
    let startsAt = (minute / 5 + play.random.within(12...120)) * 5 + days * 1_440
    let busy = Set(
      board.events.filter {
        $0.sport == sport && !$0.isRemoved && abs($0.startsAt - startsAt) < 240
      }.flatMap { [$0.home, $0.away] }
    )
    let free = play.random.shuffled(board.sports[sport].profile.sides.filter { !busy.contains($0) })
    guard free.count > 1 else { return message }
    let event = open(free[0], free[1], sport: sport, startsAt: startsAt)
    board.events[event].isFeatured = play.random.below(5) == 0
    let markets = board.events[event].markets
    message.upsert("event", [board.eventRow(event)])
    message.upsert("market", markets.map(board.marketRow))
    message.upsert(
      "selection",
      markets.flatMap { board.markets[$0].selections }.map(board.selectionRow)
    )
    return message
  }

  mutating func kickOff(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    guard board.events[event].status == .scheduled else { return message }
    board.events[event].status = .live
    message.upsert("event", [board.eventState(event)])
    return message
  }

  /// Advances the clock of an event; before a score, it settles the markets, and after the last tick it ends
  /// the event.
  mutating func tick(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    let (state, course) = (board.events[event], matches[event].course)
    guard state.status == .live else { return message }
    let ticks = (minute - state.startsAt) / 2
    guard ticks < course.end else { return finish(event) }
    board.events[event].ticks = ticks
    let points = course.points(afterTicks: ticks)
    guard points != state.points else {
      message.upsert("event", [[("id", board.eventID(event)), ("clock", board.clock(event))]])
      return message
    }
    due.insert(.report(event), at: 0)
    let settled = settle(event, points: points)
    // In sports with few scores, each is looked at before prices return.
    let profile = board.sports[state.sport].profile
    var suspended: [Int] = []
    if profile.expectedPoints < 15 * profile.pointsPerScore {
      suspended = play.markets(of: event, in: .open)
      for market in suspended { board.markets[market].status = .suspended }
      suspensions.removeAll { $0.event == event }
      board.events[event].isSuspended = true
      message.upsert("event", [[("id", board.eventID(event)), ("is_suspended", .integer(1))]])
    }
    message.upsert("market", (suspended + settled.closed).map(board.marketState))
    message.delete("selection", settled.removed)
    return message
  }

  /// Reports the score of an event with its clock.
  mutating func report(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    guard board.events[event].status == .live else { return message }
    board.events[event].points = matches[event].course.points(afterTicks: board.events[event].ticks)
    if board.events[event].isSuspended {
      suspensions.append((number + play.random.within(120...300), event, nil))
    } else {
      due.insert(.reprice(event), at: 0)
    }
    message.upsert(
      "event",
      [
        [
          ("id", board.eventID(event)), ("score", board.score(event)),
          ("clock", board.clock(event)),
        ]
      ]
    )
    return message
  }

  /// Offers an event again after a score, with new prices.
  mutating func resume(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    guard board.events[event].status == .live else { return message }
    board.events[event].isSuspended = false
    let markets = play.markets(of: event, in: .suspended)
    for market in markets { board.markets[market].status = .open }
    message.upsert("event", [[("id", board.eventID(event)), ("is_suspended", .integer(0))]])
    message.upsert("market", markets.map(board.marketState))
    message.upsert("selection", offer(event))
    return message
  }

  /// Sets the prices of an event by its score and its time.
  mutating func reprice(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    guard board.events[event].status == .live, !board.events[event].isSuspended else {
      return message
    }
    let settled = settle(event, points: board.events[event].points)
    message.upsert("market", settled.closed.map(board.marketState))
    message.upsert("selection", offer(event))
    message.delete("selection", settled.removed)
    return message
  }

  private mutating func finish(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    board.events[event].status = .finished
    board.events[event].isSuspended = false
    board.events[event].ticks = matches[event].course.end
    board.events[event].points = matches[event].course.points(afterTicks: MatchCourse.ticks)
    suspensions.removeAll { $0.event == event }
    let closing = board.events[event].markets.filter { board.markets[$0].status != .closed }
    for market in closing { board.markets[market].status = .closed }
    message.upsert("event", [board.eventState(event) + [("is_suspended", .integer(0))]])
    message.upsert("market", closing.map(board.marketState))
    return message
  }

  /// Deletes a finished event with all its rows.
  mutating func remove(_ event: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    guard !board.events[event].isRemoved else { return message }
    let markets = board.events[event].markets
    let selections = markets.flatMap { board.markets[$0].selections }
    for market in markets { board.markets[market].isRemoved = true }
    for selection in selections { board.selections[selection].isRemoved = true }
    board.events[event].isRemoved = true
    message.delete("selection", selections.map { SportsbookBoard.firstSelection + $0 })
    message.delete("market", markets.map { SportsbookBoard.firstMarket + $0 })
    message.delete("event", [SportsbookBoard.firstEvent + event])
    return message
  }
}
