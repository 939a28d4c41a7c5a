import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// Takes versions into the history that the inspector shows.
  ///
  /// - Parameter causes: The causes of versions that were recorded before.
  package mutating func record(_ records: [VersionRecord], causes: [Int: VersionCause] = [:]) {
    for record in records { history.append(record) }
    for (version, cause) in causes { history.explain(version, cause) }
  }

  /// The lines of the inspector's pane, its head included; `nil` if it is closed.
  var inspectorLines: Int {
    guard showsInspector, lines >= Self.inspectable else { return 0 }
    return min(max((lines - 3) * 2 / 5, 5), 18)
  }

  /// The lines of the pane on the screen.
  var inspectorRange: Range<Int>? {
    inspectorLines > 0 ? pageLines.upperBound..<(pageLines.upperBound + inspectorLines) : nil
  }

  /// A screen with fewer lines has no room for the inspector.
  private static let inspectable = 12

  mutating func toggleInspector() {
    guard lines >= Self.inspectable else {
      message = "the inspector needs \(Self.inspectable) lines, and this terminal has \(lines)"
      return
    }
    keepingPlace {
      $0.showsInspector.toggle()
      $0.layout = nil
    }
  }

  // MARK: Going back and forth

  /// The version that is looked at.
  private var place: Int { snapshot.version }

  /// Whether versions since the start are not kept any more.
  private var hasLostVersions: Bool { history.base.map { $0 > firstVersion } ?? false }

  private var lostVersions: String {
    "version \(history.base ?? place) is the oldest that is kept; 'feed replay --step' shows all of a recording"
  }

  /// Shows the version before, and holds the page there.
  mutating func goBack(at now: Duration) {
    guard let record = history.records.last(where: { $0.version <= place }) else {
      message = hasLostVersions ? lostVersions : "version \(place) is the first one"
      return
    }
    travel(to: record.before, record, at: now)
  }

  /// Shows the version after, or asks for one that there is not yet.
  mutating func goForward(at now: Duration) -> Command? {
    guard let record = history.records.first(where: { $0.version > place }) else {
      if isStepping { return .step }
      if isPaused { resume(at: now) }
      return nil
    }
    travel(to: record.after, record, at: now)
    return nil
  }

  /// Shows a version by its number.
  package mutating func go(to version: Int, at now: Duration) -> Command? {
    if let base = history.base, version <= base, let first = history.records.first {
      if version < base {
        message = hasLostVersions ? lostVersions : "version \(base) is the first one"
      }
      travel(to: first.before, first, at: now)
    } else if let record = history.records.last(where: { $0.version <= version }),
      record.version == version || version < (history.records.last?.version ?? 0)
    {
      travel(to: record.after, record, at: now)
    } else if isStepping {
      goToNewest(at: now)
      return .stepTo(version)
    } else {
      message = "there is no version \(version) yet"
      if isPaused { resume(at: now) }
    }
    return nil
  }

  /// Goes to the first version whose message has the given time in UTC or a later one.
  ///
  /// - Parameter time: A time of day, such as `14:36` or `14:36:05.250`, of the day of the first message; or a
  ///   date and a time, such as `2026-07-01T14:36`.
  /// - Returns: The command to step to it; `nil` if it was shown, or does not exist.
  mutating func go(toTime time: String, at now: Duration) -> Command? {
    if let record = history.firstRecord(atTime: time) {
      travel(to: record.after, record, at: now)
    } else if isStepping {
      goToNewest(at: now)
      return .stepToTime(time)
    } else {
      message = "no kept version has a message of \(time) or later"
    }
    return nil
  }

  private mutating func goToNewest(at now: Duration) {
    guard let last = history.records.last else { return }
    travel(to: last.after, last, at: now)
  }

  /// Shows which version has last changed the selected item, and its cause.
  mutating func explainSelected() {
    guard let selected else { return message = "select an item first" }
    let record = history.records.last { record in
      record.version <= place && record.change(of: selected) != nil
    }
    guard let record, let change = record.change(of: selected) else {
      return message = "no kept version has changed \(selected)".inert
    }
    let cause = record.cause.text.isEmpty ? "" : " · \(record.cause.line)"
    message = "\(selected): version \(record.version)\(cause) · \(change)".inert
  }

  private mutating func travel(to target: FeedSnapshot, _ record: VersionRecord, at now: Duration) {
    guard target.version != snapshot.version else { return }
    let newest = waiting ?? snapshot
    let updates = snapshot.composition.updates(to: target.composition)
    adopt(target, updates, at: now)
    inspectorOffset = 0
    // The version as it arrived, with its moved figures.
    if target.version == newest.version {
      (waiting, isPaused) = (nil, isStepping)
    } else {
      (waiting, isPaused) = (newest, true)
    }
  }

  mutating func scrollInspector(by rows: Int) {
    let most = history.index(of: place).map { history.records[$0].rowCount } ?? 0
    inspectorOffset = min(max(inspectorOffset + rows, 0), max(most - 1, 0))
  }

  mutating func clickInspector(_ line: Int) -> Command? { nil }

  // MARK: Painting

  func paintInspector(_ grid: inout CellGrid) {
    guard let range = inspectorRange else { return }
    grid.clear(lines: range, columns: 0..<columns)
    let held = isPaused && !isStepping ? " held at version \(place) " : " live "
    var head = TextLine("── ", .faint)
    head.append("Inspector", .accent)
    head.append(isStepping ? " version \(place) " : held, .faint)
    let keys =
      isStepping ? " n next  p back  v go to " : " [ ] versions  { } rows  v go to  i close "
    let rest = columns - head.width - keys.count - 2
    if rest > 0 {
      head.fill("─", rest, .faint)
      head.append(keys + "──", .faint)
    } else {
      head.fill("─", columns - head.width, .faint)
    }
    grid.put(head.truncated(to: columns), line: range.lowerBound)
    let entries = inspectorEntries(range.count - 1)
    // The calls are in a separate column, as wide as the visible calls need.
    let width = entries.reduce(0) { max($0, $1.row?.call.count ?? 0) }
    let ids = entries.reduce(0) { max($0, min(TerminalWidth.of($1.row?.id ?? ""), 40)) }
    for (offset, entry) in entries.enumerated() {
      let line = range.lowerBound + 1 + offset
      guard let row = entry.row else {
        let style = entry.version == place ? CellStyle.strong.underlined : .strong
        grid.put(" " + entry.head.truncated(to: columns - 2), line: line, column: 0, style: style)
        continue
      }
      grid.put(("   " + row.call).truncated(to: columns), line: line, column: 0, style: .accent)
      let start = 3 + width + 2
      grid.put(row.id.truncated(to: max(columns - start, 0)), line: line, column: start)
      let note = start + max(TerminalWidth.of(row.id), ids) + 2
      grid.put(
        row.note.truncated(to: max(columns - note - 1, 0)),
        line: line,
        column: note,
        style: .faint
      )
    }
    if entries.isEmpty {
      let text =
        isStepping
        ? "n shows what the next line leads to"
        : hasLostVersions ? lostVersions : "nothing has changed since the start"
      grid.put(
        (" " + text).truncated(to: columns),
        line: range.lowerBound + 1,
        column: 0,
        style: .faint
      )
    }
  }

  /// A line of the pane: the head of a version, or one of its edits.
  private struct Entry {
    var version: Int
    var head: String
    var row: BatchRow?
  }

  /// The lines that fit: of the version that is looked at, from its head; of the newest, the last ones.
  private func inspectorEntries(_ count: Int) -> [Entry] {
    guard count > 0 else { return [] }
    let isHeld = isPaused || isStepping
    var entries: [Entry] = []
    if isHeld, let first = history.index(of: place) {
      for record in history.records[first...first] {
        entries.append(Entry(version: record.version, head: record.head))
        let rows = inspectorOffset..<record.rowCount
        for position in rows.prefix(count - 1) {
          entries.append(
            Entry(version: record.version, head: "", row: record.row(at: position, appearance))
          )
        }
      }
      return Array(entries.prefix(count))
    }
    guard !isHeld else { return [] }
    for record in history.records.reversed() {
      let room = count - entries.count
      guard room > 0 else { break }
      // A batch that does not fit is shown from its first edit on.
      let rows = min(record.rowCount, max(room - 1, 0))
      var more = [Entry(version: record.version, head: record.head)]
      for position in 0..<rows {
        more.append(
          Entry(version: record.version, head: "", row: record.row(at: position, appearance))
        )
      }
      entries = more + entries
    }
    return Array(entries.suffix(count))
  }
}
