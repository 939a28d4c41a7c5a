/// The departures of a station: times, platforms, delays, cancelled trains.
package struct DeparturesGallery: GallerySource {
  package static let rate = 3
  package static let followsTime = true

  private struct Train {
    let id: Int
    let direction: Int
    let name: String
    let destination: String
    let via: String
    var platform: Int
    let planned: Int64
    var delay: Int64 = 0
    var state = "on time"

    var expected: Int64 { planned + 60 * delay }
  }

  private static let directions = [
    (
      "North",
      [("Port Ellen", "Castlemoor"), ("Kiruna", "Norrvik"), ("Harrow Vale", "St. Brannock")]
    ),
    ("South", [("Laguna", "Miraflores"), ("Montefiore", "Lungarno"), ("Real Costera", "Garonne")]),
    ("Coast", [("Vitória do Mar", "Alvorada"), ("Kingsport", "Saltmere"), ("Narvik", "Old Mill")]),
  ]
  private static let shown = 8

  private var random: SplitMix64
  /// The present minute, in seconds since 1970.
  private var now: Int64
  private var trains: [Train] = []

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    now = start - start % 60
    for direction in Self.directions.indices {
      for place in 0..<Self.shown { add(direction, after: Int64(3 + 7 * place)) }
    }
  }

  package var opening: WorkloadMessage {
    var message = WorkloadMessage(
      "direction",
      Self.directions.enumerated().map { [("id", .integer($0 + 1)), ("name", .text($1.0))] }
    )
    message.upsert("train", trains.map(row))
    return message
  }

  package mutating func next(at time: Int64) -> WorkloadMessage {
    now = time - time % 60
    if let index = trains.firstIndex(where: { $0.expected <= now }) { return depart(index) }
    if let index = trains.firstIndex(where: { $0.expected <= now + 180 && $0.state == "on time" }) {
      trains[index].state = "boarding"
      return state(index)
    }
    let index = random.below(trains.count)
    guard trains[index].state == "on time" || trains[index].state.hasPrefix("+") else {
      return WorkloadMessage()
    }
    switch random.below(30) {
    case 0:
      trains[index].platform = 1 + (trains[index].platform + random.within(0...6)) % 8
    case 1 where trains[index].planned > now + 600 && !trains.contains { $0.state == "cancelled" }:
      trains[index].state = "cancelled"
    case 2 where trains[index].id % 3 == 0 && trains[index].delay < 15:
      trains[index].delay += Int64(random.within(2...6))
      trains[index].state = "+\(trains[index].delay) min"
    default: return WorkloadMessage()
    }
    return state(index)
  }

  /// The train leaves, or would have left, and a later train is announced.
  private mutating func depart(_ index: Int) -> WorkloadMessage {
    let gone = trains.remove(at: index)
    let last = trains.filter { $0.direction == gone.direction }.map(\.planned).max() ?? now
    add(gone.direction, after: (last - now) / 60 + Int64(random.within(4...11)))
    var message = WorkloadMessage("train", [row(trains[trains.count - 1])])
    message.delete("train", [gone.id])
    return message
  }

  private mutating func add(_ direction: Int, after minutes: Int64) {
    let id = (trains.map(\.id).max() ?? 100) + 1
    let places = Self.directions[direction].1
    let place = places[random.below(places.count)]
    trains.append(
      Train(
        id: id,
        direction: direction,
        name: "\(["IC", "RE", "S"][direction]) \(random.within(1...9) * 10 + direction)",
        destination: place.0,
        via: place.1,
        platform: random.within(1...8),
        planned: now + 60 * minutes
      )
    )
  }

  private func state(_ index: Int) -> WorkloadMessage {
    let train = trains[index]
    return WorkloadMessage(
      "train",
      [
        [
          ("id", .integer(train.id)), ("platform", .integer(train.platform)),
          ("expected_at", .time(train.expected)), ("state", .text(train.state)),
        ]
      ]
    )
  }

  private func row(_ train: Train) -> WorkloadMessage.Row {
    [
      ("id", .integer(train.id)), ("direction_id", .integer(train.direction + 1)),
      ("name", .text(train.name)), ("destination", .text(train.destination)),
      ("via", .text(train.via)), ("platform", .integer(train.platform)),
      ("planned_at", .time(train.planned)), ("expected_at", .time(train.expected)),
      ("state", .text(train.state)),
    ]
  }
}
