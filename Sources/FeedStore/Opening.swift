/// The steps of opening a store: check the SQL in memory, look at the file, and only then touch it.
struct Opening {
  let schema: StoreSchema
  let writer: Writer

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - location: Where the objects are, or shall be.
  ///   - source: The SQL that makes the tables.
  ///   - watch: What ends long statements, on the connection that is given it.
  /// - Throws: ``StoreError`` with what is wrong and what to do.
  init(
    at location: Store.Location,
    schema source: SchemaSource,
    watch: () -> StatementWatch
  ) throws {
    // The SQL runs in memory first: what it makes is what a store must have, and a mistake in it
    // leaves no trace.
    let declared = try Self.setUp(Database(path: nil), watch()) { connection in
      try connection.boundMemory()
      try connection.apply(source)
      return try SchemaImage.read(from: connection)
    }
    switch location {
    case .memory:
      schema = declared.image.schema
      writer = declared.writer
    case .file(let path):
      let file = StoreFile(path: path)
      let isNew = try file.check()
      let opened = try file.wrappingErrors {
        try Self.setUp(Database(path: path), watch()) { connection in
          do {
            let image = try Self.prepare(
              connection,
              of: file,
              source: source,
              declared: declared.image
            )
            connection.files = StoreFiles(path: path)
            return image
          } catch {
            if isNew, connection.isAloneWithNothing() { file.remove() }
            throw error
          }
        }
      }
      schema = opened.image.schema
      writer = opened.writer
    case .copy(let path):
      let file = StoreFile(path: path)
      let opened = try file.wrappingErrors {
        try Self.setUp(file.copied(), watch()) { connection in
          let image = try SchemaImage.read(from: connection)
          try Self.check(image, of: file, source: source, declared: declared.image)
          if image.objects.isEmpty { try connection.apply(source) }
          try connection.makeBookkeeping()
          return try SchemaImage.read(from: connection)
        }
      }
      schema = opened.image.schema
      writer = opened.writer
    }
  }

  /// How many seconds a program waits for another one that writes.
  static let patience = 5

  /// Sets a connection up, and makes the writer that belongs to it.
  ///
  /// - Parameters:
  ///   - database: The database, of which no statement has been prepared.
  ///   - watch: What ends long statements.
  ///   - body: Makes the tables, and says what there is.
  /// - Returns: What there is, and the writer.
  /// - Throws: What the body throws.
  private static func setUp(
    _ database: Database,
    _ watch: StatementWatch,
    _ body: (Connection) throws -> SchemaImage
  ) throws -> (image: SchemaImage, writer: Writer) {
    let connection = Connection(database: database, watch: watch)
    let image = try connection.held {
      // SQLite sets these up when they are first used, by what looks like a change of the schema.
      _ = try connection.prepare("SELECT 1 FROM json_each('[]'), json_tree('[]')", rules: .own)
      return try body(connection)
    }
    connection.collector.clear()
    connection.collector.follow(image.schema)
    let writer = try Writer(connection: connection, schema: image.schema)
    try connection.held { try connection.forgetOutside() }
    return (image, writer)
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
    if try !found.objects.isEmpty && connection.hasBookkeeping() { return found }
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
