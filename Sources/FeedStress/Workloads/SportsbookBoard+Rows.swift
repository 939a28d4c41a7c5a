import FeedModel

// The rows as the tables hold them.
extension SportsbookBoard {
  typealias Row = WorkloadMessage.Row

  func sportRow(_ index: Int) -> Row {
    let sport = sports[index]
    return [
      ("id", .integer(index + 1)), ("name", .text(sport.profile.name)),
      ("display_order", .integer(sport.order)), ("is_active", .integer(sport.isActive ? 1 : 0)),
    ]
  }

  func eventRow(_ index: Int) -> Row {
    let event = events[index]
    return [
      ("id", eventID(index)), ("sport_id", .integer(event.sport + 1)),
      ("name", .text("\(event.home) v \(event.away)")), ("competition", .text(event.competition)),
      ("status", .text(event.status.rawValue)), ("starts_at", .text(timestamp(event.startsAt))),
      ("is_featured", .integer(event.isFeatured ? 1 : 0)),
      ("is_suspended", .integer(event.isSuspended ? 1 : 0)), ("score", score(index)),
      ("clock", clock(index)),
    ]
  }

  func marketRow(_ index: Int) -> Row {
    let market = markets[index]
    return [
      ("id", marketID(index)), ("event_id", eventID(market.event)), ("name", .text(market.name)),
      ("status", .text(market.status.rawValue)), ("display_order", .integer(market.order)),
    ]
  }

  func selectionRow(_ index: Int) -> Row {
    let selection = selections[index]
    return [
      ("id", selectionID(index)), ("market_id", marketID(selection.market)),
      ("name", .text(selection.name)), ("price", .price(selection.price)),
      ("display_order", .integer(selection.order)),
      ("in_betslip", .integer(selection.isInBetslip ? 1 : 0)),
    ]
  }

  /// The row that says what has become of an event; its other columns stay.
  func eventState(_ index: Int) -> Row {
    [
      ("id", eventID(index)), ("status", .text(events[index].status.rawValue)),
      ("score", score(index)), ("clock", clock(index)),
    ]
  }

  func marketState(_ index: Int) -> Row {
    [("id", marketID(index)), ("status", .text(markets[index].status.rawValue))]
  }

  func priceRow(_ index: Int) -> Row {
    [("id", selectionID(index)), ("price", .price(selections[index].price))]
  }

  func eventID(_ index: Int) -> WorkloadMessage.Field { .integer(Self.firstEvent + index) }
  func marketID(_ index: Int) -> WorkloadMessage.Field { .integer(Self.firstMarket + index) }
  func selectionID(_ index: Int) -> WorkloadMessage.Field {
    .integer(Self.firstSelection + index)
  }

  func score(_ index: Int) -> WorkloadMessage.Field {
    let event = events[index]
    return event.status == .scheduled ? .null : .text("\(event.points[0])–\(event.points[1])")
  }

  func clock(_ index: Int) -> WorkloadMessage.Field {
    let event = events[index]
    switch event.status {
    case .scheduled: return .null
    case .finished: return .text("FT")
    case .live: return .text(sports[event.sport].profile.scoring.clock(afterTicks: event.ticks))
    }
  }

  /// A moment of the first day, or of the days after it, as ISO 8601 writes it.
  private func timestamp(_ minutes: Int) -> String {
    ISOTime.text(midnight + Int64(minutes) * 60) ?? ""
  }
}
