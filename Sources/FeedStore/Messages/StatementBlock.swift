/// The statements that run for a message, or for an element of its list.
struct StatementBlock {
  /// The rows of the named queries, in the order in which they are computed.
  var rows: [NamedRows] = []
  var steps: [AdapterStep] = []
  var cases = AdapterCases()
  /// The statements that delete unmentioned rows, if they see the same rows.
  var deletions: [ReplacedRows] = []

  func run(_ message: String, _ item: String?) throws {
    for rows in rows { try rows.fill.run(message, item) }
    let holding = try cases.holding(message, item)
    for step in steps { try step.run(message, item) }
    for (block, holds) in zip(cases.blocks, holding) where holds { try block.run(message, item) }
    for deletion in deletions { try deletion.run(message, item) }
    for rows in rows { try rows.empty() }
  }

  /// All statements that read or write rows of the schema.
  var allSteps: [AdapterStep] {
    rows.map(\.fill) + steps + cases.conditions + cases.blocks.flatMap(\.allSteps)
      + deletions.map(\.deletion)
  }
}

/// Statements with conditions.
struct AdapterCases {
  /// All conditions in one statement, so that SQLite reads the message once for all of them.
  var all: AdapterStep?
  /// The separate conditions, to find the one that has failed.
  var conditions: [AdapterStep] = []
  /// The statements for each condition, in the same order.
  var blocks: [StatementBlock] = []

  func holding(_ message: String, _ item: String?) throws -> [Bool] {
    guard let all else { return [] }
    do { return try all.conditions(message, item) } catch {
      return try conditions.flatMap { try $0.conditions(message, item) }
    }
  }
}
