import FeedModel
import FeedSnapshots
import FeedStore
import Foundation

/// The rows of a text: objects with members in the text's order.
struct StartingRows {
  /// The form in which a text contains its rows.
  enum Form {
    /// A list of objects in a document.
    case list
    /// An object of objects, whose names identify them.
    case map
    /// A list of lists, of which the first one names the columns.
    case lists
    /// One object.
    case object
    /// An object of lists or of objects of objects, whose names are the groups.
    case groups
    /// An object a line.
    case lines
    /// An object in each message of a stream.
    case messages
    /// A list of objects in each message of a stream.
    case messageLists
    /// Comma-separated values with a header.
    case table
  }

  /// The origin of a column.
  struct Origin {
    /// The name in the text.
    let name: String
    /// The place of the value in an object.
    let path: MessagePath
    /// Whether values are lists or objects, which items do not show.
    var isStructure = false
    /// Whether all values are true or false.
    var isBoolean = false
    /// The number of decimals that each cell of comma-separated values has.
    var decimals: Int?
  }

  let text: StartingText
  let form: Form
  /// The path of the list or the object in a document; `nil` for other forms.
  private(set) var path: JSONPath?
  let origins: [Origin]
  let rows: [[Value]]
  /// A warning about lines that are left out.
  private(set) var warning: String?
  /// The rows as messages, in JSON.
  private let messages: [String]

  /// The maximum number of rows.
  private static let most = 100_000
  /// The maximum number of columns of a table in SQLite.
  private static let mostColumns = 2_000

  /// Reads the rows of a text in its format.
  ///
  /// - Throws: ``Failure`` if the text is malformed, or has no rows, or too many.
  init(_ text: StartingText) throws {
    do {
      switch text.format {
      case _ where text.stream != nil:
        try self.init(JSONList(messages: text.messages, name: text.name), of: text)
      case .csv: try self.init(csv: text)
      case .json: try self.init(JSONList(text.text, name: text.name), of: text)
      case .prometheus:
        let json = String(decoding: try text.format.json(text.bytes), as: UTF8.self)
        try self.init(JSONList(json, name: text.name), of: text)
      }
    } catch is Failure where text.endsEarly {
      throw Self.missingEnd(of: text)
    } catch let problem as FormatProblem {
      throw Failure(
        .badInput,
        text.format == .csv ? "malformed-csv" : "malformed-prometheus",
        problem.message,
        hint: problem.hint,
        at: "\(text.name):\(problem.line)"
      )
    }
    guard !rows.isEmpty, !origins.isEmpty else {
      throw Failure.badInput(
        "no-rows",
        "'\(text.name)' has no rows",
        hint: "name a file with at least one row, or begin from scratch"
      )
    }
    // Of JSON Lines, only the last line is cut off.
    if text.endsEarly, form != .lines { throw Self.missingEnd(of: text) }
    try check()
  }

  private static func missingEnd(of text: StartingText) -> Failure {
    Failure.badInput(
      "unreadable-file",
      "'\(text.name)' ends early: the end of its compressed data is missing",
      hint: "copy it or compress the original again"
    )
  }

  private init(csv text: StartingText) throws {
    var records = try CSVReader.records(in: text.text).map { $0.cells }
    let header = records.isEmpty ? [] : records.removeFirst()
    // Later columns may be called 2025 and 2026.
    if let value = header.first, Double(value) != nil { throw Self.missingNames(value, text) }
    let columns = header.indices.map { index in records.map { $0[index] } }
    let values = columns.map(Self.values)
    let rows = records.indices.map { row in values.map { $0[row] } }
    (self.text, form, self.rows) = (text, .table, rows)
    origins = zip(header, zip(columns, values)).map { name, column in
      // A document of comma-separated values holds numbers in the spelling of the cells.
      let isText = column.1.contains { $0.string != nil }
      return Origin(
        name: name,
        path: MessagePath([name], readsDigits: isText && column.0.contains { Double($0) != nil }),
        decimals: StartingTable.versions.isDisjoint(with: name.words)
          ? Self.decimals(of: column.0) : nil
      )
    }
    messages = rows.map { row in
      var json = JSONWriter()
      json.object { json in
        for (name, value) in zip(header, row) { json.field(name, value: value) }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  private init(_ list: JSONList, of text: StartingText) {
    (self.text, form, path) = (text, list.form, list.path)
    (origins, rows, messages) = (list.columns, list.rows, list.messages)
    warning = list.warning(text.name, endsEarly: text.endsEarly)
  }

  /// Returns the cells of a column: numbers if each keeps its text, and texts otherwise.
  ///
  /// An empty cell is NULL.
  private static func values(of cells: [String]) -> [Value] {
    let numbers = cells.map { $0.isEmpty ? .null : number($0) }
    guard numbers.contains(where: { $0 == nil }) else { return numbers.compactMap(\.self) }
    return cells.map { $0.isEmpty ? .null : .text(Text($0)) }
  }

  /// Returns the number of a cell, or `nil` if it is not canonical, as "007", "+1" and "1.10".
  private static func number(_ cell: String) -> Value? {
    if let integer = Int64(cell), String(integer) == cell { return .integer(integer) }
    guard decimals(of: cell) != nil, let real = Double(cell), real != 0 || cell == "0.0",
      real.description == cell
    else { return nil }
    return .real(real)
  }

  /// Returns the number of decimals of each cell, if all have the same, so that a format writes them unchanged.
  private static func decimals(of cells: [String]) -> Int? {
    let numbers = cells.lazy.filter { !$0.isEmpty }
    guard let count = numbers.first.flatMap(decimals), count <= 6 else { return nil }
    let isUniform = numbers.allSatisfy { cell in
      decimals(of: cell) == count && cell.utf8.count <= 15 && !cell.hasPrefix("-0")
        && (cell.hasPrefix("0.") || !cell.hasPrefix("0"))
    }
    return isUniform ? count : nil
  }

  /// Returns the number of digits after the point of a number, or `nil` for another text.
  private static func decimals(of cell: String) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let parts = (cell.hasPrefix("-") ? cell.dropFirst() : cell[...]).utf8
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(digits.contains) })
    else { return nil }
    return parts[1].count
  }

