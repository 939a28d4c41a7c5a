import FeedModel
import FeedStore

/// The origin of a new feed: tables of a database, documents, and rows of files.
struct StartingPoint {
  /// The choices that decide how sources become tables.
  struct Choices {
    /// The name of the only table that is not one of a database.
    var name: String?
    /// The columns that identify rows: `COLUMN` for the rows of a single text, or `NAME=COLUMN`.
    var keys: [String] = []
    /// Whether the rows of texts become tables of the feed's own.
    var importsRows = false
  }

  private(set) var database: StartingDatabase?
  private var texts: [StartingRows] = []
  /// The sources that cannot be used, each already reported.
  private(set) var missing: [String] = []

  /// The default name of the files.
  private(set) var name = "feed"
  /// The number of sources.
  let sourceCount: Int

  /// Reads the sources; an address is fetched once.
  ///
  /// One of several sources that cannot be used is reported on standard error, and left out.
  ///
  /// - Parameters:
  ///   - mergesLogs: Whether logs with the same columns become one table.
  ///   - key: The key that `--key` names for messages; `nil` to find one.
  /// - Throws: ``Failure`` or ``StoreError`` if the only source or no source can be used, if there is a
  ///   second database, or if a named table is missing.
  init(
    _ sources: [String],
    tables: [String],
    headers: StartingHeaders,
    mergesLogs: Bool,
    key: String?
  ) async throws {
    sourceCount = sources.count
    for source in sources {
      let rows: StartingRows?
      do { rows = try await Self.rows(of: source, headers) } catch {
        try leaveOut(source, error)
        continue
      }
      if let rows {
        if isEmpty { name = rows.text.rowsName }
        texts.append(rows)
        continue
      }
      if let database { throw Self.refusal(of: source, beside: database) }
      do {
        let database = try StartingDatabase(source, named: tables)
        if isEmpty { name = StartingText.rowsName(ofFile: source) }
        self.database = database
      } catch  where tables.isEmpty { try leaveOut(source, error) }
    }
    if let database {
      let streams = texts.filter { $0.text.stream != nil }
      texts.removeAll { $0.text.stream != nil }
      for rows in streams {
        try leaveOut(
          rows.text.name,
          StartingText.failure(
            rows.text.name,
            "its rows need a store of the feed's own, and '\(database.path)' stays unchanged",
            "write a feed for the stream alone: feed init \(rows.text.rowsName) \(rows.text.name)"
          )
        )
      }
    }
    guard !isEmpty || missing.isEmpty else { throw Failure(.badInput, lines: "") }
    if mergesLogs, database == nil, texts.count > 1 {
      texts = try StartingRows.merged(texts, key: key)
    }
  }

  /// Returns the rows of an address or a file, or `nil` for a database.
  private static func rows(
    of source: String,
    _ headers: StartingHeaders
  ) async throws -> StartingRows? {
    let text =
      StartingText.isAddress(source)
      ? try await StartingText(address: source, headers.headers(for: source))
      : try StartingText(file: source)
    let rows = try text.map(StartingRows.init)
    if let warning = rows?.warning { Console.error(lines: warning) }
    return rows
  }

  /// Reports an error of one of several sources, and leaves the source out.
  ///
  /// - Throws: The error if there is no other source, or if other sources would have it too.
  private mutating func leaveOut(_ source: String, _ error: any Error) throws {
    guard sourceCount > 1 else { throw error }
    switch error {
    case let failure as Failure where failure.status == .badInput:
      Console.error(lines: failure.message)
    case let error as StoreError where !error.isInputOutput: Console.error(lines: "\(error)")
    default: throw error
    }
    missing.append(source)
  }

  /// Returns the error for a second database, with the commands that make its first table a document.
  private static func refusal(
    of second: String,
    beside first: StartingDatabase
  ) -> Failure {
    let tables = try? StartingDatabase(second, named: []).tables
    let table = tables?.first?.name ?? "TABLE"
    return Failure.badInput(
      "several-databases",
      "'\(second)' is a second database, and the store of a feed file is one database",
      hint: "write a feed for each, or name rows of '\(second)' as a file: "
        + "sqlite3 -json \(second) 'SELECT * FROM \(table)' > \(table).json, and then "
        + "feed init … \(first.path) \(table).json"
    )
  }

