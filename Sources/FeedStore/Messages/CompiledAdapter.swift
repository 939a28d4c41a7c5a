/// An adapter whose SQL was compiled and checked.
struct CompiledAdapter {
  private let list: MessageList?
  private var block = StatementBlock()
  /// The statements that delete unmentioned rows and run once after a list.
  private var deletions: [ReplacedRows] = []
  private var marks: [String: AdapterStep] = [:]

  /// Compiles an adapter.
  init(_ adapter: Adapter, name: String, _ compiler: AdapterCompiler) {
    list = adapter.each.flatMap { path in
      compiler.collecting([name, "each"], sql: path) {
        try MessageList(path, connection: compiler.connection)
      }
    }
    let isList = adapter.each != nil
    var scope = AdapterCompiler.Scope(isList ? [":item", ":message"] : [":message"])
    scope.hide(adapter.cases.flatMap(\.namedQueries))
    block.rows = compiler.rows(of: adapter.namedQueries, at: [name, "let"], in: &scope)
    block.steps = adapter.statements.enumerated().compactMap { index, sql in
      compiler.statement(sql, at: [name, "sql", String(index)], in: scope)
    }
    block.cases = AdapterCases(adapter.cases, at: [name, "cases"], in: scope, compiler)
    var apart = AdapterCompiler.Scope([":message"])
    apart.hide(adapter.namedQueries + adapter.cases.flatMap(\.namedQueries))
    let deletions = adapter.replacements.compactMap { replacement in
      compiler.deletion(
        replacement,
        reading: isList ? [] : adapter.namedQueries,
        at: [name, "replace", replacement.table],
        in: isList ? apart : scope
      )
    }
    if isList { self.deletions = deletions } else { block.deletions = deletions }
    for (mark, condition) in adapter.marks.sorted(by: { $0.key < $1.key }) {
      marks[mark] = compiler.condition(condition, at: [name, "marks", mark], in: apart)
    }
  }

  /// Writes the rows of a message.
  func run(_ message: String) throws {
    guard let list else { return try block.run(message, nil) }
    for item in try list.elements(of: message) { try block.run(message, item) }
    for deletion in deletions { try deletion.run(message, nil) }
  }

  /// Returns whether a message is the moment of a mark; `nil` if there is no such mark.
  func isMarked(_ mark: String, _ message: String) throws -> Bool? {
    try marks[mark].map { try $0.conditions(message, nil) == [true] }
  }

  /// All statements that read or write rows of the schema for a message.
  var steps: [AdapterStep] { block.allSteps + deletions.map(\.deletion) }
}

extension AdapterCases {
  fileprivate init(
    _ cases: [Adapter.Case],
    at path: [String],
    in scope: AdapterCompiler.Scope,
    _ compiler: AdapterCompiler
  ) {
    for (index, declared) in cases.enumerated() {
      let path = path + [String(index)]
      let when = path + ["when"]
      if let condition = compiler.condition(declared.condition, at: when, in: scope) {
        conditions.append(condition)
      }
      var scope = scope
      var block = StatementBlock()
      block.rows = compiler.rows(of: declared.namedQueries, at: path + ["let"], in: &scope)
      block.steps = declared.statements.enumerated().compactMap { index, sql in
        compiler.statement(sql, at: path + ["sql", String(index)], in: scope)
      }
      blocks.append(block)
    }
    guard let first = conditions.first, conditions.count == cases.count else { return }
    let sql = cases.map { "(\($0.condition)\n) IS TRUE" }.joined(separator: ", ")
    all = compiler.compile(sql, at: first.path, in: scope, before: "SELECT ", rules: .query)
  }
}

extension AdapterCompiler.Scope {
  /// Records queries of other places, whose rows cannot be read here.
  fileprivate mutating func hide(_ queries: [Adapter.NamedQuery]) {
    for query in queries { hidden[query.name.lowercased()] = .elsewhere }
  }
}
