import Testing

@testable import FeedLog

@Suite("StreamReading")
struct StreamReadingTests {
  private let place = StreamPosition(sequence: 10, created: "2026")

  private func message(_ sequence: Int, delivery: Int, _ body: String = "x") -> NATSMessage {
    NATSMessage(reply: "$JS.ACK.S.C.1.\(sequence).\(delivery).1795.0", body: Array(body.utf8))
  }

  private func status(_ code: Int, _ text: String = "", missing: Int? = nil) -> NATSMessage {
    NATSMessage(body: [], status: .init(code: code, text: text, missing: missing))
  }

  @Test
  func `messages are taken in the order of their deliveries, even with gaps in their numbers`()
    throws
  {
    var state = StreamReading(place, acknowledges: false)
    state.open(delivered: 0)
    for (delivery, sequence) in [(1, 12), (2, 15), (3, 16)] {
      guard case .take(let taken) = try state.received(message(sequence, delivery: delivery)) else {
        Issue.record("message \(sequence) is not taken")
        continue
      }
      #expect(taken.position.text == "\(sequence) 2026")
      #expect(taken.acknowledgement == nil)
      #expect(!taken.isRepeat)
    }
    #expect(state.position.sequence == 16)
  }

  @Test func `a missing delivery causes a new consumer`() throws {
    var state = StreamReading(place, acknowledges: true)
    state.open(delivered: 7)
    let lost = try state.received(message(13, delivery: 9))
    #expect(lost == .reopen)
    #expect(state.position.sequence == 10, "what comes out of order is not taken")
  }

  @Test func `a message that was read before is only acknowledged`() throws {
    var state = StreamReading(place, acknowledges: true)
    state.open(delivered: 20)
    guard case .take(let known) = try state.received(message(9, delivery: 21)),
      case .take(let new) = try state.received(message(11, delivery: 22))
    else {
      Issue.record("a message is not handed out")
      return
    }
    #expect(known.isRepeat)
    #expect(known.acknowledgement == "$JS.ACK.S.C.1.9.21.1795.0")
    #expect(!new.isRepeat)
    #expect(new.acknowledgement == "$JS.ACK.S.C.1.11.22.1795.0")
    #expect(state.position.sequence == 11)
  }

  @Test func `more messages are requested when half of them have arrived or expired`() throws {
    var state = StreamReading(place, acknowledges: false)
    state.open(delivered: 0)
    let first = state.pull()
    #expect(first == 256)
    for number in 1...127 { _ = try state.received(message(10 + number, delivery: number)) }
    let tooEarly = state.pull()
    #expect(tooEarly == nil)
    _ = try state.received(message(138, delivery: 128))
    let second = state.pull()
    #expect(second == 256)
    #expect(state.credit == 384)
    _ = try state.received(status(408, "Request Timeout", missing: 128))
    _ = try state.received(status(409, "Message Size Exceeds MaxBytes", missing: 250))
    #expect(state.credit == 6)
  }

  @Test func `a removed consumer is created again, and a refusal is reported with its reason`()
    throws
  {
    var state = StreamReading(place, acknowledges: false)
    for (code, text) in [
      (409, "Consumer Deleted"), (409, "Leadership Change"), (503, "No Responders"),
    ] {
      let action = try state.received(status(code, text))
      #expect(action == .reopen)
    }
    let sign = try state.received(status(100, "Idle Heartbeat"))
    #expect(sign == .nothing)
    var refusal: BusError?
    do { _ = try state.received(status(409, "Exceeded MaxRequestBatch of 10")) } catch {
      refusal = error
    }
    #expect(refusal?.message == "the consumer refuses: Exceeded MaxRequestBatch of 10")
  }

  @Test func `five silent seconds cause a new consumer`() throws {
    var state = StreamReading(place, acknowledges: false)
    let actions = (1...5).map { _ in state.ticked() }
    #expect(actions == [.nothing, .nothing, .nothing, .nothing, .reopen])
    state.open(delivered: 0)
    let again = state.ticked()
    #expect(again == .nothing)
  }

  @Test func `a stored position is parsed`() {
    #expect(StreamPosition("17 2026-11-23T08:00:00.5Z")?.sequence == 17)
    #expect(StreamPosition("17 2026-11-23T08:00:00.5Z")?.text == "17 2026-11-23T08:00:00.5Z")
    // Positions of other kinds of inputs are rejected.
    for text in ["", "17", "x 2026", "1 2 3", "-1 2026"] { #expect(StreamPosition(text) == nil) }
  }
}

@Suite("SubjectMailbox")
struct SubjectMailboxTests {
  private func message(_ text: String) -> NATSMessage { NATSMessage(body: Array(text.utf8)) }

  private func take(_ mailbox: SubjectMailbox) async -> [String]? {
    await mailbox.take()?.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `messages are taken in order, at most 256 at a time`() async {
    let mailbox = SubjectMailbox(most: SubjectLimits())
    for number in 1...300 { mailbox.received(message("\(number)"), on: "s") }
    #expect(await take(mailbox) == (1...256).map(String.init))
    mailbox.received(message("301"), on: "s")
    #expect(await take(mailbox) == (257...300).map(String.init))
    #expect(await take(mailbox) == ["301"])
    mailbox.received(message("302"), on: "s")
    mailbox.finish()
    #expect(await take(mailbox) == ["302"], "what has come is taken, also behind the end")
    #expect(await take(mailbox) == nil)
  }

  @Test func `messages beyond the limits are dropped and counted`() async {
    let mailbox = SubjectMailbox(most: SubjectLimits(messages: 3, bytes: 10))
    for text in ["12345", "67890", "x"] { mailbox.received(message(text), on: "s") }
    #expect(mailbox.dropped == 1, "eleven bytes")
    #expect(await take(mailbox) == ["12345", "67890"])
    for text in ["a", "b", "c", "d"] { mailbox.received(message(text), on: "s") }
    #expect(mailbox.dropped == 2, "four messages")
    #expect(await take(mailbox) == ["a", "b", "c"])
  }

  @Test func `a waiting reader wakes on a message, at the end and on cancellation`() async {
    let mailbox = SubjectMailbox(most: SubjectLimits())
    async let first = take(mailbox)
    mailbox.received(message("1"), on: "s")
    #expect(await first == ["1"])
    let waiting = Task { await take(mailbox) }
    waiting.cancel()
    #expect(await waiting.value == [])
    async let last = take(mailbox)
    mailbox.finish()
    #expect(await last == nil)
  }
}
