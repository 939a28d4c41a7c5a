import ArgumentParser
import FeedReplay
import Foundation

/// Makes fixtures from a seed.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes fixtures from a seed.",
    discussion: """
      Writes seed.jsonl, updates.jsonl and ads.json. The same seed makes the same bytes on every \
      machine.

      Examples:
        feed generate sportsbook --seed 1
        feed generate sportsbook --seed 7 --output /tmp/other
      """
  )

  /// What can be made.
  enum Profile: String, CaseIterable, ExpressibleByArgument {
    case sportsbook
  }

  @Argument(help: "What to make: \(Profile.allValueStrings.joined(separator: ", ")).")
  var profile: Profile

  @Option(help: "Any number that is not negative; equal seeds make equal files.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The directory to write to; made if need be.", valueName: "directory"),
    completion: .directory
  )
  var output: String = "fixtures/sportsbook"

  func run() throws {
    let directory = URL(filePath: output)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for file in SportsbookWorkload(seed: seed).files {
        let place = directory.appending(path: file.name)
        try Data(file.bytes).write(to: place, options: .atomic)
        Console.error("wrote \(place.relativePath), \(file.bytes.count) bytes")
      }
    } catch {
      throw Failure.badInput(
        "unwritable",
        "'\(output)' cannot be written: \(error.localizedDescription)",
        hint: "give a directory that you may write to with --output"
      )
    }
  }
}