  /// Whether there is no source, so that the feed is the sample.
  var isEmpty: Bool { database == nil && texts.isEmpty }

  /// The number of tables, with one for each source that cannot be used.
  var count: Int { (database?.tables.count ?? 0) + texts.count + missing.count }

  /// The columns of a single text that may identify rows, and the one that does unless another is chosen.
  var keys: (possible: [String], guess: String?) {
    guard isOneText else { return ([], nil) }
    let rows = texts[0]
    let columns = StartingTable.columns(rows.origins.map(\.name), of: rows.rows, from: rows.origins)
    return (columns.filter(\.isKey).map(\.name), StartingTable.key(among: columns))
  }

  /// Whether all rows are those of several logs, which are one table.
  var isMerged: Bool { isOneText && texts[0].text.paths.count > 1 }

  /// Whether all rows are those of one text.
  var isOneText: Bool { database == nil && texts.count == 1 && missing.isEmpty }

  /// The names of the texts for `--key NAME=COLUMN`; those of sources with the same name are their paths or addresses.
  var textNames: [String] {
    texts.map { rows in
      let isUnique = texts.count { $0.text.rowsName == rows.text.rowsName } == 1
      return isUnique ? rows.text.rowsName : rows.text.name
    }
  }

  /// Returns whether a written key is that of a single text, or of one of several.
  func knows(key: String) -> Bool { texts.contains { column(of: key, for: $0) != nil } }

  /// Returns the beginning of the value of `--key` for the rows of a text: `NAME=` for one of several sources.
  private func option(of rows: StartingRows) -> String {
    guard !isOneText, let index = texts.firstIndex(where: { $0.text.name == rows.text.name }) else {
      return ""
    }
    return textNames[index] + "="
  }

  /// Returns the columns of a written key, if it is one for the rows of a text.
  private func column(of key: String, for rows: StartingRows) -> String? {
    let isUnique = texts.count { $0.text.rowsName == rows.text.rowsName } == 1
    for name in [rows.text.name] + (isUnique ? [rows.text.rowsName] : [])
    where key.hasPrefix(name + "=") {
      return String(key.dropFirst(name.count + 1))
    }
    return isOneText ? key : nil
  }

  /// Returns the tables of the feed: those of the database first, and then those of texts.
  ///
  /// - Throws: ``Failure`` if the key does not identify rows.
  func tables(_ choices: Choices) throws -> [StartingTable] {
    var taken = Set(database?.tables.flatMap { [$0.name.lowercased(), $0.id] } ?? [])
    return try (database?.tables ?? [])
      + texts.map { rows in
        let wanted = (isOneText ? choices.name : nil) ?? rows.text.rowsName
        var name = taken.take(wanted.asTableName)
        while try database?.allows(document: name) == false { name = taken.take("\(name)_rows") }
        return try table(rows, name, choices)
      }
  }

  /// Returns the rows of a text as a document, or else as a table of the feed's own, or a copy.
  private func table(
    _ rows: StartingRows,
    _ name: String,
    _ choices: Choices
  ) throws -> StartingTable {
    let key = choices.keys.lazy.compactMap { column(of: $0, for: rows) }.first
    if !choices.importsRows, let table = try rows.document(name, key: key) { return table }
    var table = try rows.table(
      name,
      key: key,
      mayPlay: !choices.importsRows && database == nil,
      option: option(of: rows)
    )
    let isCopied =
      database != nil || table.store?.isOfMessages == false && table.store?.polled == nil
    if isCopied, !choices.importsRows, table.notes.isEmpty {
      table.notes = [rows.noteOnCopy(beside: database, option: option(of: rows), key: key)]
    }
    guard database != nil else { return table }
    // The store of the feed is the database, which gets no tables.
    table.place = .document(
      StartingDocument(copy: table.list, id: table.key[0], name: name, of: rows.text)
    )
    return table
  }
}
