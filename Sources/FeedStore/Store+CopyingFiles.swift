package import FeedModel

extension Store {
  /// Copies the state of a store's file at one moment, while the store is used.
  ///
  /// A separate connection reads, so that writers do not wait for it. The pages are copied
  /// unchanged: rows keep their row ids and tables their order, which `VACUUM INTO` would change.
  /// The copy has no journal and needs none, so that reading it creates no other file.
  ///
  /// - Parameters:
  ///   - copy: The new file; an existing file must be empty.
  ///   - isCancelled: Called before each part; returns whether to stop.
  /// - Returns: The value under the name in the store, and so in the copy; `nil` if there is none.
  /// - Throws: ``StoreError`` if the store cannot be read or the copy cannot be written;
  ///   `CancellationError`.
  package static func copyFile(
    at path: String,
    to copy: String,
    noting name: String,
    isCancelled: () -> Bool = { false }
  ) throws -> Value? {
    let source = try Database(path: path, isReadOnly: true, mustExist: true)
    let connection = Connection(reading: source)
    defer { connection.release() }
    return try connection.held {
      try source.run("BEGIN")
      // The first read determines the moment.
      let value = try connection.state(named: name)
      let target = try Database(path: copy)
      try target.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try source.copy(to: target, isCancelled: isCancelled)
      try target.run("PRAGMA journal_mode = DELETE")
      return value
    }
  }

  /// The content of a file that will become a store.
  package struct FileContent: Sendable {
    /// The value under the requested name.
    package let value: Value?
    /// The hash of all rows.
    package let state: StateHash
  }

  /// Reads all of a file that will become a store, and leaves it unchanged.
  ///
  /// - Parameter source: The SQL that creates the tables; it is an error if the file has others.
  ///   Without it, any tables are valid.
  /// - Throws: ``StoreError`` if the file is not a database, is damaged, or has other tables.
  /// - Complexity: O(*n*) for *n* rows.
  package static func read(
    fileAt path: String,
    schema source: SchemaSource?,
    noting name: String
  ) throws -> FileContent {
    let file = StoreFile(path: path)
    return try file.wrappingErrors {
      let connection = Connection(
        reading: try Database(path: path, isReadOnly: true, mustExist: true)
      )
      defer { connection.release() }
      return try connection.held {
        if let damage = try connection.damage() {
          throw StoreError(
            .notADatabase,
            "the file '\(path)' is damaged: \(StoreError.excerpt(damage))",
            hint: "take another copy"
          )
        }
        let found = try SchemaImage.read(from: connection)
        if let source {
          let declared = try OwnedStore(at: .memory, schema: source).withWriter { writer in
            try SchemaImage.read(from: writer.connection)
          }
          let differences = found.differences(from: declared)
          guard differences.isEmpty else { throw file.mismatch(differences, source: source) }
        }
        let sum = try RowSums(connection).sum(of: found.schema.tables)
        return FileContent(value: try connection.state(named: name), state: StateHash(sum))
      }
    }
  }
}

extension Connection {
  /// Creates a connection that reads another program's database.
  fileprivate convenience init(reading database: Database) {
    let watch = StatementWatch(timeout: nil, flag: InterruptFlag())
    self.init(database: database, owner: .others, watch: watch)
  }

  /// Returns the value under a name in the store.
  fileprivate func state(named name: String) throws -> Value? {
    guard try hasBookkeeping() else { return nil }
    let statement = try prepare(Bookkeeping.Task.state.sql, rules: .own)
    statement.bind(name, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// Returns SQLite's report of damaged pages of the database, or `nil` if there are none.
  fileprivate func damage() throws -> String? {
    let statement = try prepare("PRAGMA quick_check(1)", rules: .own)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let text = statement.text(at: 0)
    return text == "ok" ? nil : text
  }
}
