import CSQLite
import FeedModel

/// Applies messages, the lines of a fixture, to the rows of a store.
///
/// A message is a JSON object, read as by SQLite's own JSON functions:
/// - `upsert`: by table, a list of rows. An existing row changes in the given columns; a new one is
///   inserted. Rows are written in the order of the text, so parents precede their children.
/// - `delete`: by table, a list of keys: a scalar each, or a list or an object for a key of several
///   columns.
/// - `sql`: a list of statements, each reading or writing rows.
/// - `adapter` and `message`: the name of a declared adapter, and its input.
///
/// The parts `at` and `document`, and `input` and `position` of recordings, are skipped here; an
/// unknown part is an error.
///
/// ```swift
/// let messages = try MessageWriter(in: writer)
/// let changes = try writer.transaction { _ in
///   try messages.apply(#"{"upsert": {"selection": [{"id": 101, "price": 2.35}]}}"#)
/// }
/// ```
public final class MessageWriter {
  let connection: Connection
  let schema: StoreSchema
  private let tree: Statement
  private let slim: Statement
  private let document: Statement
  private let valid: Statement
  var adapters: Adapters
  /// The writer of each table, by its index in the schema.
  var tables: ContiguousArray<TableWriter>
  /// The last message of the usual form, whose buffers are reused.
  private var plain = PlainMessage()
  /// Whether messages of the usual form are parsed without SQLite; tests compare both ways.
  package var readsPlainMessages = true
  /// Whether messages may contain SQL statements; those from a network may not.
  package var allowsStatements = true
  /// The buffer of the last row, which is reused.
  private var spareRow = RowBuffer()
  /// The table that was written last: consecutive messages mostly concern one table.
  private var lastTable = 0

  /// Creates a writer of messages.
  ///
  /// - Parameter writer: The writer of the store; the messages may be applied whenever it is held.
  /// - Throws: ``AdapterErrors`` with all parts of adapters that do not compile or are not allowed.
  public convenience init(in writer: Writer, adapters: [String: Adapter] = [:]) throws {
    try self.init(in: writer, adapters: adapters, declared: [:])
  }

  /// Creates a writer of messages, with adapters that a file declares.
  ///
  /// - Parameters:
  ///   - writer: The writer of the store; the messages may be applied whenever it is held.
  ///   - declared: The locations of their statements, by keys such as `["adapters", "betfair",
  ///     "sql", "0"]`; errors of their runs name the location.
  /// - Throws: ``AdapterErrors`` with all parts of adapters that do not compile or are not allowed.
  package init(
    in writer: Writer,
    adapters: [String: Adapter],
    declared: [[String]: StoreError.Location]
  ) throws {
    connection = writer.connection
    schema = writer.schema
    tree = try connection.prepare(
      "SELECT key, type, atom, parent FROM json_tree(?1)",
      rules: .own
    )
    slim = try connection.prepare(
      "SELECT json_remove(?1, '$.document', '$.message')",
      rules: .own
    )
    document = try connection.prepare("SELECT json_type(?1, '$.document')", rules: .own)
    valid = try connection.prepare("SELECT json_valid(?1)", rules: .own)
    self.adapters = try Adapters(
      adapters,
      connection: connection,
      schema: schema,
      declared: declared
    )
    tables = ContiguousArray(
      schema.tables.map { TableWriter(table: $0, connection: writer.connection) }
    )
  }

  /// Applies one message, in the current transaction.
  ///
  /// - Returns: Whether the message has a part `document`, which the caller must apply.
  /// - Throws: ``StoreError`` with the invalid row or key. The transaction cannot be committed
  ///   after that, so that a message is applied completely or not at all.
  @discardableResult
  public func apply(_ message: String) throws -> Bool {
    try applying(message) {
      if readsPlainMessages, plain.read(message, tables: tables) {
        try writePlainRows()
        return false
      }
      try checkBytes(of: message)
      if Self.readsJSON5 { try checkJSON(message) }
      let slimmed = try slimmed(message)
      let parts = try walk(slimmed ?? message)
      if let adapter = parts.adapter { try adapters.run(adapter, line: message) }
      return try parts.hasDocument || slimmed != nil && hasDocument(message)
    }
  }

  /// Applies a foreign message by an adapter, in the current transaction.
  ///
  /// - Throws: ``StoreError``, with code ``StoreError/Code/malformedMessage`` if `json_valid`
  ///   rejects the message. The transaction cannot be committed after that.
  public func apply(_ message: String, adapter: String) throws {
    try applying(message) {
      try check(message, hint: "adapter '\(adapter)' reads messages that are JSON, each a line")
      try adapters.run(adapter, message: message)
    }
  }

  /// Returns whether a foreign message is a given moment of its recording.
  ///
  /// - Returns: Whether it is, or `nil` if the adapter declares no such moment.
  /// - Throws: ``StoreError`` if there is no such adapter, or the message is not JSON.
  public func isMarked(_ message: String, as mark: String, adapter: String) throws -> Bool? {
    try adapters.isMarked(mark, by: adapter, message: message)
  }

  /// The compiled statements of adapters, each with its path in the feed file.
  ///
  /// A path begins with the adapter's name.
  package var adapterStatements: [(path: [String], sql: String)] { adapters.statements }

  /// Runs a body for a message; after an error, the transaction cannot be committed.
  func applying<T>(_ message: String, _ body: () throws -> T) throws -> T {
    precondition(connection.isInTransaction, "a message was applied outside a transaction")
    do {
      return try body()
    } catch {
      connection.mustRollBack = true
      throw error
    }
  }

