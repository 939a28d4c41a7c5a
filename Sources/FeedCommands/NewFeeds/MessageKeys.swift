import FeedModel

/// The keys and the kinds of messages, of which a feed shows the latest for each key.
struct MessageKeys {
  /// The columns that identify the rows.
  let key: [String]
  /// A column that divides the messages about one row, which `--key` could name as well.
  private(set) var part: String?
  /// The column of the kinds of messages, and the kinds in alphabetical order; `nil` if there is none.
  let kinds: (column: String, words: [String])?
  /// The number of messages, and of those that lack a value of the key.
  let messages: (all: Int, withoutKey: Int)

  /// Finds the keys of messages.
  ///
  /// - Parameters:
  ///   - columns: The columns of all messages.
  ///   - time: The index of the column of the time; `nil` if there is none.
  ///   - key: The columns of `--key`; `nil` to find some.
  /// - Returns: The keys, or `nil` if no values repeat.
  init?(_ columns: [StartingTable.Column], _ rows: [[Value]], time: Int?, key: String?) {
    let kind = Self.kind(columns, rows, besides: time)
    kinds = kind.map { kind in
      (columns[kind].name, Set(rows.compactMap { $0[kind].string }).sorted())
    }
    let places: [Int]
    if let key {
      guard let named = Self.named(key, columns, rows) else { return nil }
      places = named
    } else {
      places = Self.key(columns, rows, time: time, kind: kind)
      guard !places.isEmpty else { return nil }
      let others = columns.indices.filter { $0 != time && $0 != kind }
      part = Self.part(of: places, columns, rows, among: others).map { columns[$0].name }
    }
    self.key = places.map { columns[$0].name }
    messages = (rows.count, rows.count - Self.count(places, rows).messages)
  }

  /// Returns notes about the table, for standard error: a better key, messages without one, and kinds of messages.
  ///
  /// - Parameters:
  ///   - source: The name of the file or the address.
  ///   - option: The beginning of the value of `--key`: `NAME=` for one of several sources.
  func notes(on source: String, option: String) -> [String] {
    var notes: [String] = []
    let keys = key.joined(separator: ",")
    if let part {
      notes.append(
        "\(source): the feed has one row for each '\(keys)'; with --key \(option)\(keys),\(part), each '\(part)' has its own row"
      )
    }
    if messages.withoutKey > 0 {
      notes.append(
        "\(source): \(messages.withoutKey) of \(messages.all) messages lack a value of the key '\(keys)', and are left out"
      )
    }
    if let (column, words) = kinds {
      let list = words.prefix(4).joined(separator: ", ") + (words.count > 4 ? ", …" : "")
      notes.append(
        "\(source): '\(column)' is the kind of a message (\(list)), and the table has the latest members of all kinds; "
          + "'cases:' of the adapter treat each kind by itself, as Documentation/Adapters.md shows"
      )
    }
    return notes
  }

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
  static func count(_ places: [Int], _ rows: [[Value]]) -> (messages: Int, different: Int) {
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
    besides time: Int?
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
    time: Int?,
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
      && !isStructure && !isDecimal
      && !isFlag && !isAddress && !isClass && !isState && !isTruth
      && prose.isDisjoint(with: [name.words.last ?? ""])
  }

  /// Whether the name is that of an id or a code.
  var isNamedAsKey: Bool {
    isReference || StartingTable.keys.contains(name.words.last ?? "") || name == "ticker"
  }
}
