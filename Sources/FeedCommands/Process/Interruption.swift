import Dispatch
import Foundation
import Synchronization

/// A request to end by Control-C or SIGTERM.
///
/// The run checks for it after each line, and a long statement is interrupted.
package final class Interruption {
  private let request = Request()
  private let source: any DispatchSourceRead

  /// A pipe that carries signal numbers from the handler to a thread that may do more.
  private static let pipe = Pipe()
  private static let writingEnd = pipe.fileHandleForWriting.fileDescriptor

  /// Takes over the signals before it returns.
  ///
  /// A second signal ends the process at once.
  ///
  /// - Parameter end: Interrupts the work that would delay the end; called on its own thread.
  package init(_ end: @escaping @Sendable () -> Void) {
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
    // The handler must not be the first to access it.
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

  /// Makes SIGQUIT end the process at once.
  ///
  /// Swift's runtime would first take a backtrace of a process that may be busy in SQLite.
  package static func letQuitEndTheProcess() { signal(SIGQUIT, SIG_DFL) }

  /// Whether the end of the run is requested.
  var isRequested: Bool { status != nil }

  /// The exit status of the requested end, if there is one.
  var status: ExitStatus? { request.status }

  private final class Request: Sendable {
    private let state = Mutex<ExitStatus?>(nil)

    var status: ExitStatus? { state.withLock { $0 } }
    func make(_ status: ExitStatus) { state.withLock { $0 = $0 ?? status } }
  }
}
