import FeedDocuments
import FeedModel
import FeedStore
import Foundation

/// The origin of a new feed.
enum StartingPoint {
  /// The sample: a list of things to do.
  case nothing
  /// Rows of a file, which become a table.
  case rows(StartingRows)
  /// Tables of a database, which are read unchanged.
  case database(path: String, tables: [StartingTable])

  /// The maximum number of bytes of a CSV or JSON file.
  private static let mostBytes = 64 << 20

  /// Reads a file in the format given by its name, or else by its first characters.
  ///
  /// - Parameters:
  ///   - path: The file; `nil` for the sample.
  ///   - tables: The tables of a database to show; all of them if empty.
  /// - Throws: ``Failure`` or ``StoreError`` if the file cannot be used.
  init(_ path: String?, tables: [String]) throws {
    guard let path, !path.isEmpty else {
      self = .nothing
      return
    }
    let data = try Self.data(path)
    if data.starts(with: Data("SQLite format 3\0".utf8)) {
      self = .database(path: path, tables: try StartingTable.tables(of: path, named: tables))
      return
    }
    let name = URL(filePath: path).lastPathComponent
    guard data.count <= Self.mostBytes else {
      throw Failure.badInput(
        "too-large",
        "'\(path)' has \(data.count) bytes; \(Self.mostBytes) is the most",
        hint: "begin with a part of it, and play the rest as a recording through the adapter"
      )
    }
    guard var text = String(validating: data, as: UTF8.self) else {
      throw Failure.badInput(
        "not-utf8",
        "'\(path)' is not UTF-8 text",
        hint: "convert it, for example with iconv -f LATIN1 -t UTF-8"
      )
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    self = .rows(
      Self.isJSON(text, name: name)
        ? try StartingRows(JSONList(text, name: name), name: name)
        : try StartingRows(csv: text, name: name)
    )
  }

  /// Returns whether a text is JSON, by the name of the file, or else by its first characters.
  private static func isJSON(_ text: String, name: String) -> Bool {
    switch URL(filePath: name).pathExtension.lowercased() {
    case "csv", "tsv", "tab": return false
    case "json", "jsonl", "ndjson", "geojson": return true
    default: break
    }
    let characters = text.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }.prefix(2)
    guard let first = characters.first, let second = characters.dropFirst().first else {
      return false
    }
    // '[Id],[Name]' and '{id},{name}' are headers of tables.
    let isObject = first == "{" && (second == "\"" || second == "}")
    let isList = first == "[" && !second.isNameStart
    return isObject || isList || JSONPlaces.mistake(in: text) == nil
  }

  private static func data(_ path: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
      throw Failure.badInput(
        "unreadable-file",
        "'\(path)' cannot be read",
        hint: FileManager.default.fileExists(atPath: path)
          ? "check its rights, and that it is not a directory" : "there is no such file"
      )
    }
  }
}

extension StartingTable {
  /// The maximum number of tables without a choice.
  private static let mostTables = 8
  /// The number of rows that are read from each table.
  private static let sample = 200

  /// Reads the tables of a database, and the first rows of each.
  fileprivate static func tables(of path: String, named names: [String]) throws -> [StartingTable] {
    let store = try open(path)
    let schema = store.schema
    let known = schema.tables.map(\.name)
    let chosen = try names.map { name in
      if let table = schema.table(ofAnyCase: name) { return table }
      if let refusal = schema.refusal(ofTable: name) { throw refusal }
      throw Failure.badInput(
        "unknown-table",
        "there is no table '\(name)' in '\(path)'",
        hint: Suggestion.hint(for: name, among: known, kind: "tables")
      )
    }
    // A feed file names tables with letters, digits and underscores.
    if let other = chosen.first(where: { !canBeNamed($0.name) }) {
      throw Failure.badInput(
        "unsupported-table",
        "a feed file cannot name the table '\(other.name)'",
        hint: "rename it, or choose another table"
      )
    }
    let plain = schema.tables.filter { canBeNamed($0.name) }
    let tables = chosen.isEmpty ? Array(plain.prefix(mostTables)) : chosen
    guard !tables.isEmpty else {
      throw Failure.badInput(
        "no-rows",
        "'\(path)' has no table that a feed could show",
        hint: "a table needs a primary key, and must not be virtual"
      )
    }
    return try store.withWriter { writer in
      try tables.map { table in
        let statement = try writer.prepare(
          "SELECT \(table.selectList()) FROM \(table.name.quotedAsIdentifier) LIMIT \(sample)"
        )
        var rows: [[Value]] = []
        while try statement.step() {
          rows.append(table.columns.indices.map { statement.value(at: $0) })
        }
        var columns = columns(table.columns.map(\.name), of: rows)
        for index in columns.indices {
          columns[index].isGenerated = table.columns[index].isGenerated
        }
        return StartingTable(
          name: table.name,
          columns: columns,
          rows: rows,
          key: table.primaryKey.map { table.columns[$0].name }
        )
      }
    }
  }

  private static func canBeNamed(_ name: String) -> Bool {
    isPlain(name) && !name.isKeptTableName
  }

  /// Opens a database, or a copy of one that cannot be written.
  private static func open(_ path: String) throws -> OwnedStore {
    do {
      return try OwnedStore(at: .file(path))
    } catch let error as StoreError where [.readOnly, .cannotOpen].contains(error.code) {
      return try OwnedStore(at: .copy(of: path))
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isNameStart: Bool { properties.isAlphabetic || self == "_" }
}
