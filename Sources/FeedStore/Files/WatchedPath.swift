#if os(Linux)
import Foundation
import Synchronization

/// The directories that lead to a file, watched with inotify.
///
/// They are the directory of the file and those of the symbolic links in its path. When one of the links gets another
/// target, the directories of the new target are watched.
final class WatchedPath: Sendable {
  let descriptor: Int32
  private let path: String
  private let companions: [String]
  private let mask: UInt32
  /// The relevant names in each watched directory; guarded by the mutex.
  private let watches: Mutex<[Int32: Set<String>]> = Mutex([:])

  private static let changesOfNames = IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
  private static let endsOfDirectory = IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF
  /// The maximum number of links in a path, as for the kernel.
  private static let mostLinks = 40

  /// Watches a file, which may be missing; its directory must exist.
  ///
  /// - Throws: ``FileNotifierError`` if the directory cannot be watched.
  init(_ path: String, companions: [String], includesWrites: Bool) throws(FileNotifierError) {
    self.path = path
    self.companions = companions
    mask = UInt32(
      IN_CLOSE_WRITE | Self.changesOfNames | IN_DELETE_SELF | IN_MOVE_SELF
        | (includesWrites ? IN_MODIFY : 0)
    )
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw FileNotifierError(
        message: "no more files can be watched",
        hint: "raise fs.inotify.max_user_instances"
      )
    }
    guard watches.withLock({ renew(&$0) }) else {
      close(descriptor)
      let directory = path.folderOfPath
      throw FileNotifierError(
        message: "the directory '\(directory.isEmpty ? "." : directory)' cannot be watched",
        hint: "create the directory, or make it readable"
      )
    }
  }

  /// Reads the events that the kernel has queued.
  func events() -> [FileNotifier.Event] {
    watches.withLock { watches in
      var buffer = [UInt8](repeating: 0, count: 4096)
      var events: [FileNotifier.Event] = []
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return events }
        events += self.events(in: buffer[..<count], &watches)
      }
    }
  }

  /// Parses the kernel's records: watch, mask, cookie and length of the name, then the name.
  private func events(
    in bytes: ArraySlice<UInt8>,
    _ watches: inout [Int32: Set<String>]
  ) -> [FileNotifier.Event] {
    var events: [FileNotifier.Event] = []
    var mayDiffer = false
    var rest = bytes
    while rest.count >= 16 {
      let watch = Int32(bitPattern: Self.word(rest))
      let mask = Self.word(rest.dropFirst(4))
      let length = Int(Self.word(rest.dropFirst(12)))
      let named = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        mayDiffer = true
        events.append(.changed)
      } else if let names = watches[watch] {
        if mask & UInt32(Self.endsOfDirectory) != 0 {
          mayDiffer = true
          events.append(.changed)
        } else if names.contains(String(decoding: named, as: UTF8.self)) {
          mayDiffer = mayDiffer || mask & UInt32(Self.changesOfNames) != 0
          events.append(.changed)
        }
      } else if mask & UInt32(IN_IGNORED) == 0 {
        // The watch of an open file. The end of a watch of a removed file or directory is ignored.
        events.append(.changed)
      }
      rest = rest.dropFirst(16 + length)
    }
    if mayDiffer, !renew(&watches) { events.append(.ended) }
    return events
  }

  /// Watches the directories that lead to the file now, and no others.
  ///
  /// - Returns: Whether the first of them could be watched.
  private func renew(_ watches: inout [Int32: Set<String>]) -> Bool {
    var new: [Int32: Set<String>] = [:]
    var places = Self.places(of: path)
    // A link may change before its directory is watched.
    for _ in 0..<8 {
      new = [:]
      for (index, place) in places.enumerated() {
        let watch = unsafe inotify_add_watch(descriptor, place.directory, mask)
        guard watch >= 0 else {
          if index == 0 { return false }
          continue
        }
        new[watch, default: []].insert(place.name)
        guard index == places.count - 1 else { continue }
        for companion in companions { new[watch, default: []].insert(place.name + companion) }
      }
      let now = Self.places(of: path)
      if now == places { break }
      places = now
    }
    for watch in watches.keys where new[watch] == nil { inotify_rm_watch(descriptor, watch) }
    watches = new
    return true
  }

  /// A name in a directory without symbolic links.
  private struct Place: Equatable {
    let directory: String
    let name: String
  }

  /// Returns the symbolic links that a path passes, and the file that it ends at.
  private static func places(of path: String) -> [Place] {
    var places: [Place] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/").map(String.init)[...]
    while let name = names.popFirst() {
      let here = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: here)
      if let target, places.count < mostLinks {
        places.append(Place(directory: directory, name: name))
        if target.hasPrefix("/") { directory = "/" }
        names = target.split(separator: "/").map(String.init) + names
      } else if names.isEmpty {
        places.append(Place(directory: directory, name: name))
      } else {
        directory = here
      }
    }
    return places
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
#endif
