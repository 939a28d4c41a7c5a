import FeedWire
import Foundation
import TestSupport
import Testing

@testable import FeedInputs

/// The tests of all event readers with the table `Tests/Events/events.json`.
///
/// The table follows the HTML standard (9.2).
@Suite("The table of event streams")
struct EventTableTests {
  struct Case: Decodable, CustomTestStringConvertible, Sendable {
    var name: String
    var body: String?
    var base64: Data?
    /// Name, last event id and data of each event.
    var events: [[String]]
    /// The next `Last-Event-ID` of the client; empty for none.
    var lastID: String
    var retry: Int?

    var bytes: [UInt8] { base64.map { Array($0) } ?? Array((body ?? "").utf8) }
    var testDescription: String { name }
  }

  private static let folder = Repository.root.appending(path: "Tests/Events")

  private static let cases: [Case] =
    (try? JSONDecoder().decode(
      [Case].self,
      from: Data(contentsOf: folder.appending(path: "events.json"))
    )) ?? []

  private func pieces(_ bytes: [UInt8], size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  @Test func `an event that is too long is cut for an input, and the next one is whole`() throws {
    let long = String(repeating: "x", count: 40)
    let text =
      ":\(long)\nid: 1\ndata: \(long)\n\nid: 2\ndata: abcdefgh\ndata: abcdefgh\n\n: c\nid: 3\ndata: ok\n\n"
    for size in [1, 7, 1000] {
      var reader = EventReader(maximumEventBytes: 16, cutsEvents: true)
      let blocks = try pieces(Array(text.utf8), size: size).flatMap { try reader.readBlocks($0) }
      #expect(blocks.map(\.id) == ["1", "2", "3"])
      #expect(blocks.map(\.isCut) == [true, true, false])
      #expect(
        blocks.map { String(decoding: $0.data ?? [], as: UTF8.self) } == [
          "xxxxxxxxxx", "abcdefgh", "ok",
        ]
      )
    }
    var strict = EventReader(maximumEventBytes: 16)
    #expect(throws: WireError.self) { try strict.read(Array(text.utf8)) }
  }

  @Test func `the table can be read`() { #expect(Self.cases.count >= 40) }

  @Test(arguments: cases)
  func `a client in Swift reads the events of the table, whole and byte by byte`(
    _ example: Case
  ) throws {
    for size in [max(example.bytes.count, 1), 1] {
      var reader = EventReader()
      var events: [[String]] = []
      var last = ""
      for piece in pieces(example.bytes, size: size) {
        for event in try reader.read(piece) {
          last = event.id ?? last
          events.append([event.name, String(decoding: event.data, as: UTF8.self)])
        }
      }
      #expect(events == example.events.map { [$0[0], $0[2]] })
      #expect(reader.lastID ?? "" == example.lastID)
      #expect(reader.retry == example.retry)
    }
  }

  @Test(arguments: cases)
  func `an input reads the events of the table and keeps their position`(
    _ example: Case
  ) throws {
    for size in [max(example.bytes.count, 1), 1] {
      var reader = EventReader()
      var position = EventPosition(nil)
      var events: [[String]] = []
      for piece in pieces(example.bytes, size: size) {
        for block in try reader.readBlocks(piece) {
          let isNew = position.take(block.id)
          #expect(isNew)
          guard let data = block.data else { continue }
          events.append([block.name, position.lastID ?? "", String(decoding: data, as: UTF8.self)])
        }
      }
      #expect(events == example.events)
      #expect(position.lastID ?? "" == example.lastID)
      // A stored position has the same last id.
      #expect(EventPosition(position.text).lastID == position.lastID)
    }
  }

  @Test func `the client in Python reads the events of the table`() throws {
    let script = Self.folder.appending(path: "events.py").path
    let run = try ForeignProgram.run("python3", ["-B", script])
    #expect(run.status == 0, "\(run.output)")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("node")))
  func `the client in JavaScript reads the events of the table`() throws {
    let script = Self.folder.appending(path: "events.test.mjs").path
    let run = try ForeignProgram.run("node", [script])
    #expect(run.status == 0, "\(run.output)")
  }
}
