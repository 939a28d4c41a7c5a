/// Earthquakes of a day: reported, then measured again, then reviewed.
package struct QuakesGallery: GallerySource {
  package static let rate = 2

  private struct Quake {
    let id: Int
    let place: String
    /// Tenths of a kilometre.
    let depth: Int
    let at: Int64
    /// Hundredths.
    var magnitude: Int
    var isReviewed = false
  }

  private static let kept = 36

  private var random: SplitMix64
  private var quakes: [Quake] = []
  private var count = 0

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    for age in (0..<Self.kept).reversed() {
      add(at: start - Int64(age * 1_500 + random.within(0...1_400)))
      quakes[quakes.count - 1].isReviewed = random.below(2) == 0
    }
  }

  package var opening: WorkloadMessage { WorkloadMessage("quake", quakes.map(row)) }

  package mutating func next(at now: Int64) -> WorkloadMessage {
    count += 1
    guard count.isMultiple(of: 8) else { return revise() }
    add(at: now)
    var message = WorkloadMessage("quake", [row(quakes[quakes.count - 1])])
    if quakes.count > Self.kept { message.delete("quake", [quakes.removeFirst().id]) }
    return message
  }

  /// A quake is measured again, or reviewed.
  private mutating func revise() -> WorkloadMessage {
    let index = random.below(quakes.count)
    guard !quakes[index].isReviewed else { return WorkloadMessage() }
    quakes[index].magnitude = max(quakes[index].magnitude + random.within(-25...25), 20)
    quakes[index].isReviewed = random.below(3) == 0
    return WorkloadMessage("quake", [row(quakes[index])])
  }

  private mutating func add(at time: Int64) {
    let region = random.element(of: QuakesWorkload.regions) ?? QuakesWorkload.regions[0]
    let direction = random.element(of: QuakesWorkload.directions) ?? ""
    // The weaker, the more of them.
    let dice = (0..<3).map { _ in random.within(90...760) }
    quakes.append(
      Quake(
        id: (quakes.last?.id ?? 5_000) + 1,
        place: "\(random.within(3...140)) km \(direction) of \(region.name)",
        depth: region.depth + random.within(-40...400),
        at: time,
        magnitude: dice.min() ?? 90
      )
    )
  }

  private func row(_ quake: Quake) -> WorkloadMessage.Row {
    [
      ("id", .integer(quake.id)), ("place", .text(quake.place)),
      ("depth", .price(quake.depth * 10)), ("at", .time(quake.at)),
      ("magnitude", .price(quake.magnitude)), ("is_reviewed", .flag(quake.isReviewed)),
    ]
  }
}
