import Foundation

/// Waits until something is so.
///
/// Between two looks the processor is left to others: a test that looks without a pause takes a core from
/// those beside it, and each of its looks may be a program that is started.
///
/// - Parameter isSo: Looks whether it is so.
/// - Throws: What looking throws.
package func until(
  every pause: Duration = .milliseconds(5),
  _ isSo: () async throws -> Bool
) async throws {
  while try await !isSo() { try await Task.sleep(for: pause) }
}

/// Waits until something is so, on a thread that may wait.
///
/// - Parameters:
///   - pause: How long to wait between two looks, in seconds.
///   - isSo: Looks whether it is so.
/// - Throws: What looking throws.
package func until(every pause: Double = 0.005, _ isSo: () throws -> Bool) throws {
  while try !isSo() { Thread.sleep(forTimeInterval: pause) }
}
