/// The state of a reader of a consumer: the last message, and the number of requested messages.
///
/// It decides on the next action for each message from JetStream; it does not send or wait itself.
struct StreamReading {
  /// The action that a message requires.
  enum Action: Hashable {
    case nothing
    case take(BusMessage)
    /// The server has removed the consumer, or a message was lost: reopen after the last one.
    case reopen
  }

  /// The position of the reader; its sequence is zero before the first message.
  private(set) var position: StreamPosition
  /// Whether messages are acknowledged.
  private let acknowledges: Bool
  /// The number of the last delivery of the consumer.
  private var delivery: UInt64 = 0
  /// The number of requested messages that have not arrived.
  private(set) var credit = 0
  /// The number of successive ticks without a message.
  private var silentTicks = 0

  /// The number of messages that one request asks for.
  static let mostMessages = 256

  init(_ position: StreamPosition, acknowledges: Bool) {
    self.position = position
    self.acknowledges = acknowledges
  }

  /// Moves to another position; messages up to it count as read.
  mutating func move(to position: StreamPosition) { self.position = position }

  /// Resets the state for a newly opened consumer.
  mutating func open(delivered: UInt64) {
    delivery = delivered
    credit = 0
    silentTicks = 0
  }

  /// Returns the number of messages to request now, or `nil` while enough are requested.
  mutating func pull() -> Int? {
    guard credit <= Self.mostMessages / 2 else { return nil }
    credit += Self.mostMessages
    return Self.mostMessages
  }

  /// Processes a message from the server.
  ///
  /// - Throws: ``BusError`` if the server refuses.
  mutating func received(_ message: NATSMessage) throws(BusError) -> Action {
    silentTicks = 0
    if let status = message.status { return try received(status) }
    guard let place = message.reply.flatMap(StreamPlace.init) else { return .nothing }
    credit = max(0, credit - 1)
    // A missing delivery was lost, or another reader received it.
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

  /// Counts a tick of the timer without a message.
  mutating func ticked() -> Action {
    silentTicks += 1
    return silentTicks > PullState.patience ? .reopen : .nothing
  }

  private mutating func received(_ status: NATSMessage.Status) throws(BusError) -> Action {
    switch status.code {
    case 100: return .nothing
    // The request has expired or has used up its bytes: its remaining messages will not arrive.
    case 404, 408:
      credit = max(0, credit - (status.missing ?? credit))
      return .nothing
    case 409 where status.text.contains("MaxBytes") && !status.text.contains("Exceeded"):
      credit = max(0, credit - (status.missing ?? credit))
      return .nothing
    case 409 where status.text.contains("Exceeded"):
      throw BusError(
        "the consumer refuses: \(status.text)",
        hint: "allow it requests for \(Self.mostMessages) messages and 20 seconds"
      )
    default: return .reopen
    }
  }
}
