import Foundation
import Testing

@testable import FeedReplay

@Suite("FixtureReader")
struct FixtureReaderTests {
  @Test func `lines are numbered as in an editor, and blank ones are not played`() throws {
    let read = try entries("{\"at\":0}\n\n  \r\n{\"at\":1.5}\r\n{\"at\":2}")
    #expect(read.map(\.line) == [1, 4, 5])
    #expect(read.map(\.at) == [0, 1.5, 2])
    #expect(read.map(\.text) == ["{\"at\":0}", "{\"at\":1.5}", "{\"at\":2}"])
  }

  @Test func `a byte order mark and a last line without an end are read`() throws {
    #expect(try entries("\u{FEFF}{\"at\":1}\n{\"at\":2}").map(\.at) == [1, 2])
  }

  @Test func `an empty file has no lines`() throws { #expect(try entries("").isEmpty) }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `a file read in small pieces gives the same lines`(size: Int) throws {
    let bytes = Array("\u{FEFF}{\"at\":1}\r\n\n{\"at\":2,\"x\":\"é\"}\nlast".utf8)
    var rest = bytes[...]
    var reader = LineReader(pieceSize: size) { count in
      defer { rest = rest.dropFirst(count) }
      return Data(rest.prefix(count))
    }
    var lines: [String] = []
    while case .text(let line)? = try reader.next() {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    #expect(lines == ["{\"at\":1}", "", "{\"at\":2,\"x\":\"é\"}", "last"])
    #expect(reader.number == 4)
  }

  @Test func `a line that is too long is discarded, and the next one is read`() throws {
    var rest = Array("short\n\(String(repeating: "x", count: 50))\nnext\n".utf8)[...]
    var reader = LineReader(limit: 10, pieceSize: 4) { count in
      defer { rest = rest.dropFirst(count) }
      return Data(rest.prefix(count))
    }
    #expect(try reader.next() == .text(ArraySlice("short".utf8)))
    #expect(try reader.next() == .tooLong)
    #expect(try reader.next() == .text(ArraySlice("next".utf8)))
    #expect(reader.number == 3)
    #expect(try reader.next() == nil)
  }

  struct BadLine: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let message: String
    var testDescription: String { message }

    init(_ text: String, _ message: String) {
      bytes = Array(text.utf8)
      self.message = message
    }

    init(bytes: [UInt8], _ message: String) {
      self.bytes = bytes
      self.message = message
    }
  }

  @Test(arguments: [
    BadLine(
      "x",
      "f.jsonl:2:1: error[fixture-syntax]: the line is not a JSON object: no value begins with this character"
    ),
    BadLine("[1]", "f.jsonl:2: error[fixture-syntax]: the line is not a JSON object"),
    BadLine(
      "{\"at\"",
      "f.jsonl:2:6: error[fixture-syntax]: the line is not a JSON object: ':' is missing after a name"
    ),
    BadLine("{}", "f.jsonl:2: error[missing-at]: the line has no 'at'"),
    BadLine("{\"upsert\":{\"at\":1}}", "f.jsonl:2: error[missing-at]: the line has no 'at'"),
    BadLine(
      "{\"at\":\"1\"}",
      "f.jsonl:2: error[invalid-at]: 'at' is '\"1\"', which is not a number"
    ),
    BadLine("{\"at\":01}", "f.jsonl:2: error[invalid-at]: 'at' is '01', which is not a number"),
    BadLine("{\"at\":.5}", "f.jsonl:2: error[invalid-at]: 'at' is '.5', which is not a number"),
    BadLine("{\"at\":1.}", "f.jsonl:2: error[invalid-at]: 'at' is '1.', which is not a number"),
    BadLine("{\"at\":nan}", "f.jsonl:2: error[invalid-at]: 'at' is 'nan', which is not a number"),
    BadLine("{\"at\":null}", "f.jsonl:2: error[invalid-at]: 'at' is 'null', which is not a number"),
    BadLine("{\"at\":-1}", "f.jsonl:2: error[invalid-at]: 'at' is '-1', which is out of range"),
    BadLine(
      "{\"at\":1e999}",
      "f.jsonl:2: error[invalid-at]: 'at' is '1e999', which is out of range"
    ),
    BadLine("{\"at\":0.5}", "f.jsonl:2: error[at-goes-back]: 'at' goes back from 1.0 to 0.5"),
    // The time of a line that is cut within it is not the written one.
    BadLine(
      "{\"at\":0.5",
      "f.jsonl:2: error[fixture-syntax]: the line is not JSON, at column 10: ',' or '}' is missing in an object"
    ),
    BadLine(
      bytes: Array("{\"at\":2,\"x\":\"".utf8) + [0xFF, 0x22, 0x7D],
      "f.jsonl:2: error[invalid-utf8]: the line is not UTF-8"
    ),
  ])
  func `a bad line is reported with its location, and the next line is read`(_ bad: BadLine) throws
  {
    let bytes = Array("{\"at\":1}\n".utf8) + bad.bytes + Array("\n{\"at\":3}\n".utf8)
    var reader = FixtureReader(bytes: bytes, name: "f.jsonl")
    _ = try reader.next()
    guard case .fault(let fault)? = try reader.next() else {
      Issue.record("the line was taken")
      return
    }
    #expect(fault.description.split(separator: "\n").first ?? "" == bad.message)
    #expect(fault.hint != nil)
    guard case .entry(let entry)? = try reader.next() else {
      Issue.record("the line behind it was not read")
      return
    }
    #expect(entry.line == 3)
  }

  @Test(arguments: [
    ("{\"at\":0.250,\"x\":1}", 0.25), ("{ \"at\" : 12.345 }", 12.345), ("{\"at\":1e2}", 100),
    ("{\"x\":{\"at\":7,\"y\":[1,\"]}\"]},\"at\":3}", 3), ("{\"x\":\"\\\"at\\\":9\",\"at\":4 }", 4),
    ("{\"at\":0.1}", 0.1), ("{\"at\":59.999}", 59.999),
    ("{\"at\":0.12345678901234567}", 0.12345678901234567),
    ("{\"at\":1000000000}", 1e9),
  ])
  func `the time is found at any position in the line`(line: String, seconds: Double) throws {
    #expect(try EntryTime.seconds(in: Array(line.utf8)[...]) == seconds)
  }

  @Test func `a missing fixture is reported with its path`() {
    #expect {
      _ = try FixtureReader(path: "/nowhere/f.jsonl").fixture
    } throws: { error in
      "\(error)".hasPrefix("/nowhere/f.jsonl: error[fixture-unreadable]: there is no such fixture")
    }
  }

  private func entries(_ text: String) throws -> [FixtureEntry] {
    var reader = FixtureReader(bytes: Array(text.utf8), name: "f.jsonl")
    var entries: [FixtureEntry] = []
    while case .entry(let entry)? = try reader.next() { entries.append(entry) }
    return entries
  }
}
