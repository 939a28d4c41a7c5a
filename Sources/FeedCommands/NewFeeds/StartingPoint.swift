import FeedModel
import FeedStore

/// The origin of a new feed: tables of a database, documents, and rows of files.
struct StartingPoint {
  /// The choices that decide how sources become tables.
  struct Choices {
    /// The name of the only table that is not one of a database.
    var name: String?
    var key: String?
    /// Whether the rows of texts become tables of the feed's own.
    var importsRows = false
  }

  private(set) var database: StartingDatabase?
  private var texts: [StartingRows] = []

  /// The default name of the files.
  private(set) var name = "feed"
  /// The number of sources.
  let sourceCount: Int

  /// Reads the sources; an address is fetched once.
  ///
  /// - Throws: ``Failure`` or ``StoreError`` if a source cannot be used.
  init(_ sources: [String], tables: [String]) async throws {
    sourceCount = sources.count
    for (index, source) in sources.enumerated() {
      let text: StartingText?
      if StartingText.isAddress(source) {
        text = try await StartingText(address: source)
      } else {
        text = try StartingText(file: source)
      }
      if index == 0 { name = text?.rowsName ?? StartingText.rowsName(ofFile: source) }
      if let text {
        texts.append(try StartingRows(text))
        continue
      }
      if let database { throw Self.refusal(of: source, beside: database) }
      database = try StartingDatabase(source, named: tables)
    }
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

  /// The number of tables.
  var count: Int { (database?.tables.count ?? 0) + texts.count }

  /// The columns of a single text that may identify rows, and the one that does unless another is chosen.
  var keys: (possible: [String], guess: String?) {
    guard isOneText else { return ([], nil) }
    let rows = texts[0]
    let columns = StartingTable.columns(rows.origins.map(\.name), of: rows.rows, from: rows.origins)
    return (columns.filter(\.isKey).map(\.name), StartingTable.key(among: columns))
  }

  /// Whether all rows are those of one text.
  var isOneText: Bool { database == nil && texts.count == 1 }

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
    if !choices.importsRows, let table = try rows.document(name, key: choices.key) { return table }
    var table = try rows.table(name, key: choices.key)
    guard database != nil else { return table }
    // The store of the feed is the database, which gets no tables.
    table.place = .document(
      StartingDocument(copy: table.list, id: table.key[0], name: name, of: rows.text)
    )
    return table
  }
}
