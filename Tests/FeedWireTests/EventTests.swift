import FeedWire
import TestSupport
import Testing

@Suite("Events")
struct EventTests {
  private func read(_ text: String, cutAt cuts: [Int] = []) throws -> [ServerSentEvent] {
    let bytes = Array(text.utf8)
    var reader = EventReader()
    var events: [ServerSentEvent] = []
    var start = 0
    for cut in cuts.sorted() + [bytes.count] where cut >= start {
      events += try reader.read(Array(bytes[start..<cut]))
      start = cut
    }
    return events
  }

  private func event(_ name: String, _ data: String, id: String? = nil) -> ServerSentEvent {
    ServerSentEvent(name, id: id, data: Array(data.utf8))
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `events do not depend on how the stream is split or how its lines end`(
    end: String
  ) throws {
    let lines = [
      "\u{FEFF}: a comment", "event: image", "id: é:1", "data: {\"title\":\"é👩‍👩‍👧\"}", "", ":", "",
      "data", "", "data:a", "data: b", "data:  c", "event:x", "", "retry: 250", "unknown: 1", "id",
      "",
      "id: lost\0", "data: {}", "", "event: patch", "data: no end",
    ]
    let text = lines.map { $0 + end }.joined()
    let expected = [
      event("image", "{\"title\":\"é👩‍👩‍👧\"}", id: "é:1"), event("message", ""),
      event("x", "a\nb\n c"), event("message", "{}"),
    ]
    #expect(try read(text) == expected)
    let count = text.utf8.count
    for cut in 0..<count { #expect(try read(text, cutAt: [cut]) == expected) }
    #expect(try read(text, cutAt: Array(0..<count)) == expected)
  }

  @Test func `the last id applies until another id arrives`() throws {
    var reader = EventReader()
    #expect(reader.lastID == nil)
    #expect(reader.retry == nil)
    _ = try reader.read(
      Array("id: e:1\ndata: x\n\ndata: y\n\nretry: 250\nretry: 9x\n\nid: e:2\n".utf8)
    )
    #expect(reader.lastID == "e:1")
    #expect(reader.retry == 250)
    _ = try reader.read([0x0A])
    #expect(reader.lastID == "e:2")
  }

  @Test func `a written event reads back unchanged`() throws {
    var random = SeededGenerator(seed: 1)
    let pieces = ["\n", "\r", "\r\n", "a", ":", " ", "é", "data: x", "", "\u{FEFF}"]
    for _ in 0..<amount(500, full: 5000) {
      let data = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let id = Bool.random(using: &random) ? "e:7" : nil
      let sent = event("patch", data, id: id)
      var reader = EventReader()
      let lines = Self.lines(data).joined(separator: "\n")
      #expect(try reader.read(sent.bytes) == [event("patch", lines, id: id)])
    }
  }

  /// The lines of a text, with any line endings; by scalars, because CR and LF form one character.
  private static func lines(_ text: String) -> [String] {
    var lines = [""]
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" || scalar == "\n" && !isBehindReturn { lines.append("") }
      if scalar != "\r" && scalar != "\n" {
        lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      isBehindReturn = scalar == "\r"
    }
    return lines
  }

  @Test func `a name, an id or a comment cannot start another line`() throws {
    let hostile = ServerSentEvent("a\nb", id: "1\r\n2\0", data: Array("x".utf8))
    #expect(hostile.bytes == Array("event: ab\nid: 12\ndata: x\n\n".utf8))
    #expect(ServerSentEvent.comment("a\nevent: b") == Array(": aevent: b\n\n".utf8))
    #expect(ServerSentEvent.retry(milliseconds: -1) == Array("retry: 0\n\n".utf8))
  }

  @Test func `a line or an event that is too long is rejected, however it is split`() {
    for text in [String(repeating: "x", count: 101), "data: 12345678901234567890\n"] {
      for size in [1, 7, 1000] {
        var reader = EventReader(maximumEventBytes: 100)
        #expect(throws: WireError.self) {
          var rest = Array(String(repeating: text, count: 6).utf8)[...]
          while !rest.isEmpty {
            _ = try reader.read(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
          }
        }
      }
    }
  }
}
