extension MessageWriter {
  /// Takes the tables by which a long message of an adapter is staged.
  ///
  /// To be called with the writer held and no transaction open, and followed by ``endStaging(ofAdapter:)``.
  ///
  /// - Parameter name: The adapter.
  /// - Returns: What reads the message; `nil` if it has to be read in its transaction, or another message
  ///   of the adapter is being staged.
  package func beginStaging(ofAdapter name: String) -> MessageReader? {
    guard let staged = adapters.staged(name), !staged.isTaken else { return nil }
    staged.isTaken = true
    return staged.reader
  }

  /// Stages a few rows of a message.
  ///
  /// - Parameters:
  ///   - piece: Which rows.
  ///   - rows: All rows of the message.
  ///   - name: The adapter.
  /// - Throws: ``StoreError`` if they cannot be written.
  package func stage(_ piece: MessageRows.Piece, of rows: MessageRows, adapter name: String) throws
  {
    try adapters.staged(name)?.add(piece, of: rows)
  }

  /// Removes a few rows that were staged.
  ///
  /// - Parameters:
  ///   - piece: Which rows, and all before them.
  ///   - name: The adapter.
  /// - Throws: ``StoreError`` if they cannot be removed.
  package func unstage(_ piece: MessageRows.Piece, adapter name: String) throws {
    try adapters.staged(name)?.remove(piece)
  }

  /// Gives the tables back, which are empty again.
  ///
  /// - Parameter name: The adapter.
  package func endStaging(ofAdapter name: String) { adapters.staged(name)?.isTaken = false }

  /// Has an adapter apply a message whose rows are staged, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - message: The JSON text.
  ///   - name: The adapter.
  /// - Throws: ``StoreError``. The transaction cannot be committed then.
  package func applyStaged(_ message: String, adapter name: String) throws {
    try applying(message) {
      try check(message)
      try adapters.runStaged(name, message: message)
    }
  }
}