  /// Checks that a message is JSON (RFC 8259), whatever parts of it an adapter reads.
  ///
  /// - Throws: ``StoreError`` with code ``StoreError/Code/malformedMessage``.
  func check(_ message: String, hint: String = MessageWriter.lineHint) throws {
    try checkBytes(of: message)
    try checkJSON(message, hint: hint)
  }

  private func checkJSON(_ message: String, hint: String = MessageWriter.lineHint) throws {
    defer { valid.reset() }
    valid.bind(message, at: 1)
    guard try valid.step(), valid.integer(at: 0) == 1 else {
      throw Self.malformed(message, hint: hint)
    }
  }

  /// Whether `json_tree` accepts more than JSON: since SQLite 3.42, it also reads JSON5.
  private static let readsJSON5 = sqlite3_libversion_number() >= 3_042_000

  private func checkBytes(of message: String) throws {
    // SQLite would treat the text before the zero byte as the whole message.
    if let zero = ZeroByte(in: message) {
      throw StoreError(.malformedMessage, "the message contains \(zero)", hint: zero.hint)
    }
  }

  /// Writes the rows of a message of the usual form, in their order.
  private func writePlainRows() throws {
    for index in 0..<plain.count {
      let row = plain.rows[index]
      if row.isDeleted {
        try tables[row.table].delete(row.buffer.values, position: row.position)
      } else {
        try tables[row.table].upsert(row.buffer, position: row.position)
      }
    }
    plain.shrink()
  }

  /// Returns the message without the long parts that are not applied here, if it may have any.
  private func slimmed(_ message: String) throws -> String? {
    guard message.utf8.count > 512,
      message.mentions("\"document\"") || message.mentions("\"message\"")
    else { return nil }
    defer { slim.reset() }
    slim.bind(message, at: 1)
    do {
      return try slim.step() ? slim.text(at: 0) : ""
    } catch let error as StoreError {
      throw Self.malformed(error, message)
    }
  }

  private func hasDocument(_ message: String) throws -> Bool {
    defer { document.reset() }
    document.bind(message, at: 1)
    return try document.step() && !document.isNull(at: 0)
  }

  /// Reads the message node by node, and writes each row as soon as it is complete.
  ///
  /// - Returns: The adapter that the message names, and whether it has a document.
  /// - Throws: ``StoreError`` for the first error.
  private func walk(_ message: String) throws -> (adapter: String?, hasDocument: Bool) {
    var message = message
    return try message.withUTF8 { bytes in
      unsafe tree.bindBorrowed(bytes, at: 1)
      defer { tree.reset() }
      var walk = MessageWalk(row: spareRow, table: lastTable)
      spareRow = RowBuffer()
      do {
        while try tree.step() { try visit(MessageNode(in: tree), &walk) }
      } catch let error as StoreError where error.failure?.sql == tree.sql {
        throw Self.malformed(error, unsafe String(decoding: bytes, as: UTF8.self))
      }
      try finishRow(&walk)
      spareRow = walk.row
      lastTable = walk.table
      return (try walk.finish(), walk.hasDocument)
    }
  }

  private static func malformed(_ error: StoreError, _ message: String) -> StoreError {
    error.code == .sql ? malformed(message, error.failure) : error
  }

  static let lineHint =
    #"a message is one line, for example {"upsert":{"event":[{"id":1}]}}"#

  private static func malformed(
    _ message: String,
    _ failure: StoreError.Failure? = nil,
    hint: String = MessageWriter.lineHint
  ) -> StoreError {
    StoreError(
      .malformedMessage,
      "the message "
        + (JSONPlaces.problem(in: message)
          ?? "is not JSON: \(StoreError.excerpt(message, limit: 80))"),
      hint: hint,
      failure: failure
    )
  }
}

extension String {
  /// Returns whether an ASCII text occurs in the string.
  fileprivate func mentions(_ text: StaticString) -> Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      text.withUTF8Buffer { text in
        bytes.count >= text.count
          && (0...(bytes.count - text.count)).contains { start in
            unsafe bytes[start] == text[0]
              && bytes[start..<(start + text.count)].elementsEqual(text)
          }
      }
    }
  }
}

extension MessageWriter {
  /// Reserves the tables in which a long message of an adapter is staged.
  ///
  /// Call it with the writer held and no transaction open, and ``endStaging(ofAdapter:)``
  /// afterwards.
  ///
  /// - Returns: A reader for the message; `nil` if the message must be read in its transaction, or
  ///   if another message of the adapter is being staged.
  package func beginStaging(ofAdapter name: String) -> MessageReader? {
    guard let staged = adapters.staged(name), !staged.isTaken else { return nil }
    staged.isTaken = true
    return staged.reader
  }

  /// Stages a few rows of a message.
  ///
  /// - Throws: ``StoreError`` if they cannot be written.
  package func stage(_ piece: MessageRows.Piece, of rows: MessageRows, adapter name: String) throws
  {
    try adapters.staged(name)?.add(piece, of: rows)
  }

  /// Removes a few staged rows.
  ///
  /// - Parameter piece: The rows to remove; all rows before them are removed too.
  /// - Throws: ``StoreError`` if they cannot be removed.
  package func unstage(_ piece: MessageRows.Piece, adapter name: String) throws {
    try adapters.staged(name)?.remove(piece)
  }

  /// Releases the tables, which are empty again.
  package func endStaging(ofAdapter name: String) { adapters.staged(name)?.isTaken = false }

  /// Applies a message whose rows are staged, in the current transaction.
  ///
  /// - Throws: ``StoreError``; the transaction cannot be committed after that.
  package func applyStaged(_ message: String, adapter name: String) throws {
    try applying(message) {
      try check(message)
      try adapters.runStaged(name, message: message)
    }
  }
}
