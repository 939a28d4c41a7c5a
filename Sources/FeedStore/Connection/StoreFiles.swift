import CSQLite
import Foundation

/// The files of an open store, checked at intervals for removal, replacement and truncation.
///
/// SQLite continues to write to files that were removed, replaced or truncated; everything written
/// then is lost. So each transaction checks the files, at most a few times a second. Waiting for
/// other programs and closing the store check them too.
///
/// Belongs to a connection, which guards every mutable property.
final class StoreFiles {
  /// The identity and size of a file.
  private struct Stamp {
    var device: UInt64
    var number: UInt64
    var size: Int

    init?(of path: String) {
      var info = stat()
      guard unsafe stat(path, &info) == 0 else { return nil }
      device = UInt64(info.st_dev)
      number = UInt64(info.st_ino)
      size = Int(info.st_size)
    }

    func isSameFile(as other: Stamp) -> Bool {
      device == other.device && number == other.number
    }
  }

  /// The least time between two checks.
  private static let pace = Duration.milliseconds(250)
  /// The smallest size of a file with content: one page of the smallest size.
  private static let smallestPage = 512
  /// The smallest size of a log's index, which SQLite maps in pieces of this size.
  private static let indexPiece = 32_768

  private let path: String
  private let names: [String]
  private var stamps: [Stamp?]
  private var latest = ContinuousClock.now
  /// The size at which pages of the file were missing, though they may be about to be written.
  private var suspectSize: Int?
  /// The pages of the log at the last check, and the salt that distinguishes it from the next log.
  private var latestLog: (pages: Int, salt: UInt32)?
  /// The first problem that was found; it is reported forever.
  private var loss: StoreError?

  /// Records the files that the store has opened.
  ///
  /// - Parameter hasLog: Whether it has a write-ahead log; other journals appear and disappear.
  init(path: String, hasLog: Bool = true) {
    self.path = path
    // SQLite follows links before it names the other files.
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    names = [path] + (hasLog ? [real + "-wal", real + "-shm"] : [])
    stamps = names.map { Stamp(of: $0) }
  }

  /// Checks the files.
  ///
  /// - Parameter atOnce: Whether to check even if the last check was recent.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/lost``, on this and all later calls.
  func check(_ connection: Connection, atOnce: Bool) throws {
    if let loss { throw loss }
    let now = ContinuousClock.now
    guard atOnce || now - latest >= Self.pace else { return }
    latest = now
    guard let what = find(connection) else { return }
    let loss = StoreError(
      .lost,
      what,
      hint: "the last changes may be lost; restore a copy, or start with a new store"
    )
    self.loss = loss
    unsafe feed_sqlite3_leave_log(connection.handle)
    throw loss
  }

  private func find(_ connection: Connection) -> String? {
    let now = names.map { Stamp(of: $0) }
    for (index, name) in names.enumerated() {
      guard let before = stamps[index] else { continue }
      guard let stamp = now[index] else {
        return "'\(name)' was removed while the store was in use"
      }
      guard stamp.isSameFile(as: before) else {
        return "'\(name)' was replaced by another file while the store was in use"
      }
    }
    defer { stamps = now }
    guard names.count == 3, let file = now[0], let index = now[2], let before = stamps[0] else {
      return nil
    }
    if index.size < Self.indexPiece { return cut(names[2]) }
    if isLogCut(connection) { return cut(names[1]) }
    // The file lacks pages until the log is copied into it.
    if connection.checkpointer?.isCopying == true { return nil }
    return isCut(file, before, connection) ? cut(path) : nil
  }

  private func cut(_ name: String) -> String {
    "'\(name)' was truncated while the store was in use"
  }

  /// Returns whether the log lacks pages that it contained.
  ///
  /// If a truncated log is written to after the cut, the gap contains only zeros. So the first page
  /// must still exist, and the pages that were the last at the previous check and at this one.
  private func isLogCut(_ connection: Connection) -> Bool {
    guard let header = Self.logHeader(connection), header.pages > 0 else {
      latestLog = nil
      return false
    }
    defer { latestLog = header }
    let size = connection.log.pageSize + 24
    func isThere(_ page: Int) -> Bool {
      var salt: UInt32 = 0
      let place = Int64(32 + (page - 1) * size + 8)
      return unsafe feed_sqlite3_log_word(connection.handle, place, &salt) == SQLITE_OK
        && salt == header.salt
    }
    var pages = [1, header.pages]
    if let latestLog, latestLog.salt == header.salt { pages.append(latestLog.pages) }
    guard !pages.allSatisfy(isThere) else { return false }
    // Another program may have restarted the log in the meantime.
    return Self.logHeader(connection)?.salt == header.salt
  }

  private static func logHeader(_ connection: Connection) -> (pages: Int, salt: UInt32)? {
    var header = [UInt32](repeating: 0, count: 12)
    let code = unsafe header.withUnsafeMutableBufferPointer {
      unsafe feed_sqlite3_log_header(connection.handle, $0.baseAddress)
    }
    return code == SQLITE_OK ? (Int(header[4]), header[8]) : nil
  }

  /// Returns whether the database file lacks pages that its header counts.
  ///
  /// While another program copies its log into the file, this may be so for a moment, but then the
  /// file grows. A file that has shrunk, or has the same size at the next check, was truncated.
  private func isCut(_ file: Stamp, _ before: Stamp, _ connection: Connection) -> Bool {
    if file.size < Self.smallestPage { return true }
    var pages: UInt32 = 0
    guard unsafe feed_sqlite3_pages_on_disk(connection.handle, &pages) == SQLITE_OK,
      file.size < Int(pages) * connection.log.pageSize
    else {
      suspectSize = nil
      return false
    }
    if file.size < before.size { return true }
    // After a crash in the middle of a copy, the rest of the pages is in the log.
    guard latestLog == nil else { return false }
    if suspectSize == file.size { return true }
    suspectSize = file.size
    return false
  }
}
