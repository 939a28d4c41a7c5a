#if os(Linux)
import Dispatch
import Foundation
import Synchronization

/// Reports changes of one file with inotify.
///
/// The notifier watches the directory, not the file: a rename can replace the file, and a missing
/// file cannot be watched. This is the only file of the module that calls C.
package final class FileNotifier: Sendable {
  /// An event of the file.
  package enum Event: Sendable {
    /// The file may have been created, changed or removed.
    case changed
    /// The file's directory has been removed; no event follows.
    case ended
  }

  private static let mask =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
    | IN_MOVE_SELF

  private struct State {
    /// `nil` before the start and after the stop.
    var source: (any DispatchSourceRead)?
    var isPaused = false
  }

  private let descriptor: Int32
  /// The watches of directories; every other watch is of a single file.
  private let directories: [Int32]
  /// The names of relevant files, or `nil` if every change in the directory is relevant.
  private let names: [String]?
  private let queue = DispatchQueue(label: "FileWatching.FileNotifier")
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
    let directory = path.folderOfPath
    let watched = directory.isEmpty ? "." : directory
    let mask = UInt32(Self.mask | (includesWrites ? IN_MODIFY : 0))
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw FileNotifierError(
        message: "no more files can be watched",
        hint: "raise fs.inotify.max_user_instances"
      )
    }
    let watch = unsafe inotify_add_watch(descriptor, watched, mask)
    guard watch >= 0 else {
      close(descriptor)
      throw FileNotifierError(
        message: "the directory '\(watched)' cannot be watched",
        hint: "create the directory, or make it readable"
      )
    }
    // The target of a link can change without the link: watch its directory too.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    if link != nil {
      let target = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
      directories = [watch, unsafe inotify_add_watch(descriptor, target, mask)]
    } else {
      directories = [watch]
    }
    self.descriptor = descriptor
    let name = (path as NSString).lastPathComponent
    names = link == nil ? [name] + companions.map { name + $0 } : nil
  }

  deinit { stop() }

  /// Starts to deliver events.
  package func start(_ handler: @escaping @Sendable (Event) -> Void) {
    let (descriptor, directories, names, queue) = (descriptor, directories, names, queue)
    state.withLock { state in
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        for event in Self.events(of: descriptor, directories, names) { handler(event) }
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      state.source = source
    }
  }

  /// Watches the writes to an open file, independent of its name.
  package func watch(writesTo file: Int32) {
    _ = unsafe inotify_add_watch(descriptor, "/proc/self/fd/\(file)", UInt32(IN_MODIFY))
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
    state.withLock { state in
      state.source == nil ? [] : Self.events(of: descriptor, directories, names)
    }
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

  private static func events(
    of descriptor: Int32,
    _ directories: [Int32],
    _ names: [String]?
  ) -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var events: [Event] = []
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return events }
      events += Self.events(in: buffer[..<count], directories, names)
    }
  }

  /// Parses the kernel's records: watch, mask, cookie and length of the name, then the name.
  private static func events(
    in bytes: ArraySlice<UInt8>,
    _ directories: [Int32],
    _ names: [String]?
  ) -> [Event] {
    var events: [Event] = []
    var rest = bytes
    while rest.count >= 16 {
      let mask = word(rest.dropFirst(4))
      let length = Int(word(rest.dropFirst(12)))
      let named = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        events.append(.changed)
      } else if !directories.contains(Int32(bitPattern: word(rest))) {
        // Ignore the end of a watch of a removed file.
        if mask & UInt32(IN_IGNORED) == 0 { events.append(.changed) }
      } else if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
        events.append(.ended)
      } else if names?.contains(where: { named.elementsEqual($0.utf8) }) ?? true {
        events.append(.changed)
      }
      rest = rest.dropFirst(16 + length)
    }
    return events
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
#else
#error("files are watched with inotify, which only Linux has; no other system is supported")
#endif
