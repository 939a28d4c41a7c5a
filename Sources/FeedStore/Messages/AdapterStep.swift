/// A statement of an adapter with the places of its parameters, which are looked up once.
struct AdapterStep {
  let statement: Statement
  /// The keys of the feed file that lead to it, beginning with the adapter's name.
  let path: [String]
  /// Where it stands in the feed file, for messages.
  private let place: StoreError.Location?
  private let message: Int?
  private let item: Int?
  /// What messages quote if the statement is another one than was declared.
  private let declared: String?

  init(
    _ statement: Statement,
    path: [String],
    at place: StoreError.Location?,
    quoting declared: String? = nil
  ) {
    self.statement = statement
    self.path = path
    self.place = place
    self.declared = declared
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
      throw error.quoting(declared, for: statement.sql).located(at: error.location ?? place)
    }
  }
}

extension StoreError {
  /// The same failure of another statement, unless that is `nil` or this is not the failure of the first one.
  fileprivate func quoting(_ declared: String?, for sql: String) -> StoreError {
    guard let declared, let failure, failure.sql == sql else { return self }
    return StoreError(
      Failure(code: failure.code, message: failure.message, sql: declared, offset: nil)
    )
  }
}
