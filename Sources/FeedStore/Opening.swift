import CSQLite

/// The steps of opening a store: check the SQL in memory, look at the file, and only then touch it.
struct Opening {
  let location: Store.Location
  let schema: StoreSchema
  let writer: Writer

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - location: Where the objects are, or shall be.
  ///   - source: The SQL that makes the tables; `nil` for a database that exists already.
  ///   - watch: What ends long statements, on the connection that is given it.
  /// - Throws: ``StoreError`` with what is wrong and what to do.
  init(
    at location: Store.Location,
    schema source: SchemaSource?,
    watch: () -> StatementWatch
  ) throws {
    self.location = location
    let opened =
      if let source {
        try Self.open(location, source, watch)
      } else {
        try Self.open(location, watch)
      }
    (schema, writer) = (opened.schema, opened.writer)
  }

  /// Takes part in a connection that a program shares.
  ///
  /// - Parameters:
  ///   - handle: The connection.
  ///   - hook: The hook that the program has set.
  ///   - watch: What would end long statements; on this connection that is for the program to do.
  /// - Throws: ``StoreError`` with what is wrong and what to do; the connection is then as it was.
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
  }

  /// How many seconds a program waits for another one that writes.
  static let patience = 5

  /// Opens a store of tables that a schema declares.
  private static func open(
    _ location: Store.Location,
    _ source: SchemaSource,
    _ watch: () -> StatementWatch
  ) throws -> (schema: StoreSchema, writer: Writer) {
    // The SQL runs in memory first: what it makes is what a store must have, and a mistake in it
    // leaves no trace.
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

  /// Opens a database that exists already, and leaves it as it is.
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

  /// Sets a connection of the store's up, and makes the writer that belongs to it.
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

  /// Makes the writer that belongs to a connection.
  ///
  /// - Parameters:
  ///   - connection: The connection, of which no statement has been prepared.
  ///   - body: Makes the tables, and says what there is.
  /// - Returns: What there is, and the writer.
  /// - Throws: What the body throws.
  private static func setUp(
    _ connection: Connection,
    _ body: (Connection) throws -> StoreSchema
  ) throws -> (schema: StoreSchema, writer: Writer) {
    // SQLite sets these up when they are first used, by what looks like a change of the schema.
    _ = try connection.prepare("SELECT 1 FROM json_each('[]'), json_tree('[]')", rules: .own)
    let schema = try body(connection)
    connection.collector.clear()
    connection.collector.follow(schema)
    let writer = try Writer(connection: connection, schema: schema)
    try connection.forgetOutside()
    return (schema, writer)
  }

  /// Brings a file into use, unless it cannot be written or has another schema.
  private static func prepare(
    _ connection: Connection,
    of file: StoreFile,
    source: SchemaSource,
    declared: SchemaImage
  ) throws -> SchemaImage {
    guard !connection.isReadOnly else { throw file.isReadOnlyError }
    // At one moment, since somebody else may be making the tables.
    let found = try connection.transaction("BEGIN") { try SchemaImage.read(from: connection) }
    // What another schema made is left alone, down to its journal.
    try check(found, of: file, source: source, declared: declared)
    try connection.useWriteAheadLog()
    if try !found.objects.isEmpty && connection.hasWholeBookkeeping() { return found }
    // Several programs may find the file empty at once. The first one makes the tables, and the
    // others, which wait for its transaction, find them.
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

  /// Refuses a file that holds other tables than are declared; an empty one is welcome.
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
