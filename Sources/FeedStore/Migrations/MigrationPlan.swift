import FeedModel

/// The steps from the objects of a database to those of a schema, and the obstacles.
struct MigrationPlan {
  private(set) var steps: [StoreMigration.Step] = []
  private(set) var obstacles: [StoreMigration.Obstacle] = []
  private let stored: SchemaImage
  private let declared: DeclaredSchema
  /// Whether the store's own file was opened, in which everything but its tables may be replaced.
  private let isOurs: Bool

  /// Compares a database with a schema.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read.
  init(of connection: Connection, to declared: DeclaredSchema) throws {
    stored = try SchemaImage.read(from: connection)
    self.declared = declared
    isOurs = try connection.hasBookkeeping()
    guard !stored.objects.isEmpty else { return }
    removeTables()
    removeObjects()
    addTables()
    for table in declared.image.schema.tables { try change(table, in: connection) }
    addObjects()
  }

  // MARK: Tables

  private mutating func removeTables() {
    let all = stored.schema.tables + stored.schema.unfit.map(\.table)
    for table in all where declared.image.schema.table(named: table.name) == nil {
      let near = declared.image.schema.tables.first {
        stored.schema.anyTable(named: $0.name) == nil && $0.shape.names == table.shape.names
      }
      let hint =
        if let near {
          "if it is called '\(near.name)' now: ALTER TABLE \(table.name.quotedAsIdentifier) "
            + "RENAME TO \(near.name.quotedAsIdentifier)"
        } else if isOurs {
          "declare it again, or remove it with its rows: "
            + "DROP TABLE \(table.name.quotedAsIdentifier)"
        } else {
          "name a database of another program with 'store: {file: …}': its tables are then "
            + "left unchanged"
        }
      block(
        .undeclaredTable,
        "the store has a table '\(table.name)' that is not declared",
        hint: hint,
        table: table.name
      )
    }
  }

  private mutating func addTables() {
    for table in declared.image.schema.tables where stored.schema.anyTable(named: table.name) == nil
    {
      guard let object = declared.object("table", table.name) else { continue }
      add(
        .init(
          action: .add,
          object: .table,
          name: table.name,
          sql: [object.sql] + (declared.firstRows[table.name] ?? []),
          table: table.name
        )
      )
    }
  }

  /// Adds the missing columns of a table, and collects its other differences as obstacles.
  private mutating func change(
    _ table: StoreSchema.Table,
    in connection: Connection
  ) throws {
    guard let own = stored.schema.anyTable(named: table.name),
      let object = declared.object("table", table.name),
      let ownObject = stored.object("table", table.name),
      !ownObject.isDeclared(as: object)
    else { return }
    let comparison = TableComparison(
      of: own,
      TableDeclaration(sql: ownObject.sql),
      with: table,
      TableDeclaration(sql: object.sql),
      hasRows: try connection.hasRows(in: own)
    )
    obstacles += comparison.obstacles
    for column in comparison.added {
      add(
        .init(
          action: .add,
          object: .column,
          name: "\(table.name).\(column.name)",
          sql: ["ALTER TABLE \(table.name.quotedAsIdentifier) ADD COLUMN \(column.text)"],
          table: table.name
        )
      )
    }
  }

  // MARK: Indexes, views and triggers

  /// The kinds of objects without rows, each after the kinds that it may need.
  private static let kinds: [StoreMigration.Step.Object] = [.index, .view, .trigger]

  /// Removes undeclared objects: triggers before the views that they belong to.
  private mutating func removeObjects() {
    for kind in Self.kinds.reversed() {
      for object in stored.objects(kind) where declared.object(kind.rawValue, object.name) == nil {
        let step = StoreMigration.Step(
          action: .remove,
          object: kind,
          name: object.name,
          sql: ["DROP \(kind.rawValue.uppercased()) \(object.name.quotedAsIdentifier)"],
          table: object.table
        )
        addIfOurs(step, "that is not declared")
      }
    }
  }

  private mutating func addObjects() {
    for kind in Self.kinds {
      for object in declared.image.objects(kind) {
        guard let own = stored.object(kind.rawValue, object.name) else {
          add(
            .init(
              action: .add,
              object: kind,
              name: object.name,
              sql: [object.sql],
              table: object.table
            )
          )
          continue
        }
        guard !own.isDeclared(as: object) else { continue }
        // Dropping a view also drops its triggers.
        let triggers = declared.image.objects(.trigger)
          .filter { kind == .view && Text($0.table) == Text(object.name) }
          .filter { stored.object("trigger", $0.name)?.isDeclared(as: $0) == true }
        let drop =
          "DROP \(kind.rawValue.uppercased()) IF EXISTS \(object.name.quotedAsIdentifier)"
        let step = StoreMigration.Step(
          action: .replace,
          object: kind,
          name: object.name,
          sql: [drop, object.sql] + triggers.map(\.sql),
          table: object.table
        )
        addIfOurs(step, "that is declared differently")
      }
    }
  }

  private mutating func addIfOurs(_ step: StoreMigration.Step, _ what: String) {
    guard !isOurs else { return add(step) }
    let kind = step.object.rawValue
    block(
      .foreignObject,
      "the database has \(kind == "index" ? "an" : "a") \(kind) '\(step.name)' \(what), "
        + "and was made by another program",
      hint: "declare it as in the database",
      table: step.table
    )
  }

  private mutating func add(_ step: StoreMigration.Step) { steps.append(step) }

  mutating func block(
    _ code: StoreMigration.Obstacle.Code,
    _ message: String,
    hint: String,
    table: String
  ) {
    obstacles.append(.init(code: code, message: message, hint: hint, table: table))
  }
}

extension SchemaImage {
  /// Returns the objects of a kind, ordered by name.
  fileprivate func objects(_ kind: StoreMigration.Step.Object) -> [Object] {
    objects.filter { $0.type == kind.rawValue }
  }
}

extension Connection {
  fileprivate func hasRows(in table: StoreSchema.Table) throws -> Bool {
    guard !table.columns.isEmpty else { return true }
    let rows = try prepare(
      "SELECT 1 FROM \(table.name.quotedAsIdentifier) LIMIT 1",
      rules: .own
    )
    defer { rows.reset() }
    return try rows.step()
  }
}
