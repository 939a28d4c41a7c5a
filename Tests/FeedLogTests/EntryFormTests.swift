import FeedEngine
import FeedLog
import FeedModel
import Testing

@Suite("Form of entries")
struct EntryFormTests {
  /// Entries and their permanent encoding in a log of version 1.
  static let vectors: [(entry: FeedEntry, text: String)] = [
    (
      FeedEntry(.message(#"{"upsert":{}}"#, adapter: nil)),
      #"{"v":1,"kind":"message"}"# + "\n" + #"{"upsert":{}}"#
    ),
    (
      FeedEntry(
        .message("a\nb", adapter: "betfair"),
        step: .init(input: "odds", number: 7, position: #"9 "1""#, time: 2.5)
      ),
      #"{"v":1,"kind":"message","adapter":"betfair","input":{"name":"odds","number":7,"position":"9 \"1\"","time":2.5}}"#
        + "\na\nb"
    ),
    (
      FeedEntry(
        .document("ads", [0x7B, 0x7D]),
        step: .init(input: "document/ads", number: 1, position: nil, time: 0)
      ),
      #"{"v":1,"kind":"document","name":"ads","input":{"name":"document/ads","number":1,"time":0.0}}"#
        + "\n{}"
    ),
    (
      FeedEntry(
        .action(
          "fold",
          target: "sport/1",
          values: [
            "now": "2026-07-01T18:30:00Z", "b": 2, "a": 2.0, "c": .null, "d": .blob([0, 255]),
          ]
        ),
        request: IdempotencyKey(key: "k-1", digest: .max, time: 12, part: 2)
      ),
      #"{"v":1,"kind":"action","name":"fold","target":"sport/1","values":{"a":2.0,"b":2,"c":null,"d":{"hex":"00ff"},"now":"2026-07-01T18:30:00Z"},"request":{"key":"k-1","digest":"18446744073709551615","time":12,"part":2}}"#
    ),
    (
      FeedEntry(.action("reset", target: nil, values: [:])),
      #"{"v":1,"kind":"action","name":"reset"}"#
    ),
    (
      FeedEntry(.move("photo/7", beside: "photo/3", isBefore: true)),
      #"{"v":1,"kind":"move","item":"photo/7","before":"photo/3"}"#
    ),
    (
      FeedEntry(.move("photo/7", beside: "photo/3", isBefore: false)),
      #"{"v":1,"kind":"move","item":"photo/7","after":"photo/3"}"#
    ),
    (FeedEntry(.tick(.integer(1_795_399_936))), #"{"v":1,"kind":"tick","time":1795399936}"#),
    (
      FeedEntry(.condition(.live, input: "odds")),
      #"{"v":1,"kind":"condition","name":"odds","state":"live"}"#
    ),
    (
      FeedEntry(.condition(.late(.seconds(2.5)), input: "odds")),
      #"{"v":1,"kind":"condition","name":"odds","state":"late","after":2.5}"#
    ),
    (
      FeedEntry(.condition(.failed("the source cannot be read"), input: "odds")),
      #"{"v":1,"kind":"condition","name":"odds","state":"failed","reason":"the source cannot be read"}"#
    ),
    (
      FeedEntry(.upgrade(feed: "9f86d081")), #"{"v":1,"kind":"upgrade","feed":"9f86d081"}"#
    ),
    (
      FeedEntry(
        .rejected("\u{FFFD}", adapter: "betfair", reason: "the message is not UTF-8"),
        step: .init(input: "odds", number: 8, position: nil, time: 3)
      ),
      #"{"v":1,"kind":"rejected","adapter":"betfair","reason":"the message is not UTF-8","input":{"name":"odds","number":8,"time":3.0}}"#
        + "\n\u{FFFD}"
    ),
    (
      FeedEntry(
        .message("{}", adapter: nil),
        step: .init(input: "posts", number: 0, position: nil, time: 4)
      ),
      #"{"v":1,"kind":"message","input":{"name":"posts","number":0,"time":4.0}}"# + "\n{}"
    ),
  ]

  @Test(arguments: vectors.indices)
  func `an entry has one encoded form, which decodes to the same entry`(index: Int) throws {
    let (entry, text) = Self.vectors[index]
    #expect(String(decoding: try entry.encoded(), as: UTF8.self) == text)
    #expect(try FeedEntry(decoding: Array(text.utf8)) == entry)
  }

  @Test(arguments: [
    ("", "expected an object, byte 0"),
    ("[]", "expected an object, byte 0"),
    ("{}", "it has no version"),
    (#"{"v":0,"kind":"tick","time":1}"#, "its version is 0"),
    (#"{"v":1}"#, "it has no 'kind'"),
    (#"{"v":1,"kind":"vote"}"#, "its kind is 'vote'"),
    (#"{"v":1,"kind":"message"}"#, "its body is missing"),
    (#"{"v":1,"kind":"tick"}"#, "it has no 'time'"),
    ("{\"v\":1,\"kind\":\"tick\",\"time\":1}\nx", "it has an unexpected body"),
    (#"{"v":1,"kind":"move","item":"a"}"#, "it has no 'after'"),
    (#"{"v":1,"kind":"document"}"# + "\n{}", "it has no 'name'"),
    (#"{"v":1,"kind":"rejected","reason":"r"}"#, "its body is missing"),
    (#"{"v":1,"kind":"condition","name":"a"}"#, "its state is ''"),
    (#"{"v":1,"kind":"condition","name":"a","state":"late"}"#, "it has no 'after'"),
    (#"{"v":1,"kind":"tick","time":1,"x":2}"#, "unknown key 'x', at x, byte 34"),
    (
      #"{"v":1,"kind":"tick","time":{"hex":"0g"}}"#,
      "expected bytes in hexadecimal digits, at time, byte 40"
    ),
    (
      #"{"v":1,"kind":"tick","time":1,"input":{"name":"a"}}"#,
      "the input has no name, number or time, at input, byte 50"
    ),
  ])
  func `invalid bytes are rejected as an entry, with the reason`(
    text: String,
    reason: String
  ) throws {
    let error = #expect(throws: LogError.self) { try FeedEntry(decoding: Array(text.utf8)) }
    #expect(error?.code == .badEntry)
    #expect(error?.message == "an entry of the log cannot be read: \(reason)")
    // All replicas reject it in the same way.
    let logged = LoggedEntry(sequence: 3, bytes: Array(text.utf8))
    let read = try SequencedEntry(reading: logged)
    #expect(read.sequence == 3)
    #expect((try? read.entry.get()) == nil)
  }

  @Test func `a message that is not UTF-8 is rejected`() {
    let bytes = Array("{\"v\":1,\"kind\":\"message\"}\n".utf8) + [0xFF]
    #expect(throws: LogError.self) { try FeedEntry(decoding: bytes) }
  }

  @Test func `an entry of a newer release stops a reader that cannot decode it`() {
    let text = #"{"v":2,"sort":"message","lines":[1]}"#
    let error = #expect(throws: LogError.self) { try FeedEntry(decoding: Array(text.utf8)) }
    #expect(error?.code == .newerEntry)
    #expect(error?.hint == "install the release that the other replicas have")
    #expect(throws: LogError.self) {
      try SequencedEntry(reading: LoggedEntry(sequence: 1, bytes: Array(text.utf8)))
    }
  }

  @Test func `an entry beyond the size limits is rejected`() throws {
    let long = String(repeating: "x", count: FeedEntry.mostBodyBytes + 1)
    for entry in [
      FeedEntry(.message(long, adapter: nil)),
      FeedEntry(.action("a", target: String(long.prefix(FeedEntry.mostHeadBytes)), values: [:])),
    ] {
      let error = #expect(throws: LogError.self) { try entry.encoded() }
      #expect(error?.code == .tooLarge)
    }
    let longest = FeedEntry(.message(String(long.dropLast()), adapter: nil))
    #expect(try FeedEntry(decoding: longest.encoded()) == longest)
  }
}
