import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedWire

/// The laws of clients: the vectors of `Tests/Vectors/wire.json`, run by the clients in Swift, JavaScript and Python.
@Suite("Wire vectors", .serialized)
struct VectorTests {
  private static let root = WireVectors.directory.deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `the vectors for all languages match the output of this code`() throws {
    let bytes = try WireVectors().bytes
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(bytes).write(to: WireVectors.url)
    }
    let golden = try Data(contentsOf: WireVectors.url)
    #expect(
      Array(golden) == bytes,
      "Tests/Vectors/wire.json is not up to date; UPDATE_GOLDENS=1 writes it again"
    )
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: golden) }
  }

  @Test func `the client in Swift holds what the vectors list after each event`() throws {
    let vectors = try WireVectors()
    for example in vectors.cases {
      try check(example.steps.map(\.event), against: example, example.name)
    }
    for stream in vectors.streams {
      let example = try #require(vectors.cases.first { $0.name == stream.name })
      var reader = EventReader()
      let events = try stream.pieces.flatMap { try reader.read($0) }
      try check(events, against: example, "\(stream.name) in pieces")
    }
  }

  private func check(
    _ events: [ServerSentEvent],
    against example: WireVectors.Case,
    _ name: String
  ) throws {
    #expect(events.count == example.steps.count, "\(name)")
    var state = FeedState()
    for (event, step) in zip(events, example.steps) {
      let outcome =
        switch state.receive(event) {
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .needsImage: "needsImage"
        case .goodbye: "goodbye"
        }
      #expect(outcome == step.outcome, "\(name)")
      #expect(state.image == step.image, "\(name)")
      guard let image = step.image else { continue }
      #expect(state.checksum() == Checksum(of: image.sections), "\(name)")
    }
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("python3"), "python3 is not installed"))
  func `the client in Python holds what the vectors list after each event`() throws {
    let run = try ForeignProgram.run("python3", ["-B", "Tests/Vectors/wire.py"], in: Self.root)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("node"), "node is not installed"))
  func `the client in JavaScript holds what the vectors list after each event`() throws {
    let run = try ForeignProgram.run("node", ["Tests/Vectors/wire.mjs"], in: Self.root)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("node"), "node is not installed"))
  func `the documented JavaScript checksum matches the vectors`() throws {
    let page = Self.root.appending(path: "Sources/FeedWire/FeedWire.docc/Checksums.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "```js\n")).upperBound
    let code = text[start...].prefix(
      upTo: try #require(text[start...].firstRange(of: "```")).lowerBound
    )
    let program = """
      \(code)
      const vectors = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))
      for (const vector of vectors.checksums) {
        if (checksum(vector.sections) !== vector.checksum) throw new Error(vector.checksum)
      }
      console.log("right")
      """
    let run = try ForeignProgram.run("node", ["-e", program, WireVectors.url.path])
    #expect(run.output == "right\n", "\(run.output)")
  }
}
