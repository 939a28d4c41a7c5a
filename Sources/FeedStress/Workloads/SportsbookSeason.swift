/// The sportsbook's workload by the rules of its sports, without end: for a demo that people look at.
///
/// Its clock is that of the reader. Matches begin at their times, score as their courses say, end and
/// leave; prices follow the score. Before a score, the markets of its event are suspended and the outcomes
/// that it makes impossible leave.
struct SportsbookSeason {
  /// A step that is due, about an event.
  enum Step {
    case kickOff(Int), tick(Int), report(Int), reprice(Int), remove(Int)
    case announce
  }

  /// The minimum number of events that have not begun.
  private static let leastScheduled = 70

  var play: SportsbookPlay
  /// The courses of the events, with the strengths of their home sides in ten-thousandths.
  var matches: [(course: MatchCourse, balance: Int)] = []
  /// The time, in seconds after the midnight of the first day.
  private var second: Int
  /// The number of the last message.
  private(set) var number = 0
  /// The steps that are due, the first one first.
  var due: [Step] = []
  /// Suspended events and markets, by the number of the message that ends the suspension.
  var suspensions: [(due: Int, event: Int, market: Int?)] = []

  /// The time, in minutes after the midnight of the first day.
  var minute: Int { second / 60 }

  var board: SportsbookBoard {
    get { play.board }
    _modify { yield &play.board }
  }

  /// Begins a season.
  ///
  /// - Parameter start: The present time, in seconds since 1970.
  init(seed: UInt64, start: Int64) {
    var board = SportsbookBoard()
    board.midnight = start - start % 86_400
    second = Int(start % 86_400)
    var random = SplitMix64(seed: seed)
    let ads = Array(random.shuffled(SportsbookAd.pool).prefix(4))
    play = SportsbookPlay(board: board, ads: ads, random: random)
    for (index, profile) in SportProfile.all.enumerated() {
      play.board.sports.append(SportsbookBoard.Sport(profile: profile, order: (index + 1) * 10))
      let sides = play.random.shuffled(profile.sides)
      for pair in stride(from: 0, to: sides.count - 1, by: 2) {
        let start = 5 * (minute / 5 + play.random.within(-20...76))
        open(sides[pair], sides[pair + 1], sport: index, startsAt: start)
      }
    }
    for index in play.random.shuffled(Array(play.board.events.indices)).prefix(14) {
      play.board.events[index].isFeatured = !play.board.events[index].isRemoved
    }
  }

  /// Draws the next message; never an empty one.
  ///
  /// - Parameter now: The present time, in seconds since 1970.
  mutating func next(at now: Int64) -> WorkloadMessage {
    while Int64(second) < now - board.midnight { advanceClock() }
    while true {
      number += 1
      let message = step()
      if !message.isEmpty { return message }
    }
  }

  private mutating func step() -> WorkloadMessage {
    if number.isMultiple(of: 2), !due.isEmpty { return perform(due.removeFirst()) }
    if let over = suspensions.firstIndex(where: { $0.due <= number }) {
      let suspension = suspensions.remove(at: over)
      return suspension.market.map { reopen($0) } ?? resume(suspension.event)
    }
    switch play.random.below(10_000) {
    case ..<250: return suspendMarket()
    case ..<330: return play.feature()
    case ..<338: return play.reorderSports()
    case ..<350: return play.changeAds()
    default: return movePrices()
    }
  }

  /// Notes the steps of the next second; those of an event are due once in a minute.
  private mutating func advanceClock() {
    second += 1
    for index in stride(from: second % 60, to: board.events.count, by: 60)
    where !board.events[index].isRemoved {
      let event = board.events[index]
      let age = minute - event.startsAt
      switch event.status {
      case .scheduled:
        if age >= 0 { due.append(.kickOff(index)) }
      case .live:
        if age.isMultiple(of: 2) { due.append(.tick(index)) }
        if age.isMultiple(of: 10) { due.append(.reprice(index)) }
      case .finished:
        if age > 2 * MatchCourse.ticks + 30 { due.append(.remove(index)) }
      }
    }
    guard second.isMultiple(of: 60) else { return }
    let scheduled = board.events.count { $0.status == .scheduled && !$0.isRemoved }
    if scheduled < Self.leastScheduled { due.append(.announce) }
  }

  private mutating func perform(_ step: Step) -> WorkloadMessage {
    switch step {
    case .kickOff(let event): return kickOff(event)
    case .tick(let event): return tick(event)
    case .report(let event): return report(event)
    case .reprice(let event): return reprice(event)
    case .remove(let event): return remove(event)
    case .announce: return announce()
    }
  }

  /// Moves some prices of an open market a little.
  private mutating func movePrices() -> WorkloadMessage {
    var message = WorkloadMessage()
    guard let market = play.openMarket() else { return message }
    var moved: [Int] = []
    for selection in board.markets[market].selections where play.random.below(3) > 0 {
      let state = board.selections[selection]
      let share = max(state.fairShare * play.random.within(93...107) / 100, 20)
      board.selections[selection].share = min(share, 9_900)
      if board.selections[selection].price != state.price { moved.append(selection) }
    }
    message.upsert("selection", moved.map(board.priceRow))
    return message
  }

  /// Suspends one market of a live event for some seconds.
  private mutating func suspendMarket() -> WorkloadMessage {
    var message = WorkloadMessage()
    guard let event = play.event(in: .live), !board.events[event].isSuspended,
      let market = play.random.element(of: play.markets(of: event, in: .open))
    else { return message }
    board.markets[market].status = .suspended
    suspensions.append((number + play.random.within(60...300), event, market))
    message.upsert("market", [board.marketState(market)])
    return message
  }

  /// Ends the suspension of a market, unless its event is suspended, too.
  private mutating func reopen(_ market: Int) -> WorkloadMessage {
    var message = WorkloadMessage()
    let event = board.events[board.markets[market].event]
    guard board.markets[market].status == .suspended, !event.isSuspended, event.status == .live
    else { return message }
    board.markets[market].status = .open
    message.upsert("market", [board.marketState(market)])
    return message
  }
}
