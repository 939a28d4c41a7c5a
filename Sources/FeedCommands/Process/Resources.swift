import Foundation

/// The system resources that a run must have before it begins.
package enum Resources {
  /// The files that a run keeps open: the store with its log, documents, and their watches.
  private static let files: rlim_t = 32
  /// The address space that even a small feed needs.
  private static let memory: rlim_t = 384 << 20

  /// Raises the limit of open files as far as needed and allowed, and rejects too low limits.
  ///
  /// - Throws: A ``Failure`` that names the limit.
  package static func check() throws {
    let open = raised(RLIMIT_NOFILE, to: 2 * files)
    guard open >= files else {
      throw refusal("\(open) open files", hint: "allow more: ulimit -n 256")
    }
    let space = raised(RLIMIT_AS, to: 0)
    guard space >= memory else {
      throw refusal("\(space >> 20) MiB of memory", hint: "allow more: ulimit -v 1048576")
    }
  }

  /// Raises the limit of open files for the connections of a server, as far as the system allows.
  ///
  /// - Returns: The number of connections for which files are left after those of the feed.
  package static func allow(connections: Int) -> Int {
    let wanted = connections + Int(2 * files)
    let allowed = Int(clamping: raised(RLIMIT_NOFILE, to: rlim_t(wanted)))
    return allowed >= wanted ? connections : max(allowed - Int(2 * files), 1)
  }

  private static func refusal(_ what: String, hint: String) -> Failure {
    Failure(
      .inputOutput,
      "too-few-resources",
      "the system allows the process only \(what)",
      hint: hint
    )
  }

  /// Returns the limit of the system, after an attempt to raise it.
  private static func raised(_ kind: __rlimit_resource, to wanted: rlim_t) -> rlim_t {
    let resource = Int32(kind.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      guard unsafe setrlimit(resource, &limit) == 0, unsafe getrlimit(resource, &limit) == 0 else {
        return .max
      }
    }
    return limit.rlim_cur
  }
}
