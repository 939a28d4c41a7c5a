import FeedStore

extension Feed {
  /// Records the places of the statements that run later, for messages about their runs.
  mutating func noteStatements(of root: YAMLNode, in source: SourceText) {
    func note(_ node: YAMLNode, _ path: [String]) {
      places[path] = StoreError.Location(
        name: source.name,
        line: node.position.line,
        column: node.position.column
      )
    }
    func note(statements: YAMLNode?, _ path: String...) {
      for (index, node) in (statements?.listOrSingle ?? []).enumerated() {
        note(node, path + ["sql", String(index)])
      }
    }
    func note(queries: YAMLNode?, _ path: String...) {
      for query in queries?.entries ?? [] { note(query.value, path + ["let", query.key]) }
    }
    for action in root[\FeedKeys.actions]?.entries ?? [] {
      note(statements: action.value[\ActionKeys.sql], "actions", action.key)
    }
    for adapter in root[\FeedKeys.adapters]?.entries ?? [] {
      let isShort = adapter.value.entries == nil
      let statements = isShort ? adapter.value : adapter.value[\AdapterKeys.sql]
      note(statements: statements, "adapters", adapter.key)
      for replacement in adapter.value[\AdapterKeys.replace]?.entries ?? [] {
        note(replacement.value, ["adapters", adapter.key, "replace", replacement.key])
      }
      for mark in adapter.value[\AdapterKeys.marks]?.entries ?? [] {
        note(mark.value, ["adapters", adapter.key, "marks", mark.key])
      }
      note(queries: adapter.value[\AdapterKeys.let], "adapters", adapter.key)
      for (index, node) in (adapter.value[\AdapterKeys.cases]?.list ?? []).enumerated() {
        let place = String(index)
        if let condition = node[\CaseKeys.when] {
          note(condition, ["adapters", adapter.key, "cases", place, "when"])
        }
        note(statements: node[\CaseKeys.sql], "adapters", adapter.key, "cases", place)
        note(queries: node[\CaseKeys.let], "adapters", adapter.key, "cases", place)
      }
    }
  }
}
