import CSQLite

/// Decides during compilation whether a statement is allowed, and records what it does.
///
/// Setting an authorizer makes SQLite compile all statements again. So this one is set once, and
/// gets its rules before each compilation.
///
/// Belongs to a connection, which guards every mutable property.
final class Authorizer {
  /// The rules for a statement.
  enum Rules {
    /// A statement of the store itself: anything.
    case own
    /// A statement of a program: anything but the start and end of a transaction.
    case program
    /// A statement of the schema: creates objects and inserts rows.
    case schema
    /// A statement of a message or an adapter: reads and writes rows of the schema's tables.
    case message
    /// A statement of a live query: the rules for messages, and its reads are recorded.
    case query
    /// A statement under the rules for queries, except that any function is allowed.
    case impureQuery
  }

  /// The effects of a statement, as far as its compilation shows them.
  struct Findings {
    var refusal: StoreError?
    var changesSchema = false
    var reads: [ColumnRead] = []
    var functions: Set<String> = []
    var createdTables: [String] = []
    var createdTriggers: [String] = []
  }

  struct ColumnRead: Hashable {
    let table: String
    let column: String
  }

  /// The action that SQLite submits to the authorizer.
  struct Action {
    let code: Int32
    let first: String?
    let second: String?
    let database: String?
    /// The trigger or view that causes the action, or `nil`.
    let trigger: String?
  }

  /// The temporary tables that a statement of a message may use.
  struct TemporaryTables {
    /// The tables whose rows it may read.
    var readable: Set<String> = []
    /// The table into which it may insert rows.
    var filled: String?
  }

  var rules = Rules.own
  /// The names of the documents, whose temporary tables queries and messages may read.
  var documents: [String] = []
  var temporary = TemporaryTables()
  var findings = Findings()

