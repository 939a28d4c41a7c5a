import CNats
import Dispatch
import FeedModel
import Foundation
import Synchronization

/// A connection to NATS through libnats.
///
/// Callbacks of libnats, which run on its own threads, go to the router. Calls that may block run on a queue.
@safe
final class NATSConnection: Sendable {
  @safe
  private struct Handle {
    var connection: OpaquePointer
    /// The subscriptions by number: zero for answers, and one for each mailbox and subject.
    var subscriptions: [UInt64: Subscription]
  }

  @safe
  private struct Subscription {
    var pointer: OpaquePointer
    var receiver: UInt
  }

  /// The router of messages to their recipients.
  let router: NATSRouter
  private let routerNumber: UInt
  private let queue: DispatchQueue
  /// The prefix of the subjects of answers.
  private let prefix: String
  /// `nil` once the connection is closed; guarded by the mutex.
  private let handle: Mutex<Handle?>

  /// Connects to one of several servers.
  ///
  /// - Parameters:
  ///   - isSecure: Whether TLS is required.
  ///   - reconnects: Whether a lost connection reconnects to one of the servers, without a time limit; if not, it
  ///     is closed.
  /// - Throws: ``LogError`` if no server accepts the connection.
  static func connect(
    to servers: [String],
    isSecure: Bool,
    _ security: LogSecurity,
    reconnects: Bool = true
  ) async throws -> NATSConnection {
    let queue = DispatchQueue(label: "FeedLog.NATS")
    return try await queue.result {
      let router = NATSRouter()
      let number = NATSReceivers.add(router)
      let prefix = "_INBOX.\(UUID().uuidString.filter { $0 != "-" })"
      do {
        let options = try NATSOptions(
          servers,
          isSecure: isSecure,
          security,
          reconnects: reconnects
        )
        try options.route(to: number)
        let handle = try open(options, prefix, number, servers)
        return NATSConnection(handle, router, number, prefix, queue)
      } catch {
        NATSReceivers.remove(number)
        throw error
      }
    }
  }

  private init(
    _ handle: sending Handle,
    _ router: NATSRouter,
    _ number: UInt,
    _ prefix: String,
    _ queue: DispatchQueue
  ) {
    self.router = router
    routerNumber = number
    self.prefix = prefix
    self.queue = queue
    self.handle = Mutex(handle)
  }

  deinit { closeNow() }

  /// Sends a request, and waits for the answer.
  ///
  /// - Throws: ``LogError`` if the connection is lost, or no answer arrives in time.
  func answer(to request: NATSRequest, within patience: Duration) async throws -> NATSMessage {
    let number = router.number()
    return try await router.answer(to: number) {
      publish(request, reply: "\(prefix).answer.\(number)", number)
      queue.asyncAfter(deadline: .now() + patience.seconds) { [router] in
        router.fail(number, with: LogError.noAnswer)
      }
    }
  }

  /// Routes the messages for a number to a mailbox, until the mailbox is closed.
  func open(_ mailbox: NATSMailbox, for number: UInt64) {
    router.open(mailbox, for: number)
    queue.async { [weak self] in self?.subscribeNow(mailbox, number) }
  }

  /// Closes the mailbox of a number.
  func closeMailbox(_ number: UInt64) {
    router.closeMailbox(number)
    queue.async { [weak self] in self?.unsubscribeNow(number) }
  }

  /// Sends a message whose answers go to a mailbox.
  func publish(_ request: NATSRequest, toMailbox number: UInt64) {
    publish(request, reply: subject(ofMailbox: number), number)
  }

  /// Sends a message without waiting for an answer.
  func send(_ request: NATSRequest) {
    // A lost connection loses the message; the reader detects that.
    queue.async { [weak self] in try? self?.publishNow(request, reply: nil) }
  }

  /// Routes the messages of a subject to a receiver, until the connection is closed.
  ///
  /// - Parameters:
  ///   - subject: The subject, with or without wildcards.
  ///   - most: The limits on the messages that wait in libnats; messages beyond them are dropped.
  /// - Throws: ``BusError`` if the server does not allow it, ``LogError`` if it does not answer.
  func subscribe(
    to subject: String,
    _ receiver: some NATSReceiver,
    most: SubjectLimits
  ) async throws -> UInt64 {
    try await queue.result { [self] in try subscribeNow(to: subject, receiver, most) }
  }

  /// Returns the number of messages of a subscription that libnats has dropped.
  func dropped(_ number: UInt64) -> Int {
    handle.withLock { handle in
      guard let subscription = handle?.subscriptions[number] else { return 0 }
      var count: Int64 = 0
      _ = unsafe natsSubscription_GetDropped(subscription.pointer, &count)
      return Int(count)
    }
  }

  private func publish(_ request: NATSRequest, reply: String, _ number: UInt64) {
    queue.async { [weak self] in
      guard let self else { return }
      do { try publishNow(request, reply: reply) } catch { router.fail(number, with: error) }
    }
  }

  private func subject(ofMailbox number: UInt64) -> String { "\(prefix).mailbox.\(number)" }

  /// The maximum size of a message in bytes.
  var mostBytes: Int {
    handle.withLock { handle in
      guard let handle else { return 0 }
      return Int(unsafe natsConnection_GetMaxPayload(handle.connection))
    }
  }

