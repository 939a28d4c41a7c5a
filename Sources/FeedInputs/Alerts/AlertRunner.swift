import FeedDefinition
import FeedEngine
import FeedStore
import FeedWire
import NIOCore
import Synchronization

/// Sends the notifications of a feed's alerts, each until its receiver has taken it.
///
/// The state of each alert is stored before and after a notification, so that a restart neither loses nor repeats one.
/// Only a program that ends while a notification is on its way sends it twice; both have the same id.
struct AlertRunner: Sendable {
  let engine: FeedEngine
  let secrets: Secrets
  let time: InputTime
  let patience: WebPatience
  let onNotice: @Sendable (InputNotice) -> Void

  /// Runs until the task is cancelled or the engine is closed.
  func run() async {
    guard let book = await repeating("alerts", { try await AlertBook(engine, wall: time.wall) }),
      !engine.feed.alerts.isEmpty,
      await repeating("alerts", { try await forgetFailures() }) != nil
    else { return }
    await withDiscardingTaskGroup { group in
      for alert in engine.feed.alerts {
        guard let queue = book.queues[alert.name] else { continue }
        group.addTask { await send(alert, queue, book) }
      }
      for await update in engine.versions() {
        for wait in await waits(after: update, book) { group.addTask { await fire(wait, book) } }
      }
      group.cancelAll()
    }
  }

  /// Notes a version; repeats it while the store cannot be written.
  private func waits(after update: FeedUpdate, _ book: AlertBook) async -> [AlertBook.Wait] {
    await repeating("alerts") { try await book.take(update) } ?? []
  }

  /// Waits until an alert fires.
  private func fire(_ wait: AlertBook.Wait, _ book: AlertBook) async {
    guard (try? await time.sleep(.seconds(wait.seconds))) != nil else { return }
    await repeating(wait.key.alert) { try await book.fire(wait) }
  }

  /// Sends the notifications of an alert, one after the other.
  private func send(
    _ alert: AlertDeclaration,
    _ queue: AsyncStream<AlertBook.Key>,
    _ book: AlertBook
  ) async {
    await withDiscardingTaskGroup { group in
      for await key in queue {
        while let notification = await book.notification(key) {
          guard await deliver(notification, to: alert) else { return group.cancelAll() }
          let wait = await repeating(alert.name) { try await book.didSend(notification, of: alert) }
          if let wait = wait ?? nil { group.addTask { await fire(wait, book) } }
        }
      }
    }
  }

  /// Removes the stored failures of an earlier run.
  private func forgetFailures() async throws {
    for alert in engine.feed.alerts
    where try await engine.record(ofInput: alert.inputName).failure != nil {
      try await engine.forgetFailure(ofInput: alert.inputName)
    }
  }

  /// Sends a notification until the receiver takes it; until then the inputs list the alert as failed.
  ///
  /// - Returns: `false` if the task was cancelled or the engine closed.
  private func deliver(_ notification: AlertNotification, to alert: AlertDeclaration) async -> Bool
  {
    let told = Mutex<String?>(nil)
    let isSent: Void? = await repeating(alert.name) {
      do {
        try await send(notification, to: alert)
      } catch let error as InputError {
        let located = (alert.address?.url).map { error.naming($0.written) } ?? error
        let text = "the alert cannot be sent: \(located.located.ofReceiver)"
        let isNew = told.withLock { known in
          defer { known = text }
          return known != text
        }
        if isNew { onNotice(InputNotice(input: alert.name, kind: .failed, text: text)) }
        let condition = InputCondition.failed(
          "the alert cannot be sent: \(error.message.ofReceiver)"
        )
        try await engine.set(condition, ofInput: alert.inputName)
        throw error
      }
    }
    guard isSent != nil else { return false }
    onNotice(notification.notice)
    guard told.withLock({ $0 != nil }) else { return true }
    onNotice(InputNotice(input: alert.name, kind: .live, text: "the alert was sent"))
    return await repeating(alert.name) { try await engine.set(.live, ofInput: alert.inputName) }
      != nil
  }

  private func send(_ notification: AlertNotification, to alert: AlertDeclaration) async throws {
    switch alert.receiver {
    case .standardError: break
    case .webhook(let address):
      try await WebClient.with(address, secrets, patience, silence: patience.document) { client in
        let answer = try await client.fetch(
          [(name: "Idempotency-Key", value: notification.id)],
          json: notification.json
        )
        guard (200..<300).contains(answer.status) else {
          throw InputError(status: answer.status, answer.headers, now: time.wall())
        }
      }
    case .exec(let command):
      guard command.isAllowed else { throw InputError.withoutPrograms }
      let variables = notification.members.map { ("alert_\($0.name)", $0.text) }
      try await RunningProgram.run(
        command,
        variables: Dictionary(uniqueKeysWithValues: variables)
      ) { output in
        for try await _ in output {}
      }
    }
  }

  /// Repeats an operation until it succeeds, with growing pauses, and reports each failure that its caller does not report.
  ///
  /// - Returns: Its result, or `nil` if the task was cancelled or the engine closed.
  @discardableResult
  private func repeating<Result: Sendable>(
    _ name: String,
    _ operation: @Sendable () async throws -> Result
  ) async -> Result? {
    var backoff = Backoff(mostAskedFor: InputRunner.mostAskedFor)
    var generator = SystemRandomNumberGenerator()
    // A notification that was sent is noted even if the task is cancelled.
    repeat {
      var asked = Duration.zero
      do {
        return try await operation()
      } catch let error as StoreError where error.code == .closed {
        return nil
      } catch is CancellationError {
        return nil
      } catch let error as InputError {
        asked = error.retryAfter ?? .zero
      } catch let error as StoreError {
        onNotice(InputNotice(input: name, kind: .waiting, text: error.description))
      } catch {
        // Do not quote errors of other libraries: they may contain a secret.
        onNotice(InputNotice(input: name, kind: .failed, text: "the alert cannot be sent"))
      }
      guard (try? await time.sleep(backoff.next(asked: asked, using: &generator))) != nil else {
        return nil
      }
    } while !Task.isCancelled
    return nil
  }
}

extension String {
  /// The message of an input's error, about a receiver.
  fileprivate var ofReceiver: String { replacing("the source", with: "the receiver") }
}
