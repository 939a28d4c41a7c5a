/// The files that can be played to a new feed: its sample lines, and the logs of messages that it began with.
struct PlayedFiles {
  private struct Log {
    let path: String
    let adapter: String
    let hasBrokenLines: Bool
  }

  private let lines: String?
  private let logs: [Log]

  init(_ files: StartingFiles) {
    lines = files.linesPath?.inShell
    logs = files.tables.compactMap { table in
      guard let store = table.store, let played = store.played,
        case .file(let path) = store.text.origin
      else { return nil }
      return Log(
        path: path.inShell,
        adapter: table.name.inShell,
        hasBrokenLines: played.hasBrokenLines
      )
    }
  }

  /// Whether the feed has no rows before a log is played.
  var hasLogs: Bool { !logs.isEmpty }

  /// The options of a command that shows the feed; empty if there are no files.
  var options: String {
    let paths = [lines].compactMap(\.self) + logs.map(\.path)
    return paths.map { " --fixture \($0)" }.joined() + adapters(isAlone: paths.count == 1)
  }

  /// The arguments of `feed replay` for the logs.
  var arguments: String {
    logs.map { " \($0.path)" }.joined() + adapters(isAlone: logs.count == 1)
  }

  private func adapters(isAlone: Bool) -> String {
    logs.map { " --adapter \(isAlone ? $0.adapter : "\($0.path)=\($0.adapter)")" }.joined()
      + (logs.contains(where: \.hasBrokenLines) ? " --on-error skip" : "")
  }
}