  func install(on handle: OpaquePointer) {
    unsafe sqlite3_set_authorizer(
      handle,
      { context, code, first, second, database, trigger in
        guard let context = unsafe context else { return SQLITE_OK }
        let action = Action(
          code: code,
          first: unsafe first.map { unsafe String(cString: $0) },
          second: unsafe second.map { unsafe String(cString: $0) },
          database: unsafe database.map { unsafe String(cString: $0) },
          trigger: unsafe trigger.map { unsafe String(cString: $0) }
        )
        return unsafe Unmanaged<Authorizer>.fromOpaque(context)
          ._withUnsafeGuaranteedRef { $0.judge(action) }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  private func judge(_ action: Action) -> Int32 {
    note(action)
    guard let refusal = objection(to: action) else { return SQLITE_OK }
    if findings.refusal == nil { findings.refusal = refusal }
    return SQLITE_DENY
  }

  private func note(_ action: Action) {
    switch action.code {
    case SQLITE_READ:
      if rules == .query || rules == .impureQuery, let table = action.first {
        findings.reads.append(ColumnRead(table: table, column: action.second ?? ""))
      }
    case SQLITE_FUNCTION:
      if let name = action.second { findings.functions.insert(name.lowercased()) }
    case SQLITE_CREATE_TABLE:
      findings.changesSchema = true
      if let name = action.first { findings.createdTables.append(name) }
    case SQLITE_CREATE_TRIGGER:
      findings.changesSchema = true
      if let name = action.first { findings.createdTriggers.append(name) }
    case _ where Self.changesSchema(action.code): findings.changesSchema = true
    default: break
    }
  }
}

extension Authorizer {
  /// Returns the reason why the current rules forbid an action, or `nil`.
  private func objection(to action: Action) -> StoreError? {
    switch rules {
    case .own: nil
    case .program: objectionToProgram(action)
    case .schema: objectionToSchema(action)
    case .message, .query, .impureQuery: objectionToMessage(action)
    }
  }

  private func objectionToProgram(_ action: Action) -> StoreError? {
    guard action.code == SQLITE_TRANSACTION else { return nil }
    return StoreError(
      .notAllowed,
      "'\(action.first ?? "BEGIN")' is not allowed in a statement",
      hint: "use the writer's transaction"
    )
  }

  private func objectionToSchema(_ action: Action) -> StoreError? {
    switch action.code {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA:
      return notAllowed(action, in: "a schema", hint: "leave it out; the store does it itself")
    case SQLITE_CREATE_VTABLE:
      return StoreError(
        .unsupportedTable,
        "table '\(action.first ?? "")' is virtual, and changes in it cannot be followed",
        hint: "use an ordinary table"
      )
    case _ where Self.isTemporary(action.code):
      return notAllowed(action, in: "a schema", hint: "make an ordinary object")
    case SQLITE_READ where Self.isUnreadable(action.first ?? ""):
      return notOfSchema(action.first ?? "", in: "a schema")
    case SQLITE_CREATE_TABLE, SQLITE_CREATE_VIEW:
      guard let name = action.first, name.lowercased().hasPrefix("feed_") else { return nil }
      return StoreError(
        .notAllowed,
        "'\(name)' has a name that begins with 'feed_', which is reserved for the store's tables",
        hint: "choose another name"
      )
    case SQLITE_CREATE_TRIGGER where ChangeTrigger.isOurs(action.first ?? ""):
      return StoreError(
        .notAllowed,
        "trigger '\(action.first ?? "")' has a name that begins with '\(ChangeTrigger.prefix)', "
          + "a prefix reserved for the store's change log",
        hint: "choose another name"
      )
    case SQLITE_FUNCTION: return objectionToFunction(action.second ?? "")
    default: return nil
    }
  }

  private func objectionToMessage(_ action: Action) -> StoreError? {
    if ChangeTrigger.isOurs(action.trigger ?? "") { return nil }
    let place = rules == .message ? "a message" : "a query"
    switch action.code {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return nil
    case SQLITE_FUNCTION: return objectionToFunction(action.second ?? "")
    case SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      let name = action.first ?? ""
      if action.database == "temp" {
        if allowsTemporary(action.code, name) { return nil }
        if documents.contains(name) {
          return action.code == SQLITE_READ ? nil : Self.objection(toWriting: name)
        }
      }
      let isOurs = action.database == nil || action.database == "main"
      guard !isOurs || Self.isReserved(name) || Self.isInternal(name) else { return nil }
      if action.code != SQLITE_READ, Self.isInternal(name) {
        return StoreError(
          .notAllowed,
          "a change of the schema is not allowed in \(place)",
          hint: "only reading and writing rows is allowed"
        )
      }
      return notOfSchema(name, in: place)
    default:
      return notAllowed(action, in: place, hint: "only reading and writing rows is allowed")
    }
  }

  private func allowsTemporary(_ code: Int32, _ table: String) -> Bool {
    switch code {
    case SQLITE_READ: temporary.readable.contains(table)
    case SQLITE_INSERT: temporary.filled == table
    default: false
    }
  }

  private static func objection(toWriting document: String) -> StoreError {
    StoreError(
      .notAllowed,
      "'\(document)' is a document, and SQL cannot change its rows",
      hint: "replace the document as a whole"
    )
  }

  private func objectionToFunction(_ name: String) -> StoreError? {
    if name.lowercased() == "load_extension" {
      return StoreError(.notAllowed, "extensions are not allowed", hint: "leave it out")
    }
    if let objection = Determinism.objection(toFunction: name) {
      guard rules != .impureQuery else { return nil }
      return StoreError(.nonDeterministic, objection.what, hint: objection.hint)
    }
    guard !FunctionRules.allows(name) else { return nil }
    return StoreError(
      .notAllowed,
      "function '\(name)' is not allowed in SQL of a feed",
      hint: "use SQLite's functions for values, dates, numbers, JSON, aggregates and windows"
    )
  }

  private func notOfSchema(_ name: String, in place: String) -> StoreError {
    StoreError(
      .notAllowed,
      "table '\(name)' does not belong to the schema and cannot be used in \(place)",
      hint: "use tables that the schema declares"
    )
  }

  private func notAllowed(_ action: Action, in place: String, hint: String) -> StoreError {
    StoreError(.notAllowed, "\(Self.name(of: action)) is not allowed in \(place)", hint: hint)
  }

  private static func isReserved(_ name: String) -> Bool {
    Bookkeeping.tableNames.contains(name.lowercased())
  }

  private static func isInternal(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("sqlite_") || name.hasPrefix("pragma_") || modules.contains(name)
  }

  /// Returns whether a schema must not read a table, since it shows SQLite's own state.
  private static func isUnreadable(_ name: String) -> Bool {
    let name = name.lowercased()
    // SQLite itself reads this table to alter another table.
    return modules.contains(name) || name.hasPrefix("pragma_") && name != "pragma_quick_check"
  }

  /// The virtual tables that exist without a declaration, apart from those of JSON.
  private static let modules: Set<String> = [
    "bytecode", "dbstat", "fts3tokenize", "fts4aux", "fts5vocab", "tables_used",
  ]

  private static func name(of action: Action) -> String {
    switch action.code {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: return "'\(action.first ?? "TRANSACTION")'"
    case SQLITE_ATTACH: return "'ATTACH'"
    case SQLITE_DETACH: return "'DETACH'"
    case SQLITE_PRAGMA: return "'PRAGMA \(action.first ?? "")'"
    case SQLITE_ANALYZE: return "'ANALYZE'"
    case SQLITE_REINDEX: return "'REINDEX'"
    case _ where isTemporary(action.code): return "a temporary object"
    case _ where changesSchema(action.code): return "a change of the schema"
    default: return "this statement"
    }
  }

  private static func isTemporary(_ code: Int32) -> Bool {
    switch code {
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TRIGGER,
      SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_INDEX,
      SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_TEMP_VIEW:
      true
    default: false
    }
  }

  private static func changesSchema(_ code: Int32) -> Bool {
    switch code {
    case SQLITE_ALTER_TABLE, SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_TRIGGER,
      SQLITE_CREATE_VIEW, SQLITE_CREATE_VTABLE, SQLITE_DROP_TABLE, SQLITE_DROP_INDEX,
      SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW, SQLITE_DROP_VTABLE:
      true
    default: false
    }
  }
}

extension Authorizer.Rules {
  /// Throws an error for a statement that the authorizer does not see: one that copies the store.
  ///
  /// - Throws: ``StoreError`` if it is not allowed.
  func checkKind(of sql: String) throws {
    guard self != .own, self != .program else { return }
    var scanner = SQLScanner(sql)
    var first = scanner.next()
    while let token = first, token.isSign(";") { first = scanner.next() }
    guard let first, first.isKeyword("VACUUM") else { return }
    let message = "'VACUUM' is not allowed in SQL of a feed"
    throw StoreError(
      .notAllowed,
      message,
      hint: "leave it out",
      failure: .init(code: SQLITE_AUTH, message: message, sql: sql, offset: first.offset)
    )
  }
}
