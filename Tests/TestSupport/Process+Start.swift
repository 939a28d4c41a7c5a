package import Foundation
import Synchronization

extension Process {
  /// Only one program is started at a time.
  private static let starting = Mutex(())

  /// Starts the program as `run()` does, but never while another thread starts one.
  ///
  /// Foundation hears of a program's end by a socket that the program holds. A program that is started at the same
  /// moment may inherit that socket, and then whoever waits for the end of the first one waits for that of
  /// both.
  ///
  /// - Throws: What the system says if it cannot be started.
  package func start() throws {
    try Self.starting.withLock { _ in try run() }
  }
}
