import Foundation
import TestSupport
import Testing

/// The maximum amounts of work, from `thresholds.json` in this folder.
///
/// `UPDATE_THRESHOLDS=1` writes the current counts to the file; check the difference before you
/// commit it. Limits of instructions get a margin of a fifth, since versions of SQLite count
/// slightly differently.
struct Thresholds {
  private static let file = Repository.root.appending(
    path: "Tests/FeedEngineTests/Counters/thresholds.json"
  )
  private static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["UPDATE_THRESHOLDS"] == "1"
  }
  private static let lock = NSLock()

  /// Counts by their names.
  typealias Counts = [String: Double]

  private static func read() throws -> [String: Counts] {
    try JSONDecoder().decode([String: Counts].self, from: Data(contentsOf: file))
  }

  /// Expects that counts do not exceed those in the file, and that none is missing there.
  static func check(_ what: String, _ counts: Counts) throws {
    if isUpdating { try update(what, counts) }
    let limits = try #require(try read()[what], "thresholds.json says nothing about '\(what)'")
    #expect(limits.keys.sorted() == counts.keys.sorted())
    for (name, limit) in limits {
      let count = try #require(counts[name])
      #expect(
        count <= limit,
        "\(what): \(name) \(count), at most \(limit); the work has grown, or UPDATE_THRESHOLDS=1 is due"
      )
    }
  }

  /// Expects that counts hardly grow with the size of the feed.
  static func checkGrowth(_ what: String, from small: Counts, to large: Counts, by factor: Int) {
    for (name, count) in large {
      let before = small[name] ?? 0
      #expect(
        count <= before * 2 + 4,
        "\(what): \(name) grows from \(before) to \(count) as the feed grows \(factor) times"
      )
    }
  }

  private static func update(_ what: String, _ counts: Counts) throws {
    try lock.withLock {
      var all = (try? read()) ?? [:]
      all[what] = counts.reduce(into: [:]) { limits, count in
        let slack = count.key.contains("instructions") ? 1.2 : 1
        limits[count.key] = (count.value * slack).rounded(.up)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try (encoder.encode(all) + Data("\n".utf8)).write(to: file, options: .atomic)
    }
  }
}
