import CSQLite

extension Connection {
  /// Compiles the one statement of a text.
  ///
  /// - Returns: The statement; the authorizer's findings remain available to the caller.
  /// - Throws: ``StoreError`` if it does not compile, is not allowed, or is not the only one.
  func prepare(_ sql: String, rules: Authorizer.Rules) throws -> Statement {
    let (statement, end) = try prepareFirst(of: sql, from: 0, rules: rules)
    guard let statement else {
      throw StoreError(.sql, "there is no statement in '\(StoreError.excerpt(sql))'")
    }
    let rest = String(decoding: sql.utf8.dropFirst(end), as: UTF8.self)
    guard SQLToken.tokens(of: rest).allSatisfy({ $0.isSign(";") }) else {
      throw StoreError(
        .sql,
        "there is more than one statement in '\(StoreError.excerpt(sql))'",
        hint: "prepare them one by one"
      )
    }
    return statement
  }

  /// Compiles the one statement of a text; an error suggests the table or column that was probably meant.
  func prepare(
    _ sql: String,
    rules: Authorizer.Rules,
    suggestingNamesOf schema: StoreSchema
  ) throws -> Statement {
    do { return try prepare(sql, rules: rules) } catch let error as StoreError {
      throw schema.suggestingName(for: error)
    }
  }

  /// Compiles the first statement after a position in a text.
  ///
  /// - Parameter start: The start of the statement, in bytes.
  /// - Returns: The statement, or `nil` if only blanks and comments are left, and the position of
  ///   its end.
  /// - Throws: ``StoreError`` if it does not compile or is not allowed.
  func prepareFirst(
    of sql: String,
    from start: Int,
    rules: Authorizer.Rules
  ) throws -> (statement: Statement?, end: Int) {
    try checkIsOpen()
    if rules != .own { try checkViews(in: sql) }
    authorizer.findings = Authorizer.Findings()
    authorizer.rules = rules
    defer { authorizer.rules = .own }
    watch.isTimed = rules != .own
    watch.start = 0
    var prepared: OpaquePointer?
    var end = start
    // Without a length, SQLite does not copy the rest of the text.
    let code = unsafe sql.withCString { base in
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v3(
        handle,
        base + start,
        -1,
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &prepared,
        &tail
      )
      if let tail = unsafe tail { end = unsafe tail - base }
      return code
    }
    let text = String(
      decoding: sql.utf8.dropFirst(start).prefix(max(end - start, 0)),
      as: UTF8.self
    )
    guard code == SQLITE_OK else {
      let whole = String(decoding: sql.utf8.dropFirst(start), as: UTF8.self)
      throw compilationFailed(failure(code, sql: whole))
    }
    let statement = unsafe prepared.map {
      unsafe Statement(
        handle: $0,
        sql: text,
        connection: self,
        changesSchema: authorizer.findings.changesSchema,
        isTimed: rules != .own
      )
    }
    try rules.checkKind(of: text)
    // SQLite treats a zero byte as the end of the text, and would not read the rest.
    guard sql.utf8.dropFirst(end).first != 0 else {
      throw StoreError(.sql, "there is a zero byte in the statement")
    }
    return (statement, end)
  }

  private func compilationFailed(_ failure: StoreError.Failure) -> StoreError {
    guard let refusal = authorizer.findings.refusal else { return StoreError(failure) }
    return StoreError(refusal.code, refusal.message, hint: refusal.hint, failure: failure)
  }
}
