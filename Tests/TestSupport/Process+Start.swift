package import Foundation
import Synchronization

extension Process {
  /// Only one program is started at a time.
  private static let starting = Mutex(())

  /// Starts the program as `run()` does, but never while another thread starts one.
  ///
  /// Foundation detects a program's end by a socket that the program holds. A program that is
  /// started at the same moment may inherit that socket. A wait for the end of the first program
  /// then also waits for the other.
  ///
  /// - Throws: The system's error if it cannot be started.
  package func start() throws {
    try Self.starting.withLock { _ in try run() }
  }
}
