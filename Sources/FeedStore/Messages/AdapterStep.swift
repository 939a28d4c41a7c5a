/// A statement of an adapter, with the indices of its parameters.
struct AdapterStep {
  let statement: Statement
  /// The keys of the feed file that lead to it, beginning with the adapter's name.
  let path: [String]
  /// The location in the feed file, for messages.
  private let place: StoreError.Location?
  private let message: Int?
  private let item: Int?
  /// The text that messages quote, if it differs from the compiled statement.
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

  /// The number of rows that the last run has changed.
  var changedRows: Int { statement.changedRows }

  /// Returns the truth values of the columns of the statement's one row.
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
  /// Returns the same failure with the declared text as its statement, if there is one.
  fileprivate func quoting(_ declared: String?, for sql: String) -> StoreError {
    guard let declared, let failure, failure.sql == sql else { return self }
    return StoreError(
      Failure(code: failure.code, message: failure.message, sql: declared, offset: nil)
    )
  }
}
