/// The status of services: their states and latencies, and the incidents of those in trouble.
package struct StatusGallery: GallerySource {
  package static let rate = 6

  private struct Service {
    let area: Int
    let name: String
    let usual: Int
    var latency: Int
    /// The availability of the month, in hundredths of a per cent.
    var uptime: Int
    var state = "operational"
  }

  private static let areas = [
    ("Application", ["Sign-in", "Search", "Checkout", "Notifications", "Downloads"]),
    ("Interfaces", ["Public API", "Webhooks", "Streaming", "Imports"]),
    ("Regions", ["Amsterdam", "Oregon", "Singapore", "São Paulo"]),
  ]
  private static let reports = [
    "degraded": "Answers take longer than usual. A second group of servers is being added.",
    "outage": "Requests fail. The last deployment is being rolled back.",
    "maintenance": "A planned change of the database takes a few minutes.",
  ]

  private var random: SplitMix64
  private var services: [Service] = []
  /// Open incidents, by their services, with the number of the message that ends them.
  private var incidents: [(id: Int, service: Int, end: Int, started: Int64)] = []
  private var count = 0

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    for (area, names) in Self.areas.enumerated() {
      for name in names.1 {
        let usual = random.within(18...140)
        services.append(
          Service(
            area: area,
            name: name,
            usual: usual,
            latency: usual,
            uptime: random.within(9_960...9_999)
          )
        )
      }
    }
    _ = begin("degraded", at: start)
  }

  package var opening: WorkloadMessage {
    var message = WorkloadMessage(
      "area",
      Self.areas.enumerated().map { [("id", .integer($0 + 1)), ("name", .text($1.0))] }
    )
    message.upsert("service", services.indices.map(row))
    message.upsert("incident", incidents.map { incident($0.id, $0.service, $0.started) })
    return message
  }

  package mutating func next(at now: Int64) -> WorkloadMessage {
    count += 1
    if let over = incidents.firstIndex(where: { $0.end <= count }) { return end(over) }
    if incidents.count < 3, random.below(incidents.isEmpty ? 20 : 110) == 0 {
      return begin(["degraded", "degraded", "outage", "maintenance"][random.below(4)], at: now)
    }
    let index = random.below(services.count)
    let target =
      switch services[index].state {
      case "degraded": services[index].usual * 6
      case "outage": services[index].usual * 15
      default: services[index].usual
      }
    services[index].latency = max(
      (services[index].latency * 2 + target) / 3 + random.within(-6...6),
      4
    )
    return WorkloadMessage("service", [row(index)])
  }

  private mutating func begin(_ state: String, at now: Int64) -> WorkloadMessage {
    let index = random.below(services.count)
    guard services[index].state == "operational" else { return WorkloadMessage() }
    services[index].state = state
    if state == "outage" { services[index].uptime -= 1 }
    let id = (incidents.map(\.id).max() ?? 40) + 1 + count / 50
    incidents.append((id, index, count + random.within(120...320), now))
    var message = WorkloadMessage("service", [row(index)])
    message.upsert("incident", [incident(id, index, now)])
    return message
  }

  private mutating func end(_ place: Int) -> WorkloadMessage {
    let over = incidents.remove(at: place)
    services[over.service].state = "operational"
    services[over.service].latency = services[over.service].usual
    var message = WorkloadMessage("service", [row(over.service)])
    message.delete("incident", [over.id])
    return message
  }

  private func row(_ index: Int) -> WorkloadMessage.Row {
    let service = services[index]
    return [
      ("id", .integer(index + 1)), ("area_id", .integer(service.area + 1)),
      ("name", .text(service.name)), ("state", .text(service.state)),
      ("latency", .integer(service.latency)), ("uptime", .price(service.uptime)),
    ]
  }

  private func incident(_ id: Int, _ service: Int, _ started: Int64) -> WorkloadMessage.Row {
    let state = services[service].state
    return [
      ("id", .integer(id)), ("service", .text(services[service].name)), ("state", .text(state)),
      ("text", .text(Self.reports[state] ?? "")), ("started_at", .time(started)),
    ]
  }
}
