import FeedStore
import FeedWire
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Readers of inputs")
struct ReaderTests {
  private static let text = Array("one\r\ntwo\n\nthree\nrest".utf8)

  @Test(arguments: 1...25)
  func `lines are the same for any split of their bytes`(size: Int) {
    var cutter = LineCutter(at: 100)
    var lines: [LineCutter.Line] = []
    for start in stride(from: 0, to: Self.text.count, by: size) {
      lines += cutter.cut(Self.text[start..<min(start + size, Self.text.count)])
    }
    #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one", "two", "", "three"])
    #expect(lines.map(\.end) == [105, 109, 110, 116])
    #expect(cutter.hasRest)
    let rest = [cutter.finish(), cutter.finish()]
    #expect(rest.map { $0?.bytes } == [Array("rest".utf8), nil])
  }

  @Test func `a line that is too long is shortened, and the next line is read`() {
    var cutter = LineCutter(mostBytes: 8)
    let lines = cutter.cut(Array("123456789012\nok\n".utf8))
    #expect(lines.map(\.isTooLong) == [true, false])
    #expect(lines.map(\.end) == [13, 16])
    #expect(lines[1].bytes == Array("ok".utf8))
  }

  @Test func `a place matches a file with the same first bytes and the same bytes before it`()
    throws
  {
    let bytes = Array("{\"a\":1}\n{\"b\":2}\n".utf8)
    let place = FollowPlace(inode: 7, offset: 8, head: bytes[..<8], tail: bytes[..<8])
    let position = FollowPosition([place])
    let read = try #require(FollowPosition(position.text))
    #expect(read == position)
    #expect(place.isBehind(head: bytes, tail: Array(bytes[..<8])))
    #expect(place.isBehind(head: Array(bytes[..<8]), tail: Array(bytes[..<8])))
    #expect(!place.isBehind(head: Array(bytes[..<7]), tail: Array(bytes[..<7])))
    #expect(!place.isBehind(head: Array("{\"c\":1}\n".utf8), tail: Array(bytes[..<8])))
    #expect(!place.isBehind(head: bytes, tail: Array("{\"c\":1}\n".utf8)))
    #expect(FollowPosition("7 8 9")?.places.first?.tail == nil)
    for text in ["", "7", "7 8", "7 8 x", "7 8 9 x", "7 8 9 10 11", "7 8 9 10,7"] {
      #expect(FollowPosition(text) == nil, "\(text)")
    }
  }

  @Test(arguments: 1...18)
  func `a file is resumed after the last delivered line, for any split of its bytes`(size: Int) {
    let bytes = Array("{\"a\":1}\n{\"b\":2}\n".utf8)
    var reader = FollowReader(inode: 7)
    var messages: [FollowReader.Message] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      messages += reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(messages.map(\.place.offset) == [8, 16])
    for message in messages {
      let tail = Array(bytes[..<Int(message.place.offset)])
      #expect(message.place.isBehind(head: bytes, tail: tail))
      let next = FollowReader(at: message.place, head: bytes, tail: tail)
      #expect(next.offset == message.place.offset)
    }
  }

  @Test func `repeated events are detected by their ids, even after a restart`() throws {
    var position = EventPosition(nil)
    #expect(position.text == nil)
    let first = (1...20).map { position.take("\($0)") }
    #expect(first == Array(repeating: true, count: 20))
    #expect(position.lastID == "20")
    let text = try #require(position.text)
    var next = EventPosition(text)
    let again = (5...20).map { next.take("\($0)") }
    #expect(again == Array(repeating: false, count: 16))
    // An event without an id is new. After the first new id, every event is new.
    let more = [next.take("21"), next.take(nil), next.take("21"), next.take("20")]
    #expect(more == [true, true, true, true])
    #expect(next.lastID == "20")
    let reset = next.take("")
    #expect(reset)
    #expect(next.text == nil)
  }

  @Test func `a request for a known document is conditional`() throws {
    let position = PollPosition(etag: "\"7\"", lastModified: nil, body: [1, 2])
    let read = try #require(PollPosition(position.text))
    #expect(read == position)
    #expect(read.headers.map(\.name) == ["If-None-Match"])
    #expect(PollPosition("nonsense") == nil)
  }

  @Test func `a pause that a source requests is granted up to an hour`() {
    let backoff = Backoff(mostAskedFor: InputRunner.mostAskedFor)
    let granted = [-1, 90, 90_000].map { backoff.granted(.seconds($0)) }
    #expect(granted == [.zero, .seconds(90), .seconds(3600)])
  }

  @Test(arguments: [
    ("120", Duration.seconds(120)), (" 0 ", .zero),
    ("Wed, 21 Oct 2015 07:28:00 GMT", .seconds(60)),
    ("Wednesday, 21-Oct-15 07:28:00 GMT", .seconds(60)), ("Wed Oct 21 07:28:00 2015", .seconds(60)),
    ("Mon Oct  5 07:28:00 2015", .zero), ("Sunday, 06-Nov-94 08:49:37 GMT", .zero),
    ("Wed, 21 Oct 2015 07:20:00 GMT", .zero), ("soon", nil), ("-1", nil), ("", nil),
  ])
  func `Retry-After is seconds or a date`(text: String, duration: Duration?) {
    #expect(RetryAfter(text, now: 1_445_412_420)?.duration == duration)
  }

  @Test func `redirects are limited, stay in TLS, and report a change of the host`() throws {
    var redirects = Redirects("https://a.example/x?y=1")
    var isSameHost = [try redirects.follow("/z")]
    #expect(redirects.url == "https://a.example/z")
    for location in ["https://b.example/", "https://b.example:8443/", "/q"] {
      isSameHost.append(try redirects.follow(location))
    }
    #expect(isSameHost == [true, false, false, true])
    for location in [nil, "ftp://a.example/", "mailto:a@b", "http://a.example/"] {
      #expect(throws: InputError.self) {
        var redirects = Redirects("https://a.example/")
        _ = try redirects.follow(location)
      }
    }
    #expect(throws: InputError.self) {
      for _ in 0...WebClient.mostRedirects { _ = try redirects.follow("/q") }
    }
  }

  @Test(arguments: [
    ("text/event-stream; charset=utf-8", StreamKind.events), ("application/x-ndjson", .lines),
    ("Application/JSONL", .lines), ("Text/Plain ; charset=UTF-8", .lines), ("text/html", nil),
    ("TEXT/EVENT-STREAM", .events), ("text/ event-stream", nil), ("", nil),
    // The content types of the public cases.
    ("text/event-stream;", .events), ("text/event-stream;charset=windows-1252", .events),
    ("x bogus", nil), ("text/x-bogus", nil),
  ])
  func `the content type determines the kind of a stream`(type: String, kind: StreamKind?) {
    #expect(StreamKind(contentType: type) == kind)
  }

  @Test func `secrets are read from the environment or from files that it names`() throws {
    let secrets = Secrets.environment(["A": "one", "B_FILE": "b", "C": "", "D": "two\nlines"]) {
      $0 == "b" ? "from a file\n" : nil
    }
    func fill(_ text: String) throws -> String { try secrets.fill(try #require(SecretText(text))) }
    #expect(try fill("x ${A} ${B}") == "x one from a file")
    let missing = #expect(throws: InputError.self) { try fill("${C}") }
    #expect(missing?.message == "the secret 'C' is missing")
    #expect(missing?.hint == "set C, or C_FILE to the path of its file, in the environment")
    let lines = #expect(throws: InputError.self) { try fill("${D}") }
    #expect(lines?.message == "the secret 'D' is not one line of printable ASCII")
  }
}
