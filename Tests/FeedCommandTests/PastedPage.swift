import Foundation
import TestSupport
import Testing

/// A page of the documentation, whose commands run in one shell from top to bottom.
///
/// Each server listens on a free port and ends after the last command; commands for a terminal get
/// a few seconds.
struct PastedPage {
  /// The path of the page, relative to the root of the package.
  let place: String

  var text: String {
    get throws { try String(contentsOf: FeedProgram.root.appending(path: place), encoding: .utf8) }
  }

  /// Returns the blocks of a language.
  func blocks(_ language: String) throws -> [Substring] {
    try text.matches(of: /\n```(\w+)\n((?:.|\n)*?)\n```/)
      .filter { $0.output.1 == language }.map(\.output.2)
  }

  /// Runs the blocks of shell in a folder with the repository's feed files and a recording.
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
  func `the commands of a tutorial print the pasted output`(place: String) throws {
    let page = PastedPage(place: place)
    let run = try page.run(try page.blocks("sh"))
    #expect(run.status == 0, "\(run.errors)")
    let printed = Set(run.lines)
    for line in try page.blocks("text").flatMap({ $0.split(separator: "\n") }) {
      #expect(printed.contains(line), "'\(line)' is not printed")
    }
  }

  @Test func `the commands of the README print the pasted output`() throws {
    let page = PastedPage(place: "README.md")
    let blocks = try page.blocks("sh")
    // The first block runs the tests themselves.
    #expect(blocks.count > 3 && blocks[0].hasPrefix("make run"))
    let run = try page.run(Array(blocks[1...]))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Sportsbook"), "\(run.errors)")
  }
}
