import FeedModel
import FeedStore

/// Logs in several files, such as the halves of a day.
extension StartingRows {
  /// Returns the rows with logs of the same time and nearly the same columns as one.
  ///
  /// - Parameter key: The key that `--key` names; `nil` to find one.
  /// - Throws: ``Failure`` if logs have too many rows together.
  static func merged(_ all: [StartingRows], key: String?) throws -> [StartingRows] {
    var groups: [(logs: [(rows: StartingRows, start: Double)], first: StartingMessages?)] = []
    for rows in all {
      let messages = rows.messages(key: key)
      let place = groups.firstIndex { group in
        guard let first = group.first, let messages else { return false }
        return (first.time, first.unit) == (messages.time, messages.unit)
          && rows.hasColumns(of: group.logs[0].rows)
      }
      if let place {
        groups[place].logs.append((rows, messages?.start ?? 0))
      } else {
        groups.append(([(rows, messages?.start ?? 0)], messages))
      }
    }
    return try groups.map { group in
      guard group.logs.count > 1 else { return group.logs[0].rows }
      let logs = group.logs.sorted { $0.start < $1.start }
      return try StartingRows(StartingText(joining: logs.map(\.rows.text)))
    }
  }

  /// Returns the time and the keys of the rows of a file, if they are messages.
  private func messages(key: String?) -> StartingMessages? {
    guard form == .lines, !text.paths.isEmpty else { return nil }
    var taken: Set<String> = []
    let names = origins.map { taken.take($0.name.asColumnName) }
    return StartingMessages(
      StartingTable.columns(names, of: rows, from: origins),
      rows,
      key: key
    )
  }

  /// Returns whether one of two texts has no other columns, or three of four columns are those of both.
  private func hasColumns(of other: StartingRows) -> Bool {
    let (own, others) = (Set(origins.map(\.name)), Set(other.origins.map(\.name)))
    return own.isSubset(of: others) || others.isSubset(of: own)
      || 4 * own.intersection(others).count >= 3 * own.union(others).count
  }
}
