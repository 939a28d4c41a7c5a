import Dispatch
import Foundation
import Synchronization

/// Control-C, asked about instead of obeyed at once: a run ends behind the line that it is at.
final class Interruption {
  private let flag: Flag
  private let source: any DispatchSourceSignal

  /// Takes Control-C over from the system.
  ///
  /// A second one ends the process as ever.
  init() {
    let flag = Flag()
    self.flag = flag
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      flag.raise()
      signal(SIGINT, SIG_DFL)
    }
    source.resume()
  }

  /// Whether Control-C was pressed.
  var isRequested: Bool { flag.isRaised }

  private final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
  }
}
