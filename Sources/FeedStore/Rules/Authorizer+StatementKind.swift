import CSQLite

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
