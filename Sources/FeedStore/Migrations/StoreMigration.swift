/// A migration of the tables of a store to a changed schema.
///
/// Tables, columns and indexes are added; views and triggers, which have no rows, are replaced. A
/// change that would affect existing rows is an obstacle, and a migration with an obstacle changes
/// nothing.
///
/// ```swift
/// let migration = try StoreMigration(of: "book.sqlite", to: SchemaSource(sql: sql, name: "book.sql"))
/// migration.steps.map(\.description)   // ["add column 'event.venue'"]
/// migration.obstacles                  // []
/// try migration.apply(keeping: "book.sqlite.before")
/// ```
public struct StoreMigration: Sendable {
  /// The path of the store.
  public let path: String
  /// The schema after the migration.
  public let schema: SchemaSource
  /// The steps, in their order.
  public let steps: [Step]
  /// The obstacles; if there are any, the steps are for information only.
  public let obstacles: [Obstacle]
  private let limits: StoreLimits

  /// Whether there are no obstacles; true for an unchanged schema.
  public var isPossible: Bool { obstacles.isEmpty }

  /// Compares a store with a schema, and tries the steps on a copy in a temporary file.
  ///
  /// The store is only read. An empty one needs no migration: it gets its tables when it is opened.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read, or the schema's SQL does not run.
  public init(
    of path: String,
    to schema: SchemaSource,
    limits: StoreLimits = StoreLimits()
  ) throws {
    self.path = path
    self.schema = schema
    self.limits = limits
    let declared = try DeclaredSchema(schema, limits)
    let file = StoreFile(path: path)
    let rehearsal = try file.wrappingErrors {
      try Self.connection(to: file.copied(), limits).held { connection in
        try MigrationRehearsal(on: connection, to: declared)
      }
    }
    steps = rehearsal.steps
    obstacles = rehearsal.obstacles
  }

  /// Runs the steps in one transaction, and keeps a copy of the store in another file.
  ///
  /// Blocks the thread while another program writes to the store, for up to five seconds. After an
  /// error, the store is unchanged and the copy is removed.
  ///
  /// - Precondition: There are no obstacles.
  /// - Parameter copy: The path of the copy, at which no file may exist; without steps there is no
  ///   copy.
  /// - Throws: ``StoreError`` if the store cannot be written, is being written, or has changed since.
  public func apply(keeping copy: String) throws {
    precondition(isPossible, "a migration with \(obstacles.count) obstacles was applied")
    guard !steps.isEmpty else { return }
    let declared = try DeclaredSchema(schema, limits)
    let file = StoreFile(path: path)
    try file.check(mustExist: true)
    try file.wrappingErrors {
      let database = try Database(path: path, mustExist: true)
      try Self.connection(to: database, limits).held { connection in
        guard !connection.isReadOnly else { throw file.isReadOnlyError }
        try begin(connection)
        var isKept = false
        do {
          guard try MigrationPlan(of: connection, to: declared).steps == steps else {
            throw hasChanged
          }
          // No other program can write now, so the copy is the state before the first step.
          try file.keepCopy(at: copy)
          isKept = true
          try connection.run("PRAGMA defer_foreign_keys = ON")
          for sql in steps.flatMap(\.sql) { try connection.run(sql) }
          guard try SchemaImage.read(from: connection).differences(from: declared.image).isEmpty
          else { throw hasChanged }
          try connection.run("COMMIT")
        } catch {
          connection.rollBack()
          if isKept { StoreFile(path: copy).remove() }
          throw error
        }
        try connection.close()
      }
    }
  }

  private func begin(_ connection: Connection) throws {
    do {
      try connection.run("BEGIN IMMEDIATE")
    } catch let error as StoreError where error.code == .busy {
      throw StoreError(
        .busy,
        "another program has been writing to the store '\(path)' for \(StoreOpening.patience) seconds",
        hint: "stop it, and migrate the store again"
      )
    }
  }

  private var hasChanged: StoreError {
    StoreError(
      .schemaMismatch,
      "another program has changed the tables of the store '\(path)' in the meantime",
      hint: "stop it, and migrate the store again"
    )
  }

  /// Returns a connection for a migration, on which no query is prepared.
  static func connection(to database: Database, _ limits: StoreLimits) -> Connection {
    Connection(
      database: database,
      owner: .store,
      watch: StatementWatch(timeout: limits.statementTimeout, flag: InterruptFlag())
    )
  }
}

extension StoreMigration {
  /// One change of the store's tables, with its SQL.
  public struct Step: Hashable, Sendable {
    /// The kind of a change.
    public enum Action: String, Hashable, Sendable { case add, replace, remove }
    /// The kinds of objects of a schema.
    public enum Object: String, Hashable, Sendable { case table, column, index, view, trigger }

    /// The kind of the change.
    public let action: Action
    /// The kind of the changed object.
    public let object: Object
    /// The name; that of a column includes its table: `event.venue`.
    public let name: String
    /// The statements, in their order.
    public let sql: [String]
    /// The table or view to which the object belongs.
    let table: String
  }

  /// A change that a migration cannot make, with a suggestion for the user.
  public struct Obstacle: Hashable, Sendable {
    /// The kinds of obstacles.
    public enum Code: String, Hashable, Sendable, CaseIterable {
      /// The store has a table that is not declared.
      case undeclaredTable = "undeclared-table"
      /// A table has a column that is not declared.
      case undeclaredColumn = "undeclared-column"
      /// A column differs from its declaration.
      case changedColumn = "changed-column"
      /// A table has a different primary key, constraint, option or order of columns.
      case changedTable = "changed-table"
      /// A new column is declared before an existing one.
      case misplacedColumn = "misplaced-column"
      /// A new column has a declaration with which no column can be added.
      case unfitColumn = "unfit-column"
      /// An index, view or trigger of another program's database differs from the declared one.
      case foreignObject = "foreign-object"
      /// SQLite refuses a step, mostly because of existing rows.
      case refusedStep = "refused-step"
    }

    /// The kind of obstacle; the same word in every release.
    public let code: Code
    /// A description of the obstacle, with the names of the objects.
    public let message: String
    /// A suggested remedy.
    public let hint: String
    /// The table with the obstacle.
    let table: String
  }
}

extension StoreMigration.Step: CustomStringConvertible {
  /// The step in words: `add column 'event.venue'`.
  public var description: String { "\(action.rawValue) \(object.rawValue) '\(name)'" }
}
