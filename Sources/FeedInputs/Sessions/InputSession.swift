import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import Synchronization

/// The path of one input's messages into the feed, shared by all kinds of inputs.
///
/// One message is processed at a time: the driver waits until the store has it, so the source waits at its own
/// connection.
package final class InputSession: Sendable {
  /// The destination of a message.
  enum Target: Hashable, Sendable {
    /// Rows, through an adapter or as a line of a fixture.
    case rows(adapter: String?)
    /// A whole document.
    case document(Name)

    var isDocument: Bool {
      if case .document = self { true } else { false }
    }
  }

  /// The failures of a source that was not heard in between.
  struct Outage {
    /// The time of the first one.
    let since: Duration
    var failures = 0
  }

  /// The state of the connection of a stream, a socket or a WebSocket.
  enum Contact {
    case none
    /// The source has accepted the current connection.
    case accepted
    /// The source has accepted the last connection, which has failed.
    case broken
  }

  struct State {
    var record: InputRecord
    var condition = InputCondition.live
    /// The time of the last message, or of the start of the input.
    var heard: Duration
    /// The time of the last notice of a rejected message.
    var toldRejection: Duration?
    /// The failures since the source was last heard; `nil` if there were none.
    var outage: Outage?
    /// The state of the connection to the source.
    var contact = Contact.none
    /// The pause before the next connection, as the source requests it.
    var pause = Duration.zero
    /// Whether the last answer of a poll was rejected.
    var hasRejectedAnswer = false
    /// The rejected answer of an earlier run, which is tried once more unless the source has a new one.
    var retried: RejectedAnswer?
    /// The time of arrival of the bytes that are being processed.
    var received: Duration
    var meter = InputMeter()
  }

  let name: String
  let target: Target
  let stale: Duration?
  let engine: FeedEngine
  let time: InputTime
  /// The log that receives the messages, if the feed follows one.
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
    let record = known ?? InputRecord()
    let now = time.uptime()
    // The silence before a restart counts. A log has the last condition instead.
    let silence = log == nil ? known.map { max(0, time.wall() - $0.time) } ?? 0 : 0
    var state = State(record: record, heard: now - .seconds(silence), received: now)
    if log == nil, let answer = try await engine.rejectedAnswer(ofInput: name) {
      // The store has the position after this answer. The feed may have changed, so the answer is tried once more.
      state.condition = .failed(RejectedAnswer.failure)
      (state.hasRejectedAnswer, state.retried) = (true, answer)
      _ = try await engine.set(state.condition, ofInput: name)
    } else if failure != nil, log == nil {
      try await engine.forgetFailure(ofInput: name)
    }
    // Another replica or the run before this one may have left a condition.
    if !state.hasRejectedAnswer { state.condition = await engine.condition(ofInput: name) }
    // The first second begins here.
    _ = state.meter.figures(at: now)
    self.state = Mutex(state)
  }

  /// The position at which the input resumes; `nil` before the first message.
  package var position: String? { state.withLock(\.record.position) }

  /// The number of failures since the source was last heard.
  var failures: Int { state.withLock { $0.outage?.failures ?? 0 } }

  /// The pause before the next connection that the source asks for.
  var pause: Duration {
    get { state.withLock(\.pause) }
    set { state.withLock { $0.pause = newValue } }
  }

  // MARK: Messages

  /// Records the arrival of bytes.
  package func didRead() { state.withLock { $0.received = time.uptime() } }

  /// Delivers a message, and waits until the store has it.
  ///
  /// A message that cannot be applied is kept in `_rejected`. While the store cannot be written, the message
  /// waits.
  ///
  /// - Parameters:
  ///   - position: The position of the input after the message.
  ///   - isWhole: Whether the message replaces the one before it, as documents do: the input fails if it is rejected.
  /// - Throws: ``InputError`` for a document that is rejected; `CancellationError`; `StoreError` once the store is
  ///   closed or lost.
  func deliver(_ bytes: [UInt8], position: String?, isWhole: Bool = false) async throws {
    let bytes = bytes.withoutByteOrderMark
    let isWhole = isWhole || target.isDocument
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let reason = "the message is not UTF-8"
      return try await reject(bytes, because: reason, position: position, isWhole: isWhole)
    }
    if let log {
      return try await append(text, bytes, position: position, isWhole: isWhole, to: log)
    }
    var record = nextRecord(position)
    record.messages += 1
    let retried = retriedAnswer(isWhole: isWhole)
    do {
      try await persistently { [target, engine, name, record, recorder] in
        let didCommit: @Sendable () -> Void = {
          recorder?.record(bytes, input: name, position: position, target)
        }
        switch target {
        case .rows(let adapter):
          _ = try await engine.apply(
            message: text,
            adapter: adapter,
            from: name,
            record,
            retrying: retried,
            didCommit
          )
        case .document(let document):
          _ = try await engine.replaceDocument(document, with: bytes, from: name, record, didCommit)
        }
      }
      if case .document(let document) = target,
        let problem = await engine.problem(ofDocument: document)
      {
        try await reject(bytes, because: problem, position: nil, isWhole: true)
      }
      countMessage()
      try await didReceive(record)
    } catch  where error.isAboutMessage {
      try await reject(bytes, because: "\(error)", position: position, isWhole: isWhole)
    }
  }

  /// Stores a message that cannot be applied, and advances the position.
  ///
  /// The position of a document is forgotten instead: the next answer is read even if it equals this one.
  ///
  /// - Parameters:
  ///   - position: The position of the input after the message.
  ///   - isWhole: Whether the message replaces the message before it, so that the input fails.
  /// - Throws: ``InputError`` for a document; the errors of ``deliver(_:position:isWhole:)``.
  func reject(
    _ bytes: [UInt8],
    because reason: String,
    position: String?,
    isWhole: Bool = false,
    count: Int = 1
  ) async throws {
    var record = nextRecord(target.isDocument && isWhole ? nil : position)
    let message = rejected(bytes, because: reason, at: record.time)
    let retried = retriedAnswer(isWhole: isWhole)
    var isRepeat = false
    if target.isDocument, log == nil { isRepeat = try await engine.repeatsRejection(message) }
    if retried == nil && !isRepeat { record.rejected += count }
    // The age of an input is that of the last message that the feed shows.
    record.time = state.withLock { $0.record.time == 0 ? record.time : $0.record.time }
    if let log {
      return try await append(
        message,
        position: position,
        isWhole: isWhole,
        count: count,
        to: log
      )
    }
    let isAnswer = isWhole && !target.isDocument
    var isStored = true
    try await persistently { [engine, record] in
      isStored = try await engine.reject(message, record, isAnswer: isAnswer, retrying: retried)
    }
    guard isStored else { return try await didReceive(record) }
    try await didReject(record, because: reason, isWhole: isWhole)
  }

  /// Records a rejected message.
  ///
  /// A rejected answer stays the newest one until the source has a new answer: the input has failed until then.
  ///
  /// - Throws: ``InputError`` for a document; the errors of ``deliver(_:position:isWhole:)``.
  func didReject(
    _ record: InputRecord,
    because reason: String,
    isWhole: Bool
  ) async throws {
    guard isWhole else {
      if mayTellRejection() { tell(.rejected, reason) }
      return try await didReceive(record, isApplied: false)
    }
    let line = reason.split(separator: "\n").first.map(String.init) ?? reason
    if target.isDocument {
      state.withLock { $0.record = record }
      let hint = "the feed shows the rows of the last valid answer"
      throw InputError(.invalidDocument, line, hint: hint)
    }
    let isRetry = state.withLock { state in
      defer { state.retried = nil }
      (state.record, state.outage, state.hasRejectedAnswer) = (record, nil, true)
      return state.retried != nil && state.condition == .failed(RejectedAnswer.failure)
    }
    // The place and the SQL of an adapter are for the log alone.
    let text = "\(RejectedAnswer.failure) (\(line))"
    // An input that has failed since its start reports the reason, which may differ from that of the earlier run.
    if isRetry { tell(.failed, text) }
    try await become(.failed(RejectedAnswer.failure), text)
  }

  /// Returns the row of `_rejected` for a message.
  private func rejected(
    _ bytes: [UInt8],
    because reason: String,
    at time: Double
  ) -> RejectedMessage {
    var adapter: String?
    if case .rows(let name) = target { adapter = name }
    let text = String(decoding: bytes.prefix(RejectedMessage.mostBytes + 1), as: UTF8.self)
    return RejectedMessage(input: name, time: time, adapter: adapter, reason: reason, text: text)
  }

  /// Records dropped messages: all count as rejected, with one row in `_rejected`.
  ///
  /// - Throws: The errors of ``deliver(_:position:isWhole:)``.
  package func lose(_ count: Int, because reason: String) async throws {
    miss(reason)
    // Do not report the same messages again as a rejection.
    _ = mayTellRejection()
    try await reject([], because: reason, position: position, count: count)
  }

  /// Reports that an unknown number of messages may be lost.
  package func miss(_ reason: String) {
    tell(.missed, reason)
  }

  /// Returns whether a second has passed since the last notice of a rejected message.
  ///
  /// A source that sends only invalid messages would fill the program's log.
  func mayTellRejection() -> Bool {
    state.withLock { state in
      let now = time.uptime()
      guard state.toldRejection.map({ now - $0 >= .seconds(1) }) ?? true else { return false }
      state.toldRejection = now
      return true
    }
  }

  /// Whether the source must be asked for its whole answer, even if that has not changed.
  var awaitsRetry: Bool { state.withLock { $0.retried != nil } }

  /// Returns the rejected answer that a message repeats.
  private func retriedAnswer(isWhole: Bool) -> RejectedAnswer? {
    isWhole ? state.withLock(\.retried) : nil
  }

  /// Returns whether an answer must be delivered: a new one, or a rejected one of an earlier run, which is tried once more.
  func mustDeliver(isNew: Bool) -> Bool {
    state.withLock { state in
      if isNew { state.retried = nil }
      return isNew || state.retried != nil
    }
  }

  /// Records that the source has answered without a new message.
  package func didHear(position: String?) async throws {
    let hasRejectedAnswer = state.withLock { state in
      if state.hasRejectedAnswer { state.outage = nil }
      return state.hasRejectedAnswer
    }
    // The answer that was rejected is still the newest one, unless another process has applied it.
    if hasRejectedAnswer {
      var isRejected = true
      if log == nil { isRejected = try await engine.rejectedAnswer(ofInput: name) != nil }
      if isRejected {
        return try await become(.failed(RejectedAnswer.failure), RejectedAnswer.failure)
      }
    }
    let record = nextRecord(position)
    // With a log, the next message carries the position.
    if log == nil {
      try await persistently { [engine, name, record] in try await engine.note(record, of: name) }
    }
    try await didReceive(record)
  }

  /// Records messages that another writer has applied.
  func didSee(_ record: InputRecord) async throws {
    let isNew = state.withLock { $0.record.messages != record.messages }
    if isNew { try await didReceive(record) }
  }

  func countMessage() {
    state.withLock { $0.meter.add(time.uptime() - $0.received) }
  }

  /// Stores the final rate and latencies of the input.
  func end() async {
    let record = state.withLock { state in
      var record = state.record
      record.figures = state.meter.figures(at: time.uptime(), isLast: true)
      return record
    }
    // A failure is ignored: the store may be closed already.
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

  /// Records a message, or an answer without a new one.
  ///
  /// - Parameter isApplied: Whether the feed shows it: an input that receives only rejected messages becomes late.
  func didReceive(_ record: InputRecord, isApplied: Bool = true) async throws {
    state.withLock { state in
      state.record = record
      (state.outage, state.retried) = (nil, nil)
      if isApplied { (state.heard, state.hasRejectedAnswer) = (time.uptime(), false) }
    }
    if isApplied {
      try await become(.live, "receives messages again")
    } else {
      try await endFailure()
    }
  }

  func tell(_ kind: InputNotice.Kind, _ text: String) {
    onNotice(InputNotice(input: name, kind: kind, text: text))
  }

  // MARK: A store that cannot be written

  /// Runs a body, and retries it while the store temporarily cannot be written.
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
  /// Whether the store cannot be written, now or permanently.
  fileprivate var isFinal: Bool {
    switch code {
    case .closed, .lost, .interrupted, .sharedConnection, .notADatabase: true
    default: mayPass
    }
  }
}

extension Error {
  /// Whether a retry may succeed later.
  fileprivate var mayPass: Bool {
    switch self {
    case let error as StoreError: error.mayPass
    case let error as EngineError: error.code == .logUnreachable
    default: false
    }
  }

  /// Whether the message is the cause of the error, rather than the store.
  var isAboutMessage: Bool {
    switch self {
    case let error as StoreError: !error.isFinal
    case is EngineError: true
    default: false
    }
  }
}
