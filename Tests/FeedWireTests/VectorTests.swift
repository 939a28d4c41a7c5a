import FeedModel
import Foundation
import Testing

@testable import FeedWire

@Suite("Wire vectors", .serialized)
struct VectorTests {
  @Test func `the vectors for other languages are what this code sends`() throws {
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

  @Test func `a client of Python's standard library holds what the vectors say`() throws {
    let script = WireVectors.directory.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/feedwire.py").path
    let files = try WireVectors.all().map(\.url.path)
    guard let output = try run("python3", [script] + files) else { return }
    #expect(output.hasSuffix("vectors of \(files.count) files are right\n"), "\(output)")
  }

  @Test func `the checksum in JavaScript, as documented, is the one of the vectors`() throws {
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
    guard let output = try run("node", ["-e", program, file]) else { return }
    #expect(output == "right\n", "\(output)")
  }

  /// What a program prints; `nil`, with a note in the log, where the machine does not have it.
  private func run(_ program: String, _ arguments: [String]) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      print("skipped: there is no \(program) here")
      return nil
    }
    return output
  }
}
