import FeedModel

extension Connection {
  /// Creates an empty database in memory with the same tables and views, to inspect statements.
  ///
  /// The authorizer of a shared connection belongs to the program, and cannot be used.
  ///
  /// - Returns: The schema without the tables that SQLite cannot create there, such as those with a
  ///   collation of the program.
  /// - Throws: ``StoreError`` if the declarations cannot be read.
  func makeInspector(of schema: StoreSchema) throws -> StoreSchema {
    let inspector = Connection(database: try Database(path: nil), owner: .store, watch: watch)
    inspector.isHeld = true
    inspector.heavyViews = heavyViews
    inspector.allowQuotedTexts(true)
    defer { inspector.allowQuotedTexts(false) }
    var unfit: [UnfitTable] = []
    let rows = try prepare(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type IN ('table', 'view') AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY rowid
      """,
      rules: .own
    )
    while try rows.step() {
      guard schema.refusal(ofTable: rows.text(at: 0)) == nil else { continue }
      do {
        try inspector.prepare(rows.text(at: 1), rules: .own).run()
      } catch let error as StoreError {
        guard let table = schema.table(named: rows.text(at: 0)) else { continue }
        unfit.append(
          UnfitTable(
            table: table,
            reason: StoreError(
              .unsupportedTable,
              "table '\(table.name)' needs an extension of SQLite by the program: "
                + (error.failure?.message ?? error.message),
              hint: "show rows of a table that does not need it",
              failure: error.failure
            )
          )
        )
      }
    }
    self.inspector = inspector
    let names = Set(unfit.map { Text($0.table.name) })
    return StoreSchema(
      tables: schema.tables.filter { !names.contains(Text($0.name)) },
      unfit: schema.unfit + unfit
    )
  }
}
