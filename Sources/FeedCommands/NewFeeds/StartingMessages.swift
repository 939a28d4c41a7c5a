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
  private(set) var key: [String]
  /// A column that divides the messages about one row, which `--key` could name as well.
  private(set) var part: String?
  /// The column of the kinds of messages, and the kinds in alphabetical order; `nil` if there is none.
  private(set) var kinds: (column: String, words: [String])?
  /// The number of messages, and of those that lack a value of the key.
  private(set) var messages: (all: Int, withoutKey: Int)
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
      let keys = columns[index].path?.keys
    else { return nil }
    time = columns[index].name
    path = JSONPath(steps: keys.map { .member($0) })
    guard path == JSONPath(path.description) else { return nil }
    self.unit = unit
    let times = Self.seconds(columns[index], index, rows)
    start = times.first ?? 0
    isUnsorted = zip(times, times.dropFirst()).contains { $0 > $1 }
    let texts = rows.compactMap { $0[index].string }
    isComparable =
      Set(texts.map(\.count)).count <= 1 && Set(texts.map { $0.hasSuffix("Z") }).count <= 1
    let kind = Self.kind(columns, rows, besides: index)
    kinds = kind.map { kind in
      (columns[kind].name, Set(rows.compactMap { $0[kind].string }).sorted())
    }
    let places: [Int]
    if let key {
      guard let named = Self.named(key, columns, rows) else { return nil }
      places = named
    } else {
      places = Self.key(columns, rows, time: index, kind: kind)
      guard !places.isEmpty else { return nil }
      let others = columns.indices.filter { $0 != index && $0 != kind }
      part = Self.part(of: places, columns, rows, among: others).map { columns[$0].name }
    }
    self.key = places.map { columns[$0].name }
    messages = (rows.count, rows.count - Self.count(places, rows).messages)
  }

  // MARK: Time

  /// Returns the first column that is a time and hardly ever goes back, if possible one with the name of a time.
  private static func time(_ columns: [StartingTable.Column], _ rows: [[Value]]) -> Int? {
    let times = columns.indices.filter { increases(columns[$0], $0, rows) }
    return times.first { columns[$0].isNamedAsTime } ?? times.first
  }

  /// Returns a note about rows that are copied although a time increases, if no column identifies them.
  ///
  /// - Parameter file: The name of the file.
  static func note(
    on columns: [StartingTable.Column],
    _ rows: [[Value]],
    of file: String
  ) -> String? {
    guard let index = time(columns, rows), StartingTable.key(among: columns) == nil else {
      return nil
    }
    let repeated = columns.indices.filter { place in
      let (messages, different) = count([place], rows)
      return place != index && !columns[place].isStructure && !columns[place].isMixed
        && columns[place].kind == .text && different < messages && different > 1
    }
    guard let example = repeated.first else { return nil }
    let name = columns[example].name
    return
      "\(file): the time '\(columns[index].name)' increases, but no column is sure to identify rows, so all lines are "
      + "copied; if they are messages, name the key, for example --key \(name)"
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
    case .seconds: return .seconds
    case .integer, .real, .text:
      guard !column.isNamedAsKey, !column.isStructure, let number = first.flatMap(Self.number)
      else {
        return nil
      }
      return RecordingFormat.TimeUnit.allCases.first { unit in
        unit != .iso && isOfPresent(number / perSecond(unit))
      }
    }
  }

  /// Returns notes about the table, for standard error: a better key, messages without one, and kinds of messages.
  ///
  /// - Parameter file: The name of the file.
  func notes(on file: String) -> [String] {
    var notes: [String] = []
    let keys = key.joined(separator: ",")
    if let part {
      notes.append(
        "\(file): the feed has one row for each '\(keys)'; with --key \(keys),\(part), each '\(part)' has its own row"
      )
    }
    if messages.withoutKey > 0 {
      notes.append(
        "\(file): \(messages.withoutKey) of \(messages.all) messages lack a value of the key '\(keys)', and are left out"
      )
    }
    if let (column, words) = kinds {
      let list = words.prefix(4).joined(separator: ", ") + (words.count > 4 ? ", …" : "")
      notes.append(
        "\(file): '\(column)' is the kind of a message (\(list)), and the table has the latest members of all kinds; "
          + "'cases:' of the adapter treat each kind by itself, as Documentation/Adapters.md shows"
      )
    }
    return notes
  }

  // MARK: Keys

  /// Returns the columns that `--key` names, if several messages have the same values.
  private static func named(
    _ key: String,
    _ columns: [StartingTable.Column],
    _ rows: [[Value]]
  ) -> [Int]? {
    let names = key.split(separator: ",").map { String($0).asColumnName }
    let places = names.compactMap { name in columns.firstIndex { $0.name == name } }
    let isUsable = places.allSatisfy { !columns[$0].isMixed && !columns[$0].isStructure }
    guard isUsable, places.count == names.count, Set(names).count == names.count else { return nil }
    let (messages, different) = count(places, rows)
    return different < messages ? places : nil
  }

  /// Returns the numbers of messages with values in all given columns, and of different values.
  private static func count(_ places: [Int], _ rows: [[Value]]) -> (messages: Int, different: Int) {
    let values = rows.lazy.map { row in places.map { row[$0] } }.filter { !$0.contains(.null) }
    return (values.count, Set(values).count)
  }

  /// Returns whether all values of a column are texts that look like ids: one word with a digit, such as `e13`.
  private static func hasIDs(_ index: Int, _ rows: [[Value]]) -> Bool {
    let values = rows.lazy.map { $0[index] }.filter { !$0.isNull }
    return !values.isEmpty
      && values.allSatisfy { value in
        value.string.map { $0.contains(where: \.isNumber) && !$0.contains(" ") } ?? false
      }
  }

  /// The maximum number of kinds of messages.
  private static let mostKinds = 24

  /// Returns the column of the kinds of messages: a few words, each with members that other messages lack.
  private static func kind(
    _ columns: [StartingTable.Column],
    _ rows: [[Value]],
    besides time: Int
  ) -> Int? {
    columns.indices.first { index in
      let column = columns[index]
      guard index != time, column.kind == .text, !column.isStructure, !column.isMixed,
        !column.isNamedAsKey, !hasIDs(index, rows), count([index], rows).messages == rows.count,
        (2...mostKinds).contains(count([index], rows).different)
      else { return false }
      let kinds = Dictionary(grouping: rows) { $0[index] }.values
      return 2 * kinds.count <= rows.count
        && columns.indices.contains { other in
          columns[other].hasNulls
            && kinds.allSatisfy { messages in
              [0, messages.count].contains(messages.count { $0[other].isNull })
            }
        }
    }
  }

  /// Returns the column or the pair of columns whose values repeat: ids, or else the first text that is not prose.
  ///
  /// The kind of a message is the key only if no other column repeats.
  private static func key(
    _ columns: [StartingTable.Column],
    _ rows: [[Value]],
    time: Int,
    kind: Int?
  ) -> [Int] {
    guard StartingTable.key(among: columns) == nil else { return [] }
    var repeated = columns.indices.filter { index in
      let column = columns[index]
      let hasIDs = Self.hasIDs(index, rows)
      let isID = column.isNamedAsKey || hasIDs
      let (messages, different) = count([index], rows)
      return index != time && column.isPart(hasIDs: hasIDs) && (isID || column.kind == .text)
        && 20 * (rows.count - messages) <= rows.count && 2 * different <= messages
        && (column.isNamedAsKey || hasIDs || !column.isConstant)
    }
    // A column with one value is the key only if no other column repeats.
    let various = repeated.filter { columns[$0].isNamedAsKey || !columns[$0].isConstant }
    if !various.isEmpty { repeated = various }
    if repeated.count > 1 { repeated.removeAll { $0 == kind } }
    let ids = repeated.filter { columns[$0].isNamedAsKey }
    guard let first = ids.first ?? repeated.first else { return [] }
    // A pair of ids, unless one of them determines the other.
    for second in ids.dropFirst() {
      let (messages, different) = count([first, second], rows)
      let most = max(count([first], rows).different, count([second], rows).different)
      if different > most, 2 * different <= messages { return [first, second] }
    }
    return [ids.max { count([$0], rows).different < count([$1], rows).different } ?? first]
  }

  /// Returns the first other column that identifies rows together with the key.
  private static func part(
    of key: [Int],
    _ columns: [StartingTable.Column],
    _ rows: [[Value]],
    among others: [Int]
  ) -> Int? {
    others.first { index in
      guard !key.contains(index),
        columns[index].isPart(hasIDs: hasIDs(index, rows))
      else { return false }
      let (messages, different) = count(key + [index], rows)
      return different > count(key, rows).different && 2 * different <= messages
        && 2 * messages > rows.count
    }
  }
}

extension StartingTable.Column {
  /// Returns whether values may be a part of a key: neither prose, nor a class or a state of rows.
  ///
  /// - Parameter hasIDs: Whether the values look like ids, so that `event` is not the kind of an event.
  fileprivate func isPart(hasIDs: Bool) -> Bool {
    var prose: Set = [
      "message", "msg", "text", "note", "comment", "body", "description", "summary", "path",
    ]
    if !hasIDs { prose.formUnion(["event", "action", "method"]) }
    return (kind == .integer || kind == .text && width > 0 && width <= 64) && !isMixed
      && !isStructure
      && !isFlag && !isAddress && !isClass && !isState && !isTruth
      && prose.isDisjoint(with: [name.words.last ?? ""])
  }

  /// Whether the name or the type of the values is that of a time.
  fileprivate var isNamedAsTime: Bool {
    switch kind {
    case .date, .seconds: true
    case .integer, .real, .text:
      name.words.contains { StartingTable.times.contains($0) || $0 == "ms" }
    }
  }

  /// Whether the name is that of an id or a code.
  fileprivate var isNamedAsKey: Bool {
    isReference || StartingTable.keys.contains(name.words.last ?? "") || name == "ticker"
  }
}
