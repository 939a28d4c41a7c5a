public import FeedDefinition
public import FeedStore

extension FeedFile {
  /// Compares a store with the current schema of the file.
  ///
  /// ```swift
  /// let migration = try FeedFile.load(path: "book.yaml").migration(ofStore: "book.sqlite")
  /// if migration.isPossible { try migration.apply(keeping: "book.sqlite.before") }
  /// ```
  ///
  /// - Parameter path: The path of the store, which is not changed.
  /// - Throws: ``EngineError`` if the file names no schema; `StoreError` if the store cannot be read, or
  ///   the schema's SQL does not run.
  public func migration(
    ofStore path: String,
    limits: StoreLimits = StoreLimits()
  ) throws -> StoreMigration {
    guard let schema = feed.schema else { throw noSchema }
    return try StoreMigration(
      of: path,
      to: SchemaSource(sql: schema.sql, name: schema.path),
      limits: limits
    )
  }

  private var noSchema: EngineError {
    EngineError(
      code: .noSchema,
      message: "the feed file '\(name)' declares no schema to migrate a store to",
      hint: feed.database.map {
        "'\($0)' is changed by the program that made it; a feed does not change its schema"
      } ?? "declare one with 'store: {schema: FILE.sql}'"
    )
  }

  /// Returns the error with a hint: the command that migrates the store to the file's schema.
  func suggestingMigration(for error: StoreError, of location: Store.Location?) -> StoreError {
    guard feed.schema != nil else { return error }
    switch location {
    case .file(let path), .copy(of: let path):
      return StoreError(
        error.code,
        error.message,
        hint: "feed migrate \(name.quotedForShell) --store \(path.quotedForShell)",
        location: error.location,
        failure: error.failure
      )
    case .memory, nil: return error
    }
  }
}

extension String {
  /// The text, quoted as one word for a shell.
  fileprivate var quotedForShell: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "/._-+,:@%".unicodeScalars.contains($0)
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
