import FeedModel

/// The state of a reader of a stream: the next entry, and the number of requested entries.
///
/// It decides on the next action for each message from JetStream; it does not send or wait itself.
struct PullState {
  /// The action that a message requires.
  enum Action: Hashable {
    case nothing
    /// The server has removed the consumer, or an entry was lost: reopen after the last one.
    case reopen
  }

  /// The position of the last entry read.
  private(set) var position: LogPosition
  /// Whether the next entry is the one at the position, whose digest must be compared.
  private var isComparing = false
  /// The number of requested entries that have not arrived.
  private(set) var credit = 0
  private var entries: [LoggedEntry] = []
  private var remaining: UInt64 = 0
  /// The size of the largest entry so far.
  private var largest = 1024
  /// The number of successive ticks without a message.
  private var silentTicks = 0
  /// The number of successive attempts in which the next entry was missing.
  private var gaps = 0

  /// The maximum number of ticks without a message; the server sends a heartbeat in each.
  static let patience = 4
  private static let mostBytes = 16 << 20
  private static let mostEntries = 512

  init(_ position: LogPosition) { self.position = position }

  /// Resets the state for a newly opened consumer.
  ///
  /// - Returns: The number of the entry at which the consumer must start.
  mutating func open(first: UInt64) -> UInt64 {
    isComparing =
      position.digest != nil && position.sequence >= max(first, 1)
    credit = 0
    silentTicks = 0
    return position.sequence + (isComparing ? 0 : 1)
  }

  /// Returns the number of entries to request now, or `nil` while enough are requested.
  mutating func pull() -> Int? {
    let batch = max(1, min(Self.mostEntries, Self.mostBytes / largest))
    guard credit <= batch / 2 else { return nil }
    credit += batch
    return batch
  }

  /// Removes and returns the entries that have arrived, if any.
  mutating func take() -> LogBatch? {
    guard !entries.isEmpty else { return nil }
    defer { entries = [] }
    return LogBatch(entries: entries, remaining: remaining)
  }

  /// Processes a message from the server.
  ///
  /// - Throws: ``LogError`` if an entry differs from the entry that was read, or is missing.
  mutating func received(_ message: NATSMessage) throws(LogError) -> Action {
    silentTicks = 0
    if let status = message.status { return received(status) }
    guard let place = message.reply.flatMap(StreamPlace.init) else { return .nothing }
    credit = max(0, credit - 1)
    remaining = place.remaining
    let entry = LoggedEntry(sequence: place.sequence, bytes: message.body)
    if isComparing {
      guard entry.sequence == position.sequence else { return try missed() }
      guard entry.position == position else { throw .forked(position.sequence) }
      isComparing = false
      return .nothing
    }
    guard entry.sequence == position.sequence + 1 else {
      // An entry that was sent twice is ignored.
      return entry.sequence <= position.sequence ? .nothing : try missed()
    }
    gaps = 0
    largest = max(largest, entry.bytes.count)
    position = LogPosition(sequence: entry.sequence, digest: nil)
    entries.append(entry)
    return .nothing
  }

  /// Counts a tick of the timer without a message.
  mutating func ticked() -> Action {
    silentTicks += 1
    return silentTicks > Self.patience ? .reopen : .nothing
  }

  /// Stores the digest of the last entry taken, for the comparison after reopening.
  mutating func remember(_ entry: LoggedEntry) {
    if entry.sequence == position.sequence { position = entry.position }
  }

  private mutating func received(_ status: NATSMessage.Status) -> Action {
    switch status.code {
    case 100: return .nothing
    // The request has expired: its remaining entries will not arrive.
    case 404, 408:
      credit = max(0, credit - (status.missing ?? credit))
      return .nothing
    default: return .reopen
    }
  }

  private mutating func missed() throws(LogError) -> Action {
    gaps += 1
    guard gaps < 5 else { throw .missing(position.sequence + 1) }
    return .reopen
  }
}

/// The place of an entry in its stream, parsed from its acknowledgement subject.
struct StreamPlace: Hashable {
  var sequence: UInt64
  /// The number of the delivery by the consumer.
  var delivery: UInt64
  /// The number of entries that the stream had after it.
  var remaining: UInt64

  /// Parses `$JS.ACK.STREAM.CONSUMER.TIMES.SEQUENCE.NUMBER.TIME.REMAINING`.
  ///
  /// The longer form has a domain and an account before the stream.
  init?(_ subject: String) {
    let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 9, parts[0] == "$JS", parts[1] == "ACK" else { return nil }
    let offset = parts.count == 9 ? 0 : 2
    guard parts.count > offset + 8, let sequence = UInt64(parts[offset + 5]),
      let delivery = UInt64(parts[offset + 6]), let remaining = UInt64(parts[offset + 8])
    else { return nil }
    (self.sequence, self.delivery, self.remaining) = (sequence, delivery, remaining)
  }
}
