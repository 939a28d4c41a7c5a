import Foundation

/// How much memory the process holds: at the start, when it is warm, and now.
struct MemoryWatch {
  /// The bytes at the start; `nil` where the system does not tell.
  let atStart = MemoryWatch.resident
  /// The bytes when the first fifth of the time was over.
  private(set) var whenWarm: Int?

  mutating func warmedUp() {
    if whenWarm == nil { whenWarm = Self.resident }
  }

  /// The bytes now.
  static var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }
}
