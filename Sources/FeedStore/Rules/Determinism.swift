import CSQLite

/// The rules that keep the result of a statement the same on every machine at any time.
///
/// Replicas apply the same messages and must reach the same rows, and a live query that reads the
/// clock would change without a commit. So neither may depend on more than the store and its input.
enum Determinism {
  /// Returns the reason why a function is never allowed; `nil` if it may be allowed.
  static func objection(toFunction name: String) -> Objection? {
    switch name.lowercased() {
    case "random", "randomblob":
      Objection(
        .chance,
        "'\(name)' depends on chance",
        hint: "pass the value in as a parameter or in the message"
      )
    case "changes", "total_changes", "last_insert_rowid":
      Objection(
        .connection,
        "'\(name)' depends on earlier statements of the connection",
        hint: "write the key or count out"
      )
    case "current_time", "current_date", "current_timestamp":
      Objection(
        .clock,
        "'\(name)' reads the clock",
        hint: "pass the time in: ':now' in an action, or a member of the message"
      )
    case "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get",
      "sqlite_compileoption_used", "sqlite_offset":
      Objection(.library, "'\(name)' depends on the library in use", hint: "leave it out")
    default: nil
    }
  }

  /// The reason why a function is not allowed, and a hint for a statement with parameters.
  struct Objection {
    let cause: ImpurityCause
    let what: String
    let hint: String

    init(_ cause: ImpurityCause, _ what: String, hint: String) {
      self.cause = cause
      self.what = what
      self.hint = hint
    }
  }

  /// Returns the cause of the error in a statement that is not deterministic.
  static func cause(
    of error: StoreError,
    in sql: String,
    functions: Set<String>
  ) -> ImpurityCause? {
    functions.lazy.compactMap { objection(toFunction: $0) }.first { $0.what == error.message }?
      .cause
      ?? impureDateCall(in: sql)?.cause
  }

  /// Returns whether a function may read the clock or the time zone, depending on its arguments.
  static func isDateFunction(_ name: String) -> Bool { dateFunctions[name.lowercased()] != nil }

  /// The names of the functions that may read the clock or the time zone.
  static var dateFunctionNames: [String] { dateFunctions.keys.sorted() }

  /// Returns the number of arguments from which on a function does not read the clock.
  static func fewestArguments(ofDateFunction name: String) -> Int { dateFunctions[name] ?? 1 }

  /// The date functions, with the number of arguments below which they read the clock.
  private static let dateFunctions = [
    "date": 1, "time": 1, "datetime": 1, "julianday": 1, "unixepoch": 1, "strftime": 2,
    "timediff": 2,
  ]

  /// A call that reads the clock or the time zone: the reason, a hint and the position.
  struct Impurity: Equatable {
    let cause: ImpurityCause
    let what: String
    let hint: String
    let offset: Int
  }

  /// Finds a call of a date function that reads the clock or the time zone.
  ///
  /// - Returns: The first such call. A text computed at run time that equals `now` is not found.
  static func impureDateCall(in sql: String) -> Impurity? {
    let tokens = SQLToken.tokens(of: sql)
    for (index, token) in tokens.enumerated() {
      guard token.kind == .word, let needed = dateFunctions[token.text.lowercased()],
        index + 1 < tokens.count, tokens[index + 1].isSign("(")
      else { continue }
      if let fault = fault(inCallAt: index, of: tokens, needed: needed) {
        return Impurity(
          cause: fault.cause,
          what: "'\(token.text.lowercased())' \(fault.what)",
          hint: "pass the time in: ':now' in an action, or a member of the message",
          offset: token.offset
        )
      }
    }
    return nil
  }

  private static func fault(
    inCallAt start: Int,
    of tokens: [SQLToken],
    needed: Int
  ) -> (cause: ImpurityCause, what: String)? {
    var depth = 0
    var arguments = 0
    for token in tokens[(start + 1)...] {
      if token.isSign("(") {
        depth += 1
        if depth > 1 { arguments = max(arguments, 1) }
        continue
      }
      if token.isSign(")") {
        depth -= 1
        if depth == 0 { break }
        continue
      }
      arguments = max(arguments, 1)
      if depth == 1, token.isSign(",") { arguments += 1 }
      guard token.kind == .literal else { continue }
      switch token.text.lowercased() {
      case "now": return (.clock, "with 'now' reads the clock")
      case "localtime", "utc":
        return (.timeZone, "with '\(token.text)' depends on the machine's time zone")
      default: continue
      }
    }
    return arguments < needed ? (.clock, "without a time reads the clock") : nil
  }

  /// Throws an error if a statement calls a date function that reads the clock or the time zone.
  ///
  /// - Throws: ``StoreError`` with the first such call.
  static func check(_ sql: String, functions: Set<String>) throws {
    guard functions.contains(where: isDateFunction), let impurity = impureDateCall(in: sql)
    else { return }
    throw StoreError(
      .nonDeterministic,
      impurity.what,
      hint: impurity.hint,
      failure: .init(code: SQLITE_AUTH, message: impurity.what, sql: sql, offset: impurity.offset)
    )
  }

  /// Words after which a name with a parenthesis is that of a table, not of a function.
  private static let wordsBeforeNames: Set<String> = [
    "table", "into", "exists", "references", "on", "view",
  ]

  /// Finds a call or default in a schema that is not deterministic.
  static func impurity(inSchema sql: String) -> Impurity? {
    let tokens = SQLToken.tokens(of: sql)
    for (index, token) in tokens.enumerated() where token.kind == .word {
      let name = token.text.lowercased()
      let isName = index > 0 && wordsBeforeNames.contains(tokens[index - 1].text.lowercased())
      let isCall = !isName && index + 1 < tokens.count && tokens[index + 1].isSign("(")
      let isClock = name.hasPrefix("current_")
      guard isCall || isClock, let objection = objection(toFunction: name) else { continue }
      return Impurity(
        cause: objection.cause,
        what: objection.what,
        hint: objection.hint,
        offset: token.offset
      )
    }
    return impureDateCall(in: sql)
  }
}
