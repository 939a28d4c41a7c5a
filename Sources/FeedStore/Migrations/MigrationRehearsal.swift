/// A migration tried on a copy, to find the steps that SQLite refuses and remaining differences.
struct MigrationRehearsal {
  let steps: [StoreMigration.Step]
  private(set) var obstacles: [StoreMigration.Obstacle]

  /// Plans a migration and runs its steps.
  ///
  /// - Parameter connection: A copy of the store, which is not used for anything else.
  /// - Throws: ``StoreError`` if the copy cannot be read.
  init(on connection: Connection, to declared: DeclaredSchema) throws {
    let plan = try MigrationPlan(of: connection, to: declared)
    (steps, obstacles) = (plan.steps, plan.obstacles)
    // After one error, further errors of the same table add nothing.
    var spoiled = Set(obstacles.map(\.table))
    try connection.run("BEGIN")
    defer { connection.rollBack() }
    // The rows of new tables may refer to each other.
    try connection.run("PRAGMA defer_foreign_keys = ON")
    for step in steps where !spoiled.contains(step.table) {
      guard let error = try connection.attempt(step) else { continue }
      spoiled.insert(step.table)
      obstacles.append(Self.refusal(of: step, error))
    }
    guard obstacles.isEmpty, !steps.isEmpty else { return }
    for step in steps where step.object == .table {
      guard let parent = try connection.danglingParent(of: step.name) else { continue }
      obstacles.append(
        .init(
          code: .refusedStep,
          message: "the first rows of the new table '\(step.name)' refer to rows of '\(parent)' "
            + "that the store does not have",
          hint: "write the rows of '\(parent)' first",
          table: step.name
        )
      )
    }
    // The result must equal the schema, since later openings compare the two.
    let left = try SchemaImage.read(from: connection).differences(from: declared.image)
    obstacles += left.map {
      .init(
        code: .changedTable,
        message: $0,
        hint: "declare it as in the store, or start with a new store",
        table: ""
      )
    }
  }

  private static func refusal(
    of step: StoreMigration.Step,
    _ error: StoreError
  ) -> StoreMigration.Obstacle {
    let words = error.failure?.message ?? error.message
    let hint =
      switch (step.object, error.code) {
      case (.column, _) where words.contains("non-constant default"):
        "the default of a new column must be a constant, such as 0 or 'text'; write one, or "
          + "leave the default out"
      case (.column, _) where words.contains("REFERENCES column"):
        "a new column with REFERENCES must be NULL at first: leave out NOT NULL and its default"
      case (.column, .constraint) where words.contains("CHECK"):
        "give it a default that its CHECK allows"
      case (.index, .constraint): "change the rows that are equal in these columns first"
      case (.column, .constraint), (.column, .sql):
        "give it a default that fits the existing rows"
      default: "change the declaration"
      }
    return .init(
      code: .refusedStep,
      message: "\(step.object.rawValue) '\(step.name)' cannot be \(step.action.participle): "
        + StoreError.line(words),
      hint: hint,
      table: step.table
    )
  }
}

extension StoreMigration.Step.Action {
  fileprivate var participle: String {
    switch self {
    case .add: "added"
    case .replace: "replaced"
    case .remove: "removed"
    }
  }
}

extension Connection {
  /// Runs a step of a migration, or leaves everything unchanged.
  ///
  /// - Returns: The error of SQLite, or `nil` if the step succeeded.
  fileprivate func attempt(_ step: StoreMigration.Step) throws -> StoreError? {
    try run("SAVEPOINT step")
    do {
      for sql in step.sql { try run(sql) }
    } catch let error as StoreError where !error.isInputOutput {
      resetStatements()
      try run("ROLLBACK TO step")
      try run("RELEASE step")
      return error
    }
    try run("RELEASE step")
    return nil
  }

  /// Returns the table that lacks a row to which a new row refers; `nil` if there is none.
  fileprivate func danglingParent(of table: String) throws -> String? {
    let rows = try prepare("SELECT parent FROM pragma_foreign_key_check(?1)", rules: .own)
    rows.bind(table, at: 1)
    defer { rows.reset() }
    return try rows.step() ? rows.text(at: 0) : nil
  }
}
