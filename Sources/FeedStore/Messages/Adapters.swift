/// The declared translations of foreign messages into rows, compiled and checked.
struct Adapters {
  private let statements: [String: [Statement]]
  private let extract: Statement

  init(_ adapters: [String: [String]], connection: Connection) throws {
    extract = try connection.prepare("SELECT json_extract(?1, '$.message')", rules: .own)
    var statements: [String: [Statement]] = [:]
    // In the order of the names, so that of several mistakes always the same one is reported.
    for (name, list) in adapters.sorted(by: { $0.key < $1.key }) {
      statements[name] = try list.enumerated().map { place, sql in
        do { return try Self.compile(sql, connection: connection) } catch let error as StoreError {
          throw StoreError(
            error.code,
            "statement \(place + 1) of adapter '\(name)': "
              + (connection.authorizer.findings.refusal?.message ?? error.failure?.message
                ?? error.message),
            hint: error.hint,
            failure: error.failure
          )
        }
      }
    }
    self.statements = statements
  }

  private static func compile(_ sql: String, connection: Connection) throws -> Statement {
    let statement = try connection.prepare(sql, rules: .message)
    try Determinism.check(sql, functions: connection.authorizer.findings.functions)
    for name in statement.parameterNames where name != ":message" {
      throw StoreError(
        .sql,
        "there is no parameter '\(name)'",
        hint: "the only parameter is ':message'"
      )
    }
    return statement
  }

  /// Runs the statements of an adapter.
  func run(_ name: String, message: String) throws {
    guard let statements = statements[name] else {
      throw StoreError(
        .unknownAdapter,
        "there is no adapter '\(name)'",
        hint: Suggestion.hint(for: name, among: self.statements.keys.sorted(), kind: "adapters")
      )
    }
    extract.bind(message, at: 1)
    defer { extract.reset() }
    guard try extract.step(), !extract.isNull(at: 0) else {
      throw StoreError(
        .malformedMessage,
        "adapter '\(name)' is given no message",
        hint: "put what it shall translate into 'message'"
      )
    }
    let text = extract.text(at: 0)
    for statement in statements {
      if let parameter = statement.parameterIndex(of: ":message") {
        statement.bind(text, at: parameter)
      }
      do { try statement.run() } catch let error as StoreError {
        throw StoreError(
          error.code,
          "adapter '\(name)': \(error.message)",
          hint: error.hint,
          failure: error.failure
        )
      }
    }
  }
}
