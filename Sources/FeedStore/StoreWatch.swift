import Dispatch
import FileWatching
import Foundation
import Synchronization

/// Says when it is worth looking whether others have written to a store's file.
///
/// The kernel tells each write to the file and to its log. A commit is seen only some time after the
/// write, when it has reached the disk, and of that step the kernel says nothing; so after a write the
/// looks go on for a while. They end when nothing has been written for some time, but for a rare one,
/// and begin anew with the next write. Where the kernel tells nothing, they never end.
final class StoreWatch: Sendable {
  /// How long there is between two looks after a write: others are seen within twice that.
  private static let pace = DispatchTimeInterval.milliseconds(20)
  /// How many looks there are after the last write.
  private static let looks = 100
  /// How long there is between two looks where nothing is written.
  private static let rest = DispatchTimeInterval.seconds(1)

  private struct State {
    /// Whether looks follow each other quickly.
    var isAwake = false
    /// How many looks there were since the last write.
    var quietLooks = 0
    /// Gone once the watch has been stopped.
    var timer: (any DispatchSourceTimer)?
  }

  private let notifier: FileNotifier?
  private let continuation: AsyncStream<Void>.Continuation
  /// Guarded by the mutex.
  private let state = Mutex(State())

  init(path: String, continuation: AsyncStream<Void>.Continuation) {
    self.continuation = continuation
    // SQLite too follows links before it names the log.
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

  /// Begins to look often; from here on the looks ask for the writes.
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

extension Store.Location {
  /// Signals that another process may have written to the store.
  ///
  /// Signals that arrive while the reader is busy are joined into one. The sequence ends when the task that
  /// waits for it is cancelled, and at once for a store in memory, which has no others.
  ///
  /// - Returns: The signals, for one reader.
  package func externalChangeHints() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    guard case .file(let path) = self else {
      continuation.finish()
      return stream
    }
    let watch = StoreWatch(path: path, continuation: continuation)
    continuation.onTermination = { _ in watch.stop() }
    watch.start()
    // Also reports what was written before the watch began.
    continuation.yield()
    return stream
  }
}
