import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import Synchronization

/// The way of one input's messages into the feed, the same for all kinds.
///
/// One message is under way at a time: whoever reads the source waits until the store has it, and so does the
/// source, by its own connection.
package final class InputSession: Sendable {
  /// What becomes of a message.
  enum Target: Hashable, Sendable {
    /// It is for an adapter, or a line of a fixture.
    case rows(adapter: String?)
    /// It is a document as a whole.
    case document(Name)
  }

  struct State {
    var record: InputRecord
    var condition = InputCondition.live
    /// When something came last, or the input began to run.
    var heard: Duration
    /// When it was last said that a message could not be applied.
    var toldRejection: Duration?
    /// How often the source has failed since something came.
    var failures = 0
    /// The pause before the next connection that the source asks for.
    var pause = Duration.zero
    /// Since when the source cannot be reached, until it is.
    var away: Duration?
    /// When the bytes came of which messages are being taken.
    var received: Duration
    var meter = InputMeter()
  }

  let name: String
  let target: Target
  let stale: Duration?
  let engine: FeedEngine
  let time: InputTime
  /// Where messages go, if the feed follows an ordered log.
  let log: (any EntryLog)?
  private let recorder: Recorder?
  private let onNotice: @Sendable (InputNotice) -> Void
  /// Guarded by the mutex.
  let state: Mutex<State>

  init(
    _ name: String,
    _ target: Target,
    stale: Duration?,
    engine: FeedEngine,
    time: InputTime,
    log: (any EntryLog)? = nil,
    recorder: Recorder?,
    onNotice: @escaping @Sendable (InputNotice) -> Void
  ) async throws {
    self.name = name
    self.target = target
    self.stale = stale
    self.engine = engine
    self.time = time
    self.log = log
    self.recorder = recorder
    self.onNotice = onNotice
    let (known, failure) = try await engine.record(ofInput: name)
    if failure != nil, log == nil { try await engine.forgetFailure(ofInput: name) }
    let record = known ?? InputRecord()
    let now = time.uptime()
    var state = State(record: record, heard: now, received: now)
    // Another replica may have said last how it fares.
    if log != nil { state.condition = await engine.condition(ofInput: name) }
    // The first second begins here.
    _ = state.meter.figures(at: now)
    self.state = Mutex(state)
  }

  /// Where the input goes on; `nil` before the first message.
  package var position: String? { state.withLock(\.record.position) }

  /// How often the source has failed since something came.
  var failures: Int { state.withLock(\.failures) }

  /// The pause before the next connection that the source asks for.
  var pause: Duration {
    get { state.withLock(\.pause) }
    set { state.withLock { $0.pause = newValue } }
  }

  // MARK: What comes

  /// Takes note that bytes have come, of which messages will be taken.
  package func didRead() { state.withLock { $0.received = time.uptime() } }

  /// Takes a message, and returns when the store has it.
  ///
  /// A message that cannot be applied is kept in `_rejected`. While the store cannot be written, the message
  /// waits.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - position: Where the input goes on behind it.
  /// - Throws: `CancellationError`, or `StoreError` once the store is closed or lost.
  func deliver(_ bytes: [UInt8], position: String?) async throws {
    let bytes = bytes.withoutByteOrderMark
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return try await reject(bytes, because: "the message is not UTF-8", position: position)
    }
    if let log { return try await append(text, bytes, position: position, to: log) }
    var record = nextRecord(position)
    record.messages += 1
    do {
      try await persistently { [target, engine, name, record, recorder] in
        let didCommit: @Sendable () -> Void = {
          recorder?.record(bytes, input: name, position: position, target)
        }
        switch target {
        case .rows(let adapter):
          _ = try await engine.apply(message: text, adapter: adapter, from: name, record, didCommit)
        case .document(let document):
          _ = try await engine.replaceDocument(document, with: bytes, from: name, record, didCommit)
        }
      }
      countMessage()
      try await didReceive(record)
    } catch  where error.isAboutMessage {
      try await reject(bytes, because: "\(error)", position: position)
    }
  }

  /// Keeps a message that cannot be applied, and goes on behind it.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - reason: Why it cannot be applied.
  ///   - position: Where the input goes on behind it.
  ///   - count: How many messages it stands for.
  /// - Throws: What ``deliver(_:position:)`` throws.
  func reject(
    _ bytes: [UInt8],
    because reason: String,
    position: String?,
    count: Int = 1
  ) async throws {
    var record = nextRecord(position)
    record.rejected += count
    var adapter: String?
    if case .rows(let name) = target { adapter = name }
    let message = RejectedMessage(
      input: name,
      time: record.time,
      adapter: adapter,
      reason: reason,
      text: String(decoding: bytes.prefix(RejectedMessage.mostBytes + 1), as: UTF8.self)
    )
    if let log { return try await append(message, position: position, count: count, to: log) }
    try await persistently { [engine, record] in try await engine.reject(message, record) }
    countMessage()
    if mayTellRejection() { tell(.rejected, reason) }
    try await didReceive(record)
  }

  /// Takes note of messages that have come and could not wait: they count as rejected, and one line of `_rejected`
  /// stands for them all.
  ///
  /// - Parameters:
  ///   - count: How many messages.
  ///   - reason: Why they were dropped.
  /// - Throws: What ``deliver(_:position:)`` throws.
  package func lose(_ count: Int, because reason: String) async throws {
    miss(reason)
    // It is not said again as a rejection.
    _ = mayTellRejection()
    try await reject([], because: reason, position: position, count: count)
  }

  /// Says that messages may be missing, it is not known how many.
  package func miss(_ reason: String) {
    tell(.missed, reason)
  }

  /// Takes note that the source can be reached, though nothing need have come from it yet.
  ///
  /// - Returns: For how long it could not be reached; `nil` if it could the last time, or this is the first.
  /// - Throws: What ``deliver(_:position:)`` throws.
  @discardableResult
  package func didReach() async throws -> Duration? {
    let now = time.uptime()
    let (away, hasFailed) = state.withLock { state in
      defer { (state.away, state.failures) = (nil, 0) }
      if case .failed = state.condition { return (state.away, true) }
      return (state.away, false)
    }
    if hasFailed { try await become(.live, "can be reached again") }
    return away.map { now - $0 }
  }

  /// Whether a second has passed since it was last said that a message could not be applied.
  ///
  /// A source that sends nothing but garbage would fill the log.
  func mayTellRejection() -> Bool {
    state.withLock { state in
      let now = time.uptime()
      guard state.toldRejection.map({ now - $0 >= .seconds(1) }) ?? true else { return false }
      state.toldRejection = now
      return true
    }
  }

  /// Takes note that the source was heard of, and has nothing new.
  package func didHear(position: String?) async throws {
    let record = nextRecord(position)
    // With a log, the next message carries the position.
    if log == nil {
      try await persistently { [engine, name, record] in try await engine.note(record, of: name) }
    }
    try await didReceive(record)
  }

  /// Takes note of messages that somebody else has applied.
  func didSee(_ record: InputRecord) async throws {
    let isNew = state.withLock { $0.record.messages != record.messages }
    if isNew { try await didReceive(record) }
  }

  func countMessage() {
    state.withLock { $0.meter.add(time.uptime() - $0.received) }
  }

  /// Keeps how fast messages came until the input has ended.
  func end() async {
    let record = state.withLock { state in
      var record = state.record
      record.figures = state.meter.figures(at: time.uptime(), isLast: true)
      return record
    }
    // What cannot be written any more is lost with the store.
    if record.figures != nil, log == nil { try? await engine.note(record, of: name) }
  }

  func nextRecord(_ position: String?) -> InputRecord {
    var record = state.withLock { state in
      var record = state.record
      record.figures = state.meter.figures(at: time.uptime())
      return record
    }
    record.position = position
    record.time = time.wall()
    return record
  }

  func didReceive(_ record: InputRecord) async throws {
    let wasLive = state.withLock { state in
      state.record = record
      state.heard = time.uptime()
      state.failures = 0
      return state.condition == .live
    }
    if !wasLive { try await become(.live, "receives messages again") }
  }

  // MARK: What does not come

  /// Takes note that the source cannot be reached or read.
  ///
  /// One failure is no news: connections end. From the second one on, without a message in between, the input
  /// has failed. A stream that ends by itself has not failed. An input whose source ends it with 204, or asks for a
  /// long pause, has failed at once.
  func didFail(_ error: InputError) async throws {
    let failures = state.withLock { state in
      state.failures += 1
      state.away = state.away ?? time.uptime()
      return state.failures
    }
    let isLasting =
      error.code == .finished || error.retryAfter.map { $0 > Backoff.most } ?? false
    guard isLasting || failures > 1 && error != .endedByItself else { return }
    try await become(.failed(error.message), error.message)
  }

  /// Says that the input is late, if nothing has come for longer than it may be quiet.
  ///
  /// - Returns: How long nothing need be asked.
  func checkTime() async throws -> Duration {
    guard let stale else { return .seconds(3600) }
    let (silence, condition) = state.withLock { (time.uptime() - $0.heard, $0.condition) }
    if silence < stale { return stale - silence }
    // An input that has failed says more than that it is late.
    if condition == .live {
      try await become(.late(stale), "no message for more than \(stale.written)")
    }
    return stale
  }

  private func become(_ condition: InputCondition, _ text: String) async throws {
    let isNew = state.withLock { state in
      defer { state.condition = condition }
      return state.condition != condition
    }
    guard isNew else { return }
    let kind: InputNotice.Kind =
      switch condition {
      case .live: .live
      case .late: .late
      case .failed: .failed
      }
    tell(kind, text)
    try await persistently { [engine, name, log] in
      if let log {
        _ = try await log.apply(FeedEntry(.condition(condition, input: name)))
      } else {
        _ = try await engine.set(condition, ofInput: name)
      }
    }
  }

  func tell(_ kind: InputNotice.Kind, _ text: String) {
    onNotice(InputNotice(input: name, kind: kind, text: text))
  }

  // MARK: A store that cannot be written

  /// Does something, again and again while the store cannot be written for a time.
  func persistently(_ body: () async throws -> Void) async throws {
    var backoff = Backoff(mostAskedFor: .zero)
    var generator = SystemRandomNumberGenerator()
    while true {
      do { return try await body() } catch  where error.mayPass {
        tell(.waiting, "\(error)")
        try await time.sleep(backoff.next(using: &generator))
      }
    }
  }
}

extension StoreError {
  /// Whether nothing can be written any more.
  fileprivate var isFinal: Bool {
    switch code {
    case .closed, .lost, .interrupted, .sharedConnection, .notADatabase: true
    default: mayPass
    }
  }
}

extension Error {
  /// Whether the same may succeed later.
  fileprivate var mayPass: Bool {
    switch self {
    case let error as StoreError: error.mayPass
    case let error as EngineError: error.code == .logUnreachable
    default: false
    }
  }

  /// Whether it is the message that cannot be applied, and not the store that cannot be written.
  var isAboutMessage: Bool {
    switch self {
    case let error as StoreError: !error.isFinal
    case is EngineError: true
    default: false
    }
  }
}
