import FeedModel

/// What a reader of a stream knows: which entry comes next, and how many are on their way.
///
/// It reads what JetStream says and decides what is to be done; it sends nothing and waits for nobody.
struct PullState {
  /// What has to be done.
  enum Action: Hashable {
    case nothing
    /// The server has forgotten the reader, or something was lost on the way: begin behind the last entry.
    case reopen
  }

  /// The entry that was read last.
  private(set) var position: LogPosition
  /// Whether the entry at the position comes first, to be compared.
  private var isComparing = false
  /// How many entries the server may still send.
  private(set) var credit = 0
  private var entries: [LoggedEntry] = []
  private var remaining: UInt64 = 0
  /// The size of the largest entry so far.
  private var largest = 1024
  /// How often in a row nothing was heard for the time of a tick.
  private var silentTicks = 0
  /// How often in a row the entry that comes next was left out.
  private var gaps = 0

  /// How many ticks the server may be silent; it sends a sign of life in each.
  static let patience = 4
  private static let mostBytes = 16 << 20
  private static let mostEntries = 512

  init(_ position: LogPosition) { self.position = position }

  /// Begins to read again.
  ///
  /// - Parameter first: The oldest entry of the log.
  /// - Returns: The entry with which the server is to begin.
  mutating func open(first: UInt64) -> UInt64 {
    isComparing =
      position.digest != nil && position.sequence >= max(first, 1)
    credit = 0
    silentTicks = 0
    return position.sequence + (isComparing ? 0 : 1)
  }

  /// How many entries to ask for, if any: as many as there is room for, before the last have come.
  mutating func pull() -> Int? {
    let batch = max(1, min(Self.mostEntries, Self.mostBytes / largest))
    guard credit <= batch / 2 else { return nil }
    credit += batch
    return batch
  }

  /// The entries that have come, if any.
  mutating func take() -> LogBatch? {
    guard !entries.isEmpty else { return nil }
    defer { entries = [] }
    return LogBatch(entries: entries, remaining: remaining)
  }

  /// Takes what the server sends.
  ///
  /// - Parameter message: The message.
  /// - Returns: What has to be done.
  /// - Throws: ``LogError`` if the log has another entry than was read, or one is gone.
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
      // What was sent twice is known.
      return entry.sequence <= position.sequence ? .nothing : try missed()
    }
    gaps = 0
    largest = max(largest, entry.bytes.count)
    position = LogPosition(sequence: entry.sequence, digest: nil)
    entries.append(entry)
    return .nothing
  }

  /// Time has passed.
  mutating func ticked() -> Action {
    silentTicks += 1
    return silentTicks > Self.patience ? .reopen : .nothing
  }

  /// The digest of the entry that was taken last, for when the log is read again.
  mutating func remember(_ entry: LoggedEntry) {
    if entry.sequence == position.sequence { position = entry.position }
  }

  private mutating func received(_ status: NATSMessage.Status) -> Action {
    switch status.code {
    case 100: return .nothing
    // The time of a request is up: the rest of it does not come.
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

/// Where an entry stands, as the subject says to which it would be acknowledged.
struct StreamPlace: Hashable {
  var sequence: UInt64
  /// The number of the delivery, among all of the consumer.
  var delivery: UInt64
  /// How many entries the stream had behind it.
  var remaining: UInt64

  /// Reads `$JS.ACK.STREAM.CONSUMER.TIMES.SEQUENCE.NUMBER.TIME.REMAINING`, or the longer form with a
  /// domain and an account before the stream.
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
