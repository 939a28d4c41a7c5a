import Foundation

extension StoreFile {
  /// Copies a store that is only to be read, as it is at one moment.
  ///
  /// - Returns: The copy, in a temporary file that SQLite writes only if memory is short.
  /// - Throws: ``StoreError`` if the file cannot be read.
  func copied() throws -> Database {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, "there is no store '\(path)'", hint: "give the path of a store")
    }
    // Who only reads a log leaves an empty one behind where there was none; who may write does not.
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    let hasJournal = ["-wal", "-journal"].contains {
      FileManager.default.fileExists(atPath: real + $0)
    }
    do {
      return try Self.copy(of: path, isReadOnly: hasJournal)
    } catch let error as StoreError where error.code == .cannotOpen || error.code == .readOnly {
      return try copiedWithLog()
    }
  }

  /// Copies a store whose log SQLite cannot read where it is, since it may write nothing beside it.
  ///
  /// Nobody writes to the log then, or there would be an index of it.
  private func copiedWithLog() throws -> Database {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "store").path
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: real + suffix) {
      try FileManager.default.copyItem(atPath: real + suffix, toPath: copy + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600],
        ofItemAtPath: copy + suffix
      )
    }
    return try Self.copy(of: copy, isReadOnly: false)
  }

  /// Copies the store to a new file, which is there as a whole or not at all.
  ///
  /// - Parameter copy: The path of the new file.
  /// - Throws: ``StoreError`` if there is such a file already, or it cannot be written.
  func keepCopy(at copy: String) throws {
    let part = StoreFile(path: copy + ".part")
    defer { part.remove() }
    guard !FileManager.default.fileExists(atPath: copy) else {
      throw StoreError(
        .cannotOpen,
        "there is a file '\(copy)' already, where a copy of the store was to be kept",
        hint: "name another one"
      )
    }
    part.remove()
    try Database(path: path, isReadOnly: true).copy(to: Database(path: part.path))
    try FileManager.default.moveItem(atPath: part.path, toPath: copy)
  }

  private static func copy(of path: String, isReadOnly: Bool = true) throws -> Database {
    let copy = try Database(path: "")
    try Database(path: path, isReadOnly: isReadOnly).copy(to: copy)
    return copy
  }
}
