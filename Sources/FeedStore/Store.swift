import Dispatch
import FeedModel
import Foundation
import Synchronization

/// Objects in SQLite: a file or memory, one writer, and the touched keys of each commit.
///
/// A lock admits one caller at a time, who calls SQLite directly.
///
/// ```swift
/// let store = try Store(at: .memory, schema: SchemaSource(sql: sql, name: "sportsbook.sql"))
/// let changes = try store.withWriter { writer in
///   try writer.transaction { try $0.run("UPDATE event SET status = 'live' WHERE id = 7") }
/// }
/// changes.tables.first?.keys   // [7]
/// ```
public final class Store: Sendable {
  /// The place where a store keeps its objects.
  public enum Location: Sendable, Hashable {
    /// In memory, until the store is released.
    case memory
    /// In a file, by its path.
    case file(String)
    /// A copy of a file, by its path, made when the store is opened; the file is only read.
    case copy(of: String)
  }

  /// The location of the objects.
  public let location: Location
  /// The tables at the time the store was opened.
  public let schema: StoreSchema
  private let flag: InterruptFlag
  /// The lock of the store, which guards the connection and its parts.
  ///
  /// The compiler ensures that no values leave it that are not Sendable.
  private let guarded: Mutex<Guarded>
  let releasedObjects = ReleasedObjects()

  struct Guarded {
    let owned: OwnedStore
    var lastNumber = 0
  }

  /// Opens a store, and creates its tables if it is empty.
  ///
  /// If the store cannot be opened, no file is created or changed.
  ///
  /// - Parameter source: The SQL that creates the tables; it is an error if the store has others.
  ///   Without it, the store is an existing database, whose tables are left unchanged.
  /// - Throws: ``StoreError`` with a hint.
  public init(
    at location: Location,
    schema source: SchemaSource? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    let owned = try OwnedStore(at: location, schema: source, limits: limits)
    self.location = location
    schema = owned.schema
    flag = owned.flag
    guarded = Mutex(Guarded(owned: owned))
  }

  /// Uses a connection that the program shares.
  ///
  /// Only its preupdate hook is changed, until ``close(_:)``.
  ///
  /// - Parameter hook: The preupdate hook that the program has set, or `nil`.
  /// - Throws: ``StoreError`` if the connection cannot be shared.
  package init(sharing connection: OpaquePointer, chaining hook: PreupdateHook? = nil) throws {
    // The compiler cannot know that the program allows access to the connection only where it has
    // access itself: the caller promises that. Rebuild the pointer from its bits, so that region
    // isolation treats it as disconnected.
    guard let connection = unsafe OpaquePointer(bitPattern: UInt(bitPattern: connection)) else {
      preconditionFailure("a pointer that is not zero has become zero")
    }
    let owned = try unsafe OwnedStore(sharing: connection, chaining: hook)
    location = owned.location
    schema = owned.schema
    flag = owned.flag
    guarded = Mutex(Guarded(owned: owned))
  }

  /// Runs a body with exclusive use of the connection, after any earlier caller is done.
  ///
  /// The calling thread is blocked until then, and for up to five seconds by a transaction while
  /// another program writes. So do not call it in tasks that share few threads with others. The
  /// order of several waiting callers is undefined; if it matters, make all calls from one actor.
  ///
  /// - Parameter body: The closure that uses the writer. Neither the writer nor its statements can
  ///   leave it: that does not compile. A nested call of this function traps.
  /// - Throws: The error of the body, or ``StoreError`` if the store is closed.
  public func withWriter<T: Sendable>(
    _ body: (inout sending Writer) throws -> T
  ) throws -> T {
    try hold { guarded in
      var writer = guarded.owned.writer
      return try body(&writer)
    }
  }

  func hold<T: Sendable>(
    _ access: SharedAccess? = nil,
    _ body: (inout sending Guarded) throws -> T
  ) throws -> T {
    try guarded.withLock { guarded in
      try guarded.owned.hold(access)
      defer { guarded.owned.letGo() }
      for number in releasedObjects.take() { guarded.owned.objects[number] = nil }
      return try body(&guarded)
    }
  }

  /// Runs a body with the guarded objects, but not with the connection.
  func look<T: Sendable>(_ body: (inout sending Guarded) throws -> T) rethrows -> T {
    try guarded.withLock { try body(&$0) }
  }

  /// Ends the running statement if it is a long one, and all later long statements.
  ///
  /// It may be called from any thread without waiting for the writer, and cannot be undone: a
  /// program that is about to end calls it and then ``close()``. The statement fails with code
  /// ``StoreError/Code/interrupted``, and its transaction is rolled back.
  public func interrupt() { flag.raise() }

  /// Writes everything to the store's database file, and closes it.
  ///
  /// A store that is released without being closed loses no data; its log is read at the next
  /// opening. A closed store stays closed, without an error.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written.
  public func close() throws { try close(nil) }

  /// Closes the store; a shared connection gets its hook back.
  package func close(_ access: SharedAccess?) throws {
    do {
      try hold(access) { try $0.owned.closeHeld() }
    } catch let error as StoreError where error.code == .closed {
      // It was closed before.
    }
  }

  /// Whether the store has not been closed.
  package var isOpen: Bool { look { $0.owned.writer.connection.isOpen } }

  /// Copies the store to a new file.
  ///
  /// - Parameter path: The path of the copy, at which no file may exist.
  /// - Throws: ``StoreError`` if the file cannot be written.
  package func copy(to path: String) throws {
    try withWriter { try $0.copy(to: path) }
  }
}

extension Store.Location {
  /// Whether other programs may write to the database.
  package var isShared: Bool {
    if case .file = self { true } else { false }
  }
}

extension Store.Location {
  /// Signals that another connection may have written to the store's file.
  ///
  /// A program whose own connection is shared catches up after each signal:
  ///
  /// ```swift
  /// for await _ in Store.Location.file(path).externalChangeHints() {
  ///   try await pool.writeWithoutTransaction { db in _ = try live.catchUp(on: db.sqliteConnection!) }
  /// }
  /// ```
  ///
  /// The file and its log are watched. The first signal is immediate; later ones arrive within some
  /// 40 milliseconds of a commit, and once a second without any. Signals that arrive while the
  /// reader is busy are joined into one. The sequence ends when the waiting task is cancelled, and
  /// immediately for a store in memory, to which no other process has access.
  public func externalChangeHints() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    guard case .file(let path) = self else {
      continuation.finish()
      return stream
    }
    let watch = StoreWatch(path: path, continuation: continuation)
    continuation.onTermination = { _ in watch.stop() }
    watch.start()
    // The first signal covers writes before the watch was started.
    continuation.yield()
    return stream
  }
}
