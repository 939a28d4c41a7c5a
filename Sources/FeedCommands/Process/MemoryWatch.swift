import Foundation

/// The memory of the process: at the start, after warming up, and now.
struct MemoryWatch {
  /// The bytes at the start; `nil` if the system does not report them.
  let atStart = MemoryWatch.resident
  /// The bytes after the first fifth of the time.
  private(set) var whenWarm: Int?

  mutating func warmedUp() {
    if whenWarm == nil { whenWarm = Self.resident }
  }

  /// The bytes now.
  static var resident: Int? { pages.map { $0.resident * sysconf(Int32(_SC_PAGESIZE)) } }

  /// The bytes now, without those of shared files.
  static var own: Int? {
    pages.map { ($0.resident - $0.shared) * sysconf(Int32(_SC_PAGESIZE)) }
  }

  private static var pages: (resident: Int, shared: Int)? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ").map { Int($0) }
    guard fields.count > 2, let resident = fields[1], let shared = fields[2] else { return nil }
    return (resident, shared)
  }
}
