import ArgumentParser
import FeedReplay

/// The options for playing files, shared by every command that plays some.
///
/// Next to the group of the files and not within it: ArgumentParser checks a group whenever it
/// creates one, and again for each enclosing group, so that a debug build took twice as long to
/// report a mistake.
package struct PlayOptions: ParsableArguments {
  @Option(
    name: .customLong("adapter"),
    help: ArgumentHelp(
      "Reads the files, or one of them as FILE=NAME, as recordings for an adapter of the feed.",
      valueName: "name"
    ),
    completion: .feedAdapters
  )
  var adapters: [String] = []

  @Option(
    help: ArgumentHelp(
      "The alignment of several recordings: clock, start, or a moment that their adapters mark.",
      valueName: "moment"
    ),
    completion: .feedMoments
  )
  var align: String = "clock"

  @Option(
    name: .customLong("offset"),
    help: ArgumentHelp("Plays a file later, or earlier: FILE=SECONDS.", valueName: "file=seconds")
  )
  var offsets: [String] = []

  @Option(
    name: .customLong("loop"),
    help: ArgumentHelp("The number of times to play everything; 0 for endless.", valueName: "times")
  )
  var passes: Int = 1

  @Option(
    help: ArgumentHelp(
      "Plays only the lines up to this time: seconds after the start, or a time of the messages as 2026-07-01T18:30:00Z; without a zone it is one of --timezone, or of the feed's 'timezone:', or UTC.",
      valueName: "time"
    ),
    transform: Self.limit
  )
  var until: PlayLimit?

  @Option(
    help: ArgumentHelp(
      "The treatment of an invalid line: by default watch and serve skip it, and other commands stop; with skip, skipped lines do not change the exit code.",
      valueName: "policy"
    )
  )
  var onError: OnError?

  func validate() throws {
    guard passes >= 0 else { throw ValidationError("--loop needs a number that is not negative.") }
  }

  private static func limit(_ text: String) throws -> PlayLimit {
    guard let limit = PlayLimit(text) else {
      throw ValidationError(
        "'\(text)' is not a time; for example 12.5 (seconds) or 2026-07-01T18:30:00Z."
      )
    }
    return limit
  }

  /// The name of an option that has no meaning without files, if one was given.
  var given: String? {
    if !adapters.isEmpty { return "--adapter" }
    if !offsets.isEmpty { return "--offset" }
    if align != "clock" { return "--align" }
    if passes != 1 { return "--loop" }
    return until == nil ? nil : "--until"
  }
}

/// The treatment of a line that cannot be played.
enum OnError: String, CaseIterable, ExpressibleByArgument {
  case stop, skip
}
