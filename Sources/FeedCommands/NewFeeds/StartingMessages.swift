import FeedDefinition
import FeedModel
import FeedStore

/// The time and the keys of messages in a file of JSON Lines, of which a feed shows the latest for each key.
///
/// A file has messages and not rows if a column is a time that increases from line to line, and the keys repeat.
struct StartingMessages {
  /// The column of the time.
  let time: String
  /// The place of the time in a message.
  let path: JSONPath
  let unit: RecordingFormat.TimeUnit
  /// The time of the first message, in seconds.
  let start: Double
  /// Whether some messages are earlier than one before.
  let isUnsorted: Bool
  /// Whether the order of the written times is that of the times, so that SQL can compare them.
  let isComparable: Bool
  /// The columns that identify the rows.
  let keys: MessageKeys
  /// Whether the file has lines that are not messages.
  var hasBrokenLines = false

  /// Finds the time and the keys of messages.
  ///
  /// - Parameters:
  ///   - key: The columns of `--key`; `nil` to find some.
  ///   - columns: The columns of all messages.
  /// - Returns: The messages, or `nil` if the rows are not messages.
  init?(_ columns: [StartingTable.Column], _ rows: [[Value]], key: String?) {
    guard let index = Self.time(columns, rows),
      let unit = Self.unit(columns[index], rows.lazy.map { $0[index] }.first { !$0.isNull }),
      let steps = columns[index].path?.keys
    else { return nil }
    time = columns[index].name
    path = JSONPath(steps: steps.map { .member($0) })
    guard path == JSONPath(path.description) else { return nil }
    self.unit = unit
    let times = Self.seconds(columns[index], index, rows)
    start = times.first ?? 0
    isUnsorted = zip(times, times.dropFirst()).contains { $0 > $1 }
    isComparable = rows.compactMap { $0[index].string }.areComparableTimes
    guard let keys = MessageKeys(columns, rows, time: index, key: key) else { return nil }
    self.keys = keys
  }

  // MARK: Time

  /// Returns the first column that is a time and hardly ever goes back, if possible one with the name of a time.
  static func time(_ columns: [StartingTable.Column], _ rows: [[Value]]) -> Int? {
    let times = columns.indices.filter { increases(columns[$0], $0, rows) }
    return times.first { columns[$0].isNamedAsTime } ?? times.first
  }

  /// Returns a note about rows that are copied although a time increases, if no column identifies them.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - option: The beginning of the value of `--key`: `NAME=` for one of several sources.
  static func note(
    on columns: [StartingTable.Column],
    _ rows: [[Value]],
    of file: String,
    option: String
  ) -> String? {
    guard let index = time(columns, rows), StartingTable.key(among: columns) == nil else {
      return nil
    }
    let repeated = columns.indices.filter { place in
      let (messages, different) = MessageKeys.count([place], rows)
      return place != index && !columns[place].isStructure && !columns[place].isMixed
        && columns[place].kind == .text && !columns[place].isDecimal && different < messages
        && different > 1
    }
    guard let example = repeated.first else { return nil }
    let name = columns[example].name
    return
      "\(file): the time '\(columns[index].name)' increases, but no column is sure to identify rows, so all lines are "
      + "copied; if they are messages, name the key, for example --key \(option)\(name)"
  }

  /// Returns whether a column is a time that hardly ever goes back.
  private static func increases(
    _ column: StartingTable.Column,
    _ index: Int,
    _ rows: [[Value]]
  ) -> Bool {
    let times = seconds(column, index, rows)
    guard let first = times.first, let last = times.last, last > first else { return false }
    let back = zip(times, times.dropFirst()).count { $0 > $1 }
    // A short log may have one late message.
    return 10 * times.count >= 9 * rows.count
      && (10 * back <= times.count - 1 || back == 1 && times.count >= 5)
  }

  /// Returns the times in a column; none if it has other values.
  private static func seconds(
    _ column: StartingTable.Column,
    _ index: Int,
    _ rows: [[Value]]
  ) -> [Double] {
    let values = rows.map { $0[index] }.filter { !$0.isNull }
    guard !column.isMixed, let unit = unit(column, values.first) else { return [] }
    let times = values.compactMap { value in
      unit == .iso
        ? value.string.flatMap { ISOTime.seconds(Array($0.utf8)[...]) }
        : number(value).map { $0 / perSecond(unit) }
    }
    // Without the name of a time, a column of times has no other numbers.
    let isTime = column.isNamedAsTime || times.allSatisfy(isOfPresent)
    return isTime && times.count == values.count ? times : []
  }

  /// Returns a number, also one that is written as a text.
  private static func number(_ value: Value) -> Double? {
    value.double ?? value.string.flatMap { Double($0) }
  }

  /// Returns whether a time in seconds is one of the years 2000 to 2100.
  private static func isOfPresent(_ seconds: Double) -> Bool {
    (946_684_800..<4_102_444_800).contains(seconds)
  }

  private static func perSecond(_ unit: RecordingFormat.TimeUnit) -> Double {
    switch unit {
    case .seconds, .iso: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    }
  }

  /// Returns the unit of a column's times; `nil` if it has other values.
  private static func unit(
    _ column: StartingTable.Column,
    _ first: Value?
  ) -> RecordingFormat.TimeUnit? {
    switch column.kind {
    case .date(let hasTime): return hasTime ? .iso : nil
    case .seconds, .integer, .real, .text:
      guard !column.isNamedAsKey, !column.isStructure, let number = first.flatMap(Self.number)
      else {
        return nil
      }
      return RecordingFormat.TimeUnit.allCases.first { unit in
        unit != .iso && isOfPresent(number / perSecond(unit))
      }
    }
  }
}

extension StartingTable.Column {
  /// Whether the name or the type of the values is that of a time.
  fileprivate var isNamedAsTime: Bool {
    switch kind {
    case .date, .seconds: true
    case .integer, .real, .text:
      name.words.contains { StartingTable.times.contains($0) || $0 == "ms" }
    }
  }
}

extension [String] {
  /// Whether the order of the texts is that of their times: all have one length and one offset.
  var areComparableTimes: Bool {
    let offsets = map { (text: String) -> String in
      let end = String(text.suffix(6))
      return text.hasSuffix("Z") ? "Z" : end.hasPrefix("+") || end.hasPrefix("-") ? end : ""
    }
    return Set(map(\.count)).count <= 1 && Set(offsets).count <= 1
  }
}
