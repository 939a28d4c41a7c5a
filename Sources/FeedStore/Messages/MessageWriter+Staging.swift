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
