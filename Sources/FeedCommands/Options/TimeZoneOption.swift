package import ArgumentParser
import FeedDefinition
package import FeedFormatting

/// The time zone in which dates are shown.
package struct TimeZoneOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The zone in which dates are shown, as Europe/Berlin; without it the feed's 'timezone:', or UTC.",
      valueName: "zone"
    ),
    transform: Self.zone
  )
  package var timezone: TimeZoneTable?

  package init() {}

  private static func zone(_ text: String) throws -> TimeZoneTable {
    guard let zone = TimeZoneTable(identifier: text) else {
      let hint = TimeZoneTable.hint(for: text)
      throw ValidationError("'\(text)' is not a zone; \(hint)\(hint.hasSuffix("?") ? "" : ".")")
    }
    return zone
  }
}
