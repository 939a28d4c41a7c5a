import FeedModel
import FeedQueries
import FeedStore

/// The choice of the tables and views of a database, and the names of those that are left out.
extension StartingDatabase {
  /// A table, or a view of its rows.
  struct Chosen {
    let table: StoreSchema.Table
    /// The name of the view, if there is one.
    var view: String?
    /// The columns of the view in lower case; `nil` for all columns of the table.
    var columns: [String]?
  }

  /// Tables or views that the feed does not show, for one reason.
  struct Omission {
    let names: [String]
    /// The reason and the remedy.
    let reason: String

    private static let most = 8

    /// Returns a sentence without its period.
    ///
    /// - Parameter written: Returns a name as the output writes it.
    func text(_ written: (String) -> String) -> String {
      let shown = names.prefix(Self.most).map(written) + (names.count > Self.most ? ["…"] : [])
      return "\(shown.joined(separator: ", ")) (\(reason))"
    }
  }

  /// Returns the table or the view with a name.
  ///
  /// - Throws: ``Failure`` or ``StoreError`` if there is none, or if a feed cannot show it.
  func find(_ name: String) throws -> Chosen {
    let schema = store.schema
    if let table = schema.table(ofAnyCase: name) { return Chosen(table: table) }
    if let refusal = schema.refusal(ofTable: name) { throw refusal }
    let (isView, query) = try store.withWriter { writer in
      (writer.text(ofView: name) != nil, LiveQuery(from: name).resolvingViews(in: writer))
    }
    if let table = schema.table(named: query.from) {
      return Chosen(table: table, view: name, columns: query.columns)
    }
    if isView {
      throw Failure.badInput(
        "unsupported-table",
        "'\(name)' is a view that does more than to select rows and columns of one table",
        hint: "choose its table with --table; 'feed explain view' shows what replaces the view"
      )
    }
    throw Failure.badInput(
      "unknown-table",
      "there is no table '\(name)' in '\(path)'",
      hint: Suggestion.hint(for: name, among: schema.tables.map(\.name), kind: "tables")
    )
  }

  /// Returns the tables and views that the feed does not show, by their reasons.
  func leftOut(beyond further: ArraySlice<StoreSchema.Table>) throws -> [Omission] {
    let schema = store.schema
    let odd = schema.tables.map(\.name).filter { !Self.canBeNamed($0) }
    let unfit = schema.unfitTables.filter { !$0.isKeptTableName }
    let keyless = unfit.filter { schema.refusal(ofTable: $0)?.code == .noPrimaryKey }
    let virtual = unfit.filter { !keyless.contains($0) }
    let (plain, other) = try views()
    func saved(_ table: String?, _ columns: String) -> String {
      let query = "SELECT \(columns) FROM \((table ?? "").asSQLName)".replacing("'", with: "'\\''")
      return "sqlite3 -json \(path) '\(query)' > \((table ?? "").asColumnName).json"
    }
    return [
      Omission(
        names: further.map(\.name),
        reason: "a new feed shows eight tables; 'feed init --table NAME' chooses another one"
      ),
      Omission(
        names: plain,
        reason: "a view; 'feed init --table NAME' shows it instead of the tables"
      ),
      Omission(
        names: keyless,
        reason: "no primary key; declare one, or name the rows as a file: "
          + saved(keyless.first, "rowid AS id, *")
      ),
      Omission(
        names: virtual,
        reason: "virtual, so no change is seen; name the rows as a file: "
          + saved(virtual.first, "*")
      ),
      Omission(
        names: odd,
        reason: "a feed file cannot write the name; rename the table, or create a view of it"
      ),
      Omission(
        names: other,
        reason:
          "a view that does more than to select rows and columns of one table; see 'feed explain view'"
      ),
    ].filter { !$0.names.isEmpty }
  }

  /// Returns the names of the views that a feed can show, and of the others.
  private func views() throws -> (plain: [String], other: [String]) {
    try store.withWriter { writer in
      let rows = try writer.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name"
      )
      var names: [String] = []
      while try rows.step() { names.append(rows.text(at: 0)) }
      let plain = names.filter {
        Self.canBeNamed($0) && LiveQuery(from: $0).resolvingViews(in: writer).from != $0
      }
      return (plain, names.filter { !plain.contains($0) })
    }
  }
}
