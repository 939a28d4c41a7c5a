import Foundation
import TestSupport
import Testing

/// A page of the documentation, whose commands are pasted into one shell from top to bottom.
///
/// Servers listen on a port of their own and are ended behind the last command; what goes on in a terminal gets
/// a few seconds.
struct PastedPage {
  /// The page, from the root of the package.
  let place: String

  var text: String {
    get throws { try String(contentsOf: FeedProgram.root.appending(path: place), encoding: .utf8) }
  }

  /// The blocks of a language.
  func blocks(_ language: String) throws -> [Substring] {
    try text.matches(of: /\n```(\w+)\n((?:.|\n)*?)\n```/)
      .filter { $0.output.1 == language }.map(\.output.2)
  }

  /// Pastes the blocks of shell into a folder that has the repository's feed files, and a recording.
  func run(_ blocks: [Substring]) throws -> FeedProgram.Outcome {
    let directory = try TemporaryDirectory()
    let root = FeedProgram.root
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/layouts",
      withDestinationPath: root.appending(path: "layouts").path
    )
    // The first seconds of the minute, which all commands can play.
    let minute = try String(contentsOf: root.appending(path: FeedProgram.updates), encoding: .utf8)
    let fixture = directory.path + "/" + FeedProgram.updates
    try FileManager.default.createDirectory(
      at: URL(filePath: fixture).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try minute.split(separator: "\n").prefix(500).joined(separator: "\n")
      .write(toFile: fixture, atomically: true, encoding: .utf8)
    return try FeedProgram.run(
      ["-c", Self.shell + blocks.joined(separator: "\n")],
      program: "/bin/bash",
      in: directory.path,
      environment: ["FEED": FeedProgram.place.path]
    )
  }

  private static let shell = #"""
    set -eE -o pipefail
    trap 'echo "failed: $BASH_COMMAND" >&2' ERR
    trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
    served() {
      : > served
      "$FEED" "$@" --listen 127.0.0.1:0 >> served 2>&1 &
      until grep -q '127.0.0.1:[1-9]' served; do
        kill -0 $!
        sleep 0.05
      done
      address=$(grep -o '127.0.0.1:[1-9][0-9]*' served | head -1)
    }
    feed() {
      case $1 in
        serve) served "$@" ;;
        demo) served "$@" --no-open ;;
        watch) timeout 4 "$FEED" "$@" || [ $? = 124 ] ;;
        follow) timeout 300 "$FEED" "${@//127.0.0.1:8080/$address}" --versions 1 ;;
        *) timeout 300 "$FEED" "$@" ;;
      esac
    }
    swift() { # swift run example-terminal …
      timeout -s KILL 2 "${FEED%/*}/$2" "${@:3}" || [ $? = 137 ]
    }
    curl() {
      command curl -sS --max-time 2 "${@//127.0.0.1:8080/$address}" || [ $? = 28 ]
    }

    """#
}

@Suite("Documentation to paste", .waiting)
struct PastedPageTests {
  @Test(
    arguments: [
      "Sources/FeedDefinition/FeedDefinition.docc/YourFirstFeed.md",
      "Sources/FeedReplay/FeedReplay.docc/RecordingAndReplaying.md",
      "Sources/FeedServer/FeedServer.docc/ServingAMillion.md",
      "Sources/FeedRendering/FeedRendering.docc/WritingARenderer.md",
    ]
  )
  func `who pastes a tutorial from top to bottom gets what it shows`(place: String) throws {
    let page = PastedPage(place: place)
    let run = try page.run(try page.blocks("sh"))
    #expect(run.status == 0, "\(run.errors)")
    let printed = Set(run.lines)
    for line in try page.blocks("text").flatMap({ $0.split(separator: "\n") }) {
      #expect(printed.contains(line), "'\(line)' is not printed")
    }
  }

  @Test func `who pastes the README from top to bottom gets what it says`() throws {
    let page = PastedPage(place: "README.md")
    let blocks = try page.blocks("sh")
    // The first block is what the tests themselves are run by.
    #expect(blocks.count > 3 && blocks[0].hasPrefix("make run"))
    let run = try page.run(Array(blocks[1...]))
    #expect(run.status == 0 && run.output.contains("Sportsbook"), "\(run.errors)")
  }
}
