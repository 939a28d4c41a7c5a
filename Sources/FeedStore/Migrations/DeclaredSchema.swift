import FeedModel

/// The objects and first rows that the SQL of a schema creates in an empty store.
struct DeclaredSchema {
  let image: SchemaImage
  /// The statements that insert the first rows of a table, by its name.
  let firstRows: [String: [String]]

  /// Runs the SQL in memory.
  ///
  /// - Throws: ``StoreError`` with line and column if it does not run.
  init(_ source: SchemaSource, _ limits: StoreLimits) throws {
    let connection = StoreMigration.connection(to: try Database(path: nil), limits)
    (image, firstRows) = try connection.held { connection in
      try connection.boundMemory()
      try connection.apply(source)
      let image = try SchemaImage.read(from: connection)
      var rows: [String: [String]] = [:]
      for table in image.schema.tables {
        rows[table.name] = try connection.insertions(into: table)
      }
      return (image, rows)
    }
  }

  /// Returns the declaration of a table, view, index or trigger; `nil` if there is none.
  func object(_ type: String, _ name: String) -> SchemaImage.Object? {
    image.object(type, name)
  }
}
