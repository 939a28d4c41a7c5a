import CSQLite

/// The steps of opening a store: check the SQL in memory, check the file, and only then change it.
struct StoreOpening {
  let location: Store.Location
  let schema: StoreSchema
  let writer: Writer
  /// Whether the file had a write-ahead log before.
  let hadLog: Bool

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - source: The SQL that creates the tables; `nil` for an existing database.
  ///   - watch: A closure that creates the watch that ends long statements of a connection.
  /// - Throws: ``StoreError`` with a hint.
  init(
    at location: Store.Location,
    schema source: SchemaSource?,
    watch: () -> StatementWatch
  ) throws {
    self.location = location
    hadLog = StoreFile(at: location)?.has("-wal") ?? false
    let opened =
      if let source {
        try Self.open(location, source, watch)
      } else {
        try Self.open(location, watch)
      }
    (schema, writer) = (opened.schema, opened.writer)
  }

  /// Uses a connection that a program shares.
  ///
  /// - Parameter watch: A watch that is not installed: long statements are the program's concern
  ///   here.
  /// - Throws: ``StoreError`` with a hint; the connection is then unchanged, except for a hook of the
  ///   program that was not passed.
  init(sharing handle: OpaquePointer, chaining hook: PreupdateHook?, _ watch: StatementWatch) throws
  {
    let hook = SharedHook(chaining: hook)
    let connection = unsafe Connection(sharing: handle, hook: hook, watch: watch)
    try unsafe connection.hold(SharedAccess(handle))
    defer { connection.letGo() }
    try unsafe hook.install(on: handle)
    do {
      let opened = try Self.setUp(connection) { connection in
        let found = try StoreSchema.read(from: connection)
        hook.isCountExact = !found.hasVirtualTables
        return try connection.makeInspector(of: found)
      }
      (schema, writer) = (opened.schema, opened.writer)
    } catch {
      connection.release()
      try? unsafe hook.remove(from: handle)
      throw error
    }
    location = connection.filePath.map { .file($0) } ?? .memory
    hadLog = false
  }

  /// The number of seconds that a program waits for another writer.
  static let patience = 5

  /// Opens a store with the tables of a schema.
  private static func open(
    _ location: Store.Location,
    _ source: SchemaSource,
    _ watch: () -> StatementWatch
  ) throws -> (schema: StoreSchema, writer: Writer) {
    // The SQL runs in memory first. The result is the schema that a store must have, and an error
    // in it leaves no trace.
    var declared: SchemaImage?
    let inMemory = try setUp(Database(path: nil), .store, watch()) { connection in
      try connection.boundMemory()
      try connection.apply(source)
      let image = try SchemaImage.read(from: connection)
      declared = image
      return image.schema
    }
    guard let declared else { preconditionFailure("no schema was read") }
    switch location {
    case .memory: return inMemory
    case .file(let path):
      let file = StoreFile(path: path)
      let isNew = try file.check()
      return try file.wrappingErrors {
        try setUp(Database(path: path), .store, watch()) { connection in
          do {
            let image = try prepare(connection, of: file, source: source, declared: declared)
            connection.files = StoreFiles(path: path)
            connection.checkpointer = Checkpointer(path: path)
            return image.schema
          } catch {
            if isNew, connection.isAloneWithNothing() { file.remove() }
            throw error
          }
        }
      }
    case .copy(let path):
      let file = StoreFile(path: path)
      return try file.wrappingErrors {
        try setUp(file.copied(), .store, watch()) { connection in
          let image = try SchemaImage.read(from: connection)
          try check(image, of: file, source: source, declared: declared)
          if image.objects.isEmpty { try connection.apply(source) }
          try connection.makeBookkeeping()
          return try StoreSchema.read(from: connection)
        }
      }
    }
  }

  /// Opens an existing database, and leaves its settings unchanged.
  private static func open(
    _ location: Store.Location,
    _ watch: () -> StatementWatch
  ) throws -> (schema: StoreSchema, writer: Writer) {
    switch location {
    case .memory:
      return try setUp(Database(path: nil), .others, watch()) { try .read(from: $0) }
    case .file(let path):
      let file = StoreFile(path: path)
      try file.check(mustExist: true, isRead: true)
      return try file.wrappingErrors {
        let database = try Database(path: path, isReadOnly: !file.canBeWritten, mustExist: true)
        return try setUp(database, .others, watch()) { connection in
          let hasLog = try connection.usePresentJournal()
          connection.files = StoreFiles(path: path, hasLog: hasLog)
          if hasLog, !connection.isReadOnly { connection.checkpointer = Checkpointer(path: path) }
          return try .read(from: connection)
        }
      }
    case .copy(let path):
      let file = StoreFile(path: path)
      return try file.wrappingErrors {
        try setUp(file.copied(), .others, watch()) { try .read(from: $0) }
      }
    }
  }

  /// Sets up a connection of the store, and creates its writer.
  private static func setUp(
    _ database: Database,
    _ owner: Owner,
    _ watch: StatementWatch,
    _ body: (Connection) throws -> StoreSchema
  ) throws -> (schema: StoreSchema, writer: Writer) {
    guard feed_sqlite3_has_preupdate_hook() != 0 else { throw StoreError.noPreupdateHook }
    let connection = Connection(database: database, owner: owner, watch: watch)
    return try connection.held { try setUp(connection, body) }
  }

  /// Creates the writer of a connection.
  ///
  /// - Parameters:
  ///   - connection: The connection, on which no statement was prepared.
  ///   - body: A closure that creates the tables if needed, and returns the schema.
  /// - Throws: The error of the body.
  private static func setUp(
    _ connection: Connection,
    _ body: (Connection) throws -> StoreSchema
  ) throws -> (schema: StoreSchema, writer: Writer) {
    // SQLite sets these up at their first use, which looks like a change of the schema.
    _ = try connection.prepare("SELECT 1 FROM json_each('[]'), json_tree('[]')", rules: .own)
    let schema = try body(connection)
    connection.collector.clear()
    connection.collector.follow(schema)
    let writer = try Writer(connection: connection, schema: schema)
    try connection.forgetOutside()
    return (schema, writer)
  }

  /// Prepares a file for use; throws an error if it is read-only or has another schema.
  private static func prepare(
    _ connection: Connection,
    of file: StoreFile,
    source: SchemaSource,
    declared: SchemaImage
  ) throws -> SchemaImage {
    guard !connection.isReadOnly else { throw file.isReadOnlyError }
    // In one transaction, since another program may be creating the tables.
    let found = try connection.transaction("BEGIN") { try SchemaImage.read(from: connection) }
    // A file with another schema is left unchanged, including its journal mode.
    try check(found, of: file, source: source, declared: declared)
    try connection.useWriteAheadLog()
    if try !found.objects.isEmpty && connection.hasWholeBookkeeping() { return found }
    // Several programs may find the file empty at the same time. The first one creates the tables;
    // the others wait for its transaction and find them.
    try connection.transaction {
      let image = try SchemaImage.read(from: connection)
      if image.objects.isEmpty {
        try connection.make(source)
      } else {
        try check(image, of: file, source: source, declared: declared)
      }
      try connection.makeBookkeeping()
    }
    return try SchemaImage.read(from: connection)
  }

  /// Throws an error if a file has other tables than the declared ones; an empty file is valid.
  private static func check(
    _ image: SchemaImage,
    of file: StoreFile,
    source: SchemaSource,
    declared: SchemaImage
  ) throws {
    guard !image.objects.isEmpty else { return }
    let differences = image.differences(from: declared)
    guard differences.isEmpty else { throw file.mismatch(differences, source: source) }
  }
}
