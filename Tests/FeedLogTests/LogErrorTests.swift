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
      error[overtaken]: entry 4 is not the newest one of the log, which is 6
        hint: read on, and append what is then to be said
      """
    ),
    (
      .overtaken(expected: 4, last: nil),
      """
      error[overtaken]: entry 4 is not the newest one of the log
        hint: read on, and append what is then to be said
      """
    ),
    (
      .trimmed(next: 5, first: 9),
      """
      error[trimmed]: the log begins with entry 9, and entry 5 was to be read next
        hint: begin with a newer copy of the store
      """
    ),
    (
      .shortened(position: 9, last: 7),
      """
      error[forked]: the log ends with entry 7, but entry 9 was read
        hint: the log has lost entries, or is another one: begin with a new copy of the store
      """
    ),
    (
      .forked(3),
      """
      error[forked]: entry 3 of the log is another one than was read
        hint: the log has lost entries, or is another one: begin with a new copy of the store
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
      error[other-log]: the log 'BOOK/1' was applied, and 'BOOK/2' has its name now
        hint: restore the log from a backup, or give all replicas of the new one new stores
      """
    ),
    (
      .changedStore(7),
      """
      error[changed-store]: the store has other rows than entry 7 of the log has left: it was changed past the log
        hint: start with a copy of another replica's store, and keep this store to find the reason
      """
    ),
    (
      .missing(3),
      """
      error[missing]: entry 3 is gone from the middle of the log
        hint: begin with a copy of the store that has it
      """
    ),
    (
      .tooLarge(2_000_000, most: 1_048_576),
      """
      error[too-large]: an entry has 2000000 bytes, and the log takes 1048576
        hint: raise max_payload of nats-server, or send less at once
      """
    ),
    (
      .lostConnection,
      """
      error[unreachable]: the connection to the log was lost
        hint: it is tried again; see whether nats-server runs
      """
    ),
    (
      .noAnswer,
      """
      error[unreachable]: the log gives no answer
        hint: of three servers two must run and see each other
      """
    ),
    (
      failure(503, 10_076, "JetStream not enabled"),
      """
      error[no-jetstream]: the server of the log has no JetStream
        hint: start it with --jetstream and --store_dir
      """
    ),
    (
      failure(503, 10_077, "maximum bytes exceeded"),
      """
      error[full]: the log is full: maximum bytes exceeded
        hint: trim it, or give it more room
      """
    ),
    (failure(400, 10_003, "bad request"), "error[refused]: the log refuses: bad request"),
  ]

  @Test(arguments: messages.indices)
  func `a failure is said in plain words`(index: Int) {
    let (error, text) = Self.messages[index]
    #expect(error.description == text)
  }

  @Test func `what may pass is tried again, and what does not is said at once`() {
    func isPassing(_ code: Int, _ number: Int, _ text: String = "") -> Bool {
      JetStreamFailure(.init(code: code, number: number, description: text)).isPassing
    }
    #expect(isPassing(503, 10_008), "the system is unavailable for a time")
    #expect(!isPassing(503, 10_076), "the server has no JetStream")
    #expect(!isPassing(503, 10_077, "maximum bytes exceeded"))
    #expect(!isPassing(400, 10_071))
  }

  @Test func `trials come soon at first, then every two seconds, until patience ends`() {
    var retrial = Retrial(patience: .seconds(5))
    var pauses: [Duration] = []
    while let pause = retrial.pause() { pauses.append(pause) }
    #expect(pauses.prefix(3) == [.milliseconds(20), .milliseconds(40), .milliseconds(80)])
    #expect(pauses.last == .seconds(2) && pauses.count == 9)
    var none = Retrial(patience: .zero)
    #expect(none.pause() == nil)
    var endless = Retrial(patience: nil)
    for _ in 1...1000 { _ = endless.pause() }
    #expect(endless.pause() == .seconds(2))
  }
}
