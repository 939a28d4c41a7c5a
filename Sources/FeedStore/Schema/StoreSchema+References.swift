import FeedModel

extension StoreSchema {
  /// Returns an error for the first foreign key whose table does not exist.
  ///
  /// SQLite accepts such a key, and then refuses every row that has one.
  ///
  /// - Returns: The error with its location in the SQL, or `nil` if all tables exist.
  func danglingReference(in source: SchemaSource) -> StoreError? {
    let known = Set(tables.map { $0.name.lowercased() })
    let keys = tables.flatMap { table in table.foreignKeys.map { (table.name, $0.parentTable) } }
      .filter { !known.contains($0.1.lowercased()) }
    guard !keys.isEmpty else { return nil }
    let tokens = SQLToken.tokens(of: source.sql)
    let places = zip(tokens, tokens.dropFirst()).filter { $0.0.isKeyword("REFERENCES") }.map(\.1)
    let place = places.first { token in
      keys.contains { $0.1.lowercased() == token.text.lowercased() }
    }
    let key = keys.first { $0.1.lowercased() == place?.text.lowercased() } ?? keys[0]
    return StoreError(
      .unknownTable,
      "a foreign key of '\(key.0)' refers to a table that does not exist: '\(key.1)'",
      hint: Suggestion.hint(for: key.1, among: tables.map(\.name), kind: "tables"),
      location: place.map { source.location(ofByte: $0.offset) }
    )
  }

  /// Adds the table that was probably meant to the error for a missing table.
  ///
  /// - Returns: The error, with a hint if it is about a missing table.
  func suggestingTable(for error: StoreError, or others: [String] = []) -> StoreError {
    guard error.hint == nil, let name = error.missingTable else { return error }
    return error.hinting(Suggestion.question(for: name, among: tables.map(\.name) + others))
  }
}

extension StoreError {
  /// The name of the missing table, if that is the failure that SQLite reports.
  var missingTable: String? {
    let before = "no such table: "
    guard let message = failure?.message, message.hasPrefix(before) else { return nil }
    return String(message.dropFirst(before.count))
  }

  /// Returns the same error with another hint.
  func hinting(_ hint: String?) -> StoreError {
    StoreError(code, message, hint: hint, location: location, failure: failure)
  }
}
