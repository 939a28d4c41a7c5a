import FeedFormatting
import FeedModel
import FeedRendering

extension WatchModel {
  /// Paints the line of keys or of a message, and the line of the run.
  func paintFooter(_ grid: inout CellGrid) {
    let (keys, state) = (lines - 2, lines - 1)
    grid.clear(lines: keys..<lines, columns: 0..<columns)
    if let inputLine {
      grid.put(inputLine.truncated(to: columns), line: keys)
    } else if let note = dragNote {
      grid.put(note.truncated(to: columns), line: keys, column: 0, style: .accent)
    } else if let message, !message.isEmpty {
      grid.put(message.inert.truncated(to: columns), line: keys, column: 0, style: .alert)
    } else if let fault = status.fault {
      grid.put(fault.inert.truncated(to: columns), line: keys, column: 0, style: .alert)
    } else {
      let titled = keyLine(\.title)
      // Titles that would push the other keys out of the line are in the help.
      let line = TerminalWidth.of(titled) <= columns ? titled : keyLine(\.name)
      grid.put(line.truncated(to: columns), line: keys, column: 0, style: .faint)
    }
    grid.put(stateLine.truncated(to: columns), line: state)
  }

  /// Returns the keys, with the given text for each action.
  private func keyLine(_ text: (WatchFeatures.Action) -> String) -> String {
    if isStepping {
      return "q quit  n next  p back  v go to a version  { } rows  ↑↓←→ move  / search  ? help"
    }
    var keys = ["q quit", "↑↓←→ move"]
    if canUndo { keys.append("u undo") }
    let hasProblem = snapshot.status.contains { $0.problem != nil }
    if hasProblem || status.notice != nil { keys.append("e errors") }
    for action in features.actions where action.key != nil {
      let text = "\(action.keyName) \(text(action).inert)"
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
      line.append(" PAUSED ", CellStyle.alert.reversed)
      line.append(" ")
    } else if isFollowing {
      line.append(" FOLLOWING ", CellStyle.accent.reversed)
      line.append(" ")
    }
    if !search.text.isEmpty, !search.isTyping {
      line.append("/\(search.text.inert) \(search.place)", .accent)
      line.append(" · ")
    }
    if !filtering.text.isEmpty, !filtering.isTyping {
      line.append("&\(filtering.text.inert)", .accent)
      line.append(" · ")
    }
    if let sorting {
      let direction = sorting.isDescending ? "↓" : "↑"
      line.append("\(sorting.section) by \(sorting.column) \(direction)".inert, .accent)
      line.append(" · ")
    }
    line.append(figures.joined(separator: " · "))
    if status.fault != nil { line.append(" · ! feed file", .alert) }
    let problems = snapshot.status.filter { $0.problem != nil }.worstFirst
    if let worst = problems.first {
      let more = problems.count > 1 ? " and \(problems.count - 1) more" : ""
      line.append(" · ! \(worst.source)\(more): \(worst.state)".inert, .alert)
    } else {
      line.append(" · sources ok")
    }
    if !status.inputs.isEmpty { line.append(" · " + status.inputs.joined(separator: ", ").inert) }
    return line
  }

  /// The numbers of the run, without zeros.
  private var figures: [String] {
    var parts = ["version \(snapshot.version)"]
    if let time = history.time(of: snapshot.version) { parts.append(time) }
    if !status.note.isEmpty { parts.append(status.note) }
    guard !isStepping else { return parts }
    let behind = max((waiting?.version ?? 0) - snapshot.version, status.behind)
    if behind > 0 { parts.append("\(behind) behind") }
    let rates = status.rates.contains { $0 > 0 } ? status.rates : []
    let bars = Sparkline.text(rates.map { Double($0) }, from: 0)
    if status.expectsMessages || !rates.isEmpty {
      parts.append(bars + (bars.isEmpty ? "" : " ") + "\(status.messagesPerSecond) messages/s")
    }
    if let latency = status.commitToScreen {
      parts.append("on screen p99 \(Int((latency / .milliseconds(1)).rounded())) ms")
    }
    return parts
  }
}
