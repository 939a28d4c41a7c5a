import FeedDefinition
import FeedStore
import TestSupport
import Testing

@testable import FeedReplay

@Suite("The times of recordings")
struct RecordingTimeTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func recording(
    _ text: String,
    at path: String? = "at",
    _ unit: RecordingFormat.TimeUnit = .seconds,
    offset: Double = 0
  ) throws -> Recording {
    let name = "\(text.hashValue).jsonl"
    return Recording(
      path: try directory.file(name, text),
      adapter: "a",
      format: RecordingFormat(
        time: path.map { $0.isEmpty ? .root : JSONPath(steps: [.member($0)]) },
        unit: unit
      ),
      offset: offset
    )
  }

  private func merge(_ recordings: Recording..., passes: Int = 1) async throws -> FixtureMerge {
    try await FixtureMerge(recordings, passes: passes)
  }

  /// Returns the seconds and the times of all lines, with the warnings between them.
  private func times(_ merge: FixtureMerge) throws -> [String] {
    var times: [String] = []
    while let line = try merge.next() {
      switch line {
      case .entry(let entry):
        let now = FixtureTime.recorded.value(of: entry).map { "\($0)" } ?? "?"
        times.append("\(entry.at) \(now)")
      case .fault(let fault): times.append("! \(fault.code.rawValue)")
      case .warning(let warning): times.append("\(warning.message) | \(warning.hint ?? "")")
      }
    }
    return times
  }

  // MARK: What time it is

  @Test func `the time of day is taken from the messages, once one of them contains it`()
    async throws
  {
    let text = """
      {"op":"hello"}
      {"at":"2026-07-01T20:30:00.250+02:00"}
      {}
      {"at":"2026-07-01T18:30:05Z"}
      {"at":"2026-07-01T18:29:00Z"}
      """
    #expect(
      try times(await merge(recording(text, .iso))) == [
        "0.0 ?", "0.0 2026-07-01T18:30:00Z", "0.0 2026-07-01T18:30:00Z",
        "4.75 2026-07-01T18:30:05Z", "4.75 2026-07-01T18:30:05Z",
      ]
    )
  }

  @Test func `each round begins with the time at which the recording began`() async throws {
    let text = "{\"at\":1782930600}\n{\"at\":1782930660}\n"
    #expect(
      try times(await merge(recording(text), passes: 2)) == [
        "0.0 2026-07-01T18:30:00Z", "60.0 2026-07-01T18:31:00Z",
        "60.0 2026-07-01T18:30:00Z", "120.0 2026-07-01T18:31:00Z",
      ]
    )
  }

  @Test func `merged files share the clock of the recording that is named first`()
    async throws
  {
    let first = try recording("{\"at\":1782930600}\n{\"at\":1782930660.5}\n")
    let second = try recording("{\"at\":1782930570125}\n{\"at\":1782930630125}\n", .milliseconds)
    let fixture = Recording(path: try directory.file("f.jsonl", "{\"at\":10}\n"))
    #expect(
      try times(await merge(first, second, fixture)) == [
        "0.0 2026-07-01T18:29:30Z", "10.0 2026-07-01T18:29:40Z",
        "29.875 2026-07-01T18:30:00Z", "60.0 2026-07-01T18:30:30Z",
        "90.375 2026-07-01T18:31:00Z",
      ]
    )
  }

  /// Returns a file that 'feed record' wrote, with three lines.
  private func recorded(start: String?) throws -> Recording {
    let start = start.map { "\"start\":\"\($0)\"," } ?? ""
    let lines = [0.5, 1.5, 2.5].map {
      "{\"at\":\($0),\($0 == 0.5 ? start : "")\"input\":\"a\",\"adapter\":\"a\",\"message\":{}}\n"
    }
    return Recording(path: try directory.file("\(start.hashValue).jsonl", lines.joined()))
  }

  @Test func `a recording by 'feed record' and messages with times are placed on one clock`()
    async throws
  {
    let messages = try recording("{\"at\":1782930600}\n{\"at\":1782930602}\n")
    let later = try recorded(start: "2026-07-01T18:30:30.250Z")
    let expected = [
      "0.0 2026-07-01T18:30:00Z", "2.0 2026-07-01T18:30:02Z",
      "30.75 2026-07-01T18:30:30Z", "31.75 2026-07-01T18:30:31Z", "32.75 2026-07-01T18:30:32Z",
    ]
    #expect(try times(await merge(messages, later)) == expected)
    #expect(try times(await merge(later, messages)) == expected)
    let earlier = try recorded(start: "2026-07-01T18:29:59Z")
    #expect(
      try times(await merge(messages, earlier)) == [
        "0.5 2026-07-01T18:29:59Z", "1.0 2026-07-01T18:30:00Z", "1.5 2026-07-01T18:30:00Z",
        "2.5 2026-07-01T18:30:01Z", "3.0 2026-07-01T18:30:02Z",
      ]
    )
    #expect(
      try times(await merge(recorded(start: "2026-06-04T18:30:00Z"), messages)).last
        == "2332802.0 2026-07-01T18:30:02Z"
    )
  }

  @Test func `a start that does not count from 1970 or is missing is a warning if lines are mixed`()
    async throws
  {
    func warnings(_ recordings: Recording...) async throws -> [String] {
      try times(await FixtureMerge(recordings)).filter { $0.contains("both begin at 0") }
    }
    let messages = "{\"at\":1782930600}\n{\"at\":1782930602}\n"
    #expect(try await warnings(recording(messages), recorded(start: nil)).count == 1)
    let counted = "{\"at\":5}\n{\"at\":7}\n"
    let start = "2026-07-01T18:30:30.250Z"
    #expect(try await warnings(recorded(start: start), recording(counted)).count == 1)
    #expect(try await warnings(recorded(start: start), recording(counted, offset: 1)).isEmpty)
    #expect(try await warnings(recording(counted), recording("{\"at\":6}\n")).isEmpty)
  }

  // MARK: Files without times or lines

  @Test func `messages without times are a warning if they are played by their times`() async throws
  {
    func warnings(_ text: String, needsTimes: Bool = true) async throws -> [String] {
      var recording = try recording(text, at: nil)
      recording.needsTimes = needsTimes
      return try times(await merge(recording)).filter { $0.contains("|") }
    }
    let text = "{\"id\":7,\"seen\":1782930600250}\n{\"id\":8,\"seen\":1782930600300}\n"
    #expect(
      try await warnings(text) == [
        "its messages have no times, so --speed and --until have no effect | "
          + "declare the time in adapter 'a': time: {path: $.seen, unit: ms}"
      ]
    )
    #expect(try await warnings("{}\n{}\n").first?.hasSuffix("{path: $.ts, unit: iso}") == true)
    #expect(try await warnings(text, needsTimes: false).isEmpty)
    #expect(try await warnings("{}\n").isEmpty)
    #expect(try await warnings("1782930600 {}\n1782930601 {}\n").isEmpty)
  }

  @Test func `a file without a line is a warning, in the first round only`() async throws {
    for text in ["", "\n \n"] {
      let empty = Recording(path: try directory.file("empty.jsonl", text))
      let full = Recording(path: try directory.file("full.jsonl", "{\"at\":0}\n"))
      #expect(
        try times(await merge(empty, full, passes: 2)).map { $0.prefix(20) } == [
          "the file has no line", "0.0 0", "0.0 0",
        ]
      )
      #expect(try times(await merge(recording(text))).count == 1)
    }
  }

  @Test func `a recording by 'feed record' is refused as messages of an adapter`() async throws {
    let path = try recorded(start: nil).path
    let merge = try await merge(Recording(path: path, adapter: "a"))
    let error = #expect(throws: FixtureError.self) { try merge.next() }
    #expect(error?.code == .ofFeed)
    #expect(error?.hint == "leave out --adapter a for this file")
    // A source may have members of the same names.
    #expect(
      try times(
        await self.merge(recording("{\"at\":1,\"message\":\"x\",\"adapter\":2,\"id\":3}\n"))
      )
      .count == 1
    )
  }

  @Test func `the time of a line is written to the microsecond`() {
    #expect(LineTime.said(1_782_930_600).text == "2026-07-01T18:30:00Z")
    #expect(LineTime.said(1_782_930_600.25).text == "2026-07-01T18:30:00.250Z")
    #expect(LineTime.said(1_782_930_600.000_125).text == "2026-07-01T18:30:00.000125Z")
    #expect(LineTime.said(12.5).text == nil)
    #expect(LineTime.counted.text == nil)
  }

  @Test func `a single fixture counts its seconds`() async throws {
    let fixture = Recording(path: try directory.file("f.jsonl", "{\"at\":0.5}\n{\"at\":10}\n"))
    #expect(try times(await merge(fixture)) == ["0.5 0", "10.0 10"])
    #expect(try times(await merge(recording("{}\n{}\n", at: nil))) == ["0.0 0", "0.0 0"])
  }

  // MARK: In front of a message

  @Test func `a time in front of a message is the time of the message`() async throws {
    let text = """
      2026-07-01T18:30:00Z {"a":1}
        1782930601.5   {"a":2}
      {"a":3}
      soon {"a":4}
      1782930602{"a":5}
      2026-07-01 18:30:03 {"a":6}
      """
    let merge = try await merge(recording(text, at: nil))
    #expect(
      try times(merge) == [
        "0.0 2026-07-01T18:30:00Z", "1.5 2026-07-01T18:30:01Z", "1.5 2026-07-01T18:30:01Z",
        "! fixture-syntax", "! fixture-syntax", "3.0 2026-07-01T18:30:03Z",
      ]
    )
    var texts: [String] = []
    let again = try await self.merge(recording(text, at: nil))
    while let line = try again.next() {
      if case .entry(let entry) = line { texts.append(entry.text) }
    }
    #expect(texts == [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, #"{"a":6}"#])
  }

  @Test
  func `a number in front of a message has the adapter's unit and takes precedence over its path`()
    async throws
  {
    let text = "1782930600250 {\"at\":7}\n1782930601250 {\"at\":8}\n"
    for path in ["at", ""] {
      #expect(
        try times(await merge(recording(text, at: path, .milliseconds))) == [
          "0.0 2026-07-01T18:30:00Z", "1.0 2026-07-01T18:30:01Z",
        ]
      )
    }
    let second = try recording("1782930660 {}\n", at: nil)
    #expect(
      try times(await merge(recording("1782930600 {}\n1782930700 {}\n", at: nil), second)) == [
        "0.0 2026-07-01T18:30:00Z", "60.0 2026-07-01T18:31:00Z",
        "100.0 2026-07-01T18:31:40Z",
      ]
    )
  }

  // MARK: No times

  private struct Lacking: CustomTestStringConvertible {
    var text: String
    var path = "at"
    var unit = RecordingFormat.TimeUnit.seconds
    var message: String
    var hint: String

    var testDescription: String { message }
  }

  private static let lacking = [
    Lacking(
      text: #"{"pt":1,"op":"a"}"#,
      message: "no message has a time at '$.at'",
      hint: "is the 'path' under 'time' of the adapter right?; the first message has: pt, op"
    ),
    Lacking(
      text: #"{"at":1782930600250}"#,
      message: "no message has a time at '$.at' in unit 's': the first is '1782930600250'",
      hint: "did you mean 'unit: ms'?"
    ),
    Lacking(
      text: #"{"at":"2026-07-01T18:30:00Z"}"#,
      unit: .milliseconds,
      message:
        "no message has a time at '$.at' in unit 'ms': the first is '2026-07-01T18:30:00Z'",
      hint: "did you mean 'unit: iso'?"
    ),
    Lacking(
      text: #"{"at":"1782930600"}"#,
      unit: .iso,
      message: "no message has a time at '$.at' in unit 'iso': the first is '1782930600'",
      hint: "did you mean 'unit: s'?"
    ),
    Lacking(
      text: #"{"at":true}"#,
      message: "no message has a time at '$.at' in unit 's': the first is 'true'",
      hint: "the units are: s, ms, us, ns, iso"
    ),
    Lacking(
      text: #"{"id":7}"#,
      path: "",
      message: "no message has a time in front of it",
      hint: "is the 'path' under 'time' of the adapter right?; the first message has: id"
    ),
  ]

  @Test(arguments: lacking)
  private func `a recording without any times ends with an error`(
    lacking: Lacking
  ) async throws {
    let text = "\(lacking.text)\n\(lacking.text)\n"
    let merge = try await merge(recording(text, at: lacking.path, lacking.unit))
    let error = #expect(throws: FixtureError.self) {
      while try merge.next() != nil {}
    }
    #expect(error?.code == .noTimes)
    #expect(error?.isWarning == false)
    #expect(error?.message == lacking.message)
    #expect(error?.hint == lacking.hint)
  }

  @Test
  func
    `missing times are reported once after a hundred messages, and a later time prevents the error`()
    async throws
  {
    let lines = Array(repeating: "{\"pt\":1}\n", count: 150)
    let merge = try await merge(recording((lines + ["{\"at\":5}\n"]).joined()))
    let told = try times(merge)
    #expect(told.count == 152)
    #expect(told[100].hasPrefix("none of the first 100 messages has a time at '$.at' | "))
    #expect(told.last == "0.0 1970-01-01T00:00:05Z")
  }

  @Test func `a single message needs no time, and a missing time is a warning`() async throws {
    let told = try times(await merge(recording("{\"pt\":1}\n")))
    #expect(told.count == 2 && told[1].hasPrefix("no message has a time"))
  }
}
