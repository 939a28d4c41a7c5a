import FeedModel
import FeedRendering
import FeedSnapshots
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedTerminal

/// An independent terminal: `pyte`, in a Python process.
enum OtherTerminal {
  static let python = "/usr/bin/python3"

  static let isThere: Bool =
    (try? run("import pyte", input: "/dev/null").status) == 0

  /// Runs a program of Python's.
  static func run(_ program: String, input: String) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", program]
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = FileHandle.nullDevice
    let directory = try TemporaryDirectory()
    let errors = try directory.file("errors", "")
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.start()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8))
  }

  /// Reads frames, a line each, and compares the screen with what it should be.
  static let program = """
    import base64, json, pyte, sys
    first = json.loads(sys.stdin.readline())
    screen = pyte.Screen(first["columns"], first["lines"])
    stream = pyte.ByteStream(screen)
    for number, text in enumerate(sys.stdin):
        frame = json.loads(text)
        stream.feed(base64.b64decode(frame["bytes"]))
        shown = [line.rstrip() for line in screen.display]
        for line, (is_, wanted) in enumerate(zip(shown, frame["text"])):
            if is_ != wanted.rstrip():
                sys.exit(f"frame {number}, line {line}:\\n{is_!r}\\n{wanted!r}")
        if len(shown) != len(frame["text"]):
            sys.exit(f"frame {number}: {len(shown)} lines")
    """
}

@Suite("A page in a terminal of others")
struct OtherTerminalTests {
  private struct Size: Encodable { var columns: Int, lines: Int }
  private struct Frame: Encodable { var bytes: Data, text: [String] }

  @Test(
    .enabled(if: OtherTerminal.isThere, "python3-pyte is not installed; make test-tools does it"),
    arguments: 1...4 as ClosedRange<UInt64>
  )
  func `the bytes of a live page lead to its screen`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var feed = try TestFeed()
    feed.raiseBanners()
    let depth = ColorDepth.allCases[Int(seed % 4)]
    var encoder = ScreenEncoder(depth: depth)
    let (columns, lines) = (40 + Int(seed) * 13, 14 + Int(seed) * 5)
    var model = WatchModel(
      feed.snapshot,
      feed.appearance,
      columns: columns,
      lines: lines,
      features: WatchFeatures(reorderable: ["photos"])
    )
    let json = JSONEncoder()
    var input = try json.encode(Size(columns: columns, lines: lines)) + Data("\n".utf8)
    let keys: [WatchKey] =
      "jkhlgGcin?[]v".map { .character($0) } + [
        .up, .down, .left, .right, .pageDown, .end, .escape, .tab,
        .click(line: 9, column: 9), .drag(line: 11, column: 20), .release(line: 5, column: 5),
      ]
    for step in 0..<amount(80, full: 150) {
      let now = Duration.milliseconds(step * 50)
      _ = model.press(keys[Int.random(in: 0..<keys.count, using: &random)], at: now)
      if step % 3 == 0 {
        let old = model.snapshot
        var composition = old.composition
        let price = Double(Int.random(in: 101...1_900, using: &random)) / 100
        let selection = ItemID(
          kind: "selection",
          object: ObjectID(entity: "selection", key: .integer(Int64(1 + step % 5)))
        )
        _ = composition.setContent(
          Content(shape: .init(["name", "price"]), values: ["Grünwald 大", .real(price)]),
          of: selection
        )
        let next = FeedSnapshot(version: old.version + 1, composition: composition, status: [])
        let updates = old.composition.updates(to: composition)
        model.record([VersionRecord(from: old, to: next, updates)])
        model.show(next, updates, at: now)
      }
      let grid = model.screen(at: now)
      let text = grid.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      input += try json.encode(
        Frame(bytes: Data(encoder.bytes(for: grid)), text: text.map(String.init))
      )
      input += Data("\n".utf8)
    }
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: place) }
    try input.write(to: place)
    let outcome = try OtherTerminal.run(OtherTerminal.program, input: place.path)
    #expect(outcome.status == 0, "seed \(seed): \(outcome.errors)")
  }
}
