/// A statement of an adapter with the places of its parameters, which are looked up once.
struct AdapterStep {
  let statement: Statement
  /// The keys of the feed file that lead to it, beginning with the adapter's name.
  let path: [String]
  /// Where it stands in the feed file, for messages.
  private let place: StoreError.Location?
  private let message: Int?
  private let item: Int?

  init(_ statement: Statement, path: [String], at place: StoreError.Location?) {
    self.statement = statement
    self.path = path
    self.place = place
    message = statement.parameterIndex(of: ":message")
    item = statement.parameterIndex(of: ":item")
  }

  /// Runs the statement to its end for a message, or for an element of its list.
  func run(_ message: String, _ item: String?) throws {
    try running(message, item) { try $0.run() }
  }

  /// The truth of the columns of the statement's one row.
  func conditions(_ message: String, _ item: String?) throws -> [Bool] {
    try running(message, item) { statement in
      defer { statement.reset() }
      guard try statement.step() else { return [] }
      return (0..<statement.columnCount).map { statement.integer(at: $0) != 0 }
    }
  }

  private func running<T>(
    _ text: String,
    _ element: String?,
    _ body: (Statement) throws -> T
  ) throws -> T {
    if let message { statement.bind(text, at: message) }
    if let item, let element { statement.bind(element, at: item) }
    do { return try body(statement) } catch let error as StoreError {
      throw error.located(at: error.location ?? place)
    }
  }
}
