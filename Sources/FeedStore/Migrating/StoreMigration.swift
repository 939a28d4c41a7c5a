/// What it takes to bring the tables of a store to a schema that has changed since, and doing it.
///
/// Tables, columns and indexes are added; views and triggers, which hold no rows, are replaced. What
/// would touch rows that are there is an obstacle, and a migration with an obstacle changes nothing.
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
  /// The schema that it is brought to.
  public let schema: SchemaSource
  /// What is done, in this order.
  public let steps: [Step]
  /// What cannot be done; the steps are then of use to nobody but the reader.
  public let obstacles: [Obstacle]
  private let limits: StoreLimits

  /// Whether the store can be brought to the schema, or needs nothing.
  public var isPossible: Bool { obstacles.isEmpty }

  /// Compares a store with a schema, and tries the steps on a copy in a temporary file.
  ///
  /// The store is only read. An empty one needs nothing: it gets its tables when it is opened.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - schema: The schema.
  ///   - limits: What the statements of the schema may take.
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

  /// Takes the steps in one transaction, and keeps the store as it was in another file.
  ///
  /// Blocks the thread while another program writes to the store, for up to five seconds. If anything
  /// fails, the store is as before and the other file is gone.
  ///
  /// - Precondition: There is no obstacle.
  /// - Parameter copy: Where no file is yet; nothing is kept if there are no steps.
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
          // Nobody else can write now, so that this is what the steps begin with.
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
        "another program has been writing to the store '\(path)' for \(Opening.patience) seconds",
        hint: "stop it, and migrate the store again"
      )
    }
  }

  private var hasChanged: StoreError {
    StoreError(
      .schemaMismatch,
      "another program has changed the tables of the store '\(path)' meanwhile",
      hint: "stop it, and migrate the store again"
    )
  }

  /// A connection that no statement of a query is prepared on.
  static func connection(to database: Database, _ limits: StoreLimits) -> Connection {
    Connection(
      database: database,
      owner: .store,
      watch: StatementWatch(timeout: limits.statementTimeout, flag: InterruptFlag())
    )
  }
}

extension StoreMigration {
  /// One change of the store's tables, and the SQL that makes it.
  public struct Step: Hashable, Sendable {
    /// What is done to an object of the schema.
    public enum Action: String, Hashable, Sendable { case add, replace, remove }
    /// The kinds of objects of a schema.
    public enum Object: String, Hashable, Sendable { case table, column, index, view, trigger }

    /// What is done.
    public let action: Action
    /// To what it is done.
    public let object: Object
    /// The name; of a column, with its table: `event.venue`.
    public let name: String
    /// The statements, one after another.
    public let sql: [String]
    /// The table or view that the object belongs to.
    let table: String
  }

  /// Something that a migration cannot do, and what its user can.
  public struct Obstacle: Hashable, Sendable {
    /// The kinds of obstacles.
    public enum Code: String, Hashable, Sendable, CaseIterable {
      /// The store has a table that is not declared.
      case undeclaredTable = "undeclared-table"
      /// A table has a column that is not declared.
      case undeclaredColumn = "undeclared-column"
      /// A column is declared otherwise than it is.
      case changedColumn = "changed-column"
      /// A table has another primary key, other constraints or options, or another order of columns.
      case changedTable = "changed-table"
      /// A new column is declared before one that is there.
      case misplacedColumn = "misplaced-column"
      /// A new column is declared as no column can be added.
      case unfitColumn = "unfit-column"
      /// An index, view or trigger of somebody else's database differs from the declared one.
      case foreignObject = "foreign-object"
      /// SQLite refuses a step, mostly because of the rows that are there.
      case refusedStep = "refused-step"
    }

    /// The kind of obstacle; the same word in every release.
    public let code: Code
    /// What is in the way, with its names.
    public let message: String
    /// The one likely remedy.
    public let hint: String
    /// The table that it is about.
    let table: String
  }
}

extension StoreMigration.Step: CustomStringConvertible {
  /// The step in words: `add column 'event.venue'`.
  public var description: String { "\(action.rawValue) \(object.rawValue) '\(name)'" }
}
