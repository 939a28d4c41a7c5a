import FeedDefinition
import FeedSnapshots
import FeedStore
import FeedStress
import Foundation

/// The fixture and the instructions that reproduce the fault of a stress run.
struct StressFailure {
  let feed: String
  let seed: UInt64
  let report: StressReport
  /// A copy of the initial store, if it differs from the feed's own.
  let start: URL?
  /// The limits of statements.
  let limits: StoreLimits

  /// Writes the fixture, and checks whether it reproduces the fault.
  ///
  /// - Throws: An error if the fixture cannot be written.
  func written(_ lines: [String], feed declared: Feed, in directory: URL) async throws -> Failure {
    let name = "stress-\(seed).jsonl"
    let store = "stress-\(seed).sqlite"
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: name))
    var location = Store.Location.memory
    if let start {
      try? FileManager.default.removeItem(atPath: store)
      try FileManager.default.copyItem(at: start, to: URL(filePath: store))
      let again = directory.appending(path: "again.sqlite")
      try FileManager.default.copyItem(at: start, to: again)
      location = .file(again.path)
    }
    let fault = try await StressRepeat.fault(
      playing: lines,
      feed: declared,
      store: location,
      limits: limits
    )
    let faults = report.faults.map {
      String(error: "stress", $0.what, at: "\(name):\($0.line)")
    }
    return Failure(
      .negative,
      lines: faults.joined(separator: "\n") + "\n  hint: "
        + hint(fault != nil, name, store).onOneLine
    )
  }

  private func hint(_ isRepeated: Bool, _ name: String, _ store: String) -> String {
    let copy = "again.sqlite"
    let command =
      (start == nil ? "" : "cp \(store) \(copy) && ")
      + "feed replay \(feed) \(name) --verify --on-error skip"
      + (start == nil ? "" : " --store \(copy)")
    return isRepeated
      ? "\(command) repeats it; the seed is \(seed)"
      : "its lines alone, as \(command) plays them, do not repeat it: the fault needs concurrent "
        + "activity, as in feed stress \(feed) --seed \(seed)"
  }
}
