import FeedSnapshots

/// The files that can be played to a new feed: its sample lines, and the logs of messages that it began with.
struct PlayedFiles {
  private struct Log {
    let paths: [String]
    let adapter: String
    let hasBrokenLines: Bool
  }

  private let lines: String?
  private let logs: [Log]

  init(_ files: StartingFiles) {
    lines = files.linesPath?.inShell
    logs = files.tables.compactMap { table in
      guard let store = table.store, let played = store.played else { return nil }
      return Log(
        paths: store.text.paths.map(\.inShell),
        adapter: table.name.inShell,
        hasBrokenLines: played.hasBrokenLines
      )
    }
  }

  /// Whether the feed has no rows before a log is played.
  var hasLogs: Bool { !logs.isEmpty }

  /// The options of a command that shows the feed; empty if there are no files.
  var options: String {
    let paths = [lines].compactMap(\.self) + logs.flatMap(\.paths)
    return paths.map { " --fixture \($0)" }.joined()
      + adapters(isAlone: lines == nil && logs.count == 1)
  }

  /// The arguments of `feed replay` for the logs.
  var arguments: String {
    logs.flatMap(\.paths).map { " \($0)" }.joined() + adapters(isAlone: logs.count == 1)
  }

  private func adapters(isAlone: Bool) -> String {
    logs.flatMap { log in
      isAlone ? [log.adapter] : log.paths.map { "\($0)=\(log.adapter)" }
    }.map { " --adapter \($0)" }.joined()
      + (logs.contains(where: \.hasBrokenLines) ? " --on-error skip" : "")
  }
}
