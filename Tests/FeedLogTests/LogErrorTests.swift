import Testing

@testable import FeedLog

@Suite("LogError")
struct LogErrorTests {
  static func failure(_ code: Int, _ number: Int, _ text: String) -> LogError {
    JetStreamFailure(.init(code: code, number: number, description: text)).error
  }

  static let messages: [(error: LogError, text: String)] = [
    (.closed, "error[closed]: the log was closed"),
    (
      .overtaken(expected: 4, last: 6),
      """
      error[overtaken]: entry 4 is not the newest entry of the log, which is 6
        hint: read the log to its end, then append again
      """
    ),
    (
      .overtaken(expected: 4, last: nil),
      """
      error[overtaken]: entry 4 is not the newest entry of the log
        hint: read the log to its end, then append again
      """
    ),
    (
      .trimmed(next: 5, first: 9),
      """
      error[trimmed]: the log begins with entry 9, but the next entry to read is 5
        hint: begin with a newer copy of the store
      """
    ),
    (
      .shortened(position: 9, last: 7),
      """
      error[forked]: the log ends with entry 7, but entry 9 was read
        hint: the log has lost entries or was replaced: start with a new copy of the store
      """
    ),
    (
      .forked(3),
      """
      error[forked]: entry 3 of the log differs from the entry that was read
        hint: the log has lost entries or was replaced: start with a new copy of the store
      """
    ),
    (
      .differs(
        ReplicaComparison.Difference(other: "b", entries: 207...207, isOfEntries: true).text
      ),
      """
      error[replica-differs]: this replica differs from most other replicas: its versions differ from those \
      of 'b' since entry 207
        hint: start with a copy of another replica's store, and keep this store to find the reason
      """
    ),
    (
      .differs(
        ReplicaComparison.Difference(other: "b", entries: 201...300, isOfEntries: false).text
      ),
      """
      error[replica-differs]: this replica differs from most other replicas: its rows differ from those \
      of 'b' since one of the entries 201 to 300
        hint: start with a copy of another replica's store, and keep this store to find the reason
      """
    ),
    (
      .otherLog("BOOK/1", found: "BOOK/2"),
      """
      error[other-log]: the log 'BOOK/1' was applied, but 'BOOK/2' now has its name
        hint: restore the log from a backup, or give all replicas of the new one new stores
      """
    ),
    (
      .changedStore(7),
      """
      error[changed-store]: the store was changed without the log after entry 7
        hint: start with a copy of another replica's store, and keep this store to find the reason
      """
    ),
    (
      .missing(3),
      """
      error[missing]: entry 3 is missing in the middle of the log
        hint: start with a copy of a store that has applied it
      """
    ),
    (
      .tooLarge(2_000_000, most: 1_048_576),
      """
      error[too-large]: an entry has 2000000 bytes; the log accepts at most 1048576
        hint: raise max_payload of nats-server, or send smaller messages
      """
    ),
    (
      .lostConnection,
      """
      error[unreachable]: the connection to the log was lost
        hint: the program retries; check that nats-server runs
      """
    ),
    (
      .noAnswer,
      """
      error[unreachable]: the log does not answer
        hint: at least two of three servers must run and reach each other
      """
    ),
    (
      failure(503, 10_076, "JetStream not enabled"),
      """
      error[no-jetstream]: the server of the log has no JetStream
        hint: start the server with --jetstream and --store_dir
      """
    ),
    (
      failure(503, 10_077, "maximum bytes exceeded"),
      """
      error[full]: the log is full: maximum bytes exceeded
        hint: trim it, or raise its limit
      """
    ),
    (
      failure(400, 10_003, "bad request"),
      "error[refused]: the log rejects the request: bad request"
    ),
  ]

  @Test(arguments: messages.indices)
  func `each error has a message and a hint`(index: Int) {
    let (error, text) = Self.messages[index]
    #expect(error.description == text)
  }

  @Test func `only a temporary failure of the server is retried`() {
    func isPassing(_ code: Int, _ number: Int, _ text: String = "") -> Bool {
      JetStreamFailure(.init(code: code, number: number, description: text)).isPassing
    }
    #expect(isPassing(503, 10_008), "the system is unavailable for a time")
    #expect(!isPassing(503, 10_076), "the server has no JetStream")
    #expect(!isPassing(503, 10_077, "maximum bytes exceeded"))
    #expect(!isPassing(400, 10_071))
  }

  @Test
  func `retries begin after 20 milliseconds and slow to every two seconds until patience ends`() {
    var retrial = Retrial(patience: .seconds(5))
    var pauses: [Duration] = []
    while let pause = retrial.pause() { pauses.append(pause) }
    #expect(pauses.prefix(3) == [.milliseconds(20), .milliseconds(40), .milliseconds(80)])
    #expect(pauses.last == .seconds(2))
    #expect(pauses.count == 9)
    var none = Retrial(patience: .zero)
    #expect(none.pause() == nil)
    var endless = Retrial(patience: nil)
    for _ in 1...1000 { _ = endless.pause() }
    #expect(endless.pause() == .seconds(2))
  }
}
