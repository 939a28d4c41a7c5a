extension Store {
  /// Writes all that is in the store to a new file.
  ///
  /// - Parameter path: Where no file is yet.
  /// - Throws: ``StoreError`` if the file cannot be written.
  package func copy(to path: String) throws {
    try withWriter { writer in
      let statement = try writer.connection.prepare("VACUUM INTO ?1", rules: .own)
      statement.bind(path, at: 1)
      try statement.run()
    }
  }
}
