#if os(Linux)
import Dispatch
import Foundation
import Synchronization

/// What the kernel says of one file, through inotify.
///
/// The directory is watched, not the file: a file that is replaced by a rename is another file, and
/// one that is not there yet cannot be watched. This is the only file of the module that calls C.
final class FileNotifier: Sendable {
  enum Event {
    case changed, ended
  }

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF
  )

  private let descriptor: Int32
  /// The name of the file, or nothing if each change in its directory may be one of the file.
  private let name: String?
  private let queue = DispatchQueue(label: "FeedDocuments.FileNotifier")
  /// Gone once the watch has been stopped.
  private let source: Mutex<(any DispatchSourceRead)?>

  init(path: String) throws(DocumentError) {
    let directory = (path as NSString).deletingLastPathComponent
    let watched = directory.isEmpty ? "." : directory
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw DocumentError(
        .unreadableFile,
        "no more files can be watched",
        hint: "raise fs.inotify.max_user_instances",
        place: path
      )
    }
    guard unsafe inotify_add_watch(descriptor, watched, Self.mask) >= 0 else {
      close(descriptor)
      throw DocumentError(
        .unreadableFile,
        "the directory '\(watched)' cannot be watched",
        hint: "it must exist and be readable",
        place: path
      )
    }
    // A link may be led elsewhere without being touched: its target's directory is watched too.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    if link != nil {
      let target = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
      _ = unsafe inotify_add_watch(descriptor, target, Self.mask)
    }
    self.descriptor = descriptor
    name = link == nil ? (path as NSString).lastPathComponent : nil
    source = Mutex(nil)
  }

  deinit { stop() }

  func start(_ handler: @escaping @Sendable (Event) -> Void) {
    let (descriptor, name, queue) = (descriptor, name, queue)
    source.withLock { slot in
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        for event in Self.events(of: descriptor, name: name) { handler(event) }
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      slot = source
    }
  }

  func stop() {
    source.withLock { source in
      source?.cancel()
      source = nil
    }
  }

  private static func events(of descriptor: Int32, name: String?) -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var events: [Event] = []
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return events }
      events += Self.events(in: buffer[..<count], name: name)
    }
  }

  /// Takes the kernel's records apart: watch, mask, cookie and the length of the name, then the name.
  private static func events(in bytes: ArraySlice<UInt8>, name: String?) -> [Event] {
    var events: [Event] = []
    var rest = bytes
    while rest.count >= 16 {
      let mask = word(rest.dropFirst(4))
      let length = Int(word(rest.dropFirst(12)))
      let named = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
        events.append(.ended)
      } else if mask & UInt32(IN_Q_OVERFLOW) != 0 || name == nil
        || name.map({ named.elementsEqual($0.utf8) }) == true
      {
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
#endif
