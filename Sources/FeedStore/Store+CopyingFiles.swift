package import FeedModel

extension Store {
  /// Copies a store's file, as it is at one moment, while the store is used.
  ///
  /// A connection of its own reads, so that nobody who writes waits for it. The pages are copied as they are:
  /// rows keep their row ids and tables their order, which `VACUUM INTO` would change. The copy has no journal and
  /// needs none, so that whoever reads it leaves nothing beside it.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - copy: The new file; empty, if it is there.
  ///   - name: The name of a value that the store keeps.
  ///   - isCancelled: Asked now and then whether nobody wants the copy any more.
  /// - Returns: The value that the store, and so the copy, keeps under the name; `nil` if there is none.
  /// - Throws: ``StoreError`` if the one cannot be read or the other not be written; `CancellationError`.
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
      // The first look decides which moment it is.
      let value = try connection.state(named: name)
      let target = try Database(path: copy)
      try target.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try source.copy(to: target, isCancelled: isCancelled)
      try target.run("PRAGMA journal_mode = DELETE")
      return value
    }
  }

  /// What a file holds that is to become a store.
  package struct FileContent: Sendable {
    /// The value that it keeps under the name that was asked for.
    package let value: Value?
    /// The hash of all rows.
    package let state: StateHash
  }

  /// Reads all of a file that is to become a store, and leaves it as it is.
  ///
  /// - Parameters:
  ///   - path: The file, which has no journal.
  ///   - source: The SQL that makes the tables; a file that has others is refused. Without it, any tables do.
  ///   - name: The name of a value that the store keeps.
  /// - Returns: What it holds.
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
  /// Reads a database that belongs to others.
  fileprivate convenience init(reading database: Database) {
    let watch = StatementWatch(timeout: nil, flag: InterruptFlag())
    self.init(database: database, owner: .others, watch: watch)
  }

  /// The value that the store keeps under a name.
  fileprivate func state(named name: String) throws -> Value? {
    guard try hasBookkeeping() else { return nil }
    let statement = try prepare(Bookkeeping.Task.state.sql, rules: .own)
    statement.bind(name, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// What is wrong with the pages of the database, as SQLite says it, or `nil` if nothing is.
  fileprivate func damage() throws -> String? {
    let statement = try prepare("PRAGMA quick_check(1)", rules: .own)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let text = statement.text(at: 0)
    return text == "ok" ? nil : text
  }
}
