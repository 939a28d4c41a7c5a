import FeedEngine
import FeedModel
import FeedSnapshots

/// Steps of readers: declared actions, and moves.
extension CasePlayer {
  /// A step of a reader, and what it is done to.
  enum Deed {
    case act(Action, ItemID, given: [String: Datum])
    case move(ItemID, next: ItemID, Section, isBefore: Bool)

    /// Returns whether the feed may refuse with the error: not every shown item can be moved.
    func mayEnd(in error: EngineError) -> Bool {
      guard case .move = self else { return false }
      return error.code == .notReorderable || error.code == .wrongPlace
    }
  }

  /// Returns the target of a reader's step, or `nil` if no such item is shown.
  func deed(of step: Step, on snapshot: FeedSnapshot) -> Deed? {
    switch step {
    case .act(let name, let number, let value, let fallback):
      guard let action = model.actions.first(where: { $0.name == name }) else { return nil }
      let items = snapshot.composition.sections.flatMap(\.items).map(\.id).filter { item in
        item.kind.description == action.kind && item.slot == 0
          && item.object.entity.description == action.table
      }
      guard !items.isEmpty else { return nil }
      var given: [String: Datum] = [:]
      if action.needsValue { given["v"] = value }
      if let fallback { given["w"] = fallback }
      return .act(action, items[number % items.count], given: given)
    case .move(let number, let neighbour, let isBefore):
      let sections = model.sections.filter { $0.reorder != nil }
      let items = sections.flatMap { section in
        snapshot.composition.sections
          .filter { $0.id.declaration.description == section.id }
          .flatMap { $0.items.map { (id: $0.id, section: section) } }
      }
      guard !items.isEmpty else { return nil }
      let item = items[number % items.count]
      let others = items.filter { $0.section.id == item.section.id }
      let next = others[neighbour % others.count]
      return .move(item.id, next: next.id, item.section, isBefore: isBefore)
    default: return nil
    }
  }

  func perform(_ deed: Deed?) async throws -> FeedUpdate? {
    switch deed {
    case .act(let action, let item, let given):
      return try await engine.act(action.name, on: .item(item), values: given.mapValues(\.value))
    case .move(let item, let next, _, let isBefore):
      return try await engine.move(item, to: isBefore ? .before(next) : .after(next))
    case nil: return nil
    }
  }

  /// Does the same to the mirror.
  ///
  /// - Parameters:
  ///   - deed: The step that the feed was given.
  ///   - isDone: Whether it has.
  /// - Returns: Whether the step should succeed.
  /// - Throws: SQLite's error, or a description of writes beyond the step.
  func follow(_ deed: Deed, _ isDone: Bool) throws -> Bool {
    switch deed {
    case .act(let action, let item, let given):
      let table = model.table(action.table)
      var values: [String: Datum] = [":w": action.fallback]
      for (name, value) in zip(table.key, item.object.key.values) {
        values[table.key.count == 1 ? ":id" : ":\(name)"] = Datum(value)
      }
      for (name, value) in given { values[":\(name)"] = value }
      return try mirror.transaction {
        for sql in action.statements { _ = try mirror.rows(sql, values) }
      }
    case .move(_, _, let section, _):
      if isDone { try copyOrder(of: section) }
      return isDone
    }
  }

  /// Takes over what a move has written, which may be nothing but the order and the group.
  private func copyOrder(of section: Section) throws {
    guard let outsider, let reorder = section.reorder,
      let query = model.sources.first(where: { $0.id == section.source })?.query
    else { return }
    let table = model.table(query.table)
    let written = [reorder.by] + (reorder.group.map { [$0] } ?? [])
    let list = (table.key + written).joined(separator: ", ")
    let rows = try outsider.rows("SELECT \(list) FROM \(table.name)")
    let isCopied = try mirror.transaction {
      for row in rows {
        let pairs = zip(table.key + written, row).map { ($0, $1.sql) }
        let key = pairs.prefix(table.key.count).map { "\($0) IS \($1)" }
        let values = pairs.dropFirst(table.key.count)
        let sets = values.map { "\($0) = \($1)" }
        // A reference to a missing row, which REPLACE can leave behind, may only stay unchanged.
        let differs = values.map { "\($0) IS NOT \($1)" }
        try mirror.run(
          "UPDATE \(table.name) SET \(sets.joined(separator: ", ")) "
            + "WHERE \(key.joined(separator: " AND ")) AND (\(differs.joined(separator: " OR ")))"
        )
      }
    }
    guard isCopied else { throw Fault(kind: "move", message: "the move breaks a constraint") }
    for table in model.tables {
      let order = table.key.joined(separator: ", ")
      let sql = "SELECT * FROM \(table.name) ORDER BY \(order)"
      guard try mirror.rows(sql) == outsider.rows(sql) else {
        throw Fault(kind: "move", message: "the move has written more than an order")
      }
    }
  }
}
