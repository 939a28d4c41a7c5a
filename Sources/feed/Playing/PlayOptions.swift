import ArgumentParser

/// How files are played, for every command that plays some.
///
/// Beside the group of the files and not within it: ArgumentParser checks a group whenever it makes one, and
/// again for each group around it, so that a debug build took twice as long to refuse a mistake.
struct PlayOptions: ParsableArguments {
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
      "How recordings are laid over one another: clock, start, or a moment that their adapters mark.",
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
    help: ArgumentHelp("How often everything is played; 0 for without end.", valueName: "times")
  )
  var passes: Int = 1

  @Option(help: ArgumentHelp("Plays only what comes up to this time.", valueName: "seconds"))
  var until: Double?

  @Option(
    help: ArgumentHelp(
      "What becomes of a line that cannot be played: watch skips it, all others stop by default.",
      valueName: "policy"
    )
  )
  var onError: OnError?

  func validate() throws {
    guard passes >= 0 else { throw ValidationError("--loop needs a number that is not negative.") }
    if let until, !(until >= 0) { throw ValidationError("--until must not be negative.") }
  }

  /// An option that was given though it says nothing without files.
  var given: String? {
    if !adapters.isEmpty { return "--adapter" }
    if !offsets.isEmpty { return "--offset" }
    if align != "clock" { return "--align" }
    if passes != 1 { return "--loop" }
    return until == nil ? nil : "--until"
  }
}

/// What becomes of a line that cannot be played.
enum OnError: String, CaseIterable, ExpressibleByArgument {
  case stop, skip
}
