package import ArgumentParser

/// The files of a command that shows a feed and can play them.
package struct FixtureOptions: ParsableArguments {
  @Option(
    name: .customLong("fixture"),
    help: ArgumentHelp(
      "A fixture or recording to play, - for standard input; several are merged by their times.",
      valueName: "file"
    ),
    completion: .file(extensions: ["jsonl", "gz"])
  )
  package var paths: [String] = []

  package init() {}
}