  private func check() throws {
    // One column is reserved for a row number.
    guard origins.count < Self.mostColumns else {
      throw Failure.badInput(
        "too-large",
        "'\(text.name)' has \(origins.count) columns; \(Self.mostColumns - 1) is the most",
        hint: "leave out columns that the feed does not need"
      )
    }
    guard rows.count > Self.most else { return }
    throw Failure.badInput(
      "too-large",
      "'\(text.name)' has \(rows.count) rows; \(Self.most) is the most",
      hint: "begin with a part of it, and play the rest as a recording through the adapter"
    )
  }
}

// MARK: - Tables

extension StartingRows {
  /// Returns a table of the feed's own with the rows.
  ///
  /// - Parameters:
  ///   - key: The column that identifies rows, by the text's name or the table's; `nil` to find one.
  ///   - mayPlay: Whether messages of a file may be played instead of copied.
  ///   - option: The beginning of the value of `--key`: `NAME=` for one of several sources.
  /// - Throws: ``Failure`` if the key does not identify rows.
  func table(
    _ name: String,
    key: String?,
    mayPlay: Bool = false,
    option: String = ""
  ) throws -> StartingTable {
    var taken: Set<String> = []
    let names = origins.map { taken.take($0.name.asColumnName) }
    var (rows, messages) = (rows, messages)
    var columns = StartingTable.columns(names, of: rows, from: origins)
    var found: [String]?
    var messageKeys: MessageKeys?
    if text.stream != nil {
      found = try Self.repeatedKey(key, among: columns).map { [$0] }
      if found == nil, rows.count >= Self.fewestMessages {
        let time = StartingMessages.time(columns, rows)
        messageKeys = MessageKeys(columns, rows, time: time, key: key)
      }
    }
    var played =
      mayPlay && form == .lines ? StartingMessages(columns, rows, key: key) : nil
    played?.hasBrokenLines = warning != nil
    messageKeys = played?.keys ?? messageKeys
    found = messageKeys?.key ?? found
    if text.stream != nil || played != nil, let found {
      (rows, messages) = Self.latest(
        rows,
        messages,
        by: found.compactMap { names.firstIndex(of: $0) }
      )
      columns = StartingTable.columns(names, of: rows, from: origins)
    }
    if found == nil, let key, !names.contains(key.asColumnName), key.contains(",") {
      found = try Self.pair(key, among: columns, of: rows)
    }
    found = try found ?? Self.key(key.map(\.asColumnName), given: key, among: columns).map { [$0] }
    let number = taken.take(taken.contains("id") ? "row_number" : "id")
    var notes = messageKeys?.notes(on: text.name, option: option) ?? []
    if played != nil, text.paths.count > 1 {
      notes.insert(
        "\(text.name): one log in several files, since their columns are the same",
        at: 0
      )
    }
    if played == nil, found == nil, key == nil, mayPlay, form == .lines {
      notes += [StartingMessages.note(on: columns, rows, of: text.name, option: option)]
        .compactMap(\.self)
    }
    return StartingTable(
      name: name,
      columns: columns,
      rows: rows,
      key: found ?? [number],
      place: .own(
        StartingStore(
          form: form,
          path: path,
          messages: messages,
          text: text,
          played: played,
          messageKeys: messageKeys
        )
      ),
      section: form == .groups ? names[origins[0].path.isSection ? 0 : 1] : nil,
      isNumbered: found == nil,
      keyOption: option,
      notes: notes
    )
  }

