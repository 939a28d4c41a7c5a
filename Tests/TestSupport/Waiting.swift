import Foundation

/// Waits until something is so.
///
/// There is a pause between two checks: without one, a test takes a core from the others, and each
/// check may start a program.
///
/// - Parameter isSo: Looks whether it is so.
/// - Throws: The error of a check.
package func until(
  every pause: Duration = .milliseconds(5),
  _ isSo: () async throws -> Bool
) async throws {
  while try await !isSo() { try await Task.sleep(for: pause) }
}

/// Waits until something is so, on a thread that may wait.
///
/// - Parameters:
///   - pause: The time between two checks, in seconds.
///   - isSo: Looks whether it is so.
/// - Throws: The error of a check.
package func until(every pause: Double = 0.005, _ isSo: () throws -> Bool) throws {
  while try !isSo() { Thread.sleep(forTimeInterval: pause) }
}
