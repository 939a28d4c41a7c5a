import Dispatch
import Synchronization

/// Reads the messages of a subject as they are sent, for one reader.
///
/// What is sent while the connection is lost is lost, and so is what there is no room for.
package final class SubjectReader: Sendable {
  private let connection: NATSConnection
  private let mailbox: SubjectMailbox
  private let number: UInt64
  private let timer: Mutex<any DispatchSourceTimer>
  /// How many dropped messages were counted; guarded by the mutex.
  private let counted = Mutex(0)

  init(_ connection: NATSConnection, subject: String, most: SubjectLimits) async throws {
    self.connection = connection
    let mailbox = SubjectMailbox(most: most)
    self.mailbox = mailbox
    number = try await connection.subscribe(to: subject, mailbox, most: most)
    connection.router.whenFinished { mailbox.finish() }
    // What was dropped is counted, also when no more messages come.
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { mailbox.wake() }
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    timer.activate()
    self.timer = Mutex(timer)
  }

  deinit { timer.withLock { $0.cancel() } }

  /// Waits for the messages that come next, for a second at the most.
  ///
  /// - Returns: The messages, in the order in which they came.
  /// - Throws: ``LogError/closed`` when the connection is closed, once all that had come is taken;
  ///   `CancellationError`.
  package func next() async throws -> [[UInt8]] {
    let messages = await mailbox.take()
    try Task.checkCancellation()
    guard let messages else { throw LogError.closed }
    return messages
  }

  /// How many messages were dropped since this was asked last.
  package func takeDropped() -> Int {
    let dropped = mailbox.dropped + connection.dropped(number)
    return counted.withLock { counted in
      defer { counted = dropped }
      return dropped - counted
    }
  }
}
