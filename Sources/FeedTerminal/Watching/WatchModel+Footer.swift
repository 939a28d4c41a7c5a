import FeedFormatting
import FeedModel
import FeedRendering

extension WatchModel {
  /// The line of the keys, or what there is to be said, and the line of the run.
  func paintFooter(_ grid: inout CellGrid) {
    let (keys, state) = (lines - 2, lines - 1)
    grid.clear(lines: keys..<lines, columns: 0..<columns)
    if let typedVersion {
      grid.put("version: " + typedVersion + "▏", line: keys, column: 0, style: .strong)
    } else if isTyping {
      grid.put("/" + search.inert + "▏", line: keys, column: 0, style: .strong)
    } else if let note = dragNote {
      grid.put(note.truncated(to: columns), line: keys, column: 0, style: .accent)
    } else if let message, !message.isEmpty {
      grid.put(message.inert.truncated(to: columns), line: keys, column: 0, style: .alert)
    } else if let fault = status.fault {
      grid.put(fault.inert.truncated(to: columns), line: keys, column: 0, style: .alert)
    } else {
      grid.put(keyLine.truncated(to: columns), line: keys, column: 0, style: .faint)
    }
    grid.put(stateLine, line: state)
  }

  private var keyLine: String {
    if isStepping {
      return "q quit  n next  p back  v go to a version  { } rows  ↑↓←→ move  / search  ? help"
    }
    var keys = ["q quit", "↑↓←→ move"]
    for action in features.actions where action.key != nil {
      let text = "\(action.keyName) \(action.name.inert)"
      if !keys.contains(text) { keys.append(text) }
    }
    if !features.reorderable.isEmpty { keys.append("Alt+↑↓ reorder") }
    keys += ["/ search", "p pause", "i inspect", "? help"]
    return keys.joined(separator: "  ")
  }

  private var stateLine: TextLine {
    var line = TextLine()
    if status.isOffline {
      line.append(" OFFLINE ", CellStyle.alert.reversed)
      line.append(" ")
    }
    if isStepping {
      line.append(" STEP ", CellStyle.accent.reversed)
      line.append(" ")
    } else if isPaused {
      let behind = (waiting?.version ?? snapshot.version) - snapshot.version
      line.append(" PAUSED \(behind > 0 ? "\(behind) behind " : "")", CellStyle.alert.reversed)
      line.append(" ")
    } else if isFollowing {
      line.append(" FOLLOWING ", CellStyle.accent.reversed)
      line.append(" ")
    }
    var parts = ["version \(snapshot.version)"]
    if !status.note.isEmpty { parts.append(status.note) }
    if !isStepping {
      parts.append("\(status.messagesPerSecond) messages/s")
      if let latency = status.commitToScreen {
        let milliseconds = Int((latency / .milliseconds(1)).rounded())
        parts.append("on screen p99 \(milliseconds) ms")
      }
      parts.append("lag \(status.lag)")
    }
    line.append(parts.joined(separator: " · "))
    if status.fault != nil { line.append(" · ! feed file", .alert) }
    let problems = snapshot.status.filter { $0.problem != nil }
    if problems.isEmpty {
      line.append(" · sources ok")
    } else {
      let names = problems.map { "\($0.source): \($0.state)".inert }.joined(separator: ", ")
      line.append(" · ! \(names)", .alert)
    }
    return line
  }
}
