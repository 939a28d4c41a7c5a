import Dispatch
import Foundation
import Synchronization

/// Signals when to check whether other programs have written to a store's file.
///
/// The kernel reports each write to the file and to its log. A commit becomes visible only some
/// time after the write, when it has reached the disk, and the kernel does not report that step. So
/// after a write, signals continue for a while. After some time without writes only a rare signal
/// is left, until the next write. Where the kernel reports nothing, the signals never stop.
final class StoreWatch: Sendable {
  /// The time between two signals after a write; a commit is found within twice that time.
  private static let pace = DispatchTimeInterval.milliseconds(20)
  /// The number of signals after the last write.
  private static let looks = 100
  /// The time between two signals if nothing is written.
  private static let rest = DispatchTimeInterval.seconds(1)

  private struct State {
    /// Whether signals follow each other quickly.
    var isAwake = false
    /// The number of signals since the last write.
    var quietLooks = 0
    /// The timer; `nil` after the watch was stopped.
    var timer: (any DispatchSourceTimer)?
  }

  private let notifier: FileNotifier?
  private let continuation: AsyncStream<Void>.Continuation
  /// Guarded by the mutex.
  private let state = Mutex(State())

  init(path: String, continuation: AsyncStream<Void>.Continuation) {
    self.continuation = continuation
    // Like SQLite, follow links before naming the log.
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    notifier = try? FileNotifier(
      path: file,
      companions: ["-wal", "-journal", "-shm"],
      includesWrites: true
    )
  }

  func start() {
    state.withLock { state in
      let queue = DispatchQueue(label: "FeedStore.StoreWatch")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { [weak self] in self?.look() }
      Self.schedule(timer, notifier == nil ? Self.pace : Self.rest)
      timer.activate()
      state.timer = timer
    }
    notifier?.start { [weak self] _ in self?.wake() }
  }

  func stop() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
    }
    notifier?.stop()
  }

  private static func schedule(
    _ timer: (any DispatchSourceTimer)?,
    _ interval: DispatchTimeInterval
  ) {
    timer?.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(2))
  }

  /// Starts frequent signals; from now on, each signal polls for writes.
  private func wake() {
    let wasAwake = state.withLock { state in
      state.quietLooks = 0
      guard !state.isAwake else { return true }
      state.isAwake = true
      Self.schedule(state.timer, Self.pace)
      return false
    }
    if !wasAwake { notifier?.pause() }
  }

  private func look() {
    defer { continuation.yield() }
    guard let notifier else { return }
    let isWritten = !notifier.drain().isEmpty
    let isToRest = state.withLock { state in
      if isWritten { state.quietLooks = 0 } else { state.quietLooks += 1 }
      guard state.isAwake, state.quietLooks >= Self.looks else { return false }
      state.isAwake = false
      Self.schedule(state.timer, Self.rest)
      return true
    }
    if isToRest { notifier.resume() }
  }
}
