/// The list in a message whose elements are applied one by one.
struct MessageList {
  private let path: String
  private let elements: Statement
  private let whole: Statement

  /// - Throws: ``StoreError`` if SQLite cannot read the path.
  init(_ path: String, connection: Connection) throws {
    self.path = path
    elements = try connection.prepare(
      "SELECT value, typeof(key) FROM json_each(?1, ?2)",
      rules: .own
    )
    whole = try connection.prepare("SELECT json_extract(?1, ?2)", rules: .own)
    // SQLite checks the path when it is first used.
    _ = try self.elements(of: "{}")
  }

  /// Returns the elements, in their order; a value that is not a list is its only element.
  func elements(of message: String) throws -> [String] {
    bind(message, to: elements)
    defer { elements.reset() }
    var items: [String] = []
    while try elements.step() {
      // For an object, the value itself is the element, and not its members.
      if elements.text(at: 1) == "text" { return [try value(in: message)] }
      items.append(elements.text(at: 0))
    }
    return items
  }

  private func value(in message: String) throws -> String {
    bind(message, to: whole)
    defer { whole.reset() }
    return try whole.step() ? whole.text(at: 0) : ""
  }

  private func bind(_ message: String, to statement: Statement) {
    statement.bind(message, at: 1)
    statement.bind(path, at: 2)
  }
}
