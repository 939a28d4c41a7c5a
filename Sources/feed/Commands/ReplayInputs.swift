import ArgumentParser
import FeedDefinition
import FeedReplay

/// The files of a replay: which adapter each is for, and when it begins.
struct ReplayInputs: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The fixtures and recordings, merged by their times; - is standard input.",
      valueName: "fixture"
    ),
    completion: .file(extensions: ["jsonl"])
  )
  var fixtures: [String]

  @Option(
    name: .customLong("adapter"),
    help: ArgumentHelp(
      "Reads the files, or one of them as FILE=NAME, as recordings for an adapter of the feed.",
      valueName: "name"
    )
  )
  var adapters: [String] = []

  @Option(
    help: ArgumentHelp(
      "How recordings are laid over one another: clock, start, or a moment that their adapters mark.",
      valueName: "moment"
    )
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

  func validate() throws {
    guard !fixtures.isEmpty else { throw ValidationError("Name at least one fixture.") }
    guard passes >= 0 else { throw ValidationError("--loop needs a number that is not negative.") }
    for offset in offsets { _ = try Self.offset(offset, of: fixtures) }
    for adapter in adapters where adapter.contains("=") {
      _ = try Self.value(adapter, of: fixtures, option: "adapter")
    }
  }

  /// The files with what is to be done with them.
  ///
  /// - Throws: A ``Failure`` if the feed has not the adapter that is named.
  func recordings(for feed: Feed) throws -> [Recording] {
    var named: [Int: String] = [:]
    for option in adapters {
      guard option.contains("=") else {
        for index in fixtures.indices where named[index] == nil { named[index] = option }
        continue
      }
      let (index, name) = try Self.value(option, of: fixtures, option: "adapter")
      named[index] = name
    }
    var recordings = try fixtures.indices.map { index in
      guard let name = named[index] else { return Recording(path: fixtures[index]) }
      guard let adapter = feed.adapters[name] else {
        let names = feed.adapters.keys.sorted()
        throw Failure.badInput(
          "unknown-adapter",
          "the feed has no adapter '\(name)'",
          hint: names.isEmpty
            ? "declare it under 'adapters' of the feed file"
            : "the adapters are: \(names.joined(separator: ", "))"
        )
      }
      return Recording(path: fixtures[index], adapter: name, format: adapter.recording)
    }
    for option in offsets {
      let (index, seconds) = try Self.offset(option, of: fixtures)
      recordings[index].offset = seconds
    }
    return recordings
  }

  private static func offset(
    _ option: String,
    of fixtures: [String]
  ) throws -> (index: Int, seconds: Double) {
    let (index, text) = try value(option, of: fixtures, option: "offset")
    guard let seconds = Double(text), seconds.isFinite, abs(seconds) <= 1e8 else {
      throw ValidationError("'\(text)' in --offset \(option) is no number of seconds.")
    }
    return (index, seconds)
  }

  /// Splits `FILE=VALUE`; the file is named as among the arguments, or by the end of its path.
  private static func value(
    _ option: String,
    of fixtures: [String],
    option name: String
  ) throws -> (index: Int, value: String) {
    guard let sign = option.lastIndex(of: "=") else {
      throw ValidationError("--\(name) \(option) is not written FILE=VALUE.")
    }
    let file = option[..<sign]
    let found =
      fixtures.firstIndex { $0 == file } ?? fixtures.firstIndex { $0.hasSuffix("/\(file)") }
    guard let found else {
      throw ValidationError("--\(name) names '\(file)', which is not among the files to play.")
    }
    return (found, String(option[option.index(after: sign)...]))
  }
}
