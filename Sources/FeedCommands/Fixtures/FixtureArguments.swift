import ArgumentParser

/// The files of a command that plays them.
struct FixtureArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The fixtures and recordings, merged by their times; - is standard input.",
      valueName: "fixture"
    ),
    completion: .file(extensions: ["jsonl", "gz"])
  )
  var paths: [String] = []
}
