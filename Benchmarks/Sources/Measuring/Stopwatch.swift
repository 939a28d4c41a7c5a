#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What time is taken by.
public enum Stopwatch: String, Codable, Sendable {
  /// The processor time of this process, all threads together: neighbours hardly disturb it.
  case processor
  /// The time that passes, where waiting is a part of what is measured.
  case wall

  /// The time now, in nanoseconds from some moment.
  public var now: Double {
    var time = timespec()
    clock_gettime(self == .processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// How long a body takes, in nanoseconds.
  public func time(_ body: () async throws -> Void) async rethrows -> Double {
    let start = now
    try await body()
    return now - start
  }

  /// How long a body takes, in nanoseconds.
  public func measure(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }
}