  /// Closes the connection.
  func close() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        closeNow()
        continuation.resume()
      }
    }
  }

  // MARK: Blocking calls

  private func closeNow() {
    NATSReceivers.remove(routerNumber)
    router.finish()
    handle.withLock { handle in
      guard let open = handle else { return }
      for subscription in open.subscriptions.values { Self.end(subscription) }
      unsafe natsConnection_Destroy(open.connection)
      handle = nil
    }
  }

  private func subscribeNow(_ mailbox: NATSMailbox, _ number: UInt64) {
    handle.withLock { handle in
      guard let open = handle else { return }
      let receiver = NATSReceivers.add(mailbox)
      let subject = subject(ofMailbox: number)
      handle?.subscriptions[number] = unsafe Self.subscribe(open.connection, subject, receiver)
    }
  }

  private func subscribeNow(
    to subject: String,
    _ receiver: some NATSReceiver,
    _ most: SubjectLimits
  ) throws -> UInt64 {
    let number = router.number()
    try handle.withLock { handle in
      guard let open = handle else { throw LogError.closed }
      let receiver = NATSReceivers.add(receiver)
      guard let made = unsafe Self.subscribe(open.connection, subject, receiver, most: most) else {
        throw LogError.unsent(NATS_ERR, Self.lastError)
      }
      handle?.subscriptions[number] = made
      // The server answers in order, so a refusal of the subscription arrives before this answer.
      let status = unsafe natsConnection_FlushTimeout(open.connection, 5000)
      var text: UnsafePointer<CChar>?
      let refusal = unsafe natsConnection_GetLastError(open.connection, &text)
      if refusal == NATS_NOT_PERMITTED {
        throw BusError.notPermitted(subject)
      }
      guard status == NATS_OK else { throw LogError.unsent(status, Self.lastError) }
    }
    return number
  }

  private func unsubscribeNow(_ number: UInt64) {
    handle.withLock { handle in
      if let subscription = handle?.subscriptions.removeValue(forKey: number) {
        Self.end(subscription)
      }
    }
  }

  private static func subscribe(
    _ connection: OpaquePointer,
    _ subject: String,
    _ receiver: UInt,
    most: SubjectLimits? = nil
  ) -> Subscription? {
    var subscription: OpaquePointer?
    let status = unsafe natsConnection_Subscribe(
      &subscription,
      connection,
      subject,
      { _, _, message, closure in unsafe NATSCallbacks.received(message, closure) },
      UnsafeMutableRawPointer(bitPattern: receiver)
    )
    guard status == NATS_OK, let subscription = unsafe subscription else {
      NATSReceivers.remove(receiver)
      return nil
    }
    // Readers of a stream need no limit: they request only what fits into their buffers.
    unsafe natsSubscription_SetPendingLimits(
      subscription,
      most.map { Int32(clamping: $0.messages) } ?? -1,
      most.map { Int32(clamping: $0.bytes) } ?? -1
    )
    return unsafe Subscription(pointer: subscription, receiver: receiver)
  }

  private static func end(_ subscription: Subscription) {
    NATSReceivers.remove(subscription.receiver)
    unsafe natsSubscription_Destroy(subscription.pointer)
  }

  private static func open(
    _ options: NATSOptions,
    _ prefix: String,
    _ number: UInt,
    _ servers: [String]
  ) throws(LogError) -> Handle {
    var connection: OpaquePointer?
    let status = unsafe natsConnection_Connect(&connection, options.pointer)
    guard status == NATS_OK, let connection = unsafe connection else {
      throw .connecting(to: servers, status, Self.lastError)
    }
    guard let answers = unsafe subscribe(connection, prefix + ".answer.*", number) else {
      let error = LogError.connecting(to: servers, NATS_ERR, Self.lastError)
      unsafe natsConnection_Destroy(connection)
      throw error
    }
    return unsafe Handle(connection: connection, subscriptions: [0: answers])
  }

  private func publishNow(_ request: NATSRequest, reply: String?) throws(LogError) {
    let status = handle.withLock { handle -> natsStatus in
      guard let handle else { return NATS_CONNECTION_CLOSED }
      var message: OpaquePointer?
      var status = unsafe request.body.withUnsafeBytes { bytes in
        unsafe natsMsg_Create(
          &message,
          request.subject,
          reply,
          bytes.bindMemory(to: CChar.self).baseAddress,
          Int32(bytes.count)
        )
      }
      defer { unsafe natsMsg_Destroy(message) }
      for header in request.headers where status == NATS_OK {
        status = unsafe natsMsgHeader_Set(message, header.name, header.value)
      }
      return status == NATS_OK
        ? unsafe natsConnection_PublishMsg(handle.connection, message) : status
    }
    switch status {
    case NATS_OK: return
    case NATS_CONNECTION_CLOSED: throw .closed
    case NATS_MAX_PAYLOAD: throw .tooLarge(request.body.count, most: mostBytes)
    default: throw .unsent(status, Self.lastError)
    }
  }

  /// The description by libnats of the last failure on this thread.
  private static var lastError: String {
    unsafe nats_GetLastError(nil).map { unsafe String(cString: $0) } ?? ""
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
