import Foundation

/// The file of a store: checks before SQLite opens it, and clear errors afterwards.
struct StoreFile {
  let path: String

  init(path: String) { self.path = path }

  /// The file at a location, or `nil` for a store in memory.
  init?(at location: Store.Location) {
    switch location {
    case .file(let path), .copy(let path): self.path = path
    case .memory: return nil
    }
  }

  /// Returns whether SQLite has another file for the store's, in the folder of the path or in that of the file that a link leads to.
  ///
  /// - Parameter suffix: The end of the name of that file, such as `-wal`.
  func has(_ suffix: String) -> Bool {
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    return FileManager.default.fileExists(atPath: real + suffix)
  }

  /// Checks the file before it is opened.
  ///
  /// - Parameters:
  ///   - mustExist: Whether a missing file is an error.
  ///   - isRead: Whether a read-only file is valid.
  /// - Returns: Whether the file does not exist yet.
  /// - Throws: ``StoreError`` if the path cannot be that of a store.
  @discardableResult
  func check(mustExist: Bool = false, isRead: Bool = false) throws -> Bool {
    guard !path.isEmpty else {
      throw StoreError(.cannotOpen, "the store's path is empty", hint: "give the path of a file")
    }
    if !mustExist, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      throw StoreError(
        .cannotOpen,
        "the store '\(path)' is a symbolic link",
        hint: "give the path of the file that it leads to: \(target)"
      )
    }
    guard let attributes = Self.attributes(at: path) else {
      guard !mustExist else {
        throw StoreError(
          .cannotOpen,
          "there is no database '\(path)'",
          hint: "give the path of an existing database, or a schema to create one"
        )
      }
      try checkFolder()
      return true
    }
    guard attributes[.type] as? FileAttributeType != .typeDirectory else {
      throw StoreError(.cannotOpen, "'\(path)' is a folder", hint: "give the path of a file")
    }
    guard isRead || canBeWritten else { throw isReadOnlyError }
    return false
  }

  /// Whether the existing file can be written.
  var canBeWritten: Bool {
    // The mode is checked too, since the superuser may write any file.
    let mode = (Self.attributes(at: path)?[.posixPermissions] as? NSNumber)?.uint16Value ?? 0o600
    return mode & 0o222 != 0 && FileManager.default.isWritableFile(atPath: path)
  }

  /// Returns the attributes of a file, following links; `nil` if there is none.
  private static func attributes(at path: String) -> [FileAttributeKey: Any]? {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: path)
  }

  private func checkFolder() throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let attributes = Self.attributes(at: folder)
    guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
      throw StoreError(
        .cannotOpen,
        "there is no folder '\(folder)' for the store '\(path)'",
        hint: "make the folder first"
      )
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw StoreError(
        .readOnly,
        "the folder '\(folder)' of the store '\(path)' cannot be written",
        hint: "allow writing to it, or keep the store elsewhere"
      )
    }
  }

  /// Removes the files that a failed opening has created.
  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  var isReadOnlyError: StoreError {
    StoreError(
      .readOnly,
      "the store '\(path)' cannot be written",
      hint: "allow writing to it and to its folder, or use a copy"
    )
  }

  func mismatch(_ differences: [String], source: SchemaSource) -> StoreError {
    StoreError(
      .schemaMismatch,
      "the store '\(path)' does not have the schema of '\(source.name)': "
        + differences.joined(separator: "; "),
      hint: "use a new file for the store, or change its tables to match '\(source.name)'"
    )
  }

  /// Runs a body, and adds the path of the file to its errors.
  func wrappingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as StoreError where error.failure != nil {
      switch error.code {
      case .notADatabase:
        throw StoreError(
          .notADatabase,
          "'\(path)' is not a SQLite database",
          hint: "give the path of a store, or of a file that does not exist yet",
          failure: error.failure
        )
      case .readOnly: throw isReadOnlyError
      default:
        throw StoreError(
          error.code == .sql ? .cannotOpen : error.code,
          "the store '\(path)' cannot be opened: \(error.failure?.message ?? error.message)",
          hint: error.hint,
          location: error.location,
          failure: error.failure
        )
      }
    }
  }
}
