import FeedDefinition
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedReplay

@Suite("RecordingReader")
struct RecordingReaderTests {
  private let timed = RecordingFormat(
    time: JSONPath(steps: [.member("pt")]),
    unit: .milliseconds
  )

  @Test func `JSON lines, a list and values over many lines are recordings`() throws {
    let lines = #"{"pt":1000,"a":"]{"}"# + "\n\n  " + #"{"pt":1500}"# + "\r\n" + #"{"a":1}"#
    #expect(
      try read(lines, timed) == [
        "1 1.0 {\"pt\":1000,\"a\":\"]{\"}", "3 1.5 {\"pt\":1500}", "4 - {\"a\":1}",
      ]
    )
    let list = "[{\"pt\":1000},\n {\"pt\":1500},{\"a\":[1,{\"b\":[]}]}\n]\n"
    #expect(try read(list, timed).map { $0.prefix(3) } == ["1 1", "2 1", "3 -"])
    let values = "{\n\"pt\": 1000}\n{\"pt\": 1500 }\n[{},{}]"
    #expect(try read(values, timed).map { $0.prefix(3) } == ["1 1", "2 1", "3 -", "4 -"])
    #expect(try read("", timed).isEmpty)
    #expect(try read("[]", timed).isEmpty)
  }

  @Test func `messages are found at their path, and sorted by time on request`() throws {
    var format = RecordingFormat(
      items: JSONPath(steps: [.member("features")]),
      time: JSONPath(steps: [.member("p"), .member("at")]),
      isSorted: true
    )
    let text = """
      {"type": "all", "features": [
        {"id": 1, "p": {"at": 30}}, {"id": 2, "p": {"at": 10}},
        {"id": 3, "p": {"at": 30}}, {"id": 4}]}
      """
    // Each keeps its number in the file, and a message without a time follows the one before it.
    #expect(try ids(text, format) == ["2 2", "1 1", "3 3", "4 4"])
    format.isSorted = false
    #expect(try ids(text, format) == ["1 1", "2 2", "3 3", "4 4"])
    #expect(try read("{}\n{\"features\":[{},{}]}", format).count == 3)
  }

  @Test func `lines are sorted by time, and a line that is not a message keeps its place`() throws {
    var format = timed
    format.isSorted = true
    #expect(
      try read("{\"pt\":3}\n{}\nbad\n\n{\"pt\":1}\n{\"pt\":3}\n{\"pt\":2}", format) == [
        "5 0.001 {\"pt\":1}", "7 0.002 {\"pt\":2}", "1 0.003 {\"pt\":3}", "2 - {}",
        "! 3 fixture-syntax", "6 0.003 {\"pt\":3}",
      ]
    )
  }

  private static let times: [(String, RecordingFormat.TimeUnit, Double?)] = [
    ("1517966996303", RecordingFormat.TimeUnit.milliseconds, 1517966996.303),
    ("\"1517966996\"", .seconds, 1517966996), ("2500000", .microseconds, 2.5),
    ("\"1970-01-02T00:00:01.5Z\"", .iso, 86_401.5),
    ("\"2026-07-21T09:37:32+02:00\"", .iso, 1_784_619_452),
    ("\"2000-02-29 00:00:00\"", .iso, 951_782_400), ("\"soon\"", .iso, nil),
    ("\"2026-07-01T18:30:00.250Z\"", .iso, 1_782_930_600.25),
    ("\"2026-07-01T18:30:00.000000001-0330\"", .iso, 1_782_943_200.000000001),
    ("\"2026-07-01T18:30:00.Z\"", .iso, nil),
    ("\"2026-07-01T18:30:00.0000000001Z\"", .iso, 1_782_930_600),
    ("\"2026-7-01T18:30:00Z\"", .iso, nil), ("\"2026-07-01T18:30:00Zulu\"", .iso, nil),
    ("\"2026-07-01T20:30:00+02\"", .iso, 1_782_930_600),
    ("\"2026-13-01T18:30:00Z\"", .iso, nil), ("\"2026-02-29T18:30:00Z\"", .iso, nil),
    ("\"2026-07-01\"", .iso, nil), ("1782930600250000000", .nanoseconds, 1_782_930_600.25),
    ("null", .seconds, nil),
  ]

  @Test(arguments: times)
  func `times are read in each unit`(
    text: String,
    unit: RecordingFormat.TimeUnit,
    expected: Double?
  ) {
    #expect(MessageTime.seconds(Array(text.utf8)[...], unit: unit) == expected)
  }

  @Test(arguments: [#"{"pt":1,"#, "nonsense", #""pt":1}"#, "\u{1}"])
  func `a truncated first line is one bad line, and all later lines are read`(first: String) throws
  {
    #expect(
      try read("\(first)\n\n{\"pt\":2}\n{\"pt\":3}\n", timed) == [
        "! 1 fixture-syntax", "3 0.002 {\"pt\":2}", "4 0.003 {\"pt\":3}",
      ]
    )
  }

  @Test func `a list over many lines is a list, even if its lines are whole objects`() throws {
    #expect(try read("[\n{\"pt\":1}\n]\n", timed) == ["1 0.001 {\"pt\":1}"])
  }

  @Test func `an incomplete message is reported, and reading continues after it`() throws {
    #expect(
      try read("{\"pt\":1}\n{\"pt\":\n{\"pt\":2}\n[1]\n", timed) == [
        "1 0.001 {\"pt\":1}", "! 2 fixture-syntax", "3 0.002 {\"pt\":2}", "! 4 fixture-syntax",
      ]
    )
    #expect(try read("[{\"pt\":1},", timed) == ["! - fixture-syntax"])
    #expect(try read("[1, 2] \n x", timed) == ["! - fixture-syntax"])
    #expect(try read("not json", timed) == ["! - fixture-syntax"])
  }

  private func ids(_ text: String, _ format: RecordingFormat) throws -> [String] {
    try read(text, format).map { line in
      let id = line.firstMatch(of: /"id": (\d)/)?.1 ?? "?"
      return "\(line.prefix(1)) \(id)"
    }
  }

  private func read(_ text: String, _ format: RecordingFormat) throws -> [String] {
    let path = NSTemporaryDirectory() + "recording-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reader = RecordingReader(try RecordedFile(path: path), format: format)
    var lines: [String] = []
    while let next = try reader.nextMessage() {
      switch next {
      case .success(let message):
        lines.append("\(message.number) \(message.time.map { "\($0)" } ?? "-") \(message.text)")
      case .failure(let fault):
        lines.append("! \(fault.line.map { "\($0)" } ?? "-") \(fault.code.rawValue)")
      }
    }
    return lines
  }
}
