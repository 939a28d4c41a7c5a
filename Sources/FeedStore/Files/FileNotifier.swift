#if os(Linux)
import Dispatch
import Foundation
import Synchronization

/// Reports changes of one file with inotify.
///
/// The notifier watches directories, not the file: a rename can replace the file, and a missing file cannot be
/// watched. It also watches the symbolic links in the path, which may get other targets.
package final class FileNotifier: Sendable {
  /// An event of the file.
  package enum Event: Sendable {
    /// The file may have been created, changed or removed.
    case changed
    /// The file's directory has been removed; no event follows.
    case ended
  }

  private struct State {
    /// `nil` before the start and after the stop.
    var source: (any DispatchSourceRead)?
    var isPaused = false
  }

  private let place: WatchedPath
  private let queue = DispatchQueue(label: "FeedStore.FileNotifier")
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Watches a file, which may be missing; its directory must exist.
  ///
  /// - Parameters:
  ///   - companions: Suffixes of the file's name that form the names of further relevant files.
  ///   - includesWrites: Whether each write is reported, in addition to the close after it.
  /// - Throws: ``FileNotifierError`` if the directory cannot be watched.
  package init(
    path: String,
    companions: [String] = [],
    includesWrites: Bool = false
  ) throws(FileNotifierError) {
    place = try WatchedPath(path, companions: companions, includesWrites: includesWrites)
  }

  deinit { stop() }

  /// Starts to deliver events.
  package func start(_ handler: @escaping @Sendable (Event) -> Void) {
    let (place, queue) = (place, queue)
    state.withLock { state in
      let source = DispatchSource.makeReadSource(fileDescriptor: place.descriptor, queue: queue)
      source.setEventHandler { for event in place.events() { handler(event) } }
      source.setCancelHandler { close(place.descriptor) }
      source.activate()
      state.source = source
    }
  }

  /// Watches the writes to an open file, independent of its name.
  package func watch(writesTo file: Int32) {
    _ = unsafe inotify_add_watch(place.descriptor, "/proc/self/fd/\(file)", UInt32(IN_MODIFY))
  }

  /// Queues events until they are drained, for a caller that polls.
  package func pause() {
    state.withLock { state in
      guard let source = state.source, !state.isPaused else { return }
      state.isPaused = true
      source.suspend()
    }
  }

  /// Resumes the delivery of events, beginning with the queued ones.
  package func resume() {
    state.withLock { state in
      guard let source = state.source, state.isPaused else { return }
      state.isPaused = false
      source.resume()
    }
  }

  /// Removes the queued events.
  ///
  /// - Returns: The events; empty after the watch was stopped.
  package func drain() -> [Event] {
    state.withLock { state in state.source == nil ? [] : place.events() }
  }

  /// Stops the watch.
  package func stop() {
    state.withLock { state in
      // Releasing a suspended source traps.
      if state.isPaused { state.source?.resume() }
      state.isPaused = false
      state.source?.cancel()
      state.source = nil
    }
  }
}
#else
#error("files are watched with inotify, which only Linux has; no other system is supported")
#endif