  /// The minimum number of messages of a stream among which repeated values are a key.
  private static let fewestMessages = 8

  /// Returns the column that identifies rows in the messages of a stream, of which several may be about one row.
  private static func repeatedKey(
    _ key: String?,
    among columns: [StartingTable.Column]
  ) throws -> String? {
    let usable = columns.filter { column in
      !column.isSparse && !column.isMixed && !column.isStructure && !column.isFlag
        && (column.kind == .integer || column.kind == .text && column.width > 0)
    }
    guard let key else {
      let names: Set = ["id", "_id", "key", "uuid", "guid", "symbol", "ticker", "isin", "sku"]
      return usable.first { names.contains($0.name.lowercased()) }?.name
    }
    guard !key.contains(",") else { return nil }
    guard let column = usable.first(where: { $0.name == key.asColumnName }) else {
      return try Self.key(key.asColumnName, given: key, among: columns)
    }
    return column.name
  }

  /// Returns the last row of each key with the values that it does not have from earlier ones, and its message.
  private static func latest(
    _ rows: [[Value]],
    _ messages: [String],
    by key: [Int]
  ) -> ([[Value]], [String]) {
    var places: [[Value]: Int] = [:]
    var (latest, last): ([[Value]], [String]) = ([], [])
    for (row, message) in zip(rows, messages) where !key.contains(where: { row[$0].isNull }) {
      let values = key.map { row[$0] }
      if let place = places[values] {
        latest[place] = zip(row, latest[place]).map { $0.isNull ? $1 : $0 }
        last[place] = message
      } else {
        places[values] = latest.count
        latest.append(row)
        last.append(message)
      }
    }
    return (latest, last)
  }

  /// The remedy for rows of which the latest of each key is wanted.
  private static let latestHint =
    "messages, of which the feed shows the latest for each key, are JSON Lines with a time that increases"

  /// Returns the columns that identify rows together, as `--key host,disk` names them.
  private static func pair(
    _ key: String,
    among columns: [StartingTable.Column],
    of rows: [[Value]]
  ) throws -> [String] {
    let names = key.split(separator: ",").map { String($0).asColumnName }
    let places = try names.map { name in
      guard let place = columns.firstIndex(where: { $0.name == name }) else {
        throw Failure.badInput(
          "unknown-column",
          "there is no column '\(name)'",
          hint: Suggestion.hint(for: name, among: columns.map(\.name), kind: "columns")
        )
      }
      return place
    }
    let isUsable = places.allSatisfy { !columns[$0].hasNulls && !columns[$0].isMixed }
    let keys = Set(rows.map { row in places.map { row[$0] } })
    guard isUsable, places.count > 1, keys.count == rows.count else {
      throw Failure.badInput(
        "duplicate-id",
        "columns '\(key)' do not tell rows apart",
        hint:
          "name columns that differ together in each row, or leave out --key; \(Self.latestHint)"
      )
    }
    return names
  }

  /// Returns the rows as the objects of a document.
  ///
  /// - Returns: The table of the document; `nil` if a document would not contain the same values, or
  ///   would have no ids or no texts to show.
  /// - Throws: ``Failure`` if there is no such column as the given key.
  func document(_ name: String, key: String?) throws -> StartingTable? {
    // A feed does not decompress a document that it reads again.
    guard form == .list || form == .table, !text.isCompressed else { return nil }
    // A text of the feed file names a member of an inner object by its path.
    let own = origins.indices.filter { index in
      let keys = origins[index].path.keys
      return keys.count == 1 || !keys.isEmpty && keys.allSatisfy(\.isFieldName)
    }
    let names = own.map { origins[$0].path.keys.joined(separator: ".") }
    let different = Set((names + [DocumentDeclaration.position]).map { $0.lowercased() })
    guard different.count == names.count + 1 else { return nil }
    var columns = StartingTable.columns(
      names,
      of: rows.map { row in own.map { row[$0] } },
      from: own.map { origins[$0] }
    )
    if let key, !names.contains(key) { return nil }
    let plain = columns.filter { $0.path?.keys.count == 1 }
    guard let id = try Self.key(key, given: key, among: plain) else { return nil }
    var declaration = DocumentDeclaration(name: Name(name), items: path ?? .root, id: id)
    declaration.format = text.format
    guard let document = try? Document(text.bytes, as: declaration),
      document.objects.count == rows.count
    else { return nil }
    let read = document.objects.map { object in names.map { object.content[$0] ?? .null } }
    for (row, values) in zip(rows, read) {
      for (value, index) in zip(values, own) where !origins[index].isStructure {
        guard Self.isSame(row[index], value, origins[index].decimals) else { return nil }
      }
    }
    let hasOtherNumbers = own.contains { origins[$0].decimals != nil }
    if hasOtherNumbers {
      columns = StartingTable.columns(names, of: read, from: own.map { origins[$0] })
    }
    let table = StartingTable(
      name: name,
      columns: columns,
      rows: read,
      key: [id],
      place: .document(StartingDocument(declaration: declaration, text: text))
    )
    let isFit = try table.hasTitle && columns.allSatisfy(\.isNameable) || isFit(table, key: key)
    return isFit ? table : nil
  }

