extension Writer {
  /// Copies the store to a new file.
  func copy(to path: String) throws {
    let statement = try connection.prepare("VACUUM INTO ?1", rules: .own)
    statement.bind(path, at: 1)
    try statement.run()
  }
}
