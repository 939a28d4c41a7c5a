import FeedModel
import Testing

@testable import FeedLog

@Suite("PullState")
struct PullStateTests {
  static func message(_ sequence: Int, remaining: Int = 0) -> NATSMessage {
    NATSMessage(
      reply: "$JS.ACK.S.C.1.\(sequence).9.1795399936169174424.\(remaining)",
      body: Array("entry \(sequence)".utf8)
    )
  }

  static func status(_ code: Int, missing: Int? = nil) -> NATSMessage {
    NATSMessage(body: [], status: .init(code: code, text: "", missing: missing))
  }

  @Test func `consecutive entries are taken as one batch`() throws {
    let state = Pulling(LogPosition(sequence: 0))
    #expect(state.open(first: 1) == 1)
    #expect(state.pull() == 512)
    for sequence in 1...3 {
      let action = try state.received(Self.message(sequence, remaining: 9 - sequence))
      #expect(action == .nothing)
    }
    let batch = try #require(state.take())
    #expect(batch.entries.map(\.sequence) == [1, 2, 3])
    #expect(batch.remaining == 6)
    #expect(state.take() == nil)
  }

  @Test func `more entries are requested when half of them have arrived`() throws {
    let state = Pulling(LogPosition(sequence: 0))
    _ = state.open(first: 1)
    #expect(state.pull() == 512)
    for sequence in 1...255 { try state.received(Self.message(sequence)) }
    #expect(state.pull() == nil)
    try state.received(Self.message(256))
    #expect(state.pull() == 512)
  }

  @Test func `fewer entries are requested at a time if they are large`() throws {
    let state = Pulling(LogPosition(sequence: 0))
    _ = state.open(first: 1)
    var message = Self.message(1)
    message.body = [UInt8](repeating: 1, count: 8 << 20)
    _ = state.pull()
    try state.received(message)
    try state.received(Self.status(408, missing: 511))
    #expect(state.pull() == 2)
  }

  @Test func `an entry lost in transit is read again, and an entry missing in the log is an error`()
    throws
  {
    let state = Pulling(LogPosition(sequence: 0))
    _ = state.open(first: 1)
    try state.received(Self.message(1))
    #expect(try state.received(Self.message(3)) == .reopen)
    #expect(state.open(first: 1) == 2)
    #expect(try state.received(Self.message(2)) == .nothing)
    for _ in 1...4 {
      #expect(try state.received(Self.message(5)) == .reopen)
    }
    #expect(throws: LogError.missing(3)) { try state.received(Self.message(5)) }
  }

  @Test func `an entry that arrives twice is read once`() throws {
    let state = Pulling(LogPosition(sequence: 4))
    #expect(state.open(first: 1) == 5)
    for sequence in [5, 5, 4, 6] {
      #expect(try state.received(Self.message(sequence)) == .nothing)
    }
    #expect(state.take()?.entries.map(\.sequence) == [5, 6])
  }

  @Test func `the digest of the last entry read is compared before the next entry`() throws {
    let known = LoggedEntry(sequence: 4, bytes: Array("entry 4".utf8)).position
    let state = Pulling(known)
    #expect(state.open(first: 2) == 4)
    #expect(try state.received(Self.message(4)) == .nothing)
    #expect(try state.received(Self.message(5)) == .nothing)
    #expect(state.take()?.entries.map(\.sequence) == [5])
    let forked = Pulling(known)
    _ = forked.open(first: 2)
    var other = Self.message(4)
    other.body = [1]
    #expect(throws: LogError.forked(4)) { try forked.received(other) }
    // It is compared only as long as the log has it.
    let trimmed = Pulling(known)
    #expect(trimmed.open(first: 5) == 5)
  }

  @Test func `a silent server causes a new consumer`() throws {
    let state = Pulling(LogPosition(sequence: 0))
    _ = state.open(first: 1)
    for _ in 1...PullState.patience {
      #expect(state.ticked() == .nothing)
    }
    try state.received(Self.status(100))
    for _ in 1...PullState.patience {
      #expect(state.ticked() == .nothing)
    }
    #expect(state.ticked() == .reopen)
    #expect(try state.received(Self.status(503)) == .reopen)
    #expect(try state.received(Self.status(409)) == .reopen)
  }

  @Test func `both forms of an acknowledgement subject are parsed`() {
    let short = StreamPlace("$JS.ACK.S.C.1.7.3.1795.12")
    #expect(short?.sequence == 7)
    #expect(short?.delivery == 3)
    #expect(short?.remaining == 12)
    let long = StreamPlace("$JS.ACK.hub.ACC.S.C.1.7.3.1795.12.rnd")
    #expect(long?.sequence == 7)
    #expect(long?.delivery == 3)
    #expect(long?.remaining == 12)
    for text in ["", "$JS.ACK.S.C.1.x.3.1795.12", "_INBOX.1", "$JS.ACK.S.C.1.7"] {
      #expect(StreamPlace(text) == nil)
    }
  }
}

/// A state whose steps can be expected: expectations take no mutating calls.
private final class Pulling {
  private var state: PullState

  init(_ position: LogPosition) { state = PullState(position) }

  func open(first: UInt64) -> UInt64 { state.open(first: first) }
  func pull() -> Int? { state.pull() }
  func take() -> LogBatch? { state.take() }
  func ticked() -> PullState.Action { state.ticked() }
  @discardableResult
  func received(_ message: NATSMessage) throws -> PullState.Action { try state.received(message) }
}