  /// Returns a note about rows that are copied once, with the way to follow their source if there is one.
  ///
  /// - Parameters:
  ///   - database: The database that is the store of the feed, which gets no tables.
  ///   - option: The beginning of the value of `--key`: `NAME=` for one of several sources.
  ///   - given: The key that `--key` names; `nil` if it names none.
  func noteOnCopy(beside database: StartingDatabase?, option: String, key given: String?) -> String
  {
    let start = "\(text.name): its rows are copied once, and later changes are not shown"
    let command = "feed init \(text.rowsName) \(text.name.inShell)"
    if let database, text.isAddress {
      return
        "\(start), since '\(database.path)' gets no tables; '\(command)' writes a feed that polls it"
    }
    let names = origins.map(\.name)
    let columns = StartingTable.columns(names, of: rows, from: origins)
    let key = columns.lazy.filter(\.isKey).prefix(3).map(\.name).first { name in
      (try? document("rows", key: name)) != nil
    }
    if let key {
      return given == nil
        ? "\(start); with --key \(option)\(key.inShell), the feed reads it again"
        : "\(start); '\(command) --key \(key.inShell)' writes a feed that reads it again"
    }
    guard form == .lines, !text.isCompressed, database == nil else {
      return start + (reasonForCopy(columns, key: given).map { ", since \($0)" } ?? "")
    }
    return
      "\(start); an input with 'follow:' reads lines that are added, as Documentation/Inputs.md shows"
  }

  /// Returns the reason why the rows are not a document that the feed reads again.
  private func reasonForCopy(_ columns: [StartingTable.Column], key: String?) -> String? {
    if text.isCompressed { return "a feed does not decompress a file that it reads again" }
    guard form == .list || form == .table else {
      return form == .lines ? nil : "only a list of objects and a table in CSV are read again"
    }
    guard key != nil || StartingTable.key(among: columns) != nil else {
      return "no column identifies them"
    }
    let names = origins.filter { $0.path.keys.count == 1 }.map { $0.path.keys[0] }
    if let name = names.first(where: { !$0.isFieldName }) {
      return "the texts of a feed cannot name the field '\(name)' of a document"
    }
    if let name = names.first(where: { $0.lowercased() == DocumentDeclaration.position }) {
      return "every document reserves the field '\(name)'"
    }
    return "a document would show some of their values in another form, such as 1.10 as 1.1"
  }

  /// Returns whether a document shows what a table would, except for further values of inner objects.
  ///
  /// No text of a feed file can name a field with signs in its name.
  private func isFit(_ document: StartingTable, key: String?) throws -> Bool {
    let table = try table(document.name, key: key)
    let hasSigns = table.shown().columns.contains { column in
      column.path.map { $0.keys.count == 1 && !$0.keys[0].isFieldName } ?? false
    }
    return !hasSigns && (document.hasTitle || !table.hasTitle)
  }

  /// Returns whether a document has the value of the text, or a number that a format with two decimals writes as the text.
  private static func isSame(_ own: Value, _ read: Value, _ decimals: Int?) -> Bool {
    if own == read { return true }
    guard let real = read.double else { return false }
    return own.double == real || own.string != nil && decimals == 2
  }

  /// Returns the column that identifies rows, or `nil` if there is none.
  private static func key(
    _ chosen: String?,
    given: String?,
    among columns: [StartingTable.Column]
  ) throws -> String? {
    guard let chosen else { return StartingTable.key(among: columns) }
    guard let column = columns.first(where: { $0.name == chosen }) else {
      throw Failure.badInput(
        "unknown-column",
        "there is no column '\(given ?? chosen)'",
        hint: Suggestion.hint(for: chosen, among: columns.map(\.name), kind: "columns")
      )
    }
    guard column.isKey else {
      throw Failure.badInput(
        "duplicate-id",
        "column '\(given ?? chosen)' does not tell rows apart",
        hint:
          "name a column with another integer or text in each row, or leave out --key; \(Self.latestHint)"
      )
    }
    return chosen
  }
}
