import Dispatch
import Synchronization

/// A reader of the messages of a subject.
///
/// Messages that are sent while the connection is lost, or while the buffer is full, are lost.
package final class SubjectReader: Sendable {
  private let connection: NATSConnection
  private let mailbox: SubjectMailbox
  private let number: UInt64
  private let timer: Mutex<any DispatchSourceTimer>
  /// The number of dropped messages already reported; guarded by the mutex.
  private let counted = Mutex(0)

  init(_ connection: NATSConnection, subject: String, most: SubjectLimits) async throws {
    self.connection = connection
    let mailbox = SubjectMailbox(most: most)
    self.mailbox = mailbox
    number = try await connection.subscribe(to: subject, mailbox, most: most)
    connection.router.whenFinished { mailbox.finish() }
    // Dropped messages are reported even if no more messages arrive.
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { mailbox.wake() }
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    timer.activate()
    self.timer = Mutex(timer)
  }

  deinit { timer.withLock { $0.cancel() } }

  /// Waits up to one second for the next messages.
  ///
  /// - Throws: ``LogError/closed`` if the connection is closed and all messages were taken;
  ///   `CancellationError`.
  package func next() async throws -> [[UInt8]] {
    let messages = await mailbox.take()
    try Task.checkCancellation()
    guard let messages else { throw LogError.closed }
    return messages
  }

  /// Returns the number of messages dropped since the last call.
  package func takeDropped() -> Int {
    let dropped = mailbox.dropped + connection.dropped(number)
    return counted.withLock { counted in
      defer { counted = dropped }
      return dropped - counted
    }
  }
}
