import Dispatch
import Foundation
import Synchronization

/// Control-C and the system's wish to end, asked about instead of obeyed at once: a run ends behind the
/// line that it is at, and a statement that takes long is cut short.
final class Interruption {
  private let request = Request()
  private let sources: [any DispatchSourceSignal]

  /// Takes the signals over from the system.
  ///
  /// A second one ends the process as ever.
  ///
  /// - Parameter end: Cuts short what would keep the run from ending; called on a thread of its own.
  init(_ end: @escaping @Sendable () -> Void) {
    let request = request
    let signals: [(number: Int32, status: ExitStatus)] = [
      (SIGINT, .interrupted), (SIGTERM, .terminated),
    ]
    sources = signals.map { number, status in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        request.make(status)
        signal(number, SIG_DFL)
        end()
      }
      source.resume()
      return source
    }
  }

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
