import FeedModel

/// All declarations of a schema: the tables as SQLite describes them, and the text of each object.
struct SchemaImage {
  /// A table, index, view or trigger with its declaration.
  struct Object {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  let schema: StoreSchema
  /// The declared objects, ordered by type and name, without the store's own.
  let objects: [Object]

  /// Reads the declarations of a database, whether or not it can be used as a store.
  static func read(from connection: Connection) throws -> SchemaImage {
    SchemaImage(schema: try .read(from: connection), objects: try objects(of: connection))
  }

  /// Returns the declared objects of a database, without automatic indexes and the store's own.
  static func objects(of connection: Connection) throws -> [Object] {
    let rows = try connection.prepare(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND tbl_name NOT LIKE 'feed\\_%' ESCAPE '\\'
        AND NOT (type = 'trigger' AND name LIKE 'feed\\_change\\_%' ESCAPE '\\')
      ORDER BY type COLLATE BINARY, name COLLATE BINARY
      """,
      rules: .own
    )
    var objects: [Object] = []
    while try rows.step() {
      objects.append(
        Object(
          type: rows.text(at: 0),
          name: rows.text(at: 1),
          table: rows.text(at: 2),
          sql: rows.text(at: 3)
        )
      )
    }
    return objects
  }
}

extension SchemaImage {
  /// Returns the differences between a store and the schema of its feed file, as sentences.
  ///
  /// - Returns: The differences, tables first; empty if a store with this image may be used.
  func differences(from declared: SchemaImage) -> [String] {
    var differences: [String] = []
    var known: Set<String> = []
    for table in declared.schema.tables {
      guard let own = schema.anyTable(named: table.name) else {
        differences.append("the store has no table '\(table.name)'")
        continue
      }
      let found = own.differences(from: table)
      if !found.isEmpty { known.insert(table.name) }
      differences += found
    }
    let all = schema.tables + schema.unfit.map(\.table)
    for table in all where declared.schema.table(named: table.name) == nil {
      differences.append("the store has a table '\(table.name)' that is not declared")
    }
    return differences + textualDifferences(from: declared, except: known)
  }

  private func textualDifferences(
    from declared: SchemaImage,
    except tables: Set<String>
  ) -> [String] {
    var differences: [String] = []
    let own = Dictionary(objects.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    for object in declared.objects {
      guard let same = own[object.place] else {
        if object.type != "table" {
          differences.append("the store has no \(object.type) '\(object.name)'")
        }
        continue
      }
      if object.type == "table", tables.contains(object.name) { continue }
      if !same.isDeclared(as: object) {
        differences.append(
          "\(object.type) '\(object.name)' is \"\(StoreError.excerpt(same.sql))\" in the store "
            + "but \"\(StoreError.excerpt(object.sql))\" is declared"
        )
      }
    }
    let places = Set(declared.objects.map(\.place))
    for object in objects where object.type != "table" {
      if !places.contains(object.place) {
        differences.append(
          "the store has \(object.type == "index" ? "an" : "a") \(object.type) '\(object.name)' "
            + "that is not declared"
        )
      }
    }
    return differences
  }
}

extension SchemaImage.Object {
  /// The identity of the object; compared by bytes, as the names of columns are.
  fileprivate var place: [Text] { [Text(type), Text(name)] }

  /// Returns whether two declarations differ only in blanks, comments, case and quotes.
  func isDeclared(as other: SchemaImage.Object) -> Bool {
    let own = SQLToken.tokens(of: sql)
    let others = SQLToken.tokens(of: other.sql)
    return own.count == others.count && zip(own, others).allSatisfy { $0.matches($1) }
  }
}

extension StoreSchema.Table {
  fileprivate func differences(from declared: StoreSchema.Table) -> [String] {
    var differences: [String] = []
    for column in declared.columns {
      guard let index = columnIndex(of: column.name) else {
        differences.append("table '\(name)' lacks column '\(column.name)'")
        continue
      }
      differences += columns[index].differences(from: column, in: name)
    }
    for column in columns where declared.columnIndex(of: column.name) == nil {
      differences.append("table '\(name)' has a column '\(column.name)' that is not declared")
    }
    let key = primaryKey.map { columns[$0].name }
    let declaredKey = declared.primaryKey.map { declared.columns[$0].name }
    if key != declaredKey {
      differences.append(
        "the primary key of table '\(name)' is (\(key.joined(separator: ", "))) in the store "
          + "but (\(declaredKey.joined(separator: ", "))) is declared"
      )
    }
    if isWithoutRowID != declared.isWithoutRowID {
      let words = isWithoutRowID ? "is" : "is not"
      differences.append("table '\(name)' \(words) WITHOUT ROWID in the store, unlike declared")
    }
    return differences
  }
}

extension SchemaImage {
  /// Returns the object of a type and a name, compared by bytes; `nil` if there is none.
  func object(_ type: String, _ name: String) -> Object? {
    objects.first { $0.type == type && Text($0.name) == Text(name) }
  }
}
