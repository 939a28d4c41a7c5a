import Foundation
import GRDB

extension StoreFile {
  /// Copies a store that is only to be read, as it is at one moment.
  ///
  /// - Returns: The copy, in a temporary file that SQLite writes only if memory is short.
  /// - Throws: ``StoreError`` or GRDB's error if the file cannot be read.
  func copied() throws -> DatabaseQueue {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, "there is no store '\(path)'", hint: "give the path of a store")
    }
    do {
      return try Self.copy(of: path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      return try copiedWithLog()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
      return try copiedWithLog()
    }
  }

  /// Copies a store whose log SQLite cannot read where it is, since it may write nothing beside it.
  ///
  /// Nobody writes to the log then, or there would be an index of it.
  private func copiedWithLog() throws -> DatabaseQueue {
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

  private static func copy(of path: String, isReadOnly: Bool = true) throws -> DatabaseQueue {
    let original = try Opening.open(path: path, isReadOnly: isReadOnly)
    let copy = try Opening.open(path: "")
    try original.backup(to: copy)
    try original.close()
    return copy
  }
}
