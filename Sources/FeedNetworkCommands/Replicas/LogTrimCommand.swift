import ArgumentParser
import FeedCommands
import FeedLog
import FeedModel
import FeedSnapshots

/// Removes old entries from an ordered log.
struct LogTrimCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Removes old entries from an ordered log.",
    discussion: """
      One of three options selects the entries to remove. Entries that are still needed stay: those that a \
      replica which reported within a day has yet to apply, and, while no replica is ready, those after the newest \
      copy of a store, so that a new replica always has a starting point. The removed and the kept entries \
      are printed on standard output with the reasons.

      A replica that is away for longer than a day keeps no entries; when it returns it begins with a copy of \
      another replica's store. --forget drops a replica that is gone permanently from the list, with the entries that \
      it keeps. --dry-run prints what would be done, and changes nothing.

      Exit code 0, even if more is kept than requested, and 1 if nothing may be removed because a new \
      replica would have no starting point.

      Examples:
        feed log trim nats://127.0.0.1:4222/BOOK --older-than 7d --dry-run
        feed log trim nats://127.0.0.1:4222/BOOK --keep 1000000
        feed log trim nats://127.0.0.1:4222/BOOK --before 20001
        feed log trim nats://127.0.0.1:4222/BOOK --forget feed3-1a2b3c4d
      """
  )

  @OptionGroup var place: LogArgument

  @Option(
    help: ArgumentHelp("Removes the entries before this one.", valueName: "entry"),
    transform: Self.entry
  )
  var before: UInt64?

  @Option(
    help: ArgumentHelp("Keeps this number of newest entries.", valueName: "count"),
    transform: Self.count
  )
  var keep: UInt64?

  @Option(
    help: ArgumentHelp("Removes entries older than this: 12h, 7d.", valueName: "age"),
    transform: Self.age
  )
  var olderThan: Double?

  @Option(
    help: ArgumentHelp(
      "Forgets a replica that is gone permanently; may be repeated.",
      valueName: "replica"
    )
  )
  var forget: [String] = []

  @Flag(help: "Prints what would be done, and changes nothing.")
  var dryRun = false

  @Option(help: "The format of the result.")
  var format: DataFormat = .text

  func validate() throws {
    let ways = [before != nil, keep != nil, olderThan != nil].count { $0 }
    guard ways <= 1 else {
      throw ValidationError("--before, --keep and --older-than exclude each other.")
    }
    guard ways == 1 || !forget.isEmpty else {
      throw ValidationError(
        "select the entries to remove: --before ENTRY, --keep COUNT, --older-than AGE or --forget ID."
      )
    }
  }

  func run() async throws {
    let (status, trimming) = try await place.withLog { log in
      var status = try await log.status()
      for id in forget { status = try status.forgetting(id) }
      let trimming = try LogTrimming(
        of: status,
        keepingFrom: try await firstWanted(of: status, in: log)
      )
      if !dryRun {
        for id in forget { try await log.forget(id) }
        if trimming.removed > 0 { try await log.trim(before: trimming.first) }
      }
      return (status, trimming)
    }
    var output = OutputBuffer()
    switch format {
    case .text:
      for line in lines(trimming, of: status) { try output.write(line.onOneLine + "\n") }
    case .json:
      var json = JSONWriter()
      json.write(trimming, of: status, forgetting: forget)
      json.endLine()
      try output.write(json)
    }
    try output.flush()
  }

  /// Returns the first entry to keep.
  private func firstWanted(of status: LogStatus, in log: JetStreamLog) async throws -> UInt64 {
    let end = status.bounds.last + 1
    if let before { return before }
    if let keep { return end - min(keep, status.bounds.last) }
    if let olderThan { return try await log.firstEntry(noOlderThan: olderThan, status) }
    return status.bounds.first
  }

  private func lines(_ trimming: LogTrimming, of status: LogStatus) -> [String] {
    var lines = forget.map { "\(dryRun ? "would forget" : "forgot") replica \($0)" }
    let (oldest, first, last) = (status.bounds.first, trimming.first, status.bounds.last)
    if trimming.removed > 0 {
      let verb = dryRun ? "would remove" : "removed"
      let kept = first > last ? "no entry is kept" : "kept entries \(first) to \(last)"
      lines.append("\(verb) entries \(oldest) to \(first - 1), \(kept)")
    } else if trimming.wanted > oldest || forget.isEmpty {
      lines.append("nothing to remove, kept entries \(oldest) to \(last)")
    }
    for hold in trimming.holds {
      lines.append("kept from entry \(max(hold.first, oldest)) on: \(hold.reason)")
    }
    for id in trimming.gone {
      lines.append("replica \(id) has been silent for more than a day, and keeps no entries")
    }
    return lines
  }

  private static func entry(_ text: String) throws -> UInt64 {
    guard let number = UInt64(text), number > 0 else {
      throw ValidationError("'\(text)' is not an entry; write its number: 20001.")
    }
    return number
  }

  private static func count(_ text: String) throws -> UInt64 {
    guard let count = UInt64(text) else {
      throw ValidationError("'\(text)' is not a count of entries; write a number: 1000000.")
    }
    return count
  }

  private static func age(_ text: String) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), count > 0
    else { throw ValidationError("'\(text)' is not an age; write a number with a unit: 12h.") }
    return Double(count) * unit
  }
}
