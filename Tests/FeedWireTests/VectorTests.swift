import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedWire

@Suite("Wire vectors", .serialized)
struct VectorTests {
  @Test func `the vectors for other languages match the output of this code`() throws {
    for vectors in try WireVectors.all() {
      if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        try Data(vectors.bytes).write(to: vectors.url)
      }
      let golden = try Data(contentsOf: vectors.url)
      #expect(
        Array(golden) == vectors.bytes,
        "fixtures/wire/\(vectors.name).json is not up to date; UPDATE_GOLDENS=1 writes it again"
      )
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: golden) }
    }
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("python3"), "python3 is not installed"))
  func `a client in Python reproduces the vectors`() throws {
    let script = WireVectors.directory.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/feedwire.py").path
    let files = try WireVectors.all().map(\.url.path)
    let run = try ForeignProgram.run("python3", [script] + files)
    #expect(run.output.hasSuffix("vectors of \(files.count) files are right\n"), "\(run.output)")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("node"), "node is not installed"))
  func `the documented JavaScript checksum matches the vectors`() throws {
    let page = WireVectors.directory.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/FeedWire/FeedWire.docc/Checksums.md")
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
    let file = WireVectors.directory.appending(path: "checksums.json").path
    let run = try ForeignProgram.run("node", ["-e", program, file])
    #expect(run.output == "right\n", "\(run.output)")
  }
}
