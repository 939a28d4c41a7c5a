/// Two days of earthquakes as a public service reports them, from a seed: GeoJSON with revisions.
///
/// Each earthquake is first reported with the measurements of the instruments, minutes after it.
/// Some are revised with a new magnitude, and some are reviewed hours later. A seed produces the
/// same bytes on every machine.
///
/// ```swift
/// QuakesWorkload(seed: 1).bytes.count   // the size of fixtures/quakes/days.geojson
/// ```
public struct QuakesWorkload: Sendable {
  /// The recording: one collection, in the order in which such services list it, the newest first.
  public let bytes: [UInt8]

  /// The regions of earthquakes: the names of towns, and their approximate places.
  static let regions: [(name: String, longitude: Int, latitude: Int, depth: Int)] = [
    ("Hafnarfjordur, Iceland", -2_195, 6_407, 60), ("Ridgecrest, California", -11_767, 3_562, 80),
    ("Amatrice, Italy", 1_329, 4_263, 95), ("Kaikoura, New Zealand", 17_368, -4_240, 220),
    ("Sendai, Japan", 14_087, 3_827, 450), ("Iquique, Chile", -7_015, -2_021, 380),
    ("Hilo, Hawaii", -15_509, 1_972, 310), ("Ternate, Indonesia", 12_738, 79, 620),
    ("Kahramanmaras, Turkey", 3_693, 3_758, 110), ("Adak, Alaska", -17_665, 5_188, 270),
  ]
  static let directions = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
  /// Midnight of 2026-07-04 in UTC, in milliseconds.
  private static let start = 1_783_123_200_000
  private static let quakes = 90
  private static let minute = 60_000

  /// One report of an earthquake.
  fileprivate struct Revision {
    var number: Int
    var place: String
    var longitude: Int
    var latitude: Int
    var depth: Int
    /// The magnitude in hundredths; `nil` before it is determined.
    var magnitude: Int?
    var time: Int
    var updated: Int
    var isReviewed = false
  }

  /// Makes a recording.
  public init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var revisions: [Revision] = []
    var time = Self.start
    for number in 1...Self.quakes {
      time += random.within(1_000...(63 * Self.minute))
      Self.tell(number, at: time, &random, into: &revisions)
    }
    var line = JSONLine()
    let lines = revisions.reversed().map { revision in
      line = JSONLine()
      revision.write(to: &line)
      return line.bytes
    }
    bytes =
      Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
      + lines.joined(separator: Array(",\n".utf8)) + Array("\n]}\n".utf8)
  }

  /// Reports an earthquake once to three times.
  private static func tell(
    _ number: Int,
    at time: Int,
    _ random: inout SplitMix64,
    into revisions: inout [Revision]
  ) {
    let region = regions[random.below(regions.count)]
    let direction = directions[random.below(directions.count)]
    // The weaker, the more of them: the least of three dice.
    let dice = (0..<3).map { _ in random.within(40...820) }
    let magnitude = dice.min() ?? 40
    var revision = Revision(
      number: number,
      place: "\(random.within(3...140)) km \(direction) of \(region.name)",
      longitude: region.longitude + random.within(-90...90),
      latitude: region.latitude + random.within(-90...90),
      depth: region.depth + random.within(-50...400),
      magnitude: random.below(12) == 0 ? nil : magnitude,
      time: time,
      updated: time + random.within(2...11) * minute
    )
    revisions.append(revision)
    if revision.magnitude == nil || random.below(2) == 0 {
      revision.updated += random.within(9...80) * minute
      revision.magnitude = max(magnitude + random.within(-40...40), 10)
      revisions.append(revision)
    }
    if random.below(3) == 0 {
      revision.updated += random.within(150...900) * minute
      revision.magnitude = revision.magnitude.map { max($0 + random.within(-15...15), 10) }
      revision.isReviewed = true
      revisions.append(revision)
    }
  }
}

extension QuakesWorkload.Revision {
  fileprivate func write(to line: inout JSONLine) {
    line.object { line in
      line.text("type", "Feature")
      line.object("properties") { line in
        if let magnitude {
          line.decimal("mag", magnitude, places: 2)
        } else {
          line.null("mag")
        }
        line.text("place", place)
        line.integer("time", time)
        line.integer("updated", updated)
        line.text("status", isReviewed ? "reviewed" : "automatic")
        line.integer("tsunami", magnitude ?? 0 >= 650 && depth < 700 ? 1 : 0)
      }
      line.object("geometry") { line in
        line.text("type", "Point")
        line.array("coordinates") { line in
          line.signed(longitude, places: 2)
          line.signed(latitude, places: 2)
          line.signed(depth, places: 1)
        }
      }
      line.text("id", "sim\(10_000 + number)")
    }
  }
}

extension JSONLine {
  /// Writes a fraction in decimal that may be negative.
  fileprivate mutating func signed(_ value: Int, places: Int) {
    guard value < 0 else { return decimal(nil, value, places: places) }
    var digits = JSONLine()
    digits.decimal(nil, -value, places: places)
    number(nil, "-" + String(decoding: digits.bytes, as: UTF8.self))
  }
}
