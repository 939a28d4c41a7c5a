import FeedStore

extension Feed {
  /// Notes where the statements stand that run later, for the messages about their runs.
  mutating func noteStatements(of root: YAMLNode, in source: SourceText) {
    func note(_ node: YAMLNode, _ path: String...) {
      places[path] = StoreError.Location(
        name: source.name,
        line: node.position.line,
        column: node.position.column
      )
    }
    func note(statements: YAMLNode?, _ kind: String, _ name: String) {
      for (index, node) in (statements?.listOrSingle ?? []).enumerated() {
        note(node, kind, name, "sql", String(index))
      }
    }
    for action in root[\FeedKeys.actions]?.entries ?? [] {
      note(statements: action.value[\ActionKeys.sql], "actions", action.key)
    }
    for adapter in root[\FeedKeys.adapters]?.entries ?? [] {
      let isShort = adapter.value.entries == nil
      let statements = isShort ? adapter.value : adapter.value[\AdapterKeys.sql]
      note(statements: statements, "adapters", adapter.key)
      for replacement in adapter.value[\AdapterKeys.replace]?.entries ?? [] {
        note(replacement.value, "adapters", adapter.key, "replace", replacement.key)
      }
      for mark in adapter.value[\AdapterKeys.marks]?.entries ?? [] {
        note(mark.value, "adapters", adapter.key, "marks", mark.key)
      }
    }
  }
}
