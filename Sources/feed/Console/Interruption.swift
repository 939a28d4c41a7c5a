import Dispatch
import Foundation
import Synchronization

/// Control-C and the system's command to end, asked about instead of obeyed at once: a run ends behind the
/// line that it is at, and a statement that takes long is cut short.
final class Interruption {
  private let request = Request()
  private let source: any DispatchSourceRead

  /// Where the handler leaves the number of a signal, for a thread that may do more than a handler.
  private static let pipe = Pipe()
  private static let writingEnd = pipe.fileHandleForWriting.fileDescriptor

  /// Takes the signals over from the system, before it returns.
  ///
  /// A second one ends the process as ever.
  ///
  /// - Parameter end: Cuts short what would keep the run from ending; called on a thread of its own.
  init(_ end: @escaping @Sendable () -> Void) {
    let request = request
    let readingEnd = Self.pipe.fileHandleForReading
    source = DispatchSource.makeReadSource(
      fileDescriptor: readingEnd.fileDescriptor,
      queue: .global()
    )
    source.setEventHandler {
      request.make(readingEnd.availableData.first == UInt8(SIGINT) ? .interrupted : .terminated)
      end()
    }
    source.resume()
    // The handler must not be the first one to ask for it.
    precondition(Self.writingEnd >= 0)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        signal(number, SIG_DFL)
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(Interruption.writingEnd, &byte, 1)
      }
    }
  }

  deinit { source.cancel() }

  /// Has SIGQUIT end the process at once.
  ///
  /// Swift's runtime would take a backtrace first, of a process that may be busy in SQLite.
  static func letQuitEndTheProcess() { signal(SIGQUIT, SIG_DFL) }

  /// Whether the run is to end.
  var isRequested: Bool { status != nil }

  /// How the run ends, if it is to.
  var status: ExitStatus? { request.status }

  private final class Request: Sendable {
    private let state = Mutex<ExitStatus?>(nil)

    var status: ExitStatus? { state.withLock { $0 } }
    func make(_ status: ExitStatus) { state.withLock { $0 = $0 ?? status } }
  }
}
