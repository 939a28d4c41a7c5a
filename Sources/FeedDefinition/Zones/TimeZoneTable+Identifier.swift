public import FeedFormatting
import FeedModel
import Foundation

extension TimeZoneTable {
  /// Finds a time zone by its name in the IANA database.
  ///
  /// ```swift
  /// TimeZoneTable(identifier: "Europe/Berlin")?.offset(at: 1_782_898_200)   // 7200
  /// ```
  ///
  /// - Parameter identifier: The name, for example `Europe/Berlin` or `UTC`; abbreviations such as
  ///   `CET` are rejected.
  public init?(identifier: String) {
    if identifier == Self.utc.name {
      self = .utc
      return
    }
    // Foundation also accepts abbreviations, but their meaning depends on the machine.
    guard Self.identifiers.contains(identifier) || identifier.contains("/"),
      let zone = TimeZone(identifier: identifier)
    else { return nil }
    let start = Date(timeIntervalSince1970: Self.start)
    var changes: [(instant: Int64, offset: Int)] = []
    var offset = zone.secondsFromGMT(for: start)
    let first = offset
    var date = start
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date,
      next.timeIntervalSince1970 < Double(Self.end)
    {
      date = next
      // Some transitions change only the name of the zone.
      let new = zone.secondsFromGMT(for: next)
      guard new != offset else { continue }
      offset = new
      changes.append((Int64(next.timeIntervalSince1970), new))
    }
    self.init(name: identifier, offset: first, changes: changes)
  }

  /// The names of all zones.
  package static let identifiers = Set(TimeZone.knownTimeZoneIdentifiers + [utc.name])

  /// Returns a hint for an unknown name of a time zone.
  package static func hint(for name: String) -> String {
    Suggestion.question(for: name, among: identifiers.sorted())
      ?? "write a name of the IANA database, as Europe/Berlin or America/New_York, or UTC"
  }

  /// The first second of 1900.
  private static let start = -2_208_988_800.0
}
