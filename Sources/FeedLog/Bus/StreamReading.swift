/// What a reader of a consumer knows: which message came last, and how many are on their way.
///
/// It reads what JetStream says and decides what is to be done; it sends nothing and waits for nobody.
struct StreamReading {
  /// What has to be done.
  enum Action: Hashable {
    case nothing
    case take(BusMessage)
    /// The server has forgotten the reader, or something was lost on the way: begin behind the last message.
    case reopen
  }

  /// Where the reader is; the sequence is zero before the first message.
  private(set) var position: StreamPosition
  /// Whether messages are acknowledged.
  private let acknowledges: Bool
  /// The number of the last delivery of the consumer.
  private var delivery: UInt64 = 0
  /// How many messages the server may still send.
  private(set) var credit = 0
  /// How often in a row nothing was heard for the time of a tick.
  private var silentTicks = 0

  /// How many messages are asked for at a time.
  static let mostMessages = 256

  init(_ position: StreamPosition, acknowledges: Bool) {
    self.position = position
    self.acknowledges = acknowledges
  }

  /// Goes on at another place: messages up to there are known.
  mutating func move(to position: StreamPosition) { self.position = position }

  /// Begins to read by a consumer.
  ///
  /// - Parameter delivered: The number of its last delivery.
  mutating func open(delivered: UInt64) {
    delivery = delivered
    credit = 0
    silentTicks = 0
  }

  /// How many messages to ask for, if any: more before the last have come.
  mutating func pull() -> Int? {
    guard credit <= Self.mostMessages / 2 else { return nil }
    credit += Self.mostMessages
    return Self.mostMessages
  }

  /// Takes what the server sends.
  ///
  /// - Parameter message: The message.
  /// - Returns: What has to be done.
  /// - Throws: ``BusError`` if the server refuses.
  mutating func received(_ message: NATSMessage) throws(BusError) -> Action {
    silentTicks = 0
    if let status = message.status { return try received(status) }
    guard let place = message.reply.flatMap(StreamPlace.init) else { return .nothing }
    credit = max(0, credit - 1)
    // A delivery that is left out was lost on its way, or another reader has it.
    guard place.delivery == delivery + 1 else { return .reopen }
    delivery = place.delivery
    var taken = BusMessage(body: message.body, position: position)
    taken.position.sequence = place.sequence
    taken.acknowledgement = acknowledges ? message.reply : nil
    if place.sequence <= position.sequence {
      taken.isRepeat = true
    } else {
      position = taken.position
    }
    return .take(taken)
  }

  /// Time has passed.
  mutating func ticked() -> Action {
    silentTicks += 1
    return silentTicks > PullState.patience ? .reopen : .nothing
  }

  private mutating func received(_ status: NATSMessage.Status) throws(BusError) -> Action {
    switch status.code {
    case 100: return .nothing
    // The time of a request is up, or its bytes are: the rest of it does not come.
    case 404, 408:
      credit = max(0, credit - (status.missing ?? credit))
      return .nothing
    case 409 where status.text.contains("MaxBytes") && !status.text.contains("Exceeded"):
      credit = max(0, credit - (status.missing ?? credit))
      return .nothing
    case 409 where status.text.contains("Exceeded"):
      throw BusError(
        "the consumer refuses: \(status.text)",
        hint: "let it answer requests for \(Self.mostMessages) messages and 20 seconds"
      )
    default: return .reopen
    }
  }
}
