import Foundation

extension StoreFile {
  /// Copies the state of a store at one moment, for reading only.
  ///
  /// - Returns: The copy, in a temporary file that SQLite writes only if memory is short.
  /// - Throws: ``StoreError`` if the file cannot be read.
  func copied() throws -> Database {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, "there is no store '\(path)'", hint: "give the path of a store")
    }
    // A read-only connection leaves an empty log if there was none; a writable one does not.
    do {
      return try Self.copy(of: path, isReadOnly: has("-wal") || has("-journal"))
    } catch let error as StoreError where error.code == .cannotOpen || error.code == .readOnly {
      return try copiedWithLog()
    }
  }

  /// Copies a store whose log SQLite cannot read in place, since it cannot write to the folder.
  ///
  /// No program writes to the log then: a writer would have created its index.
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

  /// Copies the store to a new file, which is created as a whole or not at all.
  ///
  /// - Throws: ``StoreError`` if the file exists, or cannot be written.
  func keepCopy(at copy: String) throws {
    let part = StoreFile(path: copy + ".part")
    defer { part.remove() }
    guard !FileManager.default.fileExists(atPath: copy) else {
      throw StoreError(
        .cannotOpen,
        "there is a file '\(copy)' already, at the path for a copy of the store",
        hint: "choose another path"
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
