import CSQLite
import Foundation

/// The files of an open store, looked at now and then: whether they are still those that were opened.
///
/// SQLite goes on with files that were removed, and with what is left of others; whatever is written
/// then is lost. So each transaction looks, but not more often than a few times a second, and so does
/// whoever waits for others, and the end.
///
/// Belongs to a connection, which guards every mutable property.
final class StoreFiles {
  /// What tells a file from another one in its place.
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

  /// How long there is between two looks.
  private static let pace = Duration.milliseconds(250)
  /// The least size of a file that holds anything: that of the smallest page.
  private static let smallestPage = 512
  /// The least size of the index of a log, which SQLite maps in pieces of this size.
  private static let indexPiece = 32_768

  private let path: String
  private let names: [String]
  private var stamps: [Stamp?]
  private var latest = ContinuousClock.now
  /// The size at which the file was found to lack pages, which may be about to be written.
  private var suspectSize: Int?
  /// The pages of the log when somebody looked last, and the number that tells one log from the next.
  private var latestLog: (pages: Int, salt: UInt32)?
  /// What was found, for good.
  private var loss: StoreError?

  /// Takes the files for those that were opened.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - hasLog: Whether it has a write-ahead log; other journals come and go.
  init(path: String, hasLog: Bool = true) {
    self.path = path
    // SQLite follows links before it names the other files.
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    names = [path] + (hasLog ? [real + "-wal", real + "-shm"] : [])
    stamps = names.map { Stamp(of: $0) }
  }

  /// Looks at the files.
  ///
  /// - Parameters:
  ///   - connection: The connection that has them open.
  ///   - atOnce: Whether to look though somebody just did.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/lost``, now and ever after.
  func check(_ connection: Connection, atOnce: Bool) throws {
    if let loss { throw loss }
    let now = ContinuousClock.now
    guard atOnce || now - latest >= Self.pace else { return }
    latest = now
    guard let what = find(connection) else { return }
    let loss = StoreError(
      .lost,
      what,
      hint: "what was written last may be lost; put a copy back, or start with a new store"
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
        return "another file was put in the place of '\(name)' while the store was in use"
      }
    }
    defer { stamps = now }
    guard names.count == 3, let file = now[0], let index = now[2], let before = stamps[0] else {
      return nil
    }
    if index.size < Self.indexPiece { return cut(names[2]) }
    if isLogCut(connection) { return cut(names[1]) }
    // A file that the log is being copied into lacks pages until that is done.
    if connection.checkpointer?.isCopying == true { return nil }
    return isCut(file, before, connection) ? cut(path) : nil
  }

  private func cut(_ name: String) -> String {
    "'\(name)' was cut off while the store was in use"
  }

  /// Whether the log lacks pages that were in it.
  ///
  /// What is written behind the place where it was cut off leaves nothing but zeros before. So the
  /// first page must still be there, the one that was the last when somebody looked before, and the
  /// newest.
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
    // Another program may have begun the log anew in the meantime.
    return Self.logHeader(connection)?.salt == header.salt
  }

  private static func logHeader(_ connection: Connection) -> (pages: Int, salt: UInt32)? {
    var header = [UInt32](repeating: 0, count: 12)
    let code = unsafe header.withUnsafeMutableBufferPointer {
      unsafe feed_sqlite3_log_header(connection.handle, $0.baseAddress)
    }
    return code == SQLITE_OK ? (Int(header[4]), header[8]) : nil
  }

  /// Whether the file proper lacks pages that it says it has.
  ///
  /// While another program copies its log into the file that may be so for a moment, but then the file
  /// grows; one that has shrunk, or stays as it is until the next look, was cut.
  private func isCut(_ file: Stamp, _ before: Stamp, _ connection: Connection) -> Bool {
    if file.size < Self.smallestPage { return true }
    var pages: UInt32 = 0
    guard unsafe feed_sqlite3_pages_on_disk(connection.handle, &pages) == SQLITE_OK,
      file.size < Int(pages) * connection.log.pageSize
    else {
      suspectSize = nil
      return false
    }
    if file.size < before.size || suspectSize == file.size { return true }
    suspectSize = file.size
    return false
  }
}

extension Connection {
  /// Looks whether the files of the store are still there and whole.
  ///
  /// - Parameter atOnce: Whether to look though somebody just did.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/lost``.
  func checkFiles(atOnce: Bool = false) throws { try files?.check(self, atOnce: atOnce) }

  /// Finds out whether an error comes from files that others have mishandled.
  ///
  /// - Returns: What was done to the store, or the error as it is.
  func explaining(_ error: any Error) -> any Error {
    guard let error = error as? StoreError, let failure = error.failure else { return error }
    if Bookkeeping.tables.contains(where: { failure.message.hasSuffix("no such table: \($0)") }) {
      return StoreError(
        .lost,
        "a table in which the store keeps its own account was removed: \(failure.message)",
        hint: "put a copy of the store back, or start with a new one",
        failure: failure
      )
    }
    switch error.code {
    case .storage, .notADatabase, .cannotOpen, .readOnly:
      do { try checkFiles(atOnce: true) } catch { return error }
      return error
    default: return error
    }
  }
}
